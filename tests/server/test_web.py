from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from server.harness import Server
from spookymarks.notation.replay import replay_document
from spookymarks.notation.text import read_game
from spookymarks.rules import RULE_SETS
from spookymarks.server.edge import MAX_BODY, SECURITY_HEADERS, security_headers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path


JSON = {"Content-Type": "application/json"}
BUG = """
from spookymarks.server.rooms import Rooms
async def look(self, game):
    raise RuntimeError("a bug")
Rooms.look = look
"""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A small built page, beside a file that nobody may read."""
    (tmp_path / "secret.txt").write_text("nobody may read this")
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>the page</title>")
    (folder / "assets" / "app-4f2a.js").write_text("export {};")
    (folder / "assets" / "kernel-77aa.wasm").write_bytes(b"\0asm")
    (folder / "manifest.webmanifest").write_text("{}")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    return folder


ROUTES = [
    ("GET", "/", 200),
    ("GET", "/play", 200),
    ("GET", "/g/abc123", 200),
    ("HEAD", "/", 200),
    ("GET", "/assets/app-4f2a.js", 200),
    ("GET", "/manifest.webmanifest", 200),
    ("GET", "/assets/none.js", 404),
    ("GET", "/nothing", 404),
    ("POST", "/", 405),
    ("GET", "/api/v1/health", 200),
    ("GET", "/api/v1/openapi.json", 200),
    ("GET", "/api/v1/replay?game=1-9", 200),
    ("GET", "/api/v1/replay?game=1-0", 400),
    ("GET", "/api/v1/replay?rules=chess", 422),
    ("GET", "/api/v1/analysis?position=9.5.1.23", 200),
    ("HEAD", "/api/v1/analysis?position=9.5.1.23", 200),
    ("GET", "/api/v1/analysis", 422),
    ("GET", "/embed", 200),
    ("GET", "/api/v1/picture.svg?game=1-9", 200),
    ("HEAD", "/api/v1/picture.svg?game=1-9", 200),
    ("GET", "/api/v1/picture.svg?game=1-0", 400),
    ("GET", "/api/v1/picture.jpg", 422),
    ("GET", "/api/v1/games/none", 404),
    ("GET", "/api/v1/games/n%20ne", 422),
    ("PUT", "/api/v1/games", 405),
    ("POST", "/api/v1/games", 422),
    ("POST", "/api/v1/games/none/seats", 422),
    ("POST", "/api/v1/games/none/token", 422),
    ("POST", "/api/v1/games/none/deletion", 422),
    ("GET", "/metrics", 200),
    ("POST", "/metrics", 405),
    ("GET", "/api/v1/nothing", 404),
    ("GET", "/docs", 404),
]


async def test_every_answer_has_the_security_headers_and_errors_have_one_shape(
    start: Callable[..., Server], page: Path
) -> None:
    """Pages, assets, data and refusals alike: all headers; and every error is one code and one sentence."""
    server = start(page=page)
    async with server.client() as client:
        for method, path, status in ROUTES:
            answer = await client.request(method, path)
            assert answer.status_code == status, path
            expected = security_headers(path.partition("?")[0])
            for name in SECURITY_HEADERS:
                assert answer.headers.get(name) == expected.get(name)
            assert "server" not in answer.headers
            assert answer.headers.get("X-Robots-Tag") == ("noindex" if path.startswith(("/g/", "/api/")) else None)
            if status >= 400:
                assert answer.json().keys() == {"error"}
                assert answer.json()["error"].keys() == {"code", "message"}
                assert answer.json()["error"]["message"]
        described = (await client.get("/api/v1/openapi.json")).json()["paths"]
    asked = {
        (method.lower(), path.partition("?")[0].replace("/none", "/{game}").replace("picture.svg", "picture.{kind}"))
        for method, path, _ in ROUTES
    }
    assert asked >= {(method, path) for path, methods in described.items() for method in methods}


async def test_failures_have_the_headers_and_the_shape_too(start: Callable[..., Server], tmp_path: Path) -> None:
    """The same for a body that is too long, a page that is not built, a wrong body, and a mistake of ours."""
    server = start(page=tmp_path / "none")
    broken = Server(tmp_path, BUG)
    broken.expected_errors = {"request_failed"}
    async with server.client() as client, broken.client() as unlucky:
        for status, answer in (
            (413, await client.post("/api/v1/games", content=b" " * (MAX_BODY + 1), headers=JSON)),
            (400, await client.post("/api/v1/games", content=b"\xff", headers=JSON)),
            (503, await client.get("/play")),
            (500, await unlucky.get("/api/v1/games/abc")),
        ):
            assert answer.status_code == status
            assert SECURITY_HEADERS.items() <= {name: answer.headers.get(name) for name in SECURITY_HEADERS}.items()
            assert status == 503 or answer.json()["error"]["code"]
    broken.stop()


async def test_the_page_is_one_document_and_assets_are_kept_for_ever(start: Callable[..., Server], page: Path) -> None:
    """The page's addresses give the same document, checked each time; assets with a digest never change."""
    server = start(page=page)
    async with server.client() as client:
        for path in ("/", "/play", "/g/abc123"):
            answer = await client.get(path)
            assert answer.text == (page / "index.html").read_text()
            assert answer.headers["Content-Type"].startswith("text/html")
            assert answer.headers["Cache-Control"] == "no-cache"
        for path, kind in {
            "/assets/app-4f2a.js": "text/javascript",
            "/assets/kernel-77aa.wasm": "application/wasm",
        }.items():
            answer = await client.get(path)
            assert answer.headers["Content-Type"].startswith(kind)
            assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert (await client.get("/manifest.webmanifest")).headers["Cache-Control"] == "no-cache"
        assert (await client.get("/api/v1/health")).headers["Cache-Control"] == "no-store"


