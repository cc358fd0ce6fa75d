// Why the kernel refuses something: stable numbers, with gaps for later ones.
//
// Put into words by spookymarks/kernel/refusals.py and web/src/kernel/errors.ts.
#pragma once

#include "board.hpp"

namespace spookymarks {

enum class Refusal : u32 {
  none = 0,

  // An action is not legal here.
  no_such_action = 1,
  game_over = 2,
  must_measure = 3,       // a measurement is pending
  not_its_square = 4,     // the measured mark does not stand in that square
  last_square = 5,        // one square alone is left
  nothing_to_settle = 6,  // no measurement is pending, and more than one square is left
  closed_square = 7,      // a classical mark stands there
  occupied_square = 8,    // a mark stands there, and marks do not share squares
  repeated_pair = 9,

  // A text is not a position text.
  empty_field = 20,
  not_a_square = 21,
  same_square = 22,  // a pair stands in two different squares
  too_many_squares = 23,
  too_many_marks = 24,

  // No game reaches the position.
  two_classical = 40,        // two classical marks in one square
  closed_by_classical = 41,  // a spooky pair on a classical mark
  shared_square = 42,        // marks do not share squares
  repeats_pair = 43,         // pairs are not repeated
  cycle_not_measured = 44,   // a cycle that the newest mark did not close, or a second one
  too_few_settled = 45,      // not enough classical marks for a cycle
  line_before = 46,          // a line had ended the game before the newest mark
  not_in_order = 47,         // marks are measured in move order
  round_not_begun = 48,      // a round of measurements begins when the squares are used up
};

}  // namespace spookymarks
