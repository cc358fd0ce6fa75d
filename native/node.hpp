// Nodes of the search: a position with all that a measurement of its components would bring, ready to be looked up.
//
// By the root principle the marks of a component settle in one way for each of its squares, the root, in which the
// closing mark may settle. `collapse[r]` is that way:
//
//   pairs 1-2 (X1) and 2-3 (O2), squares from 1      collapse of root 1:  X1 in 2, O2 in 3      x {2}  o {3}
//                                                    root 2:              X1 in 1, O2 in 3      x {1}  o {3}
//                                                    root 3:              X1 in 1, O2 in 2      x {1}  o {2}
//
// A spooky pair that joins two components joins their collapses: what lies behind its other end settles as from there,
// and its mark in that end. So the table is kept up to date with one word a square.
#pragma once

#include "score.hpp"

namespace spookymarks {

// Where marks settle, packed: bits 4s to 4s + 3 hold the number of the mark in square s, bit 36 + s is set when it is
// one of X and bit 45 + s when it is one of O. Two collapses of different squares are joined by |.
using Collapse = u64;

// Marks that a player could make if he were to move go beyond the ninth.
struct SettledTable {
  Collapse of[SIZE + 2][SIZE];
  constexpr SettledTable() : of() {
    for (u32 index = 0; index < SIZE + 2; ++index)
      for (u32 s = 0; s < SIZE; ++s)
        of[index][s] = static_cast<u64>(index + 1) << 4 * s | u64{1} << (4 * SIZE + SIZE * (index & 1) + s);
  }
};
inline constexpr SettledTable SETTLED;

// The mark with this index, settled in a square.
inline Collapse settled(u32 index, u32 square) { return SETTLED.of[index][square]; }
constexpr Squares x_of(Collapse marks) { return marks >> 4 * SIZE & FULL; }
constexpr Squares o_of(Collapse marks) { return marks >> 5 * SIZE & FULL; }
constexpr u32 number_in(Collapse marks, u32 square) { return marks >> 4 * square & 15; }

struct Node {
  Position position;
  Collapse classical;       // the marks that have settled
  Collapse collapse[SIZE];  // of the component of each open square, as root, without the closing mark
};

// The earliest of some lines: its highest number.
inline u32 earliest(u32 lines, Collapse marks) {
  u32 found = SIZE + 1;
  for (; lines; lines &= lines - 1) {
    u32 highest = 0;
    for (u32 squares = LINES[lowest(lines)]; squares; squares &= squares - 1) {
      const u32 number = number_in(marks, lowest(squares));
      if (number > highest) highest = number;
    }
    if (highest < found) found = highest;
  }
  return found;
}

// The score when these are the classical marks after a measurement or the last square; GOES_ON when that is no end.
inline Score score_at(Collapse marks, u32 count, const RuleSet& rules) {
  const Squares x = x_of(marks), o = o_of(marks);
  const u32 of_x = LINES_IN.of[x], of_o = LINES_IN.of[o];
  const bool full = (x | o) == FULL;
  if (!(of_x | of_o)) return full ? 0 : GOES_ON;
  if (rules.full_board && !full) return GOES_ON;
  i32 halves;
  if (!of_o) {
    const u32 second = of_x & (of_x - 1);
    halves = 2;
    if (second && rules.scoring == Scoring::doubled)
      halves = earliest(of_x ^ second, marks) == earliest(second, marks) ? 4 : 3;
  } else if (!of_x) {
    halves = -2;
  } else {
    halves = rules.scoring == Scoring::single ? 2 : 1;
    if (earliest(of_o, marks) < earliest(of_x, marks)) halves = -halves;
  }
  return score_of(halves, count);
}

// A position in which a placement is due and pairs may share squares.
inline Node node_of(const Position& position) {
  Node node{position, 0, {}};
  for (u32 i = 0; i < position.count; ++i)
    if (is_single(position.marks[i])) node.classical |= settled(i, lowest(position.marks[i]));
  for (u32 root = 0; root < SIZE; ++root) {
    if (is_single(position.linked[root])) continue;
    // Hang the tree from the root: as in `hang`, a pair settles at its end away from the squares already taken.
    Squares taken = bit(root);
    while (taken != position.linked[root]) {
      for (u32 i = 0; i < position.count; ++i) {
        const Squares pair = position.marks[i], end = pair & ~taken;
        if (is_single(pair) || end == pair || !end) continue;
        node.collapse[root] |= settled(i, lowest(end));
        taken |= end;
      }
    }
  }
  return node;
}

// The node after a pair in a and b, which joins two components.
inline Node join(const Node& node, const RuleSet& rules, u32 a, u32 b) {
  Node next = node;
  const u32 index = node.position.count;
  const Collapse beyond_b = node.collapse[b] | settled(index, b), beyond_a = node.collapse[a] | settled(index, a);
  for (u32 s = node.position.linked[a]; s; s &= s - 1) next.collapse[lowest(s)] |= beyond_b;
  for (u32 s = node.position.linked[b]; s; s &= s - 1) next.collapse[lowest(s)] |= beyond_a;
  place(next.position, rules, a, b);
  return next;
}

// All classical marks after a cycle is closed in the component of `root` by the mark with this index, and measured.
inline Collapse measured_at(const Node& node, u32 root, u32 index) {
  return node.classical | node.collapse[root] | settled(index, root);
}

// The node after that measurement; the closing mark is the next one. The same as `place` and `settle`.
inline Node measure(const Node& node, const RuleSet& rules, u32 root) {
  Node next = node;
  Position& position = next.position;
  next.classical = measured_at(node, root, position.count++);
  for (u32 squares = node.position.linked[root]; squares; squares &= squares - 1) {
    const u32 s = lowest(squares);
    position.marks[number_in(next.classical, s) - 1] = bit(s);
    position.linked[s] = bit(s);
    next.collapse[s] = 0;
  }
  position.x = x_of(next.classical);
  position.o = o_of(next.classical);
  position.over = is_over(position, rules);
  return next;
}

}  // namespace spookymarks
