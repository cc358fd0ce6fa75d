"""GET /api/v1/analysis against a real process: what it answers, refuses, and lets others keep."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from server.harness import PATIENCE, Server
from spookymarks.notation.replay import replay_document
from spookymarks.notation.text import read_game
from spookymarks.rules import RULE_SETS, Position
from spookymarks.server.answer import EFFORT
from spookymarks.server.edge import MAX_BODY
from spookymarks.server.settings import Settings
from spookymarks.solver import Depth, analyze
from spookymarks.solver.document import analysis_document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import httpx2

PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"
PATH = "/api/v1/analysis"
MIDDLE = "1-9 1-5 5-9 @5 2-3"
OVER = "3-9 2-4 4-9 1-5 1-6 7-9 1-8 4-7 @4 5-8 @5"

ENDLESS_PROGRAM = """
import time
from spookymarks.server import workshop
answer_to = workshop.answer_to
def endless(position, depth):
    while not position.over:
        time.sleep(1)
    return answer_to(position, depth)
workshop.answer_to = endless
workshop.main()
"""
ENDLESS = f"""
import sys
from spookymarks.server import workshop
workshop.PROGRAM = [sys.executable, "-c", {ENDLESS_PROGRAM!r}]
"""
"""A fault: no search ends by itself but that of a finished game."""


@pytest.fixture(scope="module")
def generous(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server whose allowance these tests do not use up; its log must stay free of errors."""
    server = Server(tmp_path_factory.mktemp("analysis"), analyses_burst=100_000, analysis_seconds=60)
    yield server
    server.stop()
    assert not server.errors(), server.log.read_text()


async def get(server: Server, method: str = "GET", headers: dict[str, str] | None = None, **query: str) -> Any:  # noqa: ANN401
    async with server.client() as client:
        return await client.request(method, PATH, params=query, headers=headers)


def refused(answer: httpx2.Response) -> tuple[int, str, str]:
    """Return status, code and sentence of a refusal, which nobody may keep."""
    assert answer.headers["Cache-Control"] == "no-store"
    assert "ETag" not in answer.headers
    document = answer.json()
    assert document.keys() == {"error"}
    assert document["error"].keys() == {"code", "message"}
    return answer.status_code, document["error"]["code"], document["error"]["message"]


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("detail", ["values", "lines", "full"])
async def test_an_analysis_is_the_library_s_own(generous: Server, rules: str, detail: str) -> None:
    """Every rule set and detail: the document of the library, without nodes and seconds."""
    game = "1-2 3-4 5-6" if rules == "superposition" else "1-9 1-5 5-9"
    position = read_game(game, RULE_SETS[rules]).position
    document = dict(analysis_document(analyze(position, depth=Depth[detail.upper()])))
    for name in EFFORT:
        del document[name]
    answer = await get(generous, game=game, rules=rules, detail=detail)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.json() == json.loads(json.dumps(document))


async def test_a_game_has_the_answer_of_its_position(generous: Server) -> None:
    """However one comes to a position, by any game or by its text, the bytes and the tag are the same."""
    text = str(read_game(MIDDLE).position)
    ways = [
        {"game": MIDDLE},
        {"game": "1. 1-9 O2:1-5, 5-9 {why} @5 2-3"},
        {"position": text},
        {"position": f" {text} "},
    ]
    answers = [await get(generous, **way) for way in ways]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert len({answer.headers["ETag"] for answer in answers}) == 1
    assert answers[0].json()["position"] == text


async def test_full_standard_is_what_is_asked_for_by_default(generous: Server) -> None:
    """Without rules and detail the answer is that of the standard rules in full."""
    short, long = await get(generous, game=MIDDLE), await get(generous, game=MIDDLE, rules="standard", detail="full")
    assert short.content == long.content


async def test_the_empty_board_is_a_position(generous: Server) -> None:
    """An empty game text and the text of the empty board are given, and mean the start."""
    by_game, by_position = [await get(generous, detail="values", **way) for way in ({"game": ""}, {"position": "-"})]
    assert by_game.content == by_position.content
    assert by_game.json()["value"] == 0.5
    assert len(by_game.json()["actions"]) == 36


async def test_a_finished_game_has_its_score_and_no_actions(generous: Server) -> None:
    """The value is the score, X's points less O's."""
    document = (await get(generous, game=OVER)).json()
    assert document["phase"] == "over"
    assert (document["value"], document["score"]) == (0.5, {"X": 1, "O": 0.5})
    assert document["actions"] == []


async def test_an_answer_may_be_kept_for_ever(generous: Server) -> None:
    """It is public and immutable, and its tag is strong: 304 without a body for who has it, 200 for who has another."""
    answer = await get(generous, game=MIDDLE)
    tag = answer.headers["ETag"]
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert tag.startswith('"')
    assert tag.endswith('"')
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        again = await get(generous, game=MIDDLE, headers={"If-None-Match": known})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["ETag"] == tag
        assert again.headers["Cache-Control"] == answer.headers["Cache-Control"]
    for unknown in ('"other"', tag.strip('"'), "", f'"x{tag[1:]}'):
        again = await get(generous, game=MIDDLE, headers={"If-None-Match": unknown})
        assert (again.status_code, again.content) == (200, answer.content)


