"""Debian's Firefox, told what to do in WebDriver BiDi, the protocol that it speaks without a driver between."""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import time
from typing import TYPE_CHECKING, Any

from websockets.sync.client import connect

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from websockets.sync.client import ClientConnection

PROGRAM = "firefox-esr"
START_SECONDS = 120
# Runs in the page: the element with a role's tag whose name fits, or the text of the page.
PRESS = """(pattern) => {
    const fits = new RegExp(pattern)
    const name = (node) => node.getAttribute("aria-label") ?? node.textContent.trim()
    const found = [...document.querySelectorAll("button, a")].find(node => fits.test(name(node)) && node.offsetParent)
    found?.click()
    return found !== undefined
}"""
SEES = """(pattern) => new RegExp(pattern).test(document.body.textContent)"""


class Firefox:
    """One window of a running Firefox; `faults` collects the errors that pages wrote to its console."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self.faults: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._window = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def open(self, url: str) -> None:
        """Open an address and wait until it is loaded."""
        self._ask("browsingContext.navigate", context=self._window, url=url, wait="complete")

    def press(self, name: str) -> None:
        """Press the first button or link whose name matches a pattern, once there is one."""
        self._until(PRESS, name)

    def sees(self, text: str) -> None:
        """Wait until the page says something."""
        self._until(SEES, text)

    def _until(self, function: str, argument: str) -> None:
        end = time.monotonic() + START_SECONDS
        while not self._call(function, argument):
            assert time.monotonic() < end, f"Firefox does not find {argument!r}"
            time.sleep(0.1)

    def _call(self, function: str, argument: str) -> bool:
        answer = self._ask(
            "script.callFunction",
            functionDeclaration=function,
            arguments=[{"type": "string", "value": argument}],
            target={"context": self._window},
            awaitPromise=False,
        )
        return answer["result"].get("value") is True

    def _ask(self, method: str, **params: object) -> dict[str, Any]:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv(timeout=START_SECONDS))
            if message["type"] == "event" and message["params"].get("level") in {"error", "warn"}:
                self.faults.append(str(message["params"].get("text")))
            if message.get("id") == self._number:
                assert message["type"] == "success", message
                return dict(message["result"])


@contextlib.contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Start Firefox with a profile of its own, and end it afterwards."""
    log = folder / "firefox.log"
    command = [PROGRAM, "--headless", "--remote-debugging-port", "0", "--profile", str(folder), "--no-remote"]
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        with connect(f"{_address(log)}/session", max_size=None, ping_interval=None) as socket:
            yield Firefox(socket)
    finally:
        process.terminate()
        process.wait()


def _address(log: Path) -> str:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", log.read_text("utf-8", "replace")):
            return found[1]
        time.sleep(0.1)
    raise AssertionError(f"Firefox did not start: {log.read_text('utf-8', 'replace')}")
