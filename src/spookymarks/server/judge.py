"""What a command of a seat adds to a game: the terms, the rules and the state of the game decide, purely."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from spookymarks.errors import SpookyMarksError
from spookymarks.notation.text import read_action
from spookymarks.server.errors import Code, RefusedError
from spookymarks.server.ledger import Entry, coin_is_due, settled_clock
from spookymarks.server.protocol import Accept, Act, Claim, Decline, Offer, Resign, Say
from spookymarks.server.seats import new_game_id, other

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spookymarks.rules import Action
    from spookymarks.server.ledger import Ledger
    from spookymarks.server.protocol import Command, Kind
    from spookymarks.server.seats import Actor, Seat

    Draw = Callable[[Sequence[Action]], Action]

MAX_EVENTS = 2000
"""Events a game may have; beyond, only what leads to its end is taken."""

PHRASES = 5
"""How often a seat may speak between two actions."""


class Moment(NamedTuple):
    """What a command meets besides the game itself. Times are milliseconds.

    `at`: the wall time. `spent`: how long the running clock has run. `absent`: whether the player to act has been away
    for so long that the other may claim.
    """

    at: int
    spent: int = 0
    absent: bool = False


def decide(
    game: Ledger, command: Command, seat: Seat, moment: Moment, draw: Draw = secrets.choice
) -> tuple[Entry, ...]:
    """Return what a seat's command adds: one entry, and the coin's when that falls due.

    An accepted deletion adds nothing: the caller deletes the game.
    Raises RefusedError: `stale`, `game_over`, `not_yours`, `illegal` or `limit`.
    """
    if command.rev > game.rev:
        raise _stale(game, command.rev)
    if game.rev >= MAX_EVENTS and not isinstance(command, Act | Resign | Decline | Accept):
        raise RefusedError(Code.LIMIT, "This game has too many events already.")
    kind: Kind
    what: str
    match command:
        case Act():
            return _act(game, command, seat, moment, draw)
        case Resign():
            _going_on(game)
            if not game.seated:
                raise RefusedError(Code.ILLEGAL, "Nobody has taken the other seat, so nobody would win.")
            kind, what = "resign", ""
        case Offer():
            _offer(game, command, seat)
            kind, what = "offer", command.what
        case Accept():
            _seen(game, command, other(seat))
            if command.what == "deletion":
                return ()
            kind, what = "accept", command.what
            if what == "rematch":
                kind, what = "rematch", new_game_id()
        case Decline():
            _seen(game, command, seat)
            kind, what = "decline", command.what
        case Claim():
            _claim(game, command, seat, moment)
            kind, what = "claim", command.what
        case Say():
            if sum(1 for entry in game.entries[game.basis :] if (entry.kind, entry.actor) == ("say", seat)) >= PHRASES:
                raise RefusedError(Code.LIMIT, "You have said enough for now; wait for the next action.")
            kind, what = "say", command.phrase
    return _entries(game, moment, (seat, kind, what, command.id))


def flag(game: Ledger, moment: Moment) -> tuple[Entry, ...]:
    """Return the end of a game whose running clock has nothing left; nothing while it has."""
    clock = game.clock
    if clock is None or clock.running is None or moment.spent < clock.left(clock.running):
        return ()
    return _entries(game, moment, ("clock", "flag", clock.running, None))


def added(game: Ledger, moment: Moment, actor: Seat, kind: Kind) -> tuple[Entry, ...]:
    """Return the entry of something that has no command: that a seat was taken, or has a new token."""
    return _entries(game, moment, (actor, kind, "", None))


def _entries(game: Ledger, moment: Moment, *news: tuple[Actor, Kind, str, str | None]) -> tuple[Entry, ...]:
    """Return entries for some news, with their clocks."""
    entries: list[Entry] = []
    spent = moment.spent
    for actor, kind, what, command in news:
        clock = game.clock
        left = (clock.x, clock.o) if clock else (None, None)
        entry = Entry(game.rev + 1, actor, kind, what, command, moment.at, *left)
        after = game.then(entry)
        clock = settled_clock(game, after, entry, spent)
        if clock is not None:
            entry = replace(entry, clock_x=clock.x, clock_o=clock.o)
            after = game.then(entry)
        entries.append(entry)
        game, spent = after, 0
    return tuple(entries)


def _act(game: Ledger, command: Act, seat: Seat, moment: Moment, draw: Draw) -> tuple[Entry, ...]:
    position = game.position
    _going_on(game)
    _fresh(game, command)
    if position.to_act != seat:
        raise RefusedError(Code.NOT_YOURS, f"It is {position.to_act}'s turn.")
    try:
        action = read_action(command.action, position)
        after = position.play(action)
    except SpookyMarksError as error:
        raise RefusedError(Code.ILLEGAL, str(error)) from None
    news: list[tuple[Actor, Kind, str, str | None]] = [(seat, "act", position.text(action), command.id)]
    if coin_is_due(after):
        news.append(("coin", "act", after.text(draw(after.legal)), None))
    return _entries(game, moment, *news)


def _offer(game: Ledger, command: Offer, seat: Seat) -> None:
    """Refuse an offer that cannot be made now."""
    what = command.what
    free = what == "takeback" and game.terms.takebacks == "free"
    if what in {"draw", "takeback"}:
        _going_on(game)
    _fresh(game, command)
    if what == "takeback" and game.terms.takebacks == "never":
        raise RefusedError(Code.ILLEGAL, "This game was made without takebacks.")
    if what == "takeback" and game.own_step(seat) is None:
        raise RefusedError(Code.ILLEGAL, "You have nothing to take back.")
    if what == "rematch" and game.end is None:
        raise RefusedError(Code.ILLEGAL, "A rematch can be offered when the game has ended.")
    if what == "rematch" and game.next is not None:
        raise RefusedError(Code.ILLEGAL, "There is a rematch already.")
    if not game.seated and not free:
        raise RefusedError(Code.ILLEGAL, "Nobody has taken the other seat, so nobody can agree.")
    if game.offer(what, seat) is not None:
        raise RefusedError(Code.ILLEGAL, f"You have offered a {what} already; wait for the answer.")
    recent = game.entries[game.basis :]
    if any((entry.kind, entry.actor, entry.what) == ("offer", seat, what) for entry in recent):
        raise RefusedError(Code.ILLEGAL, f"You have offered a {what} already; wait for the next action.")


def _seen(game: Ledger, command: Accept | Decline, *seats: Seat) -> None:
    """Refuse an answer to an offer that is not open, or that its sender cannot have seen."""
    wanted = seats if isinstance(command, Accept) else ("X", "O")
    offers = [offer for seat in wanted if (offer := game.offer(command.what, seat)) is not None]
    if not offers:
        if command.rev < game.rev:
            raise _stale(game, command.rev)
        raise RefusedError(Code.ILLEGAL, f"There is no open offer of a {command.what}.")
    if command.rev < min(offer.rev for offer in offers):
        raise _stale(game, command.rev)


def _claim(game: Ledger, command: Claim, seat: Seat, moment: Moment) -> None:
    _going_on(game)
    _fresh(game, command)
    if not game.seated or game.position.to_act == seat:
        raise RefusedError(Code.ILLEGAL, "A game can be claimed only while the opponent is to act.")
    if not moment.absent:
        raise RefusedError(Code.ILLEGAL, "Your opponent has not been absent for long enough.")


def _fresh(game: Ledger, command: Command) -> None:
    """Refuse a command whose sender has not seen the present board, and never move it to another one."""
    if command.rev < game.basis:
        raise _stale(game, command.rev)


def _going_on(game: Ledger) -> None:
    if game.end is not None:
        raise RefusedError(Code.GAME_OVER, "The game is over.")


def _stale(game: Ledger, rev: int) -> RefusedError:
    return RefusedError(Code.STALE, f"The game is at revision {game.rev}, not at {rev}.")
