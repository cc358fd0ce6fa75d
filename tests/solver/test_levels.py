"""Computer players: what each may and may not overlook, the same choice every time, and the last level's perfection."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from spookymarks import kernel
from spookymarks.kernel import players
from spookymarks.notation.text import read_game, read_position
from spookymarks.rules import CLASSIC, RULE_SETS, STANDARD, Board, Phase, Placement, Position, Settle
from spookymarks.solver import Depth, Grade, SolverError, analyze
from spookymarks.solver.levels import GREEDY, LEVELS, PLAYERS, RANDOM, choose
from strategies import random_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spookymarks.rules import Letter, RuleSet
    from spookymarks.solver.levels import Player

WASM = Path(__file__).parents[2] / "web" / "src" / "kernel" / "kernel.wasm"
CAREFUL = LEVELS[4:]
"""Levels that give no win away in one action."""


def decisions(seed: int, games: int, rules: RuleSet = STANDARD, least: int = 0) -> Iterator[Position]:
    """Yield the positions of random games in which somebody is to act, with `least` marks or more."""
    rng = random.Random(seed)
    for _ in range(games):
        yield from (each for each in random_game(rng, rules) if each.to_act and len(each.marks) >= least)


def lead(position: Position, letter: Letter) -> float:
    """Return how far a player is ahead in a finished game; a game that goes on is even."""
    score = position.score
    if score is None:
        return 0
    return score.x - score.o if letter == "X" else score.o - score.x


def worst(position: Position, letter: Letter) -> float:
    """Return what the enemy can make of a position at once by measuring it."""
    if position.phase is Phase.MEASURE and position.to_act not in (letter, None):
        return min(lead(outcome.position, letter) for outcome in position.outcomes)
    return lead(position, letter)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)
def test_a_choice_is_legal_and_does_not_depend_on_the_past(rules: RuleSet) -> None:
    """Every player chooses a legal action, and the same one with a fresh memory as with one that is in use."""
    for number, position in enumerate(decisions(1, 4, rules, least=3)):
        for player in PLAYERS.values():
            chosen = choose(position, player, 5, number)
            assert chosen in position.legal
            assert players.choose(position, player.number, 5, number, kernel.workspace()) == chosen


def test_seed_and_game_make_the_difference() -> None:
    """Other seeds, and other games of a seed, bring other choices; the same ones the same."""
    start = Position.start()
    by_seed = [choose(start, 3, seed) for seed in range(30)]
    by_game = [choose(start, 3, 0, game) for game in range(30)]
    assert len(set(by_seed)) > 10
    assert len(set(by_game)) > 10
    assert by_seed == [choose(start, LEVELS[2], seed) for seed in range(30)]


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)
def test_the_last_level_keeps_value_and_distance(rules: RuleSet) -> None:
    """Level 9 never plays an action that the solver does not grade as best."""
    for number, position in enumerate(decisions(2, 12, rules, least=3)):
        grades = {each.action: each.grade for each in analyze(position, depth=Depth.LINES).actions}
        assert grades[choose(position, 9, 7, number)] is Grade.BEST, repr(position)


def test_the_last_level_knows_every_opening() -> None:
    """Level 9 opens with the best pairs and answers each of the 36 first pairs with a best one."""
    start = Position.start()
    assert {str(choose(start, 9, seed)) for seed in range(20)} == {"1-9", "3-7"}
    for first in start.legal:
        position = start.play(first)
        grades = {each.action: each.grade for each in analyze(position, depth=Depth.LINES).actions}
        assert grades[choose(position, 9)] is Grade.BEST, str(first)


def test_the_last_level_never_does_worse_than_the_value() -> None:
    """Against every other player level 9 gets the value of the position or more, from wherever it takes over."""
    for number, position in enumerate(decisions(3, 12)):
        letter = position.to_act
        assert letter is not None
        value = analyze(position, depth=Depth.VALUES).value
        enemy = list(PLAYERS.values())[number % len(PLAYERS)]
        after = position
        while not after.over:
            player = LEVELS[8] if after.to_act == letter else enemy
            after = after.play(choose(after, player, 11, number))
        assert lead(after, letter) >= (value if letter == "X" else -value)


@pytest.mark.parametrize("player", LEVELS[1:], ids=lambda player: player.name)
def test_no_level_but_the_first_overlooks_a_win_in_its_own_measurement(player: Player) -> None:
    """From level 2 on a measurement that wins at once is always chosen so."""
    found = 0
    for number, position in enumerate(decisions(4, 300)):
        if position.phase is not Phase.MEASURE or position.to_act is None:
            continue
        winning = [Settle(each.square) for each in position.outcomes if lead(each.position, position.to_act) == 1]
        if winning:
            found += 1
            assert choose(position, player, 3, number) in winning, repr(position)
    assert found > 50


def test_the_first_level_misreads_measurements() -> None:
    """Level 1 misses some wins that lie in its own measurement."""
    missed = 0
    for number, position in enumerate(decisions(4, 300)):
        if position.phase is Phase.MEASURE and position.to_act is not None:
            chosen = position.play(choose(position, 1, 3, number))
            best = max(lead(each.position, position.to_act) for each in position.outcomes)
            missed += lead(chosen, position.to_act) < best == 1
    assert missed > 10


@pytest.mark.parametrize("player", CAREFUL, ids=lambda player: player.name)
def test_a_careful_level_gives_no_win_away_in_one_action(player: Player) -> None:
    """From level 5 on no cycle is closed whose measurement can lose at once, unless all actions lose at once."""
    for number, position in enumerate(decisions(5, 100, least=3)):
        assert position.to_act is not None
        if worst(position.play(choose(position, player, 3, number)), position.to_act) == -1:
            assert all(worst(position.play(action), position.to_act) == -1 for action in position.legal)


@pytest.mark.parametrize("player", CAREFUL[:-1], ids=lambda player: player.name)
def test_a_careful_level_leaves_no_winning_cycle(player: Player) -> None:
    """Levels 5 to 8 leave no cycle whose outcomes both win, unless every action allows a quick win.

    Level 9 goes by the distance alone when all is lost.
    """

    def loses_soon(position: Position, letter: Letter) -> bool:
        if position.phase is not Phase.PLACE or position.to_act == letter:
            return worst(position, letter) == -1
        replies = (position.play(closing) for closing in position.closing)
        return any(max(lead(each.position, letter) for each in reply.outcomes) == -1 for reply in replies)

    found = 0
    for number, position in enumerate(decisions(12, 60, least=4)):
        letter = position.to_act
        assert letter is not None
        quick = [loses_soon(position.play(action), letter) for action in position.legal]
        found += any(quick)
        if not all(quick):
            assert not loses_soon(position.play(choose(position, player, 3, number)), letter), repr(position)
    assert found > 30


@pytest.mark.parametrize("player", [*CAREFUL, GREEDY], ids=lambda player: player.name)
def test_a_careful_player_takes_a_win(player: Player) -> None:
    """A cycle whose two outcomes both win is closed when there is one, from level 5 on and by the greedy player."""
    found = 0
    for number, position in enumerate(decisions(6, 300, least=4)):
        assert position.to_act is not None
        if any(worst(position.play(action), position.to_act) == 1 for action in position.legal):
            found += 1
            after = position.play(choose(position, player, 3, number))
            assert worst(after, position.to_act) == 1, repr(position)
    assert found > 30


def test_beginners_hope_that_the_measurement_goes_their_way() -> None:
    """Beginners close cycles, without need, that win in one outcome and lose in the other; level 5 never does."""
    often = dict.fromkeys(LEVELS, 0)
    for number, position in enumerate(decisions(7, 300, least=4)):
        letter = position.to_act
        assert letter is not None
        if all(worst(position.play(action), letter) == -1 for action in position.legal):
            continue
        for player in LEVELS[:5]:
            after = position.play(choose(position, player, 3, number))
            often[player] += sorted(lead(each.position, letter) for each in after.outcomes) == [-1, 1]
    assert often[LEVELS[1]] > often[LEVELS[3]] > often[LEVELS[4]] == 0


def test_beginners_forget_stems() -> None:
    """Beginners close cycles, without need, in which stems give the enemy a line either way; level 5 never does."""
    often = dict.fromkeys(LEVELS, 0)
    for number, position in enumerate(decisions(8, 600, least=4)):
        letter = position.to_act
        assert letter is not None
        if all(worst(position.play(action), letter) == -1 for action in position.legal):
            continue
        for player in (LEVELS[1], LEVELS[3], LEVELS[4]):
            after = position.play(choose(position, player, 3, number))
            if after.stems and position.phase is Phase.PLACE:
                often[player] += all(lead(each.position, letter) == -1 for each in after.outcomes)
    # It is eight times and ten; with a memory for stems it would be twice at most, for want of anything better.
    assert min(often[LEVELS[1]], often[LEVELS[3]]) > 4
    assert often[LEVELS[4]] == 0


def test_the_greedy_player_looks_one_action_ahead() -> None:
    """It plays an action after which it is most ahead at once, counting a cycle as its enemy will measure it."""
    for number, position in enumerate(decisions(9, 60)):
        assert position.to_act is not None
        chosen = choose(position, GREEDY, 3, number)
        most = max(worst(position.play(action), position.to_act) for action in position.legal)
        assert worst(position.play(chosen), position.to_act) == most


def test_the_random_player_is_fair() -> None:
    """Every legal action comes up about equally often."""
    position = read_game("1-9 1-5").position
    often = dict.fromkeys(position.legal, 0)
    for game in range(7200):
        often[choose(position, RANDOM, 1, game)] += 1
    assert all(130 < count < 270 for count in often.values())


def test_nobody_closes_a_cycle_in_the_opening_for_want_of_knowledge() -> None:
    """The second pair of a level that does not know the opening is not the first pair again."""
    first = Placement(0, 8)
    assert all(choose(Position.start().play(first), 2, seed) != first for seed in range(300))


def test_the_page_chooses_the_same() -> None:
    """The WebAssembly kernel chooses as the library does, for every player and rule set."""
    asked, expected = [], []
    for number, rules in enumerate(RULE_SETS.values()):
        for game, position in enumerate(decisions(10, 4, rules, least=1)):
            for player in PLAYERS.values():
                asked.append(f"{number} {position} {player.number} 5 {game}")
                expected.append(CLASSIC.actions.index(choose(position, player, 5, game)))
    script = Path(__file__).with_name("choose.mjs")
    run = subprocess.run(
        ["node", str(script), str(WASM)], input="\n".join(asked), capture_output=True, text=True, check=True
    )
    assert list(map(int, run.stdout.split())) == expected


@pytest.mark.parametrize(
    ("position", "level", "sentence"),
    [
        (Position.start(), 0, "levels are numbered 1 to 9; there is no level 0"),
        (Position.start(), 10, "levels are numbered 1 to 9; there is no level 10"),
        (Position.start(board=Board(4, 4, 4)), 3, "computer players know the named rule sets on the 3×3 board only"),
        (read_position("12.12", RULE_SETS["coin"]), 3, "nobody is to act in 12.12: a coin measures"),
        (read_game("4-5 1-7 4-6 2-3 5-6 @6").position, 3, "nobody is to act in 5.17.4.23.6: the game is over"),
    ],
    ids=["zero", "ten", "board", "coin", "over"],
)
def test_what_no_player_can_answer(position: Position, level: int, sentence: str) -> None:
    """A level that does not exist, another board, a coin's turn and a finished game are refused in one sentence."""
    with pytest.raises(SolverError) as refused:
        choose(position, level)
    assert str(refused.value) == sentence
