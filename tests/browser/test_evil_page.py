"""What another web page can do to a player whose browser visits it: nothing."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from browser.tables import invite, join

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page

    from browser.stage import Player, Site

pytestmark = pytest.mark.browser

ATTEMPTS = """async ([site, game, secrets]) => {
  const tried = {};
  const attempt = async (name, work) => {
    try { tried[name] = await work(); } catch (error) { tried[name] = "blocked"; }
  };
  const json = { "Content-Type": "application/json" };
  const post = (path, body, options) =>
    fetch(site + path, { method: "POST", body: JSON.stringify(body), credentials: "include", ...options });
  const ways = [["as JSON", { headers: json }], ["as text", {}], ["without asking", { mode: "no-cors" }]];
  for (const [name, options] of ways) {
    await attempt("make " + name, async () => (await post("/api/v1/games", {}, options)).type);
    await attempt("claim " + name, async () => (await post(`/api/v1/games/${game}/seats`, secrets, options)).type);
  }
  await attempt("read", async () => await (await fetch(`${site}/api/v1/games/${game}`)).text());
  await attempt("picture", () => new Promise((done) => {
    const image = new Image();
    image.onload = () => done("shown");
    image.onerror = () => done("blocked");
    image.src = `${site}/api/v1/games/${game}`;
  }));
  await attempt("script", () => new Promise((done) => {
    const script = document.createElement("script");
    script.onload = () => done("run");
    script.onerror = () => done("blocked");
    script.src = `${site}/api/v1/games/${game}`;
    document.head.append(script);
  }));
  await attempt("socket", () => new Promise((done) => {
    const socket = new WebSocket(`${site.replace("http", "ws")}/api/v1/games/${game}/socket`);
    socket.onopen = () => done("open");
    socket.onerror = () => done("blocked");
  }));
  return tried;
}"""

FORM = """([address, name]) => {
  const form = document.createElement("form");
  form.method = "POST";
  form.action = address;
  form.enctype = "text/plain";
  const field = document.createElement("input");
  field.name = name;
  field.value = '"}';
  form.append(field);
  document.body.append(form);
  form.submit();
}"""


class Evil:
    """A web server of somebody else, under a name and a port of its own, that notes what browsers tell it."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        heard = self.heard

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                heard.append(f"{self.path}\n{self.headers}")
                body = b"<!doctype html><title>evil</title><link rel=icon href=data:,><body>"
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_arguments: Any) -> None:  # noqa: ANN401
                """Print nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,))
        self.thread.start()
        self.url = f"http://evil.localhost:{self.server.server_port}/"

    def stop(self) -> None:
        """Stop serving."""
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture
def evil() -> Iterator[Evil]:
    """A foreign web server."""
    evil = Evil()
    yield evil
    evil.stop()


def _stored(site: Site) -> list[tuple[Any, ...]]:
    """Return all games, seats and numbers of events as they are stored."""
    with closing(sqlite3.connect(site.folder / "games.sqlite")) as connection:
        return [
            connection.execute(f"SELECT {what}").fetchall()
            for what in ("id FROM game ORDER BY 1", "game_id, seat FROM seat ORDER BY 1, 2", "count(*) FROM event")
        ]


def _visit(player: Player, address: str) -> Page:
    """Open an address in another tab of a player's browser; what it does there is none of our page's faults."""
    page = player.context.new_page()
    page.goto(address)
    return page


def test_a_foreign_page_can_do_nothing_with_a_players_browser(
    own_site: Site, evil: Evil, player: Callable[..., Player]
) -> None:
    """It makes no game, takes no seat, reads no state and opens no socket, whatever it tries; nor can it frame us."""
    x = player(own_site)
    link = invite(x)
    game, secret = link.rsplit("/", 1)[1].split("#join=")
    stored = _stored(own_site)
    x.offline_is_expected = True  # the browser reports what it has blocked

    page = _visit(x, evil.url)
    tried = page.evaluate(ATTEMPTS, [own_site.url, game, {"join": secret}])
    assert set(tried.values()) == {"blocked"}, tried
    assert "origin_refused" in (own_site.folder / "server.log").read_text()

    for path in ("/api/v1/games", f"/api/v1/games/{game}/seats"):
        page.goto(evil.url)
        with page.expect_navigation():
            page.evaluate(FORM, [own_site.url + path, '{"join":"' + secret + '","token":"'])
        assert "bad_request" in page.content()

    page.goto(evil.url)
    page.evaluate("(address) => { document.body.innerHTML = `<iframe src='${address}'></iframe>`; }", link)
    page.wait_for_timeout(1000)
    assert all(frame.url.startswith(("chrome-error:", "about:")) for frame in page.frames[1:])

    assert _stored(own_site) == stored
    page.close()
    _forget_foreign(x, evil)


def _forget_foreign(player: Player, evil: Evil) -> None:
    player.faults[:] = [fault for fault in player.faults if evil.url not in fault]


def test_no_secret_leaves_with_a_visitor(own_site: Site, evil: Evil, player: Callable[..., Player]) -> None:
    """The address bar and the history keep no secret, and where a player goes next nobody learns where from."""
    x, o = player(own_site), player(own_site)
    link = invite(x)
    secret = link.split("#join=")[1]
    join(o, link)
    x.play("1-9")
    for person in (x, o):
        tokens = person.page.evaluate("() => Object.values(localStorage)")
        history = person.context.new_cdp_session(person.page).send("Page.getNavigationHistory")
        addresses = [entry["url"] for entry in history["entries"]]
        assert all("#" not in address for address in addresses)
        assert person.page.evaluate("() => document.cookie") == ""
        person.page.evaluate("(address) => { location.href = address; }", evil.url)
        expect(person.page).to_have_title("evil")
        assert person.page.evaluate("() => document.referrer") == ""
        assert tokens  # they are here, and nowhere else
        _forget_foreign(person, evil)
    text = "\n".join(evil.heard)
    assert "referer" not in text.lower()
    assert secret not in text
    assert own_site.url not in text
