// The table of the search: what is known of positions met before, in memory of the caller.
//
// An entry holds every mark of its position, so it is found for that position and its equals alone. The hash only says
// where to look: a collision costs time and can never give a wrong value. Equal are
//
//   * the eight images under the symmetries of the board;
//   * positions that differ in the numbers of each owner's marks alone. Only positions with six marks or fewer are
//     stored, so an owner has three of them at most. A line of old marks is then all of them, whatever their order, and
//     any other line is as late as its latest new mark. (Where marks do not share squares they are measured in the
//     order of their numbers: there every number is kept.)
//
//   A mark is ten bits,  gggg cccccc:   c  its action number in the image, 36 + s when it is classical in s
//                                       g  its owner, 0 for X and 1 for O, or its index where numbers count
//
// Six of them, sorted, are the key; a missing mark is 1023. Positions with more marks are cheaper to search than to
// look up.
#pragma once

#include "score.hpp"

namespace spookymarks {

constexpr u32 MOST_STORED = 6;
constexpr u32 MARK_BITS = 10;
constexpr u16 MISSING = (1u << MARK_BITS) - 1;
constexpr u32 GROUPS = MOST_STORED;

// The action numbers of all marks in the eight images of the board.
struct ImageTable {
  u8 of[ACTIONS][8];
  constexpr ImageTable() : of() {
    for (u32 image = 0; image < 8; ++image) {
      u8 to[SIZE] = {};
      for (u32 s = 0; s < SIZE; ++s) {
        const u32 row = image & 2 ? 2 - s / 3 : s / 3, column = image & 1 ? 2 - s % 3 : s % 3;
        to[s] = static_cast<u8>(image & 4 ? column * 3 + row : row * 3 + column);
        of[PAIRS + s][image] = static_cast<u8>(PAIRS + to[s]);
      }
      for (u32 n = 0; n < PAIRS; ++n) {
        const u32 a = to[PAIR_TABLE.at[n].a], b = to[PAIR_TABLE.at[n].b];
        of[n][image] = static_cast<u8>(a < b ? pair_number(a, b) : pair_number(b, a));
      }
    }
  }
};
inline constexpr ImageTable IMAGES;

// The action number of a mark, by its squares.
struct CodeTable {
  u8 of[FULL + 1];
  constexpr CodeTable() : of() {
    for (u32 s = 0; s < SIZE; ++s) of[bit(s)] = static_cast<u8>(PAIRS + s);
    for (u32 n = 0; n < PAIRS; ++n) of[bit(PAIR_TABLE.at[n].a) | bit(PAIR_TABLE.at[n].b)] = static_cast<u8>(n);
  }
};
inline constexpr CodeTable CODES;

// A random number for each group, mark and image. Their sums over the marks choose the image that is stored, the one
// with the least, and its place.
struct HashTable {
  u32 of[GROUPS][ACTIONS][8];
  constexpr HashTable() : of() {
    u64 state = 1;
    for (u32 group = 0; group < GROUPS; ++group) {
      u32 drawn[ACTIONS] = {};
      for (u32& number : drawn) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        number = static_cast<u32>(state >> 32);
      }
      for (u32 code = 0; code < ACTIONS; ++code)
        for (u32 image = 0; image < 8; ++image) of[group][code][image] = drawn[IMAGES.of[code][image]];
    }
  }
};
inline constexpr HashTable HASHES;

struct Key {
  u64 marks;
  u32 hash;
  u8 count, rules;
};

// What is known of a position: bounds of its score, both included.
struct Entry {
  u64 marks;
  i16 at_least, at_most;
  u8 count, rules;
  u8 used, unused;

  bool is_of(const Key& key) const { return used && marks == key.marks && rules == key.rules; }
};
static_assert(sizeof(Entry) == 16);

// The key of a position with MOST_STORED marks at most, under the rule set with this number.
inline Key key_of(const Position& position, u32 rules) {
  const bool numbered = !RULE_SETS[rules].entangles;
  u16 marks[MOST_STORED];
  u32 sums[8] = {};
  for (u32 i = 0; i < position.count; ++i) {
    const u32 group = numbered ? i : i & 1, code = CODES.of[position.marks[i]];
    for (u32 image = 0; image < 8; ++image) sums[image] += HASHES.of[group][code][image];
    marks[i] = static_cast<u16>(group << 6 | code);
  }
  u32 best = 0;
  for (u32 image = 1; image < 8; ++image)
    if (sums[image] < sums[best]) best = image;
  u16 sorted[MOST_STORED];
  for (u32 n = 0; n < MOST_STORED; ++n) {
    u16 mark = MISSING;
    if (n < position.count) mark = static_cast<u16>((marks[n] & ~63) | IMAGES.of[marks[n] & 63][best]);
    u32 at = n;
    for (; at && sorted[at - 1] > mark; --at) sorted[at] = sorted[at - 1];
    sorted[at] = mark;
  }
  u64 all = 0;
  for (const u16 mark : sorted) all = all << MARK_BITS | mark;
  return {all, (sums[best] + rules * 0x51ed270bu) * 0x9e3779b1u, position.count, static_cast<u8>(rules)};
}

// Zeroed memory is an empty table. Each key has a bucket of two entries: the first keeps the position with fewer
// marks, which took longer to search, the second whatever came last.
struct Table {
  static constexpr u32 BITS = 20;
  Entry entries[1u << BITS];

  Entry* bucket(const Key& key) { return &entries[key.hash >> (32 - BITS) & ~1u]; }

  Entry* find(const Key& key) {
    Entry* const at = bucket(key);
    return at[0].is_of(key) ? &at[0] : at[1].is_of(key) ? &at[1] : nullptr;
  }

  // The entry of a key, made with these bounds if there is none.
  Entry& entry(const Key& key, i16 least, i16 most) {
    if (Entry* const known = find(key)) return *known;
    Entry* const at = bucket(key);
    Entry* place = &at[1];
    if (!at[0].used || key.count <= at[0].count) {
      at[1] = at[0];
      place = &at[0];
    }
    *place = {key.marks, least, most, key.count, key.rules, 1, 0};
    return *place;
  }
};

}  // namespace spookymarks
