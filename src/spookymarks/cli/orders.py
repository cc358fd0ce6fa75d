"""What a typed line means: a command, or a decision in the position; every misunderstanding gets its sentence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from spookymarks.cli import words
from spookymarks.cli.scene import OUTCOME_NAMES
from spookymarks.errors import IllegalActionError, SpookyMarksError
from spookymarks.rules import Action, Placement, Settle, letter, mark_name

if TYPE_CHECKING:
    from spookymarks.rules import Position

WITH_FILE = ("save", "load")
ALONE = ("undo", "redo", "moves", "board", "rules", "new", "help", "quit")
ALIASES = {"?": "help", "exit": "quit", "q": "quit"}

_PAIR = re.compile(r"([0-9])[\s,–-]*([0-9])")
_SQUARE = re.compile(r"@?\s*([0-9])")
_MARK = re.compile(r"([XxOo])\s*([0-9]{1,3})(?:[\s@,:-]+([0-9]))?")


class Order(NamedTuple):
    """A command, and the file that it is about."""

    name: str
    file: str = ""


def read_order(line: str) -> Order | None:
    """Return the command in a line; None when it begins with none.

    Raises SpookyMarksError when a file is missing, or when something follows a command that stands alone.
    """
    head, _, rest = line.strip().partition(" ")
    name = ALIASES.get(head.lower(), head.lower())
    rest = rest.strip()
    if name in WITH_FILE:
        if not rest:
            raise SpookyMarksError(f"{name} needs the name of a file: {name} game.txt.")
        return Order(name, rest)
    if name not in ALONE:
        return None
    if rest:
        raise SpookyMarksError(f"{name} stands alone; {rest!r} after it means nothing.")
    return Order(name)


def read_decision(line: str, position: Position) -> Action:
    """Return the legal action that a line means; an empty line takes the last square.

    Raises SpookyMarksError with one sentence for whatever is no decision, or one that the rules refuse.
    """
    text = line.strip()
    if position.over:
        raise SpookyMarksError("The game is over: undo, new, save FILE or quit.")
    action = _measurement(text, position) if position.measured >= 0 else _placement(text, position)
    try:
        position.play(action)
    except IllegalActionError as error:
        raise SpookyMarksError(f"{error.action} is not possible: {error.reason}.") from error
    return action


def hint(position: Position) -> str:
    """Say what can be typed now."""
    if position.measured >= 0:
        first, second = (outcome.square for outcome in position.outcomes)
        return f"Type A or @{position.board.name(first)}, B or @{position.board.name(second)}, or help."
    if position.at_last_square:
        return "Press Enter to take the last square, or type help."
    return "Type two squares like 1-5, or help."


def _placement(text: str, position: Position) -> Action:
    if not text and position.at_last_square:
        return position.legal[0]
    if text.upper() in OUTCOME_NAMES:
        raise SpookyMarksError(f"{text.upper()} chooses an outcome, but no measurement is pending. {hint(position)}")
    if match := _PAIR.fullmatch(text):
        first, second = (_square(digit, position) for digit in match.groups())
        return Settle(first) if first == second else Placement(first, second)
    if match := _SQUARE.fullmatch(text):
        square = _square(match[1], position)
        if position.at_last_square or text.startswith("@"):
            return Settle(square)
        raise SpookyMarksError(f"{text} is one square, and a spooky pair needs two, like {_example(square, position)}.")
    raise _unclear(text, position)


def _measurement(text: str, position: Position) -> Action:
    if text.upper() in OUTCOME_NAMES:
        return Settle(position.outcomes[OUTCOME_NAMES.index(text.upper())].square)
    if match := _PAIR.fullmatch(text):
        a, b = (_square(digit, position) for digit in match.groups())
        return Settle(a) if a == b else Placement(a, b)
    if match := _SQUARE.fullmatch(text):
        return Settle(_square(match[1], position))
    if match := _MARK.fullmatch(text):
        return _mark(match[1].upper(), int(match[2]), match[3], position)
    raise _unclear(text, position)


def _mark(owner: str, number: int, digit: str | None, position: Position) -> Action:
    """Read a mark of the cycle with its square as the outcome in which it settles there."""
    name = f"{owner}{number}"
    if not 1 <= number <= len(position.marks) or letter(number) != owner:
        raise SpookyMarksError(f"There is no mark {name} on the board.")
    settled = [dict(outcome.settled) for outcome in position.outcomes]
    if number in position.stems:
        square = position.board.name(settled[0][number])
        raise SpookyMarksError(f"{name} is a stem and no choice: it settles in {square} either way. {hint(position)}")
    if number not in settled[0]:
        raise SpookyMarksError(f"{name} is not part of this measurement. {hint(position)}")
    if digit is None:
        raise SpookyMarksError(f"{name} in which square? It stands in {words.pair(position, number)[3:]}.")
    square_ = _square(digit, position)
    for outcome, squares in zip(position.outcomes, settled, strict=True):
        if squares[number] == square_:
            return Settle(outcome.square)
    raise SpookyMarksError(f"{name} stands in {words.pair(position, number)[3:]} only, not in {digit}.")


def _square(digit: str, position: Position) -> int:
    if digit == "0":
        raise SpookyMarksError(f"{digit} is no square: they are numbered 1 to {position.board.size}.")
    return int(digit) - 1


def _example(square: int, position: Position) -> str:
    """Return a legal pair with this square, or any."""
    legal = [action for action in position.legal if isinstance(action, Placement)]
    return str(next((action for action in legal if square in (action.a, action.b)), legal[0]))


def _unclear(text: str, position: Position) -> SpookyMarksError:
    if not text:
        return SpookyMarksError(hint(position))
    return SpookyMarksError(f"{text if len(text) <= 40 else text[:37] + '...'!r} means nothing here. {hint(position)}")


def prompt(position: Position) -> str:
    """Return what stands before the line to be typed."""
    if position.over:
        return "undo, new, save FILE or quit: "
    if position.measured >= 0:
        return f"{position.to_act} measures, A or B: "
    mark = mark_name(len(position.marks) + 1)
    return f"{mark}, Enter: " if position.at_last_square else f"{mark}, two squares: "
