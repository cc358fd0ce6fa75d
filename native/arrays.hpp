// Arrays of games and positions: rows of fixed width, in memory of the caller.
//
// A row of positions is nine masks, the squares of each mark in move order, 0 where there is none yet.
#pragma once

#include "playout.hpp"
#include "solve.hpp"
#include "text.hpp"

namespace spookymarks {

// A finished game: points, and how long it was. Read by spookymarks/solver/arrays.py.
struct GameRow {
  float x, o;
  u8 placements, measurements;
  u8 unused[2];
};
static_assert(sizeof(GameRow) == 12);

// Play the random games `first` to `first + games - 1` of a seed, the same ones as `simulate`, a row each.
inline void simulate_rows(const RuleSet& rules, u64 seed, u64 first, u64 games, GameRow* out) {
  for (u64 game = first; game != first + games; ++game) {
    Position position = start();
    u32 plies = 0;
    while (!position.over) act_at_random(position, rules, random_number(seed, game, plies++));
    const Points earned = points(find_lines(position), rules.scoring);
    const u8 measurements = static_cast<u8>(plies - position.count);
    *out++ = {earned.x / 2.0f, earned.o / 2.0f, position.count, measurements, {}};
  }
}

// The marks of a row as a claim; false when they are no marks at all: a gap, a square that is none, or three squares.
inline bool claim_of(const Squares* row, Claim& claim) {
  claim = {};
  while (claim.count < SIZE && row[claim.count]) {
    const Squares mark = row[claim.count];
    if (mark & ~FULL || size_of(mark) > 2) return false;
    claim.places[claim.count] = claim.count;
    claim.marks[claim.count++] = mark;
  }
  for (u32 i = claim.count; i < SIZE; ++i)
    if (row[i]) return false;
  return true;
}

// The index of the first row that no game reaches; `count` when there is none.
inline u64 first_wrong_row(const RuleSet& rules, const Squares* rows, u64 count) {
  Claim claim;
  for (u64 i = 0; i < count; ++i)
    if (!claim_of(rows + i * SIZE, claim) || check(claim, rules).refusal != Refusal::none) return i;
  return count;
}

// The values of rows without a wrong one, X − O in points. Returns how many there are before the search was told to stop.
inline u64 value_rows(u32 number, const Squares* rows, u64 count, Table& table, const volatile u32* stop, double* out) {
  Solver solver(number, table, stop);
  Solver::Worth worth = 0;
  Claim claim;
  for (u64 i = 0; i < count; ++i) {
    // A small question may be answered before the search looks for itself.
    if (stop && *stop) return i;
    claim_of(rows + i * SIZE, claim);
    // Rows that stand together are often alike, so the last worth is a good guess.
    worth = solver.worth(derive(claim, RULE_SETS[number]), worth, false);
    if (solver.stopped()) return i;
    out[i] = solver.points_of(worth) / double{UNIT};
  }
  return count;
}

}  // namespace spookymarks
