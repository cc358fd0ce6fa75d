// The view: everything a document says about a position, in one flat record of fixed width.
//
// Read by spookymarks/kernel/view.py and web/src/kernel/view.ts; little-endian, as on every target.
#pragma once

#include "outcome.hpp"

namespace spookymarks {

enum class Phase : u8 { place, measure, over };
enum class Role : u8 { none, cycle, stem };

constexpr u32 MOST_COMPONENTS = 4;
constexpr u8 UNDECIDED = 0xff;

struct View {
  u64 legal;                            //  0  numbers of the legal actions, as a mask
  u64 closing;                          //  8  numbers of the legal placements that would close a cycle
  Squares marks[SIZE];                  // 16  as in Position; 0 for marks not yet made
  Squares components[MOST_COMPONENTS];  // 34  linked squares, two or more, by lowest square; 0 when fewer
  Line lines[MOST_LINES];               // 42  the earliest first; zero when fewer
  u8 count;                             // 50  marks
  Phase phase;                          // 51
  Player to_act;                        // 52  none: the game is over or a coin measures
  u8 measured;                          // 53  number of the mark to measure; 0 when none is
  u8 points_x, points_o;                // 54  in halves; UNDECIDED while the game goes on
  u8 ensemble;                          // 56  how many classical boards are still possible
  u8 line_count;                        // 57
  Role roles[SIZE];                     // 58  of each mark in the pending measurement
  u8 settled[2][SIZE];                  // 67  for both squares of the measured mark, ascending: the numbers of the
                                        //     marks that settle: the measured one, round the cycle, then the stems
  u8 unused[3];                         // 85
};
static_assert(sizeof(View) == 88);

// The marks of the component to be measured that are not on its cycle get the role of a stem. A pair with an end that
// no other pair touches is not on the cycle; taking such pairs away until none is left leaves the cycle.
inline void find_roles(const Position& position, Role (&roles)[SIZE]) {
  const Squares component = position.linked[lowest(position.marks[position.measured])];
  for (u32 i = 0; i < position.count; ++i)
    if (position.marks[i] & component) roles[i] = Role::cycle;
  for (bool changed = true; changed;) {
    changed = false;
    for (u32 i = 0; i < position.count; ++i) {
      if (roles[i] != Role::cycle) continue;
      Squares elsewhere = 0;
      for (u32 k = 0; k < position.count; ++k)
        if (k != i && roles[k] == Role::cycle) elsewhere |= position.marks[k];
      if ((position.marks[i] & elsewhere) == position.marks[i]) continue;
      roles[i] = Role::stem;
      changed = true;
    }
  }
}

inline constexpr bool STEMS_LAST[2] = {false, true};

inline void find_settled(const Position& position, const RuleSet& rules, u32 square, const Role (&roles)[SIZE],
                         u8 (&numbers)[SIZE]) {
  Position after = position;
  const Order order = settle(after, rules, square);
  u32 n = 0;
  for (const bool stems : STEMS_LAST)
    for (u32 k = 0; k < order.count; ++k)
      if ((roles[order.mark[k]] == Role::stem) == stems) numbers[n++] = order.mark[k] + 1;
}

inline u64 closing_placements(const View& view) {
  u64 found = 0;
  for (const Squares component : view.components) found |= pairs_within(component);
  return view.legal & found;
}

inline Player player_to_act(const Position& position, const RuleSet& rules) {
  if (position.over) return Player::none;
  if (position.measured == NOTHING) return owner_of(position.count);
  if (rules.chooser == Chooser::coin) return Player::none;
  return owner_of(rules.chooser == Chooser::closer ? position.measured : position.measured + 1);
}

inline void find_components(const Position& position, View& view) {
  const Squares pending = position.measured == NOTHING ? 0 : position.marks[position.measured];
  view.ensemble = 1;
  u32 n = 0;
  for (Squares rest = spooky_squares(position); rest;) {
    const Squares component = position.linked[lowest(rest)];
    rest &= ~component;
    view.components[n++] = component;
    view.ensemble *= static_cast<u8>(component & pending ? 2 : size_of(component));
  }
}

inline View view_of(const Position& position, const RuleSet& rules) {
  View view{};
  const bool pending = position.measured != NOTHING;
  for (u32 i = 0; i < position.count; ++i) view.marks[i] = position.marks[i];
  view.count = position.count;
  view.phase = position.over ? Phase::over : pending ? Phase::measure : Phase::place;
  view.to_act = player_to_act(position, rules);
  view.measured = pending ? position.measured + 1 : 0;
  find_components(position, view);
  view.legal = legal_actions(position, rules);
  view.closing = closing_placements(view);
  const Lines lines = find_lines(position);
  for (u32 i = 0; i < lines.count; ++i) view.lines[i] = lines.at[i];
  view.line_count = static_cast<u8>(lines.count);
  view.points_x = view.points_o = UNDECIDED;
  if (position.over) {
    const Points earned = points(lines, rules.scoring);
    view.points_x = earned.x;
    view.points_o = earned.o;
  }
  if (pending) {
    // A mark that is measured without a cycle has no part in one.
    if (rules.entangles) find_roles(position, view.roles);
    const Squares pair = position.marks[position.measured];
    find_settled(position, rules, lowest(pair), view.roles, view.settled[0]);
    find_settled(position, rules, lowest(pair & (pair - 1)), view.roles, view.settled[1]);
  }
  return view;
}

}  // namespace spookymarks
