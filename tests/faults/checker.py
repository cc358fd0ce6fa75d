"""The judge of a run: compares what clients heard, what the store holds and what the rules say of it."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from faults.rulings import OPPONENT, BrokenError, Fact, Referee
from faults.stored import digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from faults.history import Command, Document, Game, History
    from faults.nemesis import Window
    from faults.stored import StoredGame

DAILY = 14 * 86_400
"""Under a clock of days an action may give back as much."""


class Finding(NamedTuple):
    """Something wrong: in which game, if in one, and at which revision or by which command."""

    sentence: str
    game: str | None = None
    rev: int | None = None
    command: str | None = None


def check(history: History, stored: dict[str, StoredGame], final: dict[str, Document]) -> list[Finding]:
    """Return everything that is wrong with the games of a run."""
    findings = [Finding(sentence) for sentence in history.wrong]
    for game in history.games.values():
        findings += [Finding(sentence, game.id) for sentence in game.wrong]
        rows = stored.get(game.id)
        if rows is None:
            findings += _check_missing(game)
        else:
            findings += _check_stored(game, rows, final.get(game.id))
        findings += _check_series(game, history)
    return findings


def check_logs(lines: Iterable[dict[str, Any]], others: Iterable[str], windows: list[Window]) -> Iterator[Finding]:
    """Yield the errors in the servers' logs that no fault explains, and the lines that are no log lines."""
    for other in others:
        yield Finding(f"a line of the log is no JSON object: {other!r}")
    for line in lines:
        if line["level"] in {"error", "critical"}:
            at = datetime.fromisoformat(line["timestamp"]).timestamp()
            if not any(each.begin <= at <= each.end and line["event"] in each.errors for each in windows):
                yield Finding(f"the log has an error that no fault explains: {line}")


def _check_missing(game: Game) -> Iterator[Finding]:
    """A game that is not in the store: somebody has deleted it, and what was seen of it before is consistent."""
    if not game.deletable:
        yield Finding("the store does not have this game, which nobody has deleted", game.id)
    facts: list[Fact] = []
    while event := game.events.get(len(facts) + 1):
        facts.append(Fact(event["rev"], event["seat"], event["kind"], event["what"], None))
    joined = {fact.actor for fact in facts if fact.kind == "join"}
    yield from _fold(game, facts, OPPONENT.keys() - joined, whole=False)


def _check_stored(game: Game, rows: StoredGame, final: Document | None) -> Iterator[Finding]:
    deletions = [each for each in game.commands.values() if each.ok is not None and each.deletes]
    if game.gone or deletions:
        told = deletions[0] if deletions else "no such game"
        yield Finding(f"a client was told that this game is deleted ({told}), but the store has it", game.id)
    elif final is None:
        yield Finding("after the restart nobody could look at this game, but the store has it", game.id)
    elif final["rev"] != len(rows.facts) and any(fact.kind != "flag" for fact in rows.facts[final["rev"] :]):
        sentence = f"after the restart the server showed revision {final['rev']}, but the store has {len(rows.facts)}"
        yield Finding(sentence, game.id, final["rev"])
    if (rows.rules, rows.takebacks, rows.clock) != (game.rules, game.takebacks, game.clock):
        yield Finding(f"the stored terms are not those that were asked for: {rows}", game.id)
    yield from _check_seats(game, rows)
    yield from _check_commands(game, rows.facts)
    yield from _check_events(game, rows.facts)
    joined = {fact.actor for fact in rows.facts if fact.kind == "join"}
    yield from _fold(game, rows.facts, rows.seats.keys() - joined, whole=True)


def _check_series(game: Game, history: History) -> Iterator[Finding]:
    """A rematch begins with the points of all games before it, sides swapped."""
    last = game.states[max(game.states)][1] if game.states else {}
    following = history.games.get(last.get("next") or "")
    if following is None:
        return
    match, score = last["match"], last["end"]["score"]
    expected = {seat: match[other] + score[other] for seat, other in OPPONENT.items()} | {"games": match["games"] + 1}
    for who, state in following.states.values():
        if state["match"] != expected:
            sentence = f"{who} was shown the match as {state['match']}, but the game before makes it {expected}"
            yield Finding(sentence, following.id, state["rev"])
            return


def _check_seats(game: Game, rows: StoredGame) -> Iterator[Finding]:
    """A seat has one owner, and it is who was told so."""
    for seat, token in rows.seats.items():
        known = {digest(each) for tokens in (game.tokens, game.spares) if (each := tokens.get(seat)) is not None}
        if known and token not in known:
            yield Finding(f"the stored owner of seat {seat} is not the one who was told to have it", game.id)
    for seat in game.tokens:
        if seat not in rows.seats:
            yield Finding(f"seat {seat} has an owner, and the store does not know", game.id)


def _check_commands(game: Game, facts: list[Fact]) -> Iterator[Finding]:
    """Every command is in the store as often and where its sender was told; nothing else is there."""
    places: dict[str, list[Fact]] = {}
    for fact in facts:
        if fact.command is not None:
            places.setdefault(fact.command, []).append(fact)
    for unknown in places.keys() - game.commands.keys():
        fact = places[unknown][0]
        yield Finding(f"the store has a command that nobody has sent, {fact}", game.id, fact.rev, unknown)
    for command in game.commands.values():
        found = places.get(command.id, [])
        sentences = list(_check_answers(command, found))
        if found:
            sentences += _check_effect(command, found[0], facts, game.takebacks)
        for sentence in sentences:
            yield Finding(f"{sentence}: {command}", game.id, command.ok, command.id)


