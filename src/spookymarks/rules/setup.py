"""Set-ups: marks as somebody claims they stand; validation returns every reason why no game reaches them.

A set-up is anything; a position is legal. Texts and board editors make set-ups, `Setup.position` makes positions.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spookymarks.errors import InvalidPositionError
from spookymarks.rules import graph, outcome
from spookymarks.rules.board import CLASSIC, Board
from spookymarks.rules.position import Position
from spookymarks.rules.rounds import round_starts
from spookymarks.rules.ruleset import STANDARD, RuleSet
from spookymarks.rules.squares import mask, squares_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spookymarks.rules.outcome import Letter


@dataclass(frozen=True, slots=True)
class SetupMark:
    """A mark as claimed: its letter, its number and the squares (0-based) it stands in."""

    letter: Letter
    number: int
    squares: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.letter}{self.number}"


@dataclass(frozen=True, slots=True)
class Setup:
    """Marks in any order on a board under a rule set; nothing about them is checked yet."""

    marks: tuple[SetupMark, ...]
    rules: RuleSet = STANDARD
    board: Board = CLASSIC

    @classmethod
    def in_order(cls, squares: tuple[tuple[int, ...], ...], rules: RuleSet = STANDARD, board: Board = CLASSIC) -> Setup:
        """Number and letter the given marks in move order."""
        marks = (SetupMark(outcome.letter(number), number, each) for number, each in enumerate(squares, 1))
        return cls(tuple(marks), rules, board)

    def position(self) -> Position:
        """Return the position; raises InvalidPositionError with every reason when there is none."""
        reasons = self.validate()
        if reasons:
            raise InvalidPositionError(str(self), reasons)
        ordered = sorted(self.marks, key=lambda mark: mark.number)
        masks = tuple(mask(mark.squares) for mark in ordered)
        return Position.from_marks(masks, self.rules, self.board)

    def validate(self) -> tuple[str, ...]:
        """Return all reasons why no game reaches this set-up, each a sentence part; empty when one does.

        Faults of single marks and of their numbers come first; what the graph and the course of the game say
        is only asked when the marks themselves make sense.
        """
        faults = (*self._numbering(), *self._squares())
        if faults:
            return faults
        ordered = sorted(self.marks, key=lambda mark: mark.number)
        marks = tuple(mask(mark.squares) for mark in ordered)
        clashes = tuple(self._clashes(marks))
        return clashes or (*self._graph(marks), *self._history(marks))

    def __str__(self) -> str:
        return " ".join(f"{mark}:{''.join(map(self._name, mark.squares))}" for mark in self.marks) or "-"

    def _name(self, square: int) -> str:
        return self.board.name(square) if 0 <= square < self.board.size else "?"

    def _numbering(self) -> Iterator[str]:
        counts = Counter(mark.number for mark in self.marks)
        if len(self.marks) > self.board.size:
            yield f"{len(self.marks)} marks do not fit on {self.board.size} squares"
        for number in range(1, max(counts, default=0)):
            if number not in counts and number <= self.board.size:
                yield f"move {number} is missing"
        for number, count in sorted(counts.items()):
            if number < 1 or number > self.board.size:
                yield f"there is no move {number} in a game on {self.board.size} squares"
            if count > 1:
                yield f"move {number} stands there {count} times"
        for mark in self.marks:
            if mark.letter != outcome.letter(mark.number):
                yield f"move {mark.number} is {outcome.letter(mark.number)}'s, not {mark.letter}'s"

    def _squares(self) -> Iterator[str]:
        for mark in self.marks:
            if any(not 0 <= square < self.board.size for square in mark.squares):
                yield f"{mark} stands outside the board"
            elif len(set(mark.squares)) != len(mark.squares) or len(mark.squares) not in (1, 2):
                yield f"{mark} must stand in one square, or in two different ones"

    def _clashes(self, marks: tuple[int, ...]) -> Iterator[str]:
        """Two classical marks in a square; a spooky pair on a classical mark."""
        holder: dict[int, int] = {}
        for number, mark in enumerate(marks, 1):
            if not outcome.is_classical(mark):
                continue
            if mark in holder:
                first, second = outcome.mark_name(holder[mark]), outcome.mark_name(number)
                yield f"{first} and {second} are both classical in square {self.board.names(mark)}"
            else:
                holder[mark] = number
        for number, mark in enumerate(marks, 1):
            if outcome.is_classical(mark):
                continue
            for square in squares_in(mark):
                if 1 << square in holder:
                    pair, classical = outcome.mark_name(number), outcome.mark_name(holder[1 << square])
                    name = self.board.name(square)
                    yield f"the spooky pair {pair} stands in square {name}, closed by {classical}"

    def _graph(self, marks: tuple[int, ...]) -> Iterator[str]:
        """Cycles: one at most, closed by the newest mark; and what the rule set says of shared squares."""
        spooky = [(number, mark) for number, mark in enumerate(marks, 1) if not outcome.is_classical(mark)]
        if not self.rules.entangles:
            occupied = 0
            for number, mark in spooky:
                if mark & occupied:
                    yield f"{outcome.mark_name(number)} shares a square, which these rules do not allow"
                occupied |= mark
            return
        if not self.rules.repeats:
            seen: dict[int, int] = {}
            for number, mark in spooky:
                if mark in seen:
                    first, second = outcome.mark_name(seen[mark]), outcome.mark_name(number)
                    yield f"{second} repeats the pair of {first}, which these rules do not allow"
                seen.setdefault(mark, number)
        components: graph.Components = ()
        closers = []
        for number, mark in spooky:
            joined = graph.join(components, mark)
            if joined is None:
                closers.append(number)
            else:
                components = joined
        if len(closers) > 1:
            names = ", ".join(outcome.mark_name(number) for number in closers)
            yield f"there is more than one cycle, closed by {names}"
        for number in closers:
            if number != len(marks):
                name = outcome.mark_name(number)
                yield f"the cycle closed by {name} had to be measured before move {number + 1}"

    def _history(self, marks: tuple[int, ...]) -> Iterator[str]:
        """What the classical marks say about the course of the game.

        Any set of marks in as many squares can have been one cycle, closed and measured at its newest mark.
        So the classical marks are possible exactly if they are enough for a cycle, and the game went on after
        them only if they left no line.
        """
        decided = [number for number, mark in enumerate(marks, 1) if outcome.is_classical(mark)]
        if not decided:
            return
        if not self.rules.entangles:
            yield from self._rounds(marks, decided)
            return
        shortest = min(2 if self.rules.repeats else 3, self.board.size)
        if len(decided) < shortest:
            names = " and ".join(outcome.mark_name(number) for number in decided)
            yield f"{names} cannot have settled: a cycle needs {shortest} marks"
        if self.rules.full_board:
            return
        last = decided[-1]
        if last == len(marks):
            return
        for line in outcome.lines(self.board, marks):
            squares = "-".join(map(self.board.name, line.squares))
            yield (
                f"{line.owner}'s line {squares} ended the game with move {last} at the latest, before move {last + 1}"
            )

    def _rounds(self, marks: tuple[int, ...], decided: list[int]) -> Iterator[str]:
        """Rules without entanglement: pairs are measured in move order, in rounds of a fixed length."""
        if decided != list(range(1, len(decided) + 1)):
            yield "the marks are measured in move order, so no classical mark is newer than a spooky one"
            return
        starts = round_starts(self.board.size)
        start = max(number for number in starts if number <= len(decided))
        end = min((number for number in starts if number > start), default=self.board.size)
        if len(decided) != start and len(marks) != end:
            yield f"a round of measurements begins after move {end}, not after move {len(marks)}"
        if len(marks) > start:
            for line in outcome.lines(self.board, tuple(marks[:start])):
                if not self.rules.full_board:
                    squares = "-".join(map(self.board.name, line.squares))
                    yield f"{line.owner}'s line {squares} ended the game before move {start + 1}"
