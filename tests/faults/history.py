"""What happened, as the clients saw it: every sending, every answer, every event and state, with the time of each."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

Document = dict[str, Any]
Role = Literal["X", "O", "watch"]

UNKNOWN_CODES = frozenset({"unavailable"})
"""Refusals after which the command may have taken effect all the same; the protocol says to send it again."""


class Line(NamedTuple):
    """One socket of one client. `port`: the client's own; `straight`: its messages come once each and in order."""

    who: str
    port: int
    straight: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server said to a command: the revision of an `ack`, or the code of a refusal."""

    at: float
    line: Line
    rev: int | None
    code: str | None
    message: str = ""

    def __str__(self) -> str:
        return f"ok({self.rev})" if self.code is None else f"refused({self.code})"


@dataclass(slots=True)
class Command:
    """One intention of a client, with all the times that it was sent and all the answers it got.

    `ok` and `refused` are what is known for sure; a command that is neither is unknown.
    """

    id: str
    role: Role
    message: Document
    sent: list[tuple[float, Line]] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)

    @property
    def deletes(self) -> bool:
        """Whether it consents to the deletion of the game."""
        return (self.message["t"], self.message.get("what")) == ("accept", "deletion")

    @property
    def acks(self) -> list[Answer]:
        """The answers that say it has taken effect."""
        return [answer for answer in self.answers if answer.code is None]

    @property
    def ok(self) -> int | None:
        """The revision that it has made, as the first `ack` says."""
        return next((answer.rev for answer in self.answers if answer.code is None), None)

    @property
    def refused(self) -> bool:
        """Whether every copy that was sent has been refused for good."""
        return bool(self.answers) and all(
            answer.code is not None and answer.code not in UNKNOWN_CODES for _, answer in self.copies()
        )

    @property
    def unknown(self) -> bool:
        """Whether it is not known if it has taken effect."""
        return self.ok is None and not self.refused

    def copies(self) -> list[tuple[float, Answer]]:
        """Return every sending, by its time, with its own answer; one without a certain answer gets `unavailable`."""
        paired = []
        for line in {line for _, line in self.sent}:
            times = [at for at, on in self.sent if on == line]
            answers = [answer for answer in self.answers if answer.line == line]
            # Where messages may be lost or come twice, only a single copy has its answer for certain.
            if not line.straight and len(times) > 1:
                answers = []
            for place, at in enumerate(times):
                lost = Answer(at, line, None, "unavailable")
                paired.append((at, answers[place] if place < len(answers) else lost))
        return paired

    def __str__(self) -> str:
        known = "ok" if self.ok is not None else "refused" if self.refused else "unknown"
        text = json.dumps({name: value for name, value in self.message.items() if name != "id"})
        return f"{self.role} {text} id {self.id}: {known}"


class Note(NamedTuple):
    """One line of a game's story."""

    at: float
    text: str


@dataclass(slots=True)
class Game:
    """The history of one game. `wrong`: what a client found to be against the protocol while it listened.

    `events` and `states` are as the first client saw them, by revision, with who that was. `tokens`: the secret of
    each seat, once somebody has it; `spares`: another one that it may have; `moving`: while one is replaced.
    `deletable`: whether anybody has agreed to delete it; `gone`: whether a client was told that it is deleted.
    `newest`: the newest revision that anybody has seen or was promised; `heard`: how many answers were heard; `closes`:
    the codes with which the server closed sockets.
    """

    id: str
    rules: str
    takebacks: str
    clock: str | None
    tokens: dict[str, str] = field(default_factory=dict)
    spares: dict[str, str] = field(default_factory=dict)
    moving: bool = False
    seated: bool = False
    commands: dict[str, Command] = field(default_factory=dict)
    events: dict[int, Document] = field(default_factory=dict)
    states: dict[int, tuple[str, Document]] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    deletable: bool = False
    gone: bool = False
    closes: list[int] = field(default_factory=list)
    newest: int = 0
    heard: int = 0

    def note(self, text: str) -> None:
        """Add a line to the story."""
        self.notes.append(Note(time.monotonic(), text))

    def send(self, command: Command, line: Line) -> None:
        """A client sends a command, for the first time or again."""
        self.commands[command.id] = command
        again = ", again" if command.sent else ""
        command.sent.append((time.monotonic(), line))
        self.note(f"{line.who} sends {json.dumps(command.message)}{again}")

    def answer(self, line: Line, document: Document) -> None:
        """A client hears an `ack` or `refused`."""
        command = self.commands.get(document["id"] or "")
        if command is None:
            self.complain(f"{line.who} heard an answer to a command that nobody has sent: {document}")
            return
        answer = Answer(time.monotonic(), line, document.get("rev"), document.get("code"), document.get("message", ""))
        command.answers.append(answer)
        self.heard += 1
        self.newest = max(self.newest, answer.rev or 0)
        self.note(f"{line.who} hears {answer} for {command.id} {answer.message}")
        if line.straight:
            sent = sum(on == line for _, on in command.sent)
            heard = sum(other.line == line for other in command.answers)
            if heard > sent:
                self.complain(f"{line.who} heard {heard} answers to {command.id}, which it had sent {sent} times")

    def event(self, who: str, document: Document) -> None:
        """A client hears an event."""
        known = self.events.get(document["rev"])
        facts = {name: document[name] for name in ("rev", "seat", "kind", "what")}
        if known is None:
            self.events[document["rev"]] = facts
            self.note(f"{who} sees event {document['rev']}: {facts['seat']} {facts['kind']} {facts['what']}")
        elif known != facts:
            self.complain(f"{who} saw event {facts} where another client had seen {known}")
        self.state(who, document["state"])

    def state(self, who: str, state: Document) -> None:
        """A client is shown a state, in whatever message."""
        self.newest = max(self.newest, state["rev"])
        seen = self.states.setdefault(state["rev"], (who, state))
        different = [name for name in state if name != "clock" and state[name] != seen[1].get(name)]
        if different:
            mine = {name: state[name] for name in different}
            theirs = {name: seen[1].get(name) for name in different}
            self.complain(f"at revision {state['rev']} {who} was shown {mine}, but {seen[0]} had been shown {theirs}")

    def complain(self, sentence: str) -> None:
        """Write down something that is against the protocol, once."""
        if sentence not in self.wrong:
            self.wrong.append(sentence)
            self.note(f"WRONG: {sentence}")


@dataclass(slots=True)
class History:
    """All games of a run, and what the nemesis did meanwhile."""

    games: dict[str, Game] = field(default_factory=dict)
    faults: list[Note] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def fault(self, text: str) -> None:
        """The nemesis does something."""
        self.faults.append(Note(time.monotonic(), text))
