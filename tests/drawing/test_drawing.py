"""Pictures as values and as text: what is drawn for a position, and how a game becomes a film."""

from __future__ import annotations

import random
from xml.etree import ElementTree as ET

import pytest

from spookymarks.drawing import THEMES, card, description, film, headline, scene, svg
from spookymarks.drawing.scene import Step
from spookymarks.notation.replay import replay_document
from spookymarks.notation.text import read_game
from spookymarks.rules import RULE_SETS, Position

SVG = "{http://www.w3.org/2000/svg}"
MEASURING = "1-4 1-5 4-8 2-6 1-8"
BOTH_LINES = "1-4 1-3 5-8 1-8 3-6 2-4 5-8 @5"


def shown(text: str, rules: str = "standard") -> tuple[object, str]:
    """Return the scene of a game and its SVG."""
    game = read_game(text, RULE_SETS[rules])
    before, action = list(game.steps())[-1]
    drawn = scene(replay_document(game.position), Step(replay_document(before), before.text(action)))
    return drawn, svg(drawn, "light", 480, "a <title>", "& so on")


def dashes(text: str, element: str) -> set[str | None]:
    """Return the patterns of the lines in a picture whose paths begin so."""
    root = ET.fromstring(text)  # noqa: S314 - our own text
    return {
        each.get("stroke-dasharray") for each in root.iter(f"{SVG}path") if (each.get("d") or "").startswith(element)
    }


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_position_and_every_film_can_be_drawn(rules: str) -> None:
    """Random games under all rules: each frame is well-formed, needs no font, style or script, and has its words."""
    choose = random.Random(rules)
    for _ in range(15):
        position, text = Position.start(RULE_SETS[rules]), []
        while position.legal:
            action = choose.choice(position.legal)
            text.append(position.text(action))
            position = position.play(action)
        game = read_game(" ".join(text), RULE_SETS[rules])
        replay = replay_document(game.position)
        frames = film(game)
        for theme in THEMES:
            for picture in (
                *(svg(frame.scene, theme, 300, headline(replay), description(replay)) for frame in frames),
                card(frames[-1].scene, replay, theme, headline(replay), description(replay)),
            ):
                root = ET.fromstring(picture)  # noqa: S314 - our own text
                assert {each.tag.removeprefix(SVG) for each in root.iter()} <= set(
                    "svg title desc g rect path circle".split()
                )
                assert [each.tag.removeprefix(SVG) for each in root][:2] == ["title", "desc"]
        assert frames[-1].scene == scene(replay, Step(replay_document(list(game.steps())[-1][0]), text[-1]))
        assert all(frame.time > 0 for frame in frames)


def test_words_in_a_picture_are_escaped() -> None:
    """A title is text, whatever it holds."""
    _, text = shown("1-9")
    root = ET.fromstring(text)  # noqa: S314 - our own text
    assert [root[0].text, root[1].text] == ["a <title>", "& so on"]


def test_groups_and_roles_differ_by_more_than_colour() -> None:
    """Groups have letters and patterns of their own; a cycle is thick, a stem dashed, an untouched pair faint."""
    drawn, text = shown("1-2 2-5 7-8 8-9 3-6")
    assert drawn.letters == {1: "A", 2: "A", 5: "A", 7: "B", 8: "B", 9: "B"}  # type: ignore[attr-defined]
    assert {None, "8 5"} <= dashes(text, "M")
    drawn, text = shown(MEASURING)
    roles = {thread.role for thread in drawn.threads}  # type: ignore[attr-defined]
    assert roles == {"cycle", "stem", "untouched"}
    assert drawn.choices == {1: "A", 8: "B"}  # type: ignore[attr-defined]
    assert "2 4" in dashes(text, "M")
    assert 'opacity="0.35"' in text


def test_the_last_action_is_emphasised() -> None:
    """A pair just placed is fresh; after a measurement the settled marks are, and what they left stays faintly."""
    drawn, _ = shown("1-9 1-5")
    assert [(half.mark, half.state) for half in drawn.halves] == [  # type: ignore[attr-defined]
        ("X1", "set"), ("X1", "set"), ("O2", "fresh"), ("O2", "fresh"),
    ]  # fmt: skip
    drawn, text = shown(MEASURING + " @8")
    assert {stone.mark for stone in drawn.stones if stone.fresh} == {"X1", "O2", "X3", "X5"}  # type: ignore[attr-defined]
    assert {half.mark for half in drawn.halves if half.state == "gone"} == {"X1", "O2", "X3", "X5"}  # type: ignore[attr-defined]
    assert 'opacity="0.4"' in text


def test_a_finished_line_is_struck_and_o_s_line_is_dashed() -> None:
    """Both lines of a shared end are drawn, told apart by their pattern."""
    drawn, text = shown(BOTH_LINES)
    assert {stroke.owner for stroke in drawn.strokes} == {"X", "O"}  # type: ignore[attr-defined]
    assert text.count('stroke-width="4.5"') == 2
    assert text.count('stroke-dasharray="14 9"') == 1


def test_a_film_settles_one_mark_a_frame_in_causal_order() -> None:
    """Before a collapse is over no line is struck; its marks appear in the order of the rules' own list."""
    game = read_game(BOTH_LINES)
    frames = film(game)
    before = replay_document(list(game.steps())[-1][0])
    settled = [each["mark"] for each in (before["outcomes"] or {})["5"]["settled"]]
    collapse = frames[-len(settled) :]
    assert len(frames) == 1 + 7 + len(settled)
    for count, frame in enumerate(collapse, 1):
        assert {stone.mark for stone in frame.scene.stones} == set(settled[:count])
        assert bool(frame.scene.strokes) == (count == len(settled))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "X to place"),
        ("1-9", "O to place"),
        (MEASURING, "O to choose"),
        (BOTH_LINES, "O wins, X ½ : 1 O"),
    ],
)
def test_the_headline_says_what_is_due(text: str, words: str) -> None:
    """The picture's title tells whose turn it is and what they do, or how it ended."""
    assert headline(replay_document(read_game(text).position)) == f"Quantum Tic-Tac-Toe: {words}"


def test_the_description_names_every_mark() -> None:
    """Whoever cannot see the picture hears where each mark stands."""
    assert description(replay_document(read_game("").position)) == "The board is empty."
    assert description(replay_document(read_game(MEASURING + " @8").position)) == (
        "Settled: X1 in 1, X3 in 4, O2 in 5, X5 in 8. Spooky pairs: O4 in 2 and 6."
    )
