// The draws of a computer player: all chance in its decisions, as numbers of random.hpp.
//
// The decision in a game of a seed has the number at the place of marks plus classical marks, which grow with each
// action; that number is the seed of the draws within the decision. So a choice depends on position, player, seed and
// game alone, not on what was asked before.
#pragma once

#include "random.hpp"

namespace spookymarks {

// The draws of one decision.
class Draws {
 public:
  explicit Draws(u64 number) : number_(number) {}

  // Each action has 64 draws: its replies by their numbers, then these. ACTIONS stands for the decision as a whole.
  enum : u32 { rank = ACTIONS, look, stems, insight, opening, taste };

  u64 number(u32 action, u32 draw) const { return random_number(number_, 2 * action, draw); }

  bool happens(u32 percent, u32 action, u32 draw) const { return below(number(action, draw), 100) < percent; }

 private:
  u64 number_;
};

// The draws of the decision at a position in a game of a seed.
inline Draws draws_for(const Position& position, u64 seed, u64 game) {
  return Draws(random_number(seed, game, position.count + size_of(position.x | position.o)));
}

}  // namespace spookymarks
