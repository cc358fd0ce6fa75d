"""Measures the page as a browser sees it, times included, which no test asserts: `make bench-page`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from browser.conftest import DESKTOP, PHONE
from browser.meter import Meter
from browser.stage import LAUNCH, Player, Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SLOWER = 4
RUNS = 5


def main() -> None:
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        site = Site(Path(data))
        site.start()
        browser = playwright.chromium.launch(**LAUNCH)
        _sizes(site, browser)
        for view in ("/", "/play", "/computer", "/puzzles", "/analysis"):
            _first_action(site, browser, view)
        _analysis(site, browser)
        browser.close()
        site.stop()


def _come(site: Site, browser: Browser, *, phone: bool = False, workers: str = "block") -> tuple[Player, Meter]:
    options = {**(PHONE if phone else DESKTOP), "service_workers": workers}
    person = Player(site, browser.new_context(**options), touch=phone)
    return person, Meter(person)


def _sizes(site: Site, browser: Browser) -> None:
    person, meter = _come(site, browser, phone=True)
    person.page.goto(site.url, wait_until="networkidle")
    _say(f"first page: {meter.received} bytes in {meter.requests} requests, {meter.with_headers} with headers")
    for part in ("/play", "/computer", "/puzzles"):
        person.page.goto(site.url + part, wait_until="networkidle")
    _say(f"all of playing, in one language: {meter.received} bytes")
    for part in ("/analysis", "/review", "/settings"):
        person.page.goto(site.url + part, wait_until="networkidle")
    _say(f"every part: {meter.received} bytes")
    person.leave()


def _first_action(site: Site, browser: Browser, view: str) -> None:
    """How soon something can be pressed on a slow phone, from the navigation on: the best and the worst run."""
    times = []
    for _ in range(RUNS):
        person, meter = _come(site, browser, phone=True)
        meter.slow_down(SLOWER)
        person.page.goto(site.url + view, wait_until="networkidle")
        times.append((meter.ready, meter.blocked))
        person.leave()
    ready = sorted(time for time, _ in times)
    _say(
        f"{view}: ready after {ready[0]:.0f} to {ready[-1]:.0f} ms on a processor {SLOWER} times slower, "
        f"longest task {max(blocked for _, blocked in times):.0f} ms"
    )


def _analysis(site: Site, browser: Browser) -> None:
    """How long all first moves take in the worker, and how long the page cannot answer meanwhile."""
    for _ in range(RUNS):
        person, meter = _come(site, browser)
        person.open("/analysis")
        person.page.get_by_role("heading", level=1).wait_for()
        person.page.evaluate("window.meter.blocked = 0")
        begun = person.page.evaluate("performance.now()")
        person.press(person.button("Show values"))
        person.page.get_by_text("X is ahead by ½").first.wait_for()
        took = person.page.evaluate("performance.now()") - begun
        _say(f"all first moves: {took:.0f} ms, longest task {meter.blocked:.0f} ms")
        person.leave()


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