async def test_the_head_of_an_answer(generous: Server) -> None:
    """HEAD has the headers of GET and no body, refusals included."""
    whole, head = await get(generous, game=MIDDLE), await get(generous, "HEAD", game=MIDDLE)
    assert (head.status_code, head.content) == (200, b"")
    for name in ("ETag", "Cache-Control", "Content-Type", "Content-Length"):
        assert head.headers[name] == whole.headers[name]
    known = await get(generous, "HEAD", {"If-None-Match": whole.headers["ETag"]}, game=MIDDLE)
    assert known.status_code == 304
    wrong = await get(generous, "HEAD", game="1-0")
    assert (wrong.status_code, wrong.content, wrong.headers["Cache-Control"]) == (400, b"", "no-store")


@pytest.mark.parametrize(
    ("query", "status", "code", "words"),
    [
        ({"game": "1-9 1-0"}, 400, "bad_game", "game: '1-0' at character 5: "),
        ({"game": "1-9 1-5 5-9 1-2"}, 400, "bad_game", "game: '1-2' at character 13: "),
        ({"game": "1-9 @1"}, 400, "bad_game", "game: '@1' at character 5: "),
        ({"game": f"{OVER} 8-9"}, 400, "bad_game", "'8-9' at character"),
        ({"game": "1-9 {no end"}, 400, "bad_game", "'{no end' at character 5: "),
        ({"game": "1-2 1-2", "rules": "no-repeat"}, 400, "bad_game", "'1-2' at character 5: "),
        ({"game": "1-9\x00"}, 400, "bad_game", "at character 1: "),
        ({"position": "19.0"}, 400, "bad_game", "position: '0' at character 4: "),
        ({"position": "19.123"}, 400, "bad_game", "position: '123' at character 4: "),
        ({"position": ""}, 400, "bad_game", "position: the end at character 1: "),
        ({"position": "1.1"}, 400, "bad_game", "X1 and O2 are both classical in square 1"),
        ({"position": "9.9.5"}, 400, "bad_game", "X1 and O2 are both classical in square 9"),
        ({"game": "1-9", "rules": "chess"}, 422, "bad_request", "query.rules: there is no rule set 'chess'; choose"),
        ({"game": "1-9", "detail": "all"}, 422, "bad_request", "query.detail: "),
        ({"game": "1-9 " * 501}, 422, "bad_request", "query.game: String should have at most 2000 characters"),
        ({"position": "19." * 34}, 422, "bad_request", "query.position: String should have at most 100 characters"),
        ({}, 422, "bad_request", "query: give either a game or a position"),
        ({"game": "1-9", "position": "19"}, 422, "bad_request", "query: give either a game or a position"),
    ],
)
async def test_bad_input_is_one_sentence(
    generous: Server, query: dict[str, str], status: int, code: str, words: str
) -> None:
    """The sentence names the text and the place; nobody keeps it."""
    found = refused(await get(generous, **query))
    assert found[:2] == (status, code)
    assert words in found[2]


async def test_too_many_analyses_for_one_address_are_refused(start: Callable[..., Server]) -> None:
    """Kept answers count, and so do texts that are no game; other requests go on."""
    server = start(analyses_burst=3, analyses_per_minute=2, trusted_proxies='["127.0.0.1"]')
    assert [(await get(server, game=game)).status_code for game in (OVER, OVER, "1-0")] == [200, 200, 400]
    answer = await get(server, game=OVER)
    assert refused(answer)[:2] == (429, "limit")
    assert answer.headers["Retry-After"] == "30"
    async with server.client() as client:
        assert (await client.get("/api/v1/replay", params={"game": OVER})).status_code == 200
        headers = {"X-Forwarded-For": "203.0.113.9"}  # a proxy of ours may speak for its clients
        assert (await client.get(PATH, params={"game": OVER}, headers=headers)).status_code == 200


async def test_a_search_that_takes_too_long_is_given_up(start: Callable[..., Server]) -> None:
    """After its time it is refused with 503 and stopped; the one worker is free for the next."""
    server = start(fault=ENDLESS, analysis_workers=1, analysis_seconds=1, analyses_burst=100_000)
    answer = await get(server, game="1-2")
    sentence = "The analysis was not ready within 1 seconds; please try again later."
    assert refused(answer) == (503, "unavailable", sentence)
    assert int(answer.headers["Retry-After"]) > 0
    async with asyncio.timeout(PATIENCE):
        while (await get(server, game=OVER)).status_code != 200:
            pass


