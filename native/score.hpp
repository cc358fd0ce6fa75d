// Scores: what a game comes to, as one number that X wants high: its value first, then its length.
//
//   score        value (X − O)   marks at the end        X prefers the sooner win and the later loss,
//    36 … 32        1              5 … 9                 O the other way round; draws are all alike.
//    20 … 16        ½              5 … 9
//     0             0              any                   In general 16 for each half point, and 1 more
//   −16 … −20      −½              9 … 5                 for each mark that was spared.
//   −32 … −36      −1              9 … 5
#pragma once

#include "outcome.hpp"

namespace spookymarks {

using i16 = int16_t;
using i32 = int32_t;
using Score = i32;

constexpr Score HALF = 16;
constexpr Score MOST_SPARED = 4;  // no game ends before the fifth mark
constexpr Score GOES_ON = 1000;   // stands for the score of a game that is not over

constexpr Score score_of(i32 halves, u32 marks) {
  const Score spared = marks < SIZE ? static_cast<Score>(SIZE - marks) : 0;
  return halves > 0 ? HALF * halves + spared : halves < 0 ? HALF * halves - spared : 0;
}

// The value of a score, in halves.
constexpr i32 halves_of(Score score) { return (score + (score < 0 ? -HALF / 2 : HALF / 2)) / HALF; }

// The lowest and the highest score of a value: to reach the lowest is to reach the value, however long it takes.
constexpr Score lowest_of(i32 halves) { return HALF * halves - (halves < 0 ? MOST_SPARED : 0); }
constexpr Score highest_of(i32 halves) { return HALF * halves + (halves > 0 ? MOST_SPARED : 0); }

// The least and the most halves that X can be ahead, and the step between possible values.
constexpr i32 LEAST_HALVES = -2;
constexpr i32 most_halves(const RuleSet& rules) { return rules.scoring == Scoring::doubled ? 4 : 2; }
constexpr i32 step_of(const RuleSet& rules) { return rules.scoring == Scoring::single ? 2 : 1; }

// The score of a game that is over.
inline Score final_score(const Position& position, const RuleSet& rules) {
  const Points earned = points(find_lines(position), rules.scoring);
  return score_of(earned.x - earned.o, position.count);
}

}  // namespace spookymarks
