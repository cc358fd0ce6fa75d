"""Game text and position text: the project's own short notations, one reader and one writer each.

Game text: `1-9 1-5 5-9 @5 2-3`, the last square `4-4`. Position text: `9.5.1.23`, one field a mark.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from spookymarks.errors import NotationError
from spookymarks.notation.transcript import Scribe, Token, Transcript
from spookymarks.rules import CLASSIC, STANDARD, Action, Board, Placement, Position, RuleSet, Settle, Setup
from spookymarks.rules.squares import SQUARE_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

_ACTION = re.compile(r"(?P<a>[1-9a-p])[-–](?P<b>[1-9a-p])|@(?P<s>[1-9a-p])")
_IGNORED = re.compile(r"\d{1,2}\.+|[XxOo]\d{0,2}:|[XxOo]\d{0,2}$")
_SHAPES = "an action is two squares like 1-9, a measurement like @5, or the last square like 4-4"


def read_action(text: str, position: Position) -> Action:
    """Read one action; whether it is legal in the position is for `Position.play` to say.

    Raises NotationError when the text is no action of the position's board.
    """
    return action_at(Token(text, 1), Scribe("action", position))


def read_game(text: str, rules: RuleSet = STANDARD, board: Board = CLASSIC) -> Transcript:
    """Read a game text; move numbers, mark names, commas and {comments} are ignored.

    Raises NotationError at the first token that is no action, or that the rules refuse where it stands.
    """
    return read_game_from(text, Position.start(rules, board))


def read_game_from(text: str, start: Position) -> Transcript:
    """Read a game text that begins at a position; raises NotationError as `read_game`."""
    scribe = Scribe("game", start)
    for token in action_tokens(text, "game"):
        scribe.play(action_at(token, scribe), token)
    return scribe.transcript()


def write_game(transcript: Transcript) -> str:
    """Write the canonical game text: the actions with one space between them; empty for no action."""
    return " ".join(position.text(action) for position, action in transcript.steps())


def read_setup(text: str, rules: RuleSet = STANDARD, board: Board = CLASSIC) -> Setup:
    """Read a position text as a set-up, of which nothing is checked but the form.

    Raises NotationError at the first field that is not one or two square names.
    """
    body = text.strip()
    if body == "-":
        return Setup((), rules, board)
    place = text.index(body) + 1
    fields = []
    for field in body.split("."):
        squares = tuple(SQUARE_NAMES.find(name) for name in field)
        if len(field) not in (1, 2) or any(not 0 <= square < board.size for square in squares):
            raise NotationError(
                "position", field, place, f"a field is one or two squares from 1 to {board.name(board.size - 1)}"
            )
        fields.append(squares)
        place += len(field) + 1
    return Setup.in_order(tuple(fields), rules, board)


def read_position(text: str, rules: RuleSet = STANDARD, board: Board = CLASSIC) -> Position:
    """Read a position text; `str(position)` writes it.

    Raises NotationError for a wrong form and InvalidPositionError, with every reason, for a position that no
    game reaches.
    """
    return read_setup(text, rules, board).position()


def action_tokens(text: str, what: str) -> Iterator[Token]:
    """Yield the words of a game text with their places, without what readers ignore."""
    place = 0
    while place < len(text):
        character = text[place]
        if character.isspace() or character == ",":
            place += 1
        elif character == "{":
            end = text.find("}", place)
            if end < 0:
                raise NotationError(what, text[place:], place + 1, "this comment has no closing brace")
            place = end + 1
        else:
            end = place + 1
            while end < len(text) and not text[end].isspace() and text[end] not in ",{":
                end += 1
            start = place
            while ignored := _IGNORED.match(text[start:end]):
                start += ignored.end()
            if start < end:
                yield Token(text[start:end], start + 1)
            place = end


def action_at(token: Token, scribe: Scribe) -> Action:
    """Read the action that stands at a token, for whichever reader is at work.

    Raises NotationError there when it is no action of the board.
    """
    match = _ACTION.fullmatch(token.text)
    if match is None:
        scribe.refuse(token, _SHAPES)
    names = [name for name in match.group("a", "b", "s") if name is not None]
    squares = [SQUARE_NAMES.index(name) for name in names]
    size = scribe.position.board.size
    if max(squares) >= size:
        scribe.refuse(token, f"the squares of this board are 1 to {scribe.position.board.name(size - 1)}")
    if len(squares) == 1 or squares[0] == squares[1]:
        return Settle(squares[0])
    return Placement(squares[0], squares[1])