async def test_the_page_travels_compressed_and_answers_with_secrets_do_not(
    start: Callable[..., Server], page: Path
) -> None:
    """Files of the page are compressed for who takes it, and for nobody else; the interface never compresses."""
    (page / "assets" / "large-1234.js").write_text("let answer = 42;\n" * 500)
    server = start(page=page)
    async with server.client() as client:
        packed = await client.get("/assets/large-1234.js", headers={"Accept-Encoding": "gzip"})
        assert packed.headers["Content-Encoding"] == "gzip"
        assert int(packed.headers["Content-Length"]) < len(packed.text) / 10
        assert packed.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        plain = await client.get("/assets/large-1234.js", headers={"Accept-Encoding": "identity"})
        assert "Content-Encoding" not in plain.headers
        assert plain.text == packed.text
        made = await client.post("/api/v1/games", json={}, headers={"Accept-Encoding": "gzip"})
        state = await client.get(f"/api/v1/games/{made.json()['game']}", headers={"Accept-Encoding": "gzip"})
        assert "Content-Encoding" not in made.headers
        assert "Content-Encoding" not in state.headers


async def test_who_is_lost_gets_the_page(start: Callable[..., Server], page: Path) -> None:
    """A browser at an unknown address gets the page with status 404; a program gets the one error shape."""
    server = start(page=page)
    async with server.client() as client:
        browser = await client.get("/nowhere", headers={"Accept": "text/html,*/*;q=0.8"})
        assert (browser.status_code, browser.text) == (404, (page / "index.html").read_text())
        assert browser.headers["Cache-Control"] == "no-cache"
        for path, accept in (("/nowhere", "*/*"), ("/api/v1/nothing", "text/html"), ("/assets/none.js", "text/html")):
            answer = await client.get(path, headers={"Accept": accept})
            assert answer.status_code == 404
            assert answer.json()["error"]["message"]


async def test_without_a_built_page_the_server_says_so_and_plays(start: Callable[..., Server], tmp_path: Path) -> None:
    """A checkout without the built page answers with a sentence, and the interface works all the same."""
    server = start(page=tmp_path / "none")
    async with server.client() as client:
        for path in ("/", "/play", "/g/abc123"):
            answer = await client.get(path)
            assert answer.status_code == 503
            assert "has not been built" in answer.text
        assert (await client.get("/assets/app.js")).status_code == 404
        assert (await client.post("/api/v1/games", json={})).status_code == 201


