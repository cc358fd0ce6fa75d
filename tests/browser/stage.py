"""The stage of the browser stories: a site that can be stopped, and people who sit before its page."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Request

LAUNCH: dict[str, Any] = {
    # The same browser without its own windows and menus, where there is one: people come and go four times as fast.
    "executable_path": shutil.which("chromium-headless-shell") or "/usr/bin/chromium",
    "args": ["--no-sandbox", "--disable-background-networking"],
}
# What Playwright itself writes to the console of a browser that keeps service workers out.
NO_WORKERS = "Service Worker registration blocked by Playwright"
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
START_SECONDS = 20
# The default of five seconds is for a machine with nothing else to do.
expect.set_options(timeout=20_000)


class Site:
    """A server process, started by the command that people use, on an address and a database that outlive it.

    `fault`: code that changes something in the server first, so that nobody has to wait for days. `page`: another
    folder with a built page than the package's.
    """

    def __init__(self, folder: Path, fault: str = "", page: Path | None = None) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.folder = folder
        self.fault = fault
        self.settings = {"SPOOKYMARKS_PAGE": str(page)} if page else {}
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server and wait until it answers."""
        start = f"{self.fault}\nfrom spookymarks.cli import main\nmain()"
        command = [sys.executable, "-c", start, "serve", "--port", str(self.port)]
        command += ["--database", str(self.folder / "games.sqlite")]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, cwd=self.folder, env={**os.environ, **self.settings}
            )
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


class Line:
    """The way from a browser to a site, which can break without a word; `url` leads through it."""

    def __init__(self, site: Site) -> None:
        self._port = site.port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._ends: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._open = True
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._start(self._accept)

    def cut(self) -> None:
        """Break all that goes through the line, and let nothing through."""
        self._open = False
        for end in self._ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """Let new connections through."""
        self._open = True

    def close(self) -> None:
        """Take the line down."""
        self.cut()
        self._listener.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for end in (self._listener, *self._ends):
            end.close()

    def _start(self, target: Callable[..., None], *arguments: object) -> None:
        self._threads.append(threading.Thread(target=target, args=arguments, daemon=True))
        self._threads[-1].start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                if not self._open:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._port))
                self._ends += (near, far)
                self._start(self._carry, near, far)
                self._start(self._carry, far, near)

    @staticmethod
    def _carry(source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                target.sendall(data)
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_RDWR)


class Player:
    """A person with a browser of their own; `faults` collects what the page did wrong."""

    def __init__(self, site: Site | Line, context: BrowserContext, *, touch: bool) -> None:
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
        if message.text == NO_WORKERS:
            return
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

    @property
    def notices(self) -> Locator:
        """What is shown between the players and the board: offers, and what goes on around the game."""
        return self.page.get_by_role("group", name="Messages of this game")

    def hears(self, text: str | re.Pattern[str]) -> None:
        """Wait until something is shown there and read aloud as well."""
        expect(self.notices).to_contain_text(text)
        expect(self.status).to_contain_text(text)

    def seat(self, side: str) -> Locator:
        """Return what the page tells of a player: who it is, where they are, their clock."""
        return self.page.get_by_role("list", name="Players").get_by_role("listitem").nth("XO".index(side))

    def sees_marks(self, number: int, text: str) -> None:
        """Wait until a square is described so."""
        expect(self.square(number)).to_have_attribute("aria-label", re.compile(re.escape(text)))

    # Acting

    def wish(self, name: str, answer: str) -> None:
        """Press one of the buttons that ask once more, and answer."""
        self.press(self.button(name))
        self.press(self.page.get_by_role("dialog").get_by_role("button", name=answer))
        expect(self.page.get_by_role("dialog")).to_have_count(0)

    def answer(self, name: str) -> None:
        """Press a button beside an offer."""
        self.press(self.notices.get_by_role("button", name=name))

    def unfold(self, name: str | re.Pattern[str]) -> None:
        """Open one of the folded parts of the page."""
        self.press(self.page.locator("summary", has_text=name))

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
