"""What a page costs as a browser sees it: bytes over the line, shifts of its layout, tasks that block it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from browser.stage import Player

# Long tasks come from 50 ms on; shifts are counted also right after somebody has pressed something.
WATCH = """
window.meter = {shift: 0, moved: [], blocked: 0}
new PerformanceObserver(list => list.getEntries().forEach(each => {
    window.meter.shift += each.hadRecentInput ? 0 : each.value
    if (!each.hadRecentInput) window.meter.moved.push(...each.sources.map(({node}) => node?.outerHTML?.slice(0, 80)))
})).observe({type: "layout-shift", buffered: true})
new PerformanceObserver(list => list.getEntries().forEach(each => {
    window.meter.blocked = Math.max(window.meter.blocked, each.duration)
})).observe({type: "longtask", buffered: true})
const look = () => {
    if (document.querySelector("[role=grid] button, main h1")) window.meter.ready ??= performance.now()
    else requestAnimationFrame(look)
}
look()
"""
READY = """new Promise(done => {
    const look = () => window.meter.ready ? done(window.meter.ready) : requestAnimationFrame(look)
    look()
})"""


class Meter:
    """Watches the page of a person from its next address on."""

    def __init__(self, person: Player) -> None:
        self.page = person.page
        self.received = 0
        self.with_headers = 0
        self.requests = 0
        self.devtools = person.context.new_cdp_session(person.page)
        self.devtools.on("Network.dataReceived", self._receive)
        self.devtools.on("Network.loadingFinished", self._finish)
        self.devtools.send("Network.enable")
        person.page.add_init_script(WATCH)

    def _receive(self, event: dict[str, float]) -> None:
        # As it came over the line, compressed; without headers.
        self.received += int(event["encodedDataLength"])

    def _finish(self, event: dict[str, float]) -> None:
        self.requests += 1
        self.with_headers += int(event["encodedDataLength"])

    def slow_down(self, rate: int) -> None:
        """Let the page's processor be so many times slower."""
        self.devtools.send("Emulation.setCPUThrottlingRate", {"rate": rate})

    @property
    def shift(self) -> float:
        """The cumulative layout shift of the page."""
        return float(self.page.evaluate("window.meter.shift"))

    @property
    def moved(self) -> list[str]:
        """What has moved, as it begins."""
        return list(self.page.evaluate("window.meter.moved"))

    @property
    def blocked(self) -> float:
        """The longest time in milliseconds for which the page could not answer; 0 below 50."""
        return float(self.page.evaluate("window.meter.blocked"))

    @property
    def ready(self) -> float:
        """After how many milliseconds something could be pressed."""
        return float(self.page.evaluate(READY))
