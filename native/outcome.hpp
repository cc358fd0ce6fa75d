// Lines of classical marks, and what they are worth.
#pragma once

#include "position.hpp"

namespace spookymarks {

enum class Player : u8 { none, x, o };

constexpr Player owner_of(u32 index) { return index & 1 ? Player::o : Player::x; }

struct Line {
  Squares squares;
  Player owner;
  u8 highest;  // the highest number in the line; numbers count from 1
};

// Five marks of X and four of O hold two lines at most, whatever the rule set.
constexpr u32 MOST_LINES = 2;

struct Lines {
  u32 count;
  Line at[MOST_LINES];
};

// Every line, the one with the lowest highest number first; equal ones in the order of their squares.
inline Lines find_lines(const Position& position) {
  Lines found{};
  if (!has_line(position.x) && !has_line(position.o)) return found;
  for (const Squares squares : LINES) {
    const bool of_x = (position.x & squares) == squares;
    if (!of_x && (position.o & squares) != squares) continue;
    u32 highest = position.count;
    while (!(is_single(position.marks[highest - 1]) && position.marks[highest - 1] & squares)) --highest;
    const Line line{squares, of_x ? Player::x : Player::o, static_cast<u8>(highest)};
    const bool earlier = found.count && highest < found.at[0].highest;
    if (earlier) found.at[1] = found.at[0];
    found.at[earlier ? 0 : found.count] = line;
    ++found.count;
  }
  return found;
}

// Points of a finished game in halves.
struct Points {
  u8 x, o;
};

// The earlier line earns 1. The other player's later line earns a half, unless only one result counts; two lines of
// one player earn 1, or, if they count double, one and a half, and 2 with the same highest number.
inline Points points(const Lines& lines, Scoring scoring) {
  if (!lines.count) return {0, 0};
  u8 winner = 2, loser = 0;
  if (lines.count > 1) {
    if (lines.at[0].owner != lines.at[1].owner)
      loser = scoring == Scoring::single ? 0 : 1;
    else if (scoring == Scoring::doubled)
      winner = lines.at[0].highest == lines.at[1].highest ? 4 : 3;
  }
  return lines.at[0].owner == Player::x ? Points{winner, loser} : Points{loser, winner};
}

}  // namespace spookymarks
