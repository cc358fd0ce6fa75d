"""The stage of the browser stories: a site that can be stopped, and people who sit before its page."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Request

LAUNCH: dict[str, Any] = {
    "executable_path": "/usr/bin/chromium",
    "args": ["--no-sandbox", "--disable-background-networking"],
}
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
START_SECONDS = 20
# The default of five seconds is for a machine with nothing else to do.
expect.set_options(timeout=20_000)


class Site:
    """A server process, started by the command that people use, on an address and a database that outlive it."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.folder = folder
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server and wait until it answers."""
        command = [sys.executable, "-m", "spookymarks", "serve", "--port", str(self.port)]
        command += ["--database", str(self.folder / "games.sqlite")]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, env=os.environ)
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"{self.url}/api/v1/health", timeout=1):
                    return
            except OSError:
                time.sleep(0.05)
        raise AssertionError(f"the server did not start: {(self.folder / 'server.log').read_text('utf-8')}")

    def kill(self) -> None:
        """End the server as a power cut would."""
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def stop(self) -> None:
        """End the server as an operator does."""
        if self.process:
            self.process.terminate()
            self.process.wait()
            self.process = None


class Player:
    """A person with a browser of their own; `faults` collects what the page did wrong."""

    def __init__(self, site: Site, context: BrowserContext, *, touch: bool) -> None:
        self.site = site
        self.context = context
        self.touch = touch
        self.faults: list[str] = []
        # While a server is away the browser itself reports each failed connection; that is no fault of the page.
        self.offline_is_expected = False
        context.on("page", self._watch)
        self.page = context.new_page()

    def _watch(self, page: Page) -> None:
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.faults.append(f"page error: {error}"))
        page.on("request", self._see)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not self.offline_is_expected:
            self.faults.append(f"console {message.type}: {message.text}")

    def _see(self, request: Request) -> None:
        if not request.url.startswith((self.site.url, "data:", "blob:")):
            self.faults.append(f"asked another host: {request.url}")

    def leave(self) -> None:
        """Close the browser."""
        self.context.close()

    # Looking

    def open(self, path: str = "/") -> None:
        """Open a path of the site, or a whole address."""
        self.page.goto(path if path.startswith("http") else self.site.url + path)

    @property
    def board(self) -> Locator:
        """The board of the game."""
        return self.page.get_by_role("grid", name="Board", exact=True)

    def square(self, number: int) -> Locator:
        """Return the button that is a square of the board."""
        return self.board.get_by_role("button", name=re.compile(rf"^Square {number},"))

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """Return a button by its name."""
        return self.page.get_by_role("button", name=name)

    @property
    def status(self) -> Locator:
        """The line that says what is going on."""
        return self.page.get_by_role("status").first

    def sees(self, text: str | re.Pattern[str]) -> None:
        """Wait until the status says something."""
        expect(self.status).to_contain_text(text)

    def knows_who_watches(self) -> None:
        """Wait, as a guest, for the news of who is present: it moves what stands below it."""
        expect(self.page.get_by_text(re.compile("(person is|people are) watching"))).to_be_visible()

    def sees_marks(self, number: int, text: str) -> None:
        """Wait until a square is described so."""
        expect(self.square(number)).to_have_attribute("aria-label", re.compile(re.escape(text)))

    # Playing

    def press(self, target: Locator) -> None:
        """Press something as this person does, even what the page marks as disabled but still lets explain itself."""
        expect(target).to_be_visible()
        # Forced presses do not wait until the target stands still, so only what needs them gets them.
        force = target.get_attribute("aria-disabled") == "true"
        if self.touch:
            target.tap(force=force)
        else:
            target.click(force=force)

    def play(self, *actions: str) -> None:
        """Play actions, written as in a game text, by pressing squares and buttons."""
        for action in actions:
            before = self.moves()
            if action.startswith("@"):
                self.press(self.button(re.compile(rf"^[AB]: [XO]\d in {action[1:]}\b")))
                if self.touch:
                    self.press(self.button(re.compile(r"^Collapse: ")))
            else:
                first, second = action.split("-")
                if first != second:
                    self.press(self.square(int(first)))
                    self.press(self.square(int(second)))
                if first == second or self.touch:
                    self.press(self.button(re.compile(r"^Place [XO]\d in ")))
            expect(self.move_buttons).to_have_count(before + 1)

    @property
    def move_buttons(self) -> Locator:
        """The moves in the list, one button each."""
        return self.page.get_by_role("region", name="Moves").get_by_role("listitem").get_by_role("button")

    def moves(self) -> int:
        """Return how many moves the list shows."""
        return self.move_buttons.count()

    # Checking

    def check_accessibility(self) -> None:
        """Run axe over the page as it stands; nothing serious may be found."""
        found = self.page.evaluate(
            f"{AXE.read_text('utf-8')}; axe.run(document, {{resultTypes: ['violations']}})",
        )
        serious = [
            f"{each['id']}: {[node['target'] for node in each['nodes']]}"
            for each in found["violations"]
            if each["impact"] in {"serious", "critical"}
        ]
        if serious:
            raise AssertionError(f"{self.page.url}: {serious}")

    def check_width(self) -> None:
        """Nothing may stick out of the window sideways."""
        wide, window = self.page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        assert wide <= window, self.page.url
