// The classic board as tables: squares, sets of squares, pairs and lines; no marks and no rules.
//
//   squares, numbered 0 to 8            a set of squares (Squares), bit s for square s
//
//     0 | 1 | 2                           bit   8  7  6  5  4  3  2  1  0
//    ---+---+---                                |  |  |  |  |  |  |  |  |
//     3 | 4 | 5                        square   8  7  6  5  4  3  2  1  0
//    ---+---+---
//     6 | 7 | 8                        the middle row is 0b000'111'000
//
// Nothing here needs a library: <stdint.h> comes with the compiler itself.
#pragma once

#include <stdint.h>

namespace spookymarks {

using u8 = uint8_t;
using u16 = uint16_t;
using u32 = uint32_t;
using u64 = uint64_t;
using Squares = u16;

constexpr u32 SIZE = 9;
constexpr Squares FULL = 0x1ff;
constexpr u32 PAIRS = 36;
constexpr u32 ACTIONS = PAIRS + SIZE;

constexpr Squares bit(u32 square) { return static_cast<Squares>(1u << square); }
constexpr bool is_single(Squares squares) { return !(squares & (squares - 1)); }

// The lowest square of a set that is not empty.
inline u32 lowest(u32 squares) { return static_cast<u32>(__builtin_ctz(squares)); }

struct Pair {
  u8 a, b;
};

// The placements in lexicographic order: an action's number is its place in this table.
struct PairTable {
  Pair at[PAIRS];
  constexpr PairTable() : at() {
    u32 n = 0;
    for (u8 a = 0; a < SIZE; ++a)
      for (u8 b = a + 1; b < SIZE; ++b) at[n++] = Pair{a, b};
  }
};
inline constexpr PairTable PAIR_TABLE;

// The squares of a set, packed: four bits for each square, the highest first from the low end, and the size of the
// set in bits 36 to 39. {0, 4, 8} is 3 << 36 | 0x048. It stands in for popcount, which old processors lack, and picks
// the n-th square without a loop.
struct MemberTable {
  u64 of[FULL + 1];
  constexpr MemberTable() : of() {
    for (u32 squares = 0; squares <= FULL; ++squares) {
      u64 members = 0, size = 0;
      for (u32 s = SIZE; s-- > 0;)
        if (squares >> s & 1) members |= static_cast<u64>(s) << 4 * size++;
      of[squares] = members | size << 36;
    }
  }
};
inline constexpr MemberTable MEMBERS;

inline u32 size_of(Squares squares) { return static_cast<u32>(MEMBERS.of[squares] >> 36); }

// Pairs of ranks i < j ordered by j first: counting from the highest square this is reverse lexicographic order for a
// set of any size, so one table serves them all.
struct RankTable {
  Pair at[PAIRS];
  constexpr RankTable() : at() {
    u32 n = 0;
    for (u8 j = 1; j < SIZE; ++j)
      for (u8 i = 0; i < j; ++i) at[n++] = Pair{i, j};
  }
};
inline constexpr RankTable RANKS;

constexpr u32 pairs_of(u32 squares) { return squares * (squares - 1) / 2; }

// The n-th placement, in lexicographic order, inside a set of two squares or more.
inline Pair nth_pair(Squares squares, u32 n) {
  const u64 members = MEMBERS.of[squares];
  const Pair rank = RANKS.at[pairs_of(static_cast<u32>(members >> 36)) - 1 - n];
  return Pair{static_cast<u8>(members >> 4 * rank.b & 15), static_cast<u8>(members >> 4 * rank.a & 15)};
}

// The numbers of all placements inside a set, as a mask. The pairs a-b of one square a have consecutive numbers, so
// the squares above a are those bits already.
inline u64 pairs_within(Squares squares) {
  u64 found = 0;
  u32 first = 0;
  for (u32 a = 0; a + 1 < SIZE; ++a) {
    if (squares >> a & 1) found |= static_cast<u64>(squares >> (a + 1)) << first;
    first += SIZE - 1 - a;
  }
  return found;
}

// The number of the placement a-b, a < b.
constexpr u32 pair_number(u32 a, u32 b) { return a * (2 * SIZE - 1 - a) / 2 + b - a - 1; }

// The lines in the order of their squares.
inline constexpr Squares LINES[8] = {
    0b000'000'111, 0b001'001'001, 0b100'010'001, 0b010'010'010,
    0b001'010'100, 0b100'100'100, 0b000'111'000, 0b111'000'000,
};

// For each of the 512 sets the lines in it, bit n for LINES[n].
struct LineTable {
  u8 of[FULL + 1];
  constexpr LineTable() : of() {
    for (u32 squares = 0; squares <= FULL; ++squares)
      for (u32 n = 0; n < 8; ++n)
        if ((squares & LINES[n]) == LINES[n]) of[squares] |= static_cast<u8>(1u << n);
  }
};
inline constexpr LineTable LINES_IN;

inline bool has_line(Squares squares) { return LINES_IN.of[squares] != 0; }

// For each set of an enemy's squares, those that lie on a line without one: where a side can still get a line.
struct LiveTable {
  Squares of[FULL + 1];
  constexpr LiveTable() : of() {
    for (u32 enemy = 0; enemy <= FULL; ++enemy)
      for (const Squares line : LINES)
        if (!(enemy & line)) of[enemy] |= line;
  }
};
inline constexpr LiveTable LIVE;

}  // namespace spookymarks
