// All computer players by their numbers: 0 random, 1 to 9 the levels, 10 greedy.
#pragma once

#include "levels.hpp"

namespace spookymarks {

constexpr u32 RANDOM_PLAYER = 0, GREEDY_PLAYER = 10;

// The greedy player looks one action ahead and no further: it plays, at random among equals, an action after which it
// is most ahead at once. A game that is over counts as it is, one that goes on as even, a closed cycle as the outcome
// that its chooser would take on this count, or as the mean of both for a coin.
inline u32 choose_greedily(const Position& position, const RuleSet& rules, const Draws& draws) {
  const u32 side = player_to_act(position, rules) == Player::o;
  i32 most = -GOES_ON;
  u64 rank = 0;
  u32 chosen = 0;
  for (u64 legal = legal_actions(position, rules); legal; legal &= legal - 1) {
    const u32 action = static_cast<u32>(__builtin_ctzll(legal));
    Position next = position;
    act(next, rules, action);
    i32 twice = next.over ? 2 * lead(next, rules, side) : 0;
    if (next.measured != NOTHING) {
      const Squares pair = next.marks[next.measured];
      const i32 a = ahead_after(next, rules, lowest(pair), side, true);
      const i32 b = ahead_after(next, rules, lowest(pair & (pair - 1)), side, true);
      const Player chooser = player_to_act(next, rules);
      const bool mine = chooser == (side ? Player::o : Player::x);
      twice = chooser == Player::none ? a + b : 2 * (mine == (a > b) ? a : b);
    }
    const u64 drawn = draws.number(action, Draws::rank);
    if (twice < most || (twice == most && drawn < rank)) continue;
    most = twice;
    rank = drawn;
    chosen = action;
  }
  return chosen;
}

// The action of any player; the game must not be over. The random one may stand in for a coin that measures.
inline u32 choose(const Position& position, u32 rules, u32 player, const Draws& draws, Table& table,
                  Openings* openings) {
  if (player == GREEDY_PLAYER) return choose_greedily(position, RULE_SETS[rules], draws);
  if (player != RANDOM_PLAYER) return Level(SKILLS[player - 1], rules, table, openings).choose(position, draws);
  u64 legal = legal_actions(position, RULE_SETS[rules]);
  const u32 count = count_legal(position, RULE_SETS[rules]);
  for (u32 skip = below(draws.number(ACTIONS, Draws::rank), count); skip; --skip) legal &= legal - 1;
  return static_cast<u32>(__builtin_ctzll(legal));
}

}  // namespace spookymarks
