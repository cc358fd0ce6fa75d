// Playing an action that may not be legal: the rules say which of them refuses it.
#pragma once

#include "position.hpp"
#include "refusal.hpp"

namespace spookymarks {

inline Refusal why_not(const Position& position, const RuleSet& rules, u32 action) {
  if (action >= ACTIONS) return Refusal::no_such_action;
  if (legal_actions(position, rules) >> action & 1) return Refusal::none;
  if (position.over) return Refusal::game_over;
  if (position.measured != NOTHING) return action < PAIRS ? Refusal::must_measure : Refusal::not_its_square;
  const Squares open = open_squares(position);
  if (is_single(open)) return Refusal::last_square;
  if (action >= PAIRS) return Refusal::nothing_to_settle;
  const Pair wanted = PAIR_TABLE.at[action];
  const Squares pair = bit(wanted.a) | bit(wanted.b);
  if (pair & ~open) return Refusal::closed_square;
  return pair & ~free_squares(position, rules) ? Refusal::occupied_square : Refusal::repeated_pair;
}

// Do an action, or leave the position as it is and say why.
inline Refusal play(Position& position, const RuleSet& rules, u32 action) {
  const Refusal refusal = why_not(position, rules, action);
  if (refusal == Refusal::none) act(position, rules, action);
  return refusal;
}

}  // namespace spookymarks
