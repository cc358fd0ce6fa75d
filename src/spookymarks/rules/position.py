"""Positions: an immutable state of the game that knows what is legal and what every action leads to.

A position is its rule set, its board and its marks in move order; everything else is derived from them. Marks
are masks: two bits are a spooky pair, one bit is a classical mark.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NoReturn

from spookymarks.errors import IllegalActionError
from spookymarks.rules import graph, outcome, rounds
from spookymarks.rules.action import Action, Placement, Settle
from spookymarks.rules.board import CLASSIC, Board
from spookymarks.rules.ensemble import Ensemble, ensemble
from spookymarks.rules.graph import NOTHING
from spookymarks.rules.refusal import refusal
from spookymarks.rules.ruleset import STANDARD, Chooser, RuleSet
from spookymarks.rules.squares import Permutation, image, squares_in

if TYPE_CHECKING:
    from spookymarks.rules.outcome import Letter, Line, Score


class Phase(Enum):
    """What the position waits for."""

    PLACE = "place"
    MEASURE = "measure"
    OVER = "over"


class Position:
    """A state of the game. Make one with `Position.start`, `Setup.position` or `play`; it never changes.

    `marks`: one mask a mark, in move order. `open`: squares without a classical mark. `free`: squares in which
    a half may be placed. `components`: squares linked by spooky pairs. `measured`: the index of the mark whose
    square is to be chosen, or NOTHING. Equality and hash look at `rules`, `board` and `marks` alone.
    """

    __slots__ = ("board", "components", "free", "marks", "measured", "open", "over", "rules")

    rules: RuleSet
    board: Board
    marks: tuple[int, ...]
    open: int
    free: int
    components: graph.Components
    measured: int
    over: bool

    def __init__(  # noqa: PLR0913, PLR0917 - one argument a field
        self,
        rules: RuleSet,
        board: Board,
        marks: tuple[int, ...],
        open_: int,
        free: int,
        components: graph.Components,
        measured: int,
        over: bool,
    ) -> None:
        # Through the slots themselves: a frozen dataclass does the same three times slower, and a random game
        # is little else than making positions.
        _set_rules(self, rules)
        _set_board(self, board)
        _set_marks(self, marks)
        _set_open(self, open_)
        _set_free(self, free)
        _set_components(self, components)
        _set_measured(self, measured)
        _set_over(self, over)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a position never changes; {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a position never changes; {name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.marks == other.marks and self.rules == other.rules and self.board == other.board

    def __hash__(self) -> int:
        return hash((self.marks, self.rules, self.board))

    def __reduce__(self) -> tuple[object, ...]:
        return Position.from_marks, (self.marks, self.rules, self.board)

    def __repr__(self) -> str:
        return f"<Position {self} ({self.rules.name})>"

    # Making positions

    @classmethod
    def start(cls, rules: RuleSet = STANDARD, board: Board = CLASSIC) -> Position:
        """Return the empty board, X to place."""
        return cls(rules, board, (), board.full, board.full, (), NOTHING, False)

    @classmethod
    def from_marks(cls, marks: tuple[int, ...], rules: RuleSet = STANDARD, board: Board = CLASSIC) -> Position:
        """Derive a position from marks that a game can reach; `Setup.position` checks that, this does not."""
        components: graph.Components = ()
        measured = NOTHING
        taken = occupied = 0
        for index, mark in enumerate(marks):
            occupied |= mark
            if outcome.is_classical(mark):
                taken |= mark
            else:
                joined = graph.join(components, mark)
                if joined is None:
                    measured = index
                else:
                    components = joined
        open_ = board.full & ~taken
        free = open_ if rules.entangles else board.full & ~occupied
        if not rules.entangles:
            measured = rounds.due(board.size, marks, free)
        over = measured == NOTHING and _is_over(rules, board, marks, open_)
        return cls(rules, board, marks, open_, free, components, measured, over)

    # Playing

    @property
    def legal(self) -> tuple[Action, ...]:
        """Every legal action, in the order of the action numbers; empty when the game is over."""
        if self.over:
            return ()
        actions = self.board.actions
        if self.measured != NOTHING:
            return actions.settles_within[self.marks[self.measured]]
        open_ = self.open
        if not open_ & (open_ - 1):
            return actions.settles_within[open_]
        placements = actions.placements_within[self.free]
        if not self.rules.repeats:
            return tuple(action for action in placements if action.bits not in self.marks)
        return placements

    def play(self, action: Action) -> Position:
        """Return the position after an action; raises IllegalActionError when the rules refuse it."""
        bits = action.bits
        if isinstance(action, Placement):
            if (
                self.measured != NOTHING
                or self.over
                or bits & ~self.free
                or (bits in self.marks and not self.rules.repeats)
            ):
                raise self._illegal(action)
            return self._place(bits)
        if self.over:
            raise self._illegal(action)
        if self.measured != NOTHING:
            if not bits & self.marks[self.measured]:
                raise self._illegal(action)
            return self._measure(bits)
        if bits != self.open:
            raise self._illegal(action)
        marks = (*self.marks, bits)
        return self._after(marks, 0, ())

    def _place(self, pair: int) -> Position:
        rules, board, open_ = self.rules, self.board, self.open
        marks = (*self.marks, pair)
        components = graph.join(self.components, pair)
        if components is None:
            return Position(rules, board, marks, open_, open_, self.components, len(marks) - 1, False)
        if rules.entangles:
            # Only without repeated pairs can a placement leave no legal action: both squares left are linked.
            over = not rules.repeats and pair == open_
            return Position(rules, board, marks, open_, open_, components, NOTHING, over)
        free = self.free & ~pair
        measured = rounds.due(board.size, marks, free)
        return Position(rules, board, marks, open_, free, components, measured, False)

    def _measure(self, square: int) -> Position:
        # One pass for both: every random game comes through here twice.
        component = 0
        others: graph.Components = ()
        for squares in self.components:
            if squares & square:
                component = squares
            else:
                others += (squares,)
        marks = list(self.marks)
        open_ = self.open
        for index, end in graph.hang(self.marks, component, self.measured, square):
            marks[index] = end
            open_ ^= end
        if not self.rules.entangles and others:
            # The round goes on with the next pair; its lines are judged after the last one.
            free = self.free | (component ^ square)
            following = self.measured + 1
            return Position(self.rules, self.board, tuple(marks), open_, free, others, following, False)
        return self._after(tuple(marks), open_, others)

    def _after(self, marks: tuple[int, ...], open_: int, components: graph.Components) -> Position:
        """Return the position after marks have settled and nothing more is to be measured."""
        over = _is_over(self.rules, self.board, marks, open_)
        return Position(self.rules, self.board, marks, open_, open_, components, NOTHING, over)

    def _illegal(self, action: Action) -> IllegalActionError:
        return IllegalActionError(self.text(action), str(self), refusal(self, action))

    # Asking

    @property
    def phase(self) -> Phase:
        """What the position waits for."""
        if self.over:
            return Phase.OVER
        return Phase.PLACE if self.measured == NOTHING else Phase.MEASURE

    @property
    def to_act(self) -> Letter | None:
        """Who acts now; None when the game is over or a coin measures."""
        if self.over:
            return None
        if self.measured == NOTHING:
            return outcome.letter(len(self.marks) + 1)
        if self.rules.chooser is Chooser.COIN:
            return None
        number = self.measured + 1
        return outcome.letter(number if self.rules.chooser is Chooser.CLOSER else number + 1)

    @property
    def at_last_square(self) -> bool:
        """Whether one square alone is left and takes both halves of the next mark."""
        return self.measured == NOTHING and not self.over and not self.open & (self.open - 1)

    @property
    def cycle(self) -> tuple[int, ...]:
        """The numbers of the marks on the cycle, in move order; empty when there is none."""
        return tuple(index + 1 for index in self._cycle())

    @property
    def stems(self) -> tuple[int, ...]:
        """The numbers of the marks that hang off the cycle, in move order."""
        on_cycle = self._cycle()
        if not on_cycle:
            return ()
        members = graph.members(self.marks, self._measured_component())
        return tuple(index + 1 for index in members if index not in on_cycle)

    def _measured_component(self) -> int:
        """Return the squares that the pending measurement settles; there has to be one."""
        pair = self.marks[self.measured]
        return next(squares for squares in self.components if squares & pair)

    def _cycle(self) -> tuple[int, ...]:
        if self.measured == NOTHING:
            return ()
        return graph.cycle(self.marks, graph.members(self.marks, self._measured_component()))

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Both outcomes of the pending measurement, by ascending square; empty when none is pending."""
        if self.measured == NOTHING:
            return ()
        component = self._measured_component()
        before_stems = {self.measured, *self._cycle()}
        return tuple(self._outcome(square, component, before_stems) for square in squares_in(self.marks[self.measured]))

    def _outcome(self, square: int, component: int, before_stems: set[int]) -> Outcome:
        settled = graph.hang(self.marks, component, self.measured, 1 << square)
        # Stable: within the cycle, and within the stems, the causal order stays.
        settled.sort(key=lambda mark: mark[0] not in before_stems)
        return Outcome(
            square,
            self.play(Settle(square)),
            tuple((index + 1, end.bit_length() - 1) for index, end in settled),
        )

    @property
    def closing(self) -> tuple[Placement, ...]:
        """The legal placements that would close a cycle, in order."""
        return tuple(
            action
            for action in self.legal
            if isinstance(action, Placement) and any(action.bits & ~c == 0 for c in self.components)
        )

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every line of classical marks on the board, the earliest first."""
        return outcome.lines(self.board, self.marks)

    @property
    def score(self) -> Score | None:
        """The points of a finished game; None while it goes on."""
        return outcome.score(self.rules.scoring, self.lines) if self.over else None

    @property
    def ensemble(self) -> Ensemble:
        """All classical boards that are still possible."""
        return ensemble(self.board.size, self.marks, self.components, self.measured)

    def image(self, permutation: Permutation) -> Position:
        """Return the position as a symmetry of the board carries it over."""
        marks = tuple(image(mark, permutation) for mark in self.marks)
        return Position.from_marks(marks, self.rules, self.board)

    @property
    def images(self) -> tuple[Position, ...]:
        """The images under all symmetries of the board, this position first; some may be equal."""
        return tuple(self.image(permutation) for permutation in self.board.symmetries)

    # Text

    def __str__(self) -> str:
        return ".".join(self.board.names(mark) for mark in self.marks) or "-"

    def text(self, action: Action) -> str:
        """Return an action as it is written here: a settle outside a measurement is the last square, `s-s`."""
        if isinstance(action, Settle) and self.measured == NOTHING:
            return f"{str(action)[1:]}-{str(action)[1:]}"
        return str(action)


_set_rules, _set_board, _set_marks, _set_open, _set_free, _set_components, _set_measured, _set_over = (
    getattr(Position, name).__set__
    for name in ("rules", "board", "marks", "open", "free", "components", "measured", "over")
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One outcome of a pending measurement.

    `square`: where the measured mark settles. `position`: what follows. `settled`: every mark (number, square)
    that settles, in causal order: the measured mark, round the cycle, then the stems.
    """

    square: int
    position: Position
    settled: tuple[tuple[int, int], ...]


def _is_over(rules: RuleSet, board: Board, marks: tuple[int, ...], open_: int) -> bool:
    """Tell whether the game is over; no measurement is pending."""
    if not open_:
        return True
    if not rules.full_board:
        x, o = outcome.classical_squares(marks)
        if board.has_line[x] or board.has_line[o]:
            return True
    # Two squares left, already linked, and no pair may be repeated: no placement is legal.
    return not rules.repeats and open_ in marks and bool(open_ & (open_ - 1))
