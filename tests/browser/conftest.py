"""Real browsers against real servers: the fixtures of the browser stories."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import sync_playwright

from browser.stage import LAUNCH, Line, Player, Site
from browser.tables import invite, join

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

PHONE = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser a module, no longer: while it lives its event loop is in the way of asynchronous tests."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**LAUNCH)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One server for every story that does not end it."""
    site = Site(tmp_path_factory.mktemp("site"))
    site.start()
    yield site
    site.stop()


@pytest.fixture
def own_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that the story may kill and start again; its games and its address stay."""
    site = Site(tmp_path_factory.mktemp("own-site"))
    site.start()
    yield site
    site.stop()


@pytest.fixture
def player(chromium: Browser) -> Iterator[Callable[..., Player]]:
    """Bring people: each call is a person with a browser of their own, on a desktop unless it says otherwise.

    Service workers are kept out, since each fetches the whole page once more; `service_workers="allow"` lets one in.
    At the end, no page may have reported an error or asked another host for anything.
    """
    people: list[Player] = []

    def come(site: Site | Line, *, phone: bool = False, **options: object) -> Player:
        usual = {"reduced_motion": "reduce", "service_workers": "block"}
        context = chromium.new_context(**{**(PHONE if phone else DESKTOP), **usual, **options})
        people.append(Player(site, context, touch=phone))
        return people[-1]

    yield come
    for person in people:
        person.leave()
    assert [fault for person in people for fault in person.faults] == []


@pytest.fixture
def table(site: Site, player: Callable[..., Player]) -> tuple[Player, Player]:
    """Two people in a game by link: X at a desktop, O with a phone."""
    x, o = player(site), player(site, phone=True)
    join(o, invite(x))
    return x, o
