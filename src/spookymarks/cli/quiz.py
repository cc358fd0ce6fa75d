"""The dialogue about one puzzle: answers, what is said to them, and the solver on the other side of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spookymarks.cli import orders, riddle, scene
from spookymarks.solver import Depth, Grade, analyze
from spookymarks.solver.puzzles import Kind, answers
from spookymarks.teach import explain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spookymarks.cli.screen import Screen
    from spookymarks.render import Ink
    from spookymarks.rules import Action, Position
    from spookymarks.solver.puzzles import Puzzle
    from spookymarks.teach import Fact

SPOILERS = frozenset({"better", "other-choice"})
"""Facts about a wrong answer that would tell the right one."""

AHEAD = frozenset({"decides", "keeps", "only-answer", "only-action", "not-the-best"})
"""Facts about a right answer that a win which goes on has yet to show."""


class Quiz:
    """A puzzle that is being solved on a screen; `solved` once nothing is left to find."""

    def __init__(self, screen: Screen, puzzle: Puzzle) -> None:
        self.screen = screen
        self.puzzle = puzzle
        self.solved = False
        self.wrong = 0
        self._face(puzzle.position)

    def show(self) -> None:
        """Show the puzzle from its beginning."""
        self.screen.say(riddle.title(self.puzzle))
        self._board()
        self._say(riddle.question(self.puzzle), "cycle")

    def prompt(self) -> str:
        """Return what stands before the line to be typed."""
        return self.screen.glyphs.words(orders.prompt(self.position))

    def obey(self, line: str) -> bool:
        """Do what a line says; returns False when there is nothing more to type.

        Raises SpookyMarksError for whatever is neither a command nor a legal answer.
        """
        match " ".join(line.lower().split()):
            case "hint":
                self._hint()
            case "give up" | "give" | "giveup":
                self._give_up()
                return False
            case "board":
                self._board()
            case "help" | "?":
                for typed, meaning in riddle.HELP.items():
                    self.screen.say(f"{typed:<9}  {meaning}", indent=11)
            case "quit" | "exit" | "q":
                self.farewell()
                return False
            case _:
                self._judge(orders.read_decision(line, self.position))
        return not self.solved

    def farewell(self) -> None:
        """Say how to come back."""
        self.screen.say(f"The puzzle stays open: spookymarks puzzle {self.puzzle.id}")

    def _face(self, position: Position) -> None:
        """Take a position in which the player has something to find."""
        self.position = position
        self._analysis = analyze(position, depth=Depth.LINES)
        self._answers = answers(self.puzzle.kind, self._analysis)
        self._hints = riddle.hints(self.puzzle.kind, self._analysis, self._answers)

    def _judge(self, action: Action) -> None:
        right = action in self._answers
        facts = explain(self.position, action)
        if not right:
            self.wrong += 1
            grade = next(each.grade for each in self._analysis.actions if each.action == action)
            verdict = "Not quick enough" if grade is Grade.HOLDS else "Not this one"
            self.screen.say(f"{verdict}: {self.position.text(action)}.", "wrong")
            self._tell(facts, SPOILERS)
            return
        after = self.position.play(action)
        goes_on = self.puzzle.kind is Kind.WIN and not after.over
        self.screen.say(f"Right: {self.position.text(action)}.", "line")
        self._tell(facts, SPOILERS | AHEAD if goes_on else SPOILERS)
        others = [each for each in self._answers if each != action]
        if others:
            names = ", ".join(riddle.named(self.position, each) for each in others)
            self.screen.say(f"As good: {names}.")
        if goes_on:
            self._answer(after)
        else:
            self._finish(after)

    def _answer(self, position: Position) -> None:
        """Let the solver defend until it is the player's turn again, or the game is over."""
        while not position.over and position.to_act != self.puzzle.player:
            action = analyze(position, depth=Depth.LINES).actions[0].action
            self._say(riddle.reply(position, action), "plain")
            position = position.play(action)
        while not position.over and len(position.legal) == 1:
            # One square is left, and nothing is to be found there.
            position = position.play(position.legal[0])
        if position.over:
            self._finish(position)
            return
        self._face(position)
        self._board()

    def _finish(self, position: Position) -> None:
        self.solved = True
        if self.puzzle.kind is Kind.WIN:
            self.position = position
            self._board()
        tries = "at the first try" if not self.wrong else f"after {self.wrong} wrong"
        self.screen.say(f"Solved {tries}.", "line")

    def _hint(self) -> None:
        self._say(next(self._hints, "There is no other hint; give up shows the answer."), "plain")

    def _give_up(self) -> None:
        self.screen.say(riddle.solution(self.position, self._answers))
        self._tell(explain(self.position, self._answers[0]), frozenset())

    def _tell(self, facts: Iterable[Fact], hidden: frozenset[str]) -> None:
        for fact in facts:
            if fact.code not in hidden:
                self._say(f"- {fact}", "plain")

    def _board(self) -> None:
        self.screen.gap()
        self.screen.show(scene.rows(self.position, self.screen.glyphs, self.screen.width))

    def _say(self, sentence: str, ink: Ink) -> None:
        self.screen.say(self.screen.glyphs.words(sentence), ink)