def _check_answers(command: Command, found: list[Fact]) -> Iterator[str]:
    """What the sender was told is what the store has."""
    if len(found) > 1:
        yield f"one command is in the store {len(found)} times, as {[fact.rev for fact in found]}"
    revisions = {answer.rev for answer in command.acks}
    if len(revisions) > 1:
        yield f"one command was acknowledged as different revisions, {sorted(map(str, revisions))}"
    if command.ok is not None and not found:
        yield f"acknowledged as revision {command.ok}, but not in the store"
    if command.ok is not None and found and found[0].rev != command.ok:
        yield f"acknowledged as revision {command.ok}, but stored as {found[0].rev}"
    if command.refused and found:
        yield f"refused for good, but stored as revision {found[0].rev}"
    if command.acks:
        for sent, answer in command.copies():
            if sent > command.acks[0].at and answer.code not in {None, "unavailable"}:
                yield f"acknowledged, but a copy that was sent later was refused with {answer.code}"


def _check_effect(command: Command, fact: Fact, facts: list[Fact], takebacks: str) -> Iterator[str]:
    """A stored command says what was sent, by whom, and for the board that its sender saw."""
    message = command.message
    kind, what = message["t"], message.get("what") or message.get("action") or message.get("phrase") or ""
    if kind == "accept" and what == "rematch":
        kind, what = "rematch", fact.what
    if (fact.actor, fact.kind, fact.what) != (command.role, kind, what):
        yield f"stored as {fact}, which is not what was sent"
    seen = message["rev"]
    missed: list[Fact] = []
    if kind in {"act", "offer", "claim"}:
        missed = [each for each in facts[seen : fact.rev - 1] if _matters(each, takebacks)]
    elif kind in {"accept", "rematch"}:
        wanted = (OPPONENT.get(command.role), "offer", message["what"])
        missed = [each for each in facts[: fact.rev - 1] if each[1:4] == wanted][-1:]
        missed = [each for each in missed if each.rev > seen]
    if missed or seen >= fact.rev:
        yield f"stored as revision {fact.rev}, though at {seen} its sender cannot have seen {missed or 'it coming'}"


def _matters(fact: Fact, takebacks: str) -> bool:
    """Whether a fact makes actions and offers stale: another action, a takeback or the end."""
    free = (fact.kind, fact.what, takebacks) == ("offer", "takeback", "free")
    return free or fact.kind in {"act", "accept", "resign", "claim", "flag"}


def _check_events(game: Game, facts: list[Fact]) -> Iterator[Finding]:
    """Every event that a client saw is the one that the store has."""
    for rev, event in game.events.items():
        if rev > len(facts):
            sentence = f"a client saw event {rev}, {event}, but the store ends at {len(facts)}"
        elif (fact := facts[rev - 1])[:4] != (rev, event["seat"], event["kind"], event["what"]):
            sentence = f"a client saw event {event}, but the store has {fact}"
        else:
            continue
        yield Finding(sentence, game.id, rev)


def _fold(game: Game, facts: list[Fact], seats: Iterable[str], *, whole: bool) -> Iterator[Finding]:
    """Every entry is allowed where it stands, and every state that a client saw is what the entries up to it make.

    `whole`: whether the facts are all there are, as stored; else they are what clients have seen of the first ones.
    """
    referee = Referee(game.rules, game.takebacks, set(seats))
    yield from _compare(game, referee)
    before: Fact | None = None
    for fact in facts:
        running = referee.on_turn
        try:
            referee.take(fact)
        except BrokenError as broken:
            yield Finding(str(broken), game.id, fact.rev, fact.command)
            return
        if whole:
            yield from _check_clock(game, before, fact, running)
        yield from _compare(game, referee)
        before = fact
    for rev, (who, _) in game.states.items():
        if whole and rev > referee.rev:
            yield Finding(f"{who} was shown revision {rev}, but the store ends at {referee.rev}", game.id, rev)


def _compare(game: Game, referee: Referee) -> Iterator[Finding]:
    """The state that was shown at a revision is what the entries make."""
    if referee.rev in game.states:
        who, state = game.states[referee.rev]
        made = referee.description()
        wrong = [name for name in made if state.get(name) != made[name]]
        if wrong:
            shown = {name: state.get(name) for name in wrong}
            made = {name: made[name] for name in wrong}
            sentence = f"at revision {referee.rev} {who} was shown {shown}, but the entries make {made}"
            yield Finding(sentence, game.id, referee.rev)


def _check_clock(game: Game, before: Fact | None, fact: Fact, running: str | None) -> Iterator[Finding]:
    """Only the clock of who was to act may lose time, none gains more than the increment, and none goes below zero."""
    if (fact.clock is None) != (game.clock is None):
        yield Finding(f"entry {fact.rev} has clocks {fact.clock} in a game with {game.clock}", game.id, fact.rev)
    if fact.clock is None or game.clock is None or before is None or before.clock is None:
        return
    increment = int(game.clock.partition("+")[2] or DAILY) * 1000
    for place, seat in enumerate("XO"):
        lost = before.clock[place] - fact.clock[place]
        if fact.clock[place] < 0 or -lost > increment or (lost > 0 and seat != running):
            sentence = f"entry {fact.rev} takes the clocks from {before.clock} to {fact.clock} while {running} acts"
            yield Finding(sentence, game.id, fact.rev)
