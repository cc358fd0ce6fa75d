// The named rule sets as flags: the same fields, names and order as spookymarks/rules/ruleset.py.
#pragma once

#include "board.hpp"

namespace spookymarks {

// Who measures, seen from the owner of the measured mark.
enum class Chooser : u8 { other, closer, coin };

// What lines are worth; see `points` in outcome.hpp.
enum class Scoring : u8 { half, single, doubled };

struct RuleSet {
  Chooser chooser = Chooser::other;
  Scoring scoring = Scoring::half;
  bool repeats = true;      // a pair may be placed again while it is spooky
  bool entangles = true;    // halves may share a square; without it all pairs are measured in rounds
  bool full_board = false;  // lines do not end the game
};

inline constexpr RuleSet RULE_SETS[] = {
    {},                                              // standard
    {.scoring = Scoring::doubled},                   // goff
    {.scoring = Scoring::single},                    // single
    {.scoring = Scoring::doubled, .full_board = true},  // full-board
    {.repeats = false},                              // no-repeat
    {.chooser = Chooser::closer},                    // closer-chooses
    {.chooser = Chooser::coin},                      // coin
    {.entangles = false},                            // superposition
};
inline constexpr u32 RULE_SET_COUNT = sizeof RULE_SETS / sizeof RULE_SETS[0];

}  // namespace spookymarks
