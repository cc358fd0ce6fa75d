"""Analyses in processes of their own: around each search Python works for milliseconds that no game should wait for.

The module is also the program of such a process: it reads questions, one a line, and writes answers.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

from spookymarks.notation.text import read_position
from spookymarks.rules import RULE_SETS
from spookymarks.server.answer import Answer, answer_to
from spookymarks.solver import Depth, StoppedError

if TYPE_CHECKING:
    from spookymarks.rules import Position
    from spookymarks.solver import Stop

LOOK_SECONDS = 0.02
"""How often a search under way is asked whether it is still wanted."""

PROGRAM = [sys.executable, "-m", "spookymarks.server.workshop"]
NICE = 5
"""How much these processes stand back behind those that serve games."""


class Workshop:
    """Answers from other processes, as many as there are threads that ask at once; they are started when needed."""

    def __init__(self) -> None:
        self._idle: deque[_Bench] = deque()

    def answer_to(self, position: Position, depth: Depth, stop: Stop) -> Answer:
        """Analyse a position as `answer.answer_to`; being stopped ends the process, and another one is started later.

        Raises StoppedError, or RuntimeError when the process has ended by itself.
        """
        try:
            bench = self._idle.pop()
        except IndexError:
            bench = _Bench()
        try:
            return bench.answer_to(position, depth, stop)
        finally:
            self._idle.append(bench)

    def close(self) -> None:
        """End the processes, none of which is at work any more."""
        for bench in self._idle:
            bench.end()


class _Bench:
    """One process, or none yet."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def answer_to(self, position: Position, depth: Depth, stop: Stop) -> Answer:
        self._process = self._process or _start()
        try:
            return _ask(self._process, f"{position.rules.name} {depth.name} {position}\n", stop)
        except BaseException:
            self.end()
            raise

    def end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()


def _start() -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 - our own program
        PROGRAM,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        # Ctrl-C is for the server; these processes end with it.
        start_new_session=True,
    )


def _ask(process: subprocess.Popen[bytes], question: str, stop: Stop) -> Answer:
    questions, answers = process.stdin, process.stdout
    if questions is None or answers is None:
        raise RuntimeError("the analysis process has no pipes")
    with suppress(BrokenPipeError):
        questions.write(question.encode())
        questions.flush()
    while not select.select([answers], [], [], LOOK_SECONDS)[0]:
        if stop.is_set:
            raise StoppedError(f"the search was stopped: {question.strip()}")
    tag, _, body = answers.readline().partition(b" ")
    if not body.endswith(b"\n"):
        raise RuntimeError(f"the analysis process ended at {question.strip()}")
    return Answer(body[:-1], tag.decode())


def main() -> None:
    """Answer questions until there are no more, or nobody reads the answers."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    for line in sys.stdin.buffer:
        rules, depth, position = line.decode().split()
        body, tag = answer_to(read_position(position, RULE_SETS[rules]), Depth[depth])
        try:
            sys.stdout.buffer.write(tag.encode() + b" " + body + b"\n")
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            return


if __name__ == "__main__":
    main()
