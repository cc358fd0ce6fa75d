"""The table that two players sit at: the game, what has been kept of it, and what each typed line does to it."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from spookymarks.cli import orders, scene, words
from spookymarks.cli.options import read_text, reason
from spookymarks.errors import NotationError, SpookyMarksError
from spookymarks.game import Game
from spookymarks.notation.record import Record, Step, read_record, write_record
from spookymarks.notation.text import read_game, write_game
from spookymarks.notation.transcript import Transcript
from spookymarks.rules import Action, Phase, RuleSet, Settle, mark_name

if TYPE_CHECKING:
    from spookymarks.cli.opponent import Opponent
    from spookymarks.cli.screen import Screen
    from spookymarks.rules import Position


class Table:
    """A game in progress on a screen, from the empty board under `rules`; two people play, or one and `opponent`."""

    def __init__(self, screen: Screen, rules: RuleSet, opponent: Opponent | None = None) -> None:
        self.screen = screen
        self.opponent = opponent
        self.game = Game(rules)
        self.loaded: Record | None = None
        self.kept = self.game.transcript

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.game.position

    def obey(self, line: str) -> bool:
        """Do what a line says and tell about it; returns False when it says to leave.

        Raises SpookyMarksError, with the game as it was, for whatever cannot be done.
        """
        order = orders.read_order(line)
        if order is None:
            self.decide(orders.read_decision(line, self.position))
            return True
        match order.name:
            case "undo":
                self.undo()
            case "redo":
                self.redo()
            case "moves":
                self.screen.put(write_game(self.game.transcript) or "No move yet.")
            case "board":
                self.show()
            case "save":
                self.save(order.file)
            case "load":
                self.load(order.file)
            case "rules":
                self.screen.say(f"Rules: {self.game.rules.name}")
                for part in words.rules(self.game.rules):
                    self.screen.say(part)
            case "new":
                self.farewell()
                self.opponent = self.opponent and self.opponent.in_next_game()
                self.begin(Game(self.game.rules))
            case "help":
                self.help()
            case _:
                return False
        return True

    def decide(self, action: Action) -> None:
        """Play a decision, and what others decide after it; tell what happened and show the board."""
        self._play(action)
        self._go_on()
        self.show()

    def undo(self) -> None:
        """Take the last decision back; against the computer the person's last one, with all that followed."""
        taken = self.game.undo(self.opponent and self.opponent.person)
        if not taken:
            raise SpookyMarksError("There is nothing to take back.")
        self.screen.say(f"Taken back: {write_game(Transcript.of(self.position, reversed(taken)))}")
        self.show()

    def redo(self) -> None:
        """Play again what was taken back last."""
        known = len(self.game.transcript.actions)
        if self.game.redo() is None:
            raise SpookyMarksError("There is nothing to play again.")
        while self._waits_for_computer() and self.game.redo() is not None:
            pass
        again = [position.text(action) for position, action in self.game.transcript.steps()]
        self.screen.say(f"Played again: {' '.join(again[known:])}")
        self._go_on()
        self.show()

    def begin(self, game: Game, loaded: Record | None = None) -> None:
        """Put another game on the table."""
        self.game, self.loaded, self.kept = game, loaded, game.transcript
        self._go_on()
        self.show()

    def load(self, name: str) -> None:
        """Go on with the game in a file; the present one stays when that cannot be read."""
        record = _read_file(name, self.game.rules)
        self.farewell()
        self.screen.say(f"Loaded {len(record.transcript.actions)} actions under the rules {record.rules.name}.")
        self.begin(Game.from_record(record), record)

    def save(self, name: str) -> None:
        """Keep the game, up to what is on the board, in a file; ask before another file is overwritten."""
        text = write_record(self.record())
        path = Path(name)
        try:
            path = path.expanduser()
            if path.exists() and not self._agreed(f"{name} exists. Overwrite it? (y/n) "):
                self.screen.put("Not saved.")
                return
            path.write_text(text, "utf-8", newline="\n")
        except (OSError, ValueError, RuntimeError) as error:
            raise SpookyMarksError(f"{name!r} cannot be written: {reason(error)}.") from None
        self.kept = self.game.transcript
        self.screen.put(f"Saved in {name}.")

    def record(self) -> Record:
        """Return the game up to what is on the board as a record; one that was loaded keeps its tags and comments."""
        if self.loaded is not None and self.loaded.transcript == self.game.transcript:
            return self.loaded
        tags = {"Date": datetime.now(UTC).astimezone().date().isoformat(), "Rules": self.game.rules.name}
        if self.opponent is not None:
            tags[self.opponent.letter] = self.opponent.name
        if self.loaded is not None:
            # How the game ended is for the game that now follows to say.
            tags = {name: value for name, value in self.loaded.tags if name not in {"Result", "Termination"}}
        steps: list[Step] = []
        node = self.game.node
        while node.parent is not None and node.action is not None:
            steps.append(Step(node.action, node.comment, node.evaluation))
            node = node.parent
        return Record(tuple(tags.items()), self.game.root.comment, tuple(reversed(steps)))

    def farewell(self) -> None:
        """Print the game as text when it has not been kept, so that nothing is lost."""
        if self.game.transcript.actions and self.game.transcript != self.kept:
            self.screen.say("This game was not saved; here it is:")
            self.screen.put(write_game(self.game.transcript))

    def help(self) -> None:
        """List what can be typed."""
        for typed, meaning in words.HELP.items():
            self.screen.say(f"{typed:<9}  {meaning}", indent=11)

    def show(self) -> None:
        """Show the board and everything about the position."""
        node = self.game.node
        measured = node.parent is not None and node.parent.position.phase is Phase.MEASURE
        again = measured and node.by == self.position.to_act
        self.screen.gap()
        self.screen.show(scene.rows(self.position, self.screen.glyphs, self.screen.width, again))

    def _play(self, action: Action) -> None:
        before = self.position
        self.game.play(action)
        self._tell(before)

    def _go_on(self) -> None:
        """Let the coin and the computer decide for as long as it is their turn."""
        while self._waits_for_coin() or self._waits_for_computer():
            if self.position.phase is Phase.MEASURE:
                self.screen.gap()
                self.screen.show(scene.rows(self.position, self.screen.glyphs, self.screen.width))
            self._play(self._decided())

    def _decided(self) -> Action:
        """Return what the coin or the computer decides, and say so."""
        position = self.position
        if self.opponent is None or self._waits_for_coin():
            action = secrets.choice(position.legal)
            self.screen.say(f"The coin falls: {action}")
            return action
        action = self.opponent.choose(position)
        does = "chooses" if position.phase is Phase.MEASURE else f"places {mark_name(len(position.marks) + 1)}"
        self.screen.say(self.screen.glyphs.words(f"{self.opponent.name} {does}: {position.text(action)}"))
        return action

    def _waits_for_coin(self) -> bool:
        return self.position.phase is Phase.MEASURE and self.position.to_act is None

    def _waits_for_computer(self) -> bool:
        return self.opponent is not None and self.position.to_act == self.opponent.letter

    def _tell(self, before: Position) -> None:
        """Say what the last action did."""
        action = self.game.node.action
        if before.phase is Phase.MEASURE:
            chosen = next(each for each in before.outcomes if Settle(each.square) == action)
            self.screen.say(self.screen.glyphs.words(words.collapse(before, chosen)))
        elif self.position.phase is Phase.MEASURE and self.position.cycle:
            number = len(self.position.marks)
            chooser = words.chooser(self.position.rules, number)
            closed = f"{words.pair(self.position, number)} closes a cycle: {chooser}."
            self.screen.say(self.screen.glyphs.words(closed), "cycle")

    def _agreed(self, question: str) -> bool:
        while True:
            answer = self.screen.ask(question).strip().lower()
            if answer in {"y", "yes"}:
                return True
            if answer in {"n", "no", ""}:
                return False
            self.screen.say("Please answer y or n.", "wrong")


def _read_file(name: str, rules: RuleSet) -> Record:
    """Read a file as a record or, without tags, as a game text; its own Rules tag counts before `rules`."""
    text = read_text(name)
    if not text.strip():
        raise SpookyMarksError(f"{name!r} holds no game.")
    try:
        try:
            return read_record(text, rules)
        except NotationError:
            if text.lstrip().startswith("["):
                raise
            return Record.of(read_game(text, rules))
    except NotationError as error:
        raise SpookyMarksError(f"{name}: {error}") from error
