// The opening, remembered: the best actions at positions with fewer than three marks, for players that play many games.
#pragma once

#include "table.hpp"

namespace spookymarks {

constexpr u32 OPENING_MARKS = 3;

// The best actions at positions with fewer marks, remembered as masks; zeroed memory is empty. They are found by the
// action numbers of the two marks, NO_MARK where there is none. For one rule set only.
struct Openings {
  static constexpr u32 NO_MARK = ACTIONS;
  u64 best[ACTIONS + 1][ACTIONS + 1];

  static u32 code(const Position& position, u32 index, u32 image) {
    return index < position.count ? IMAGES.of[CODES.of[position.marks[index]]][image] : NO_MARK;
  }

  u64 find(const Position& position) const { return best[code(position, 0, 0)][code(position, 1, 0)]; }

  // Remember a mask for all images of a position.
  void keep(const Position& position, u64 actions) {
    for (u32 image = 0; image < 8; ++image) {
      u64 mask = 0;
      for (u64 left = actions; left; left &= left - 1) mask |= u64{1} << IMAGES.of[__builtin_ctzll(left)][image];
      best[code(position, 0, image)][code(position, 1, image)] = mask;
    }
  }
};

}  // namespace spookymarks