async def test_beyond_its_bounds_the_server_says_when_to_come_back_and_plays_on(start: Callable[..., Server]) -> None:
    """Of two searches and one worker one is refused with 503; while the other runs, and runs, games are played.

    When the client of that one leaves, the worker is free.
    """
    server = start(fault=ENDLESS, analysis_workers=1, analysis_queue=0, analysis_seconds=1000, analyses_burst=100_000)
    requests = [asyncio.create_task(get(server, game=game)) for game in ("1-2", "1-3")]
    done, running = await asyncio.wait(requests, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
    (answer,) = [request.result() for request in done]
    assert refused(answer) == (503, "unavailable", "Too many analyses are under way; please try again later.")
    assert int(answer.headers["Retry-After"]) > 0

    game = await server.new_game()
    async with server.join(game.id, game.x) as x:
        assert (await x.act("1-2"))["t"] == "ack"
    assert (await get(server, game=OVER)).status_code == 503

    (last,) = running
    last.cancel()
    async with asyncio.timeout(PATIENCE):
        while (await get(server, game=OVER)).status_code != 200:
            pass


async def test_a_client_that_leaves_does_not_end_the_search_of_another(start: Callable[..., Server]) -> None:
    """Two ask for one position; the first leaves, and the second still waits for the same search."""
    server = start(fault=ENDLESS, analysis_workers=1, analysis_queue=0, analysis_seconds=2)
    first, second = (asyncio.create_task(get(server, game="1-2")) for _ in range(2))
    await asyncio.wait({first, second}, timeout=0.5)
    first.cancel()
    assert refused(await second)[2].startswith("The analysis was not ready")


async def test_a_body_that_nobody_asked_for_is_dropped_and_bounded(generous: Server) -> None:
    """A request for an analysis says nothing in its body: a short one is ignored, a long one refused."""
    async with generous.client() as client:
        short = await client.request("GET", PATH, params={"game": MIDDLE}, content=b"x" * 1000)
        assert short.status_code == 200
        long = await client.request("GET", PATH, params={"game": MIDDLE}, content=b"x" * (MAX_BODY + 1))
        assert refused(long)[:2] == (413, "too_large")


async def test_a_crowd_is_answered_or_told_to_come_back(start: Callable[..., Server]) -> None:
    """Whatever many ask for at once, each gets the right answer or a 503; nobody waits for ever."""
    server = start(analysis_workers=1, analysis_queue=4, analyses_burst=1000)
    games = [f"1-9 1-5 5-9 @5 {a}-{b}" for a, b in ((2, 3), (2, 4), (3, 4), (4, 6), (6, 7), (7, 8))] * 10
    async with server.client() as client:
        answers = await asyncio.gather(*(client.get(PATH, params={"game": game}) for game in games))
    assert {answer.status_code for answer in answers} <= {200, 503}
    for game, answer in zip(games, answers, strict=True):
        if answer.status_code == 200:
            assert answer.json()["position"] == str(read_game(game).position)
        else:
            assert refused(answer)[:2] == (503, "unavailable")


async def test_a_stopped_server_ends_though_a_search_runs(start: Callable[..., Server]) -> None:
    """Who waits is told at once, however long the search would take, and the process ends without an error."""
    server = start(fault=ENDLESS, analysis_workers=1, analysis_queue=0, analysis_seconds=1000)
    requests = [asyncio.create_task(get(server, game=game)) for game in ("1-2", "1-3")]
    # The one that is refused tells that the other has begun.
    _, running = await asyncio.wait(requests, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
    await asyncio.to_thread(server.stop)
    for request in running:
        assert refused(await request)[:2] == (503, "unavailable")


def test_the_protocol_document_has_the_limits_in_force() -> None:
    """The numbers that the document names are those of the settings."""
    text = " ".join(PROTOCOL.read_text("utf-8").split())
    settings = Settings()
    for sentence in (
        f"may ask for {settings.analyses_burst} analyses at once and {settings.analyses_per_minute:g} more each minute",
        f"more than {settings.analysis_queue} positions wait",
        f"not ready within {settings.analysis_seconds:g} seconds",
    ):
        assert sentence in text


async def test_the_protocol_document_shows_a_real_answer(generous: Server) -> None:
    """Its example is what the server answers, but for the fields that it says are left out."""
    example = re.search(r"### Analyses.*?```json\n(.*?)```", PROTOCOL.read_text("utf-8"), re.DOTALL)
    assert example is not None
    shown = json.loads(example[1])
    answer = (await get(generous, position=shown["position"])).json()
    assert shown == {name: answer[name] for name in shown}
    assert set(answer) - set(shown) <= set(replay_document(Position.start()))


async def test_the_openapi_document_describes_the_answer(generous: Server) -> None:
    """The described answer has exactly the fields of an answer, and every parameter is there."""
    async with generous.client() as client:
        document = (await client.get("/api/v1/openapi.json")).json()
    described = document["paths"][PATH]["get"]
    assert [each["name"] for each in described["parameters"]] == ["game", "position", "rules", "detail"]
    assert described["responses"].keys() == {"200", "304", "400", "413", "422", "429", "503"}
    answer = (await get(generous, game=MIDDLE)).json()
    schemas = document["components"]["schemas"]
    assert described["responses"]["200"]["content"]["application/json"]["schema"]["$ref"].endswith("/AnalysisDocument")
    assert schemas["AnalysisDocument"]["properties"].keys() == set(schemas["AnalysisDocument"]["required"])
    assert schemas["AnalysisDocument"]["properties"].keys() == answer.keys()
    assert schemas["ActionDocument"]["properties"].keys() == answer["actions"][0].keys()
