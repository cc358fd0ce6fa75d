// Positions: the packed state of a game and the two actions that change it.
//
//   Position, 44 bytes, copied freely                                   after  1-2  1-3  5-9  (X1 O2 X3)
//
//     marks[9]    the squares of each mark, in move order;               {0,1} {0,2} {4,8}
//                 two bits are a spooky pair, one is a classical mark
//     linked[9]   for each square the squares it is linked with by       0: {0,1,2}  3: {3}  4: {4,8} …
//                 spooky pairs, itself included: its component
//     x, o        the squares of the classical marks of X and of O       {} {}
//     count       how many marks there are                               3
//     measured    the index of the mark to measure, or NOTHING           NOTHING
//     over        whether the game is over                               0
//
// Everything is derived from the marks and kept up to date by `place` and `settle`, which expect a legal action.
#pragma once

#include "ruleset.hpp"

namespace spookymarks {

constexpr u8 NOTHING = 0xff;

struct Position {
  Squares marks[SIZE];
  Squares linked[SIZE];
  Squares x, o;
  u8 count, measured, over, unused;
};
static_assert(sizeof(Position) == 44);

// Marks, by index in move order, as a measurement settles them.
struct Order {
  u8 count;
  u8 mark[SIZE];
};

inline Position start() {
  Position position{};
  for (u32 s = 0; s < SIZE; ++s) position.linked[s] = bit(s);
  position.measured = NOTHING;
  return position;
}

// The squares without a classical mark.
inline Squares open_squares(const Position& position) { return FULL & ~(position.x | position.o); }

// The squares that hold a half of a spooky pair.
inline Squares spooky_squares(const Position& position) {
  Squares found = 0;
  for (u32 i = 0; i < position.count; ++i)
    if (!is_single(position.marks[i])) found |= position.marks[i];
  return found;
}

// The squares in which a half may be placed.
inline Squares free_squares(const Position& position, const RuleSet& rules) {
  const Squares open = open_squares(position);
  return rules.entangles ? open : open & ~spooky_squares(position);
}

inline void link(Position& position, u32 a, u32 b) {
  const Squares joined = position.linked[a] | position.linked[b];
  for (u32 s = 0; s < SIZE; ++s)
    if (joined >> s & 1) position.linked[s] = joined;
}

inline void add_classical(Position& position, u32 index, Squares square) {
  position.marks[index] = square;
  (index & 1 ? position.o : position.x) |= square;
}

// Whether no action is left; no measurement is pending.
inline bool is_over(const Position& position, const RuleSet& rules) {
  const Squares open = open_squares(position);
  if (!open) return true;
  if (!rules.full_board && (has_line(position.x) || has_line(position.o))) return true;
  // Two squares left, already linked, and no pair may be repeated: no placement is legal.
  return !rules.repeats && size_of(open) == 2 && position.linked[lowest(open)] == open;
}

// With how many classical marks a round of placements starts when marks do not share squares.
constexpr bool starts_round(u32 classical) {
  return classical == 0 || classical == 4 || (classical >= 6 && classical < SIZE);
}

// Whether, when marks do not share squares, a round of measurements is on: it begins when no two squares without a
// mark are left and ends with the last pair. A measured pair frees a square, so the free squares alone do not tell.
inline bool measures_now(const Position& position, const RuleSet& rules) {
  return is_single(free_squares(position, rules)) || !starts_round(size_of(position.x | position.o));
}

inline u8 first_spooky(const Position& position) {
  for (u8 i = 0; i < position.count; ++i)
    if (!is_single(position.marks[i])) return i;
  return NOTHING;
}

// Put the next mark's spooky pair in a and b.
inline void place(Position& position, const RuleSet& rules, u32 a, u32 b) {
  const u8 index = position.count++;
  const Squares pair = bit(a) | bit(b);
  position.marks[index] = pair;
  if (position.linked[a] >> b & 1) {
    position.measured = index;
    return;
  }
  link(position, a, b);
  if (!rules.entangles) {
    if (measures_now(position, rules)) position.measured = first_spooky(position);
  } else if (!rules.repeats) {
    position.over = pair == open_squares(position);
  }
}

// The root principle: the measured mark settles in `square`, the root of the tree of the component's other pairs, and
// each of these settles at its end away from the root. Returns the marks in causal order: each comes after the one
// that drove it out of its other square.
inline Order hang(Position& position, u32 square) {
  const Squares component = position.linked[square];
  Order order{1, {position.measured}};
  u32 waiting = 0;
  for (u32 i = 0; i < position.count; ++i) waiting |= static_cast<u32>((position.marks[i] & component) != 0) << i;
  waiting &= ~(1u << position.measured);
  Squares taken = bit(square);
  add_classical(position, position.measured, taken);
  while (waiting) {
    for (u32 rest = waiting; rest; rest &= rest - 1) {
      const u32 i = lowest(rest);
      const Squares pair = position.marks[i];
      if (!(pair & taken)) continue;
      const Squares end = pair & ~taken;
      taken |= end;
      add_classical(position, i, end);
      waiting &= ~(1u << i);
      order.mark[order.count++] = static_cast<u8>(i);
    }
  }
  for (u32 s = 0; s < SIZE; ++s)
    if (component >> s & 1) position.linked[s] = bit(s);
  return order;
}

// Let the measured mark settle in `square`, or put both halves of the last mark there. Returns the settled marks.
inline Order settle(Position& position, const RuleSet& rules, u32 square) {
  Order order{1, {position.count}};
  if (position.measured == NOTHING) {
    add_classical(position, position.count++, bit(square));
  } else {
    order = hang(position, square);
    position.measured = NOTHING;
    if (!rules.entangles) {
      // The round goes on with the next pair; its lines are judged after the last one.
      position.measured = first_spooky(position);
      if (position.measured != NOTHING) return order;
    }
  }
  position.over = is_over(position, rules);
  return order;
}

// How many actions are legal. Under rules that forbid repeats the spooky pairs differ and all lie in open squares.
inline u32 count_legal(const Position& position, const RuleSet& rules) {
  if (position.over) return 0;
  if (position.measured != NOTHING) return 2;
  const Squares open = open_squares(position);
  if (is_single(open)) return 1;
  const u32 pairs = pairs_of(size_of(free_squares(position, rules)));
  return rules.repeats ? pairs : pairs - (position.count - (SIZE - size_of(open)));
}

// The numbers of all legal actions as a mask: bits 0 to 35 placements, 36 to 44 settles.
inline u64 legal_actions(const Position& position, const RuleSet& rules) {
  if (position.over) return 0;
  if (position.measured != NOTHING) return static_cast<u64>(position.marks[position.measured]) << PAIRS;
  const Squares open = open_squares(position);
  if (is_single(open)) return static_cast<u64>(open) << PAIRS;
  u64 found = pairs_within(free_squares(position, rules));
  if (!rules.repeats)
    for (u32 i = 0; i < position.count; ++i)
      if (!is_single(position.marks[i])) found &= ~pairs_within(position.marks[i]);
  return found;
}

// Do the action with this number; it must be legal.
inline void act(Position& position, const RuleSet& rules, u32 action) {
  if (action < PAIRS) {
    const Pair pair = PAIR_TABLE.at[action];
    place(position, rules, pair.a, pair.b);
  } else {
    settle(position, rules, action - PAIRS);
  }
}

}  // namespace spookymarks
