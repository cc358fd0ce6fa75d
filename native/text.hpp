// Position texts: one field for each mark in move order, `9.5.1.23`; the empty board is `-`. A pair is read in either
// order and written in ascending order.
#pragma once

#include "refusal.hpp"
#include "position.hpp"

namespace spookymarks {

// Nine fields of two squares, and the dots between them.
constexpr u32 LONGEST_TEXT = 3 * SIZE - 1;

// Marks as a text claims them, and where each field begins (0-based).
struct Claim {
  Squares marks[SIZE];
  u32 places[SIZE];
  u32 count;
};

// A refusal and the 1-based character to which it belongs.
struct Verdict {
  Refusal refusal;
  u32 place;
};

inline Verdict scan(const char* text, u32 length, Claim& claim) {
  claim = {};
  if (length == 1 && text[0] == '-') return {};
  u32 at = 0;
  for (;;) {
    if (claim.count == SIZE) return {Refusal::too_many_marks, at + 1};
    Squares mark = 0;
    claim.places[claim.count] = at;
    for (; at < length && text[at] != '.'; ++at) {
      if (text[at] < '1' || text[at] > '9') return {Refusal::not_a_square, at + 1};
      const Squares square = bit(static_cast<u32>(text[at] - '1'));
      if (mark && !is_single(mark)) return {Refusal::too_many_squares, at + 1};
      if (mark & square) return {Refusal::same_square, at + 1};
      mark |= square;
    }
    if (!mark) return {Refusal::empty_field, at + 1};
    claim.marks[claim.count++] = mark;
    if (at++ == length) return {};
  }
}

// Without entanglement pairs are measured in move order, in rounds of a fixed length.
inline Verdict check_rounds(const Claim& claim, const RuleSet& rules, u32 classical) {
  for (u32 i = classical; i < claim.count; ++i)
    if (is_single(claim.marks[i])) return {Refusal::not_in_order, claim.places[i] + 1};
  u32 begun = classical;
  while (!starts_round(begun)) --begun;
  u32 end = begun + 1;
  while (end < SIZE && !starts_round(end)) ++end;
  if (classical != begun && claim.count != end) return {Refusal::round_not_begun, claim.places[0] + 1};
  if (claim.count > begun && !rules.full_board) {
    Squares owned[2] = {};
    for (u32 i = 0; i < begun; ++i) owned[i & 1] |= claim.marks[i];
    if (has_line(owned[0]) || has_line(owned[1])) return {Refusal::line_before, claim.places[begun] + 1};
  }
  return {};
}

// Whether some game reaches these marks. Any set of marks in as many squares can have been one cycle, closed and
// measured at its newest mark, so classical marks are possible exactly if they are enough for a cycle, and the game
// went on after them only if they left no line.
inline Verdict check(const Claim& claim, const RuleSet& rules) {
  Squares owned[2] = {}, taken = 0;
  u32 classical = 0, newest = 0;
  for (u32 i = 0; i < claim.count; ++i) {
    if (!is_single(claim.marks[i])) continue;
    if (claim.marks[i] & taken) return {Refusal::two_classical, claim.places[i] + 1};
    taken |= claim.marks[i];
    owned[i & 1] |= claim.marks[i];
    newest = i;
    ++classical;
  }
  Position graph = start();
  Squares occupied = 0;
  for (u32 i = 0; i < claim.count; ++i) {
    const Squares pair = claim.marks[i];
    const u32 place = claim.places[i] + 1;
    if (is_single(pair)) continue;
    if (pair & taken) return {Refusal::closed_by_classical, place};
    if (!rules.entangles && pair & occupied) return {Refusal::shared_square, place};
    occupied |= pair;
    for (u32 k = 0; k < i && !rules.repeats; ++k)
      if (claim.marks[k] == pair) return {Refusal::repeats_pair, place};
    const u32 a = lowest(pair), b = lowest(pair & (pair - 1));
    if (graph.linked[a] >> b & 1 && i + 1 != claim.count) return {Refusal::cycle_not_measured, place};
    link(graph, a, b);
  }
  if (!classical) return {};
  if (!rules.entangles) return check_rounds(claim, rules, classical);
  if (classical < (rules.repeats ? 2u : 3u)) return {Refusal::too_few_settled, claim.places[newest] + 1};
  if (!rules.full_board && newest + 1 != claim.count && (has_line(owned[0]) || has_line(owned[1])))
    return {Refusal::line_before, claim.places[newest + 1] + 1};
  return {};
}

// Derive the position from marks that passed the check.
inline Position derive(const Claim& claim, const RuleSet& rules) {
  Position position = start();
  position.count = static_cast<u8>(claim.count);
  for (u32 i = 0; i < claim.count; ++i) {
    const Squares mark = claim.marks[i];
    if (is_single(mark)) {
      add_classical(position, i, mark);
      continue;
    }
    position.marks[i] = mark;
    const u32 a = lowest(mark), b = lowest(mark & (mark - 1));
    if (position.linked[a] >> b & 1)
      position.measured = static_cast<u8>(i);
    else
      link(position, a, b);
  }
  if (!rules.entangles && spooky_squares(position) && measures_now(position, rules))
    position.measured = first_spooky(position);
  position.over = position.measured == NOTHING && is_over(position, rules);
  return position;
}

inline Verdict read(const char* text, u32 length, const RuleSet& rules, Position& position) {
  Claim claim;
  Verdict verdict = scan(text, length, claim);
  if (verdict.refusal == Refusal::none) verdict = check(claim, rules);
  if (verdict.refusal == Refusal::none) position = derive(claim, rules);
  return verdict;
}

// Write the position text, at most LONGEST_TEXT characters; returns how many.
inline u32 write(const Position& position, char* text) {
  u32 at = 0;
  for (u32 i = 0; i < position.count; ++i) {
    if (i) text[at++] = '.';
    for (u32 rest = position.marks[i]; rest; rest &= rest - 1) text[at++] = static_cast<char>('1' + lowest(rest));
  }
  if (!at) text[at++] = '-';
  return at;
}

}  // namespace spookymarks
