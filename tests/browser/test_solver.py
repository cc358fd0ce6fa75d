"""The solver in a real browser: built as it is shipped, served with the headers of the server, run in its worker."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from browser.stage import Site
from contract.choices import FILE
from spookymarks.notation.text import read_action
from spookymarks.rules import RULE_SETS, Position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from browser.stage import Player

pytestmark = pytest.mark.browser

WEB = Path(__file__).parents[2] / "web"


@pytest.fixture(scope="module")
def solver_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server whose page is the solver and nothing else."""
    page = tmp_path_factory.mktemp("solver-page")
    build = ["npx", "vite", "build", "tests/solver", "--config", "vite.config.ts", "--outDir", str(page)]
    subprocess.run([*build, "--logLevel", "error"], cwd=WEB, check=True)
    site = Site(tmp_path_factory.mktemp("solver-site"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPOOKYMARKS_PAGE", str(page))
        site.start()
    yield site
    site.stop()


def test_the_worker_answers_and_the_page_goes_on(solver_site: Site, player: Callable[..., Player]) -> None:
    """The empty board is solved in the worker, while the page draws: no pause lasts half as long as the search."""
    person = player(solver_site)
    person.open("/")
    value, best, pause, whole = person.page.evaluate(
        """async () => {
            const times = [performance.now()];
            const draw = () => { times.push(performance.now()); requestAnimationFrame(draw); };
            requestAnimationFrame(draw);
            const answer = await new Solver().analyze("standard", "-");
            times.push(performance.now());
            const pauses = times.slice(1).map((time, n) => time - times[n]);
            const best = answer.actions.filter((each) => each.value === answer.value).map((each) => each.action);
            return [answer.value, best.sort(), Math.max(...pauses), times.at(-1) - times[0]];
        }"""
    )
    assert value == 0.5
    assert best == ["1-9", "3-7"]
    assert pause < whole / 2


def test_nothing_is_loaded_before_the_first_question(solver_site: Site, player: Callable[..., Player]) -> None:
    """A page that has the solver at hand fetches neither worker nor kernel until somebody asks."""
    person = player(solver_site)
    asked: list[str] = []
    person.context.on("request", lambda request: asked.append(request.url))
    person.open("/")
    person.page.evaluate("window.solver = new Solver()")
    assert not any("worker" in url or "kernel" in url for url in asked)
    person.page.evaluate("solver.analyze('standard', '12.13.14')")
    assert sum("worker" in url for url in asked) == 1
    assert sum("kernel" in url for url in asked) == 1


def test_a_later_question_comes_first(solver_site: Site, player: Callable[..., Player]) -> None:
    """Of two questions asked at once the first is given up, and the second is answered right."""
    person = player(solver_site)
    person.open("/")
    early, late = person.page.evaluate(
        """async () => {
            const solver = new Solver();
            const early = solver.analyze("standard", "-").then(() => "answered", (error) => error.name);
            const late = await solver.analyze("closer-chooses", "1.4.2.5.9.7");
            return [await early, late.rules + " " + late.position];
        }"""
    )
    assert early == "AbortError"
    assert late == "closer-chooses 1.4.2.5.9.7"


def test_the_levels_play_in_the_worker_as_in_python(solver_site: Site, player: Callable[..., Player]) -> None:
    """Every decision of a game of each rule set and many levels is Python's, seeds of 64 bits included."""
    questions, expected = [], []
    for line in FILE.read_text(encoding="utf-8").splitlines()[::7]:
        game = json.loads(line)
        position = Position.start(RULE_SETS[game["rules"]])
        for text in game["actions"]:
            if position.to_act:
                level = game[position.to_act]
                questions.append([game["rules"], str(position), level, game["seed"], game["game"]])
                expected.append(text)
            position = position.play(read_action(text, position))
    person = player(solver_site)
    person.open("/")
    chosen = person.page.evaluate(
        """async (questions) => {
            const solver = new Solver();
            const chosen = [];
            for (const [rules, position, level, seed, game] of questions) {
                chosen.push(await solver.choose(rules, position, level, BigInt(seed), BigInt(game)));
            }
            return chosen;
        }""",
        questions,
    )
    assert len(expected) > 300
    assert chosen == expected


def test_a_refusal_reaches_the_page(solver_site: Site, player: Callable[..., Player]) -> None:
    """A text that is no position is refused with code, text and place, across the border of the worker."""
    person = player(solver_site)
    person.open("/")
    refusal = person.page.evaluate(
        "new Solver().analyze('standard', '12.1x').catch(({ name, code, text, place }) => [name, code, text, place])"
    )
    assert refusal == ["KernelError", "bad_text", "12.1x", 5]


@pytest.mark.parametrize("file", ["kernel", "worker"])
def test_what_cannot_be_loaded_is_said_and_tried_again(
    solver_site: Site, player: Callable[..., Player], file: str
) -> None:
    """Without its worker or kernel the solver refuses in words; the next question finds them."""
    person = player(solver_site)
    person.offline_is_expected = True
    person.context.route(f"**/{file}-*", lambda route: route.abort())
    person.open("/")
    person.page.evaluate("window.solver = new Solver()")
    refusal = "solver.analyze('standard', '1.4.2.5.67').catch(({ code, message }) => `${code}: ${message}`)"
    assert str(person.page.evaluate(refusal)).startswith("bad_module: the ")
    person.context.unroute_all()
    assert person.page.evaluate("solver.analyze('standard', '1.4.2.5.67').then(({ position }) => position)")
