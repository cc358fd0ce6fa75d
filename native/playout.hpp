// Many games at once: counting them all to a depth, and playing random ones.
#pragma once

#include "random.hpp"
#include "view.hpp"

namespace spookymarks {

// The number of action sequences of exactly this length; a finished game has no further ones.
inline u64 perft(const Position& position, const RuleSet& rules, u32 depth) {
  if (depth == 0) return 1;
  if (depth == 1) return count_legal(position, rules);
  u64 total = 0;
  for (u64 legal = legal_actions(position, rules); legal; legal &= legal - 1) {
    Position next = position;
    act(next, rules, static_cast<u32>(__builtin_ctzll(legal)));
    total += perft(next, rules, depth - 1);
  }
  return total;
}

// What random games came to. `results` counts them by points, X's halves first: 2:0, 0:2, 0:0, 1:2, 2:1, all others.
struct Totals {
  u64 games, halves_x, halves_o, placements, measurements, results[6];
};

inline u32 result_kind(Points earned) {
  constexpr Points kinds[5] = {{2, 0}, {0, 2}, {0, 0}, {1, 2}, {2, 1}};
  u32 kind = 0;
  while (kind < 5 && (kinds[kind].x != earned.x || kinds[kind].o != earned.o)) ++kind;
  return kind;
}

// Play the random games `first` to `first + games - 1` of a seed to their ends.
inline Totals simulate(const RuleSet& rules, u64 seed, u64 first, u64 games) {
  Totals totals{};
  totals.games = games;
  for (u64 game = first; game != first + games; ++game) {
    Position position = start();
    u32 plies = 0;
    while (!position.over) act_at_random(position, rules, random_number(seed, game, plies++));
    const Points earned = points(find_lines(position), rules.scoring);
    totals.halves_x += earned.x;
    totals.halves_o += earned.o;
    totals.placements += position.count;
    totals.measurements += plies - position.count;
    ++totals.results[result_kind(earned)];
  }
  return totals;
}

// With rounds of 4, 2, 1 and 1 pairs a game has nine placements and eight measurements; no rule set makes it longer.
constexpr u32 MOST_PLIES = 17;

// Play the same games and write the view after every ply; returns the number of views, MOST_PLIES a game at most.
inline u32 trace(const RuleSet& rules, u64 seed, u64 first, u32 games, View* out) {
  View* const begin = out;
  for (u64 game = first; game != first + games; ++game) {
    Position position = start();
    for (u32 ply = 0; !position.over; ++ply) {
      act_at_random(position, rules, random_number(seed, game, ply));
      *out++ = view_of(position, rules);
    }
  }
  return static_cast<u32>(out - begin);
}

}  // namespace spookymarks
