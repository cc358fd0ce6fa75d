"""Logging: one JSON object a line on standard error, for our events and for those of the libraries below us."""

from __future__ import annotations

import logging
import sys

import structlog


def configure_logging() -> None:
    """Send every log record to standard error as a JSON line.

    Text from outside is only ever a value in such an object, so it cannot forge a line.
    """
    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        # As text: the structured form would print local variables, and those may be secrets.
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    # Below warnings, this logger prints the address and query of every socket.
    uvicorn = logging.getLogger("uvicorn.error")
    uvicorn.setLevel(logging.WARNING)
    uvicorn.addFilter(_not_a_denial)


def _not_a_denial(record: logging.LogRecord) -> bool:
    """Drop what uvicorn says after every socket that is refused with a response, as if that were an error."""
    return record.msg != "ASGI callable returned without completing handshake."
