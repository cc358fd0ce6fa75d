// What a player sees at a glance: what is decided at once, without a thought of the next action.
#pragma once

#include "score.hpp"
#include "view.hpp"

namespace spookymarks {

// What a side is ahead in a finished game, in halves.
inline i32 lead(const Position& position, const RuleSet& rules, u32 side) {
  const Points earned = points(find_lines(position), rules.scoring);
  return side ? earned.o - earned.x : earned.x - earned.o;
}

// What an outcome of a pending measurement decides: how far the side is then ahead, in halves, or GOES_ON. Without
// stems only the marks on the cycle are counted.
inline i32 decided(const Position& position, const RuleSet& rules, u32 square, u32 side, bool stems) {
  Position after = position;
  settle(after, rules, square);
  if (!after.over) return GOES_ON;
  if (!stems) {
    Role roles[SIZE] = {};
    find_roles(position, roles);
    for (u32 i = 0; i < position.count; ++i) {
      if (roles[i] != Role::stem) continue;
      after.x &= ~after.marks[i];
      after.o &= ~after.marks[i];
    }
    if (!has_line(after.x) && !has_line(after.o)) return 0;
  }
  return lead(after, rules, side);
}

// The same, when a game that goes on counts as even.
inline i32 ahead_after(const Position& position, const RuleSet& rules, u32 square, u32 side, bool stems) {
  const i32 halves = decided(position, rules, square, side, stems);
  return halves == GOES_ON ? 0 : halves;
}

}  // namespace spookymarks