@pytest.mark.parametrize(
    "path",
    ["/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/%252e%252e/secret.txt",
     "/..\\secret.txt", "/%00", "//etc/passwd", "/assets/%2e%2e/%2e%2e/secret.txt", "/link.txt"],
)  # fmt: skip
async def test_no_address_leaves_the_page(start: Callable[..., Server], page: Path, path: str) -> None:
    """However an address is spelled, only files inside the page's folder are sent."""
    server = start(page=page)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    assert answer.split(b" ")[1] in {b"400", b"404"}
    assert b"nobody may read this" not in answer
    assert b"root:" not in answer


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"{", "body"),
        (b"[]", "body"),
        (b"", "body"),
        (b'{"rules":"chess"}', "there is no rule set 'chess'"),
        (b'{"rules":1}', "body.rules"),
        (b'{"rules":null}', "body.rules"),
        (b'{"side":"Y"}', "body.side"),
        (b'{"side":true}', "body.side"),
        (b'{"winner":"X"}', "body.winner"),
        (b'{"rules":"\\ud800"}', "there is no rule set '\\ud800'"),
        (b"\xff", "body"),
        (b"[" * 10_000, "body"),
    ],
)
async def test_a_wrong_request_is_told_what_is_wrong(server: Server, body: bytes, words: str) -> None:
    """No coercion, no unknown fields, no defaults for nonsense: 4xx with the place and the reason."""
    async with server.client() as client:
        answer = await client.post("/api/v1/games", content=body, headers=JSON)
    assert answer.status_code in {400, 422}
    assert answer.json()["error"]["code"] == "bad_request"
    if answer.status_code == 422:
        assert words in answer.json()["error"]["message"]


async def test_a_form_cannot_make_games_or_claim_seats(server: Server) -> None:
    """What a foreign page can send without asking, a form or plain text, is not taken for JSON."""
    game = await server.new_game()
    async with server.client() as client:
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
            for path in ("", *(f"/{game.id}/{act}" for act in ("seats", "token", "deletion"))):
                answer = await client.post(
                    "/api/v1/games" + path, content=b'{"rules":"standard"}', headers={"Content-Type": kind}
                )
                assert answer.status_code == 422


async def test_bodies_are_cut_off_at_their_limit(server: Server) -> None:
    """A body that is too long is refused by its declared length, or while it streams in."""

    async def stream() -> AsyncIterator[bytes]:
        for _ in range(MAX_BODY // 1000 + 1):
            yield b" " * 1000

    async with server.client() as client:
        for content in (b" " * (MAX_BODY + 1), stream()):
            answer = await client.post("/api/v1/games", content=content, headers=JSON)
            assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")
        answer = await client.post("/api/v1/games", content=b"{}".ljust(MAX_BODY), headers=JSON)
        assert answer.status_code == 201


async def test_too_many_new_games_from_one_address_are_refused(start: Callable[..., Server]) -> None:
    """The allowance is for making games only; playing goes on."""
    server = start(games_burst=3, games_per_minute=0.001)
    game = await server.new_game()
    async with server.client() as client:
        statuses = [(await client.post("/api/v1/games", json={})).status_code for _ in range(4)]
        assert statuses == [201, 201, 429, 429]
    async with server.join(game.id, game.x) as x:
        assert (await x.act("1-2"))["t"] == "ack"


@pytest.mark.parametrize("rules", RULE_SETS)
async def test_replay_returns_the_document_of_a_game_text(server: Server, rules: str) -> None:
    """GET /replay is the rules' own document, for every rule set; no game text is the empty board."""
    async with server.client() as client:
        for text in ("", "1-2 3-4"):
            answer = await client.get("/api/v1/replay", params={"game": text, "rules": rules})
            assert answer.json() == replay_document(read_game(text, RULE_SETS[rules]).position)
        answer = await client.get("/api/v1/replay", params={"game": "1-2 2-2", "rules": rules})
        assert answer.json()["error"]["code"] == "bad_game"
        assert "'2-2' at character 5" in answer.json()["error"]["message"]


async def test_the_openapi_document_describes_every_route(server: Server) -> None:
    """The document names each route, its success and its refusals, and every reference in it leads somewhere."""
    async with server.client() as client:
        document = (await client.get("/api/v1/openapi.json")).json()
    routes = {(method, path) for path, methods in document["paths"].items() for method in methods}
    assert routes == {
        ("post", "/api/v1/games"),
        ("get", "/api/v1/games/{game}"),
        ("post", "/api/v1/games/{game}/seats"),
        ("post", "/api/v1/games/{game}/token"),
        ("post", "/api/v1/games/{game}/deletion"),
        ("get", "/api/v1/replay"),
        ("get", "/api/v1/analysis"),
        ("get", "/api/v1/picture.{kind}"),
        ("get", "/api/v1/health"),
    }
    assert _references(document) <= {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    claim = document["paths"]["/api/v1/games/{game}/seats"]["post"]["responses"]
    assert claim.keys() == {"201", "400", "403", "404", "409", "413", "422", "429", "503"}


def _references(node: object) -> set[str]:
    if isinstance(node, dict):
        return {node["$ref"]} if isinstance(node.get("$ref"), str) else set().union(*map(_references, node.values()))
    return set().union(*map(_references, node)) if isinstance(node, list) else set()
