// Solutions: the value of a position and of every legal action, how long the game goes on, and how it goes.
//
// Read by spookymarks/kernel/solution.py and web/src/kernel/solve.ts; little-endian, as on every target.
#pragma once

#include "chance.hpp"
#include "search.hpp"
#include "view.hpp"

namespace spookymarks {

// How much is asked for; each includes those before it.
enum class Depth : u8 { value, values, lines, full };

constexpr u32 MOST_ACTIONS = PAIRS;
constexpr u32 LONGEST_LINE = 17;
constexpr u8 UNKNOWN = 0xff;

// An action and what follows from it.
struct Prospect {
  i16 value;                //  0  X − O in 1/32 points
  u8 action;                //  2
  u8 marks;                 //  3  how many there are at the end of the game; UNKNOWN: a draw, a coin, or not asked
  u8 replies;               //  4  actions of the next to act that keep the value; UNKNOWN: none to act, or not asked
  u8 length;                //  5  of the line, 0 when it was not asked
  u8 line[LONGEST_LINE];    //  6  best play from here, this action first
  u8 unused;                // 23
};
static_assert(sizeof(Prospect) == 24);

struct Solution {
  u64 nodes;                         //  0
  i16 value;                         //  8  X − O in 1/32 points
  u8 marks;                          // 10  as above
  u8 count;                          // 11  actions, in the order of their numbers
  u8 stopped;                        // 12  the search was told to stop: nothing else holds
  u8 unused[3];                      // 13
  Prospect prospects[MOST_ACTIONS];  // 16
};
static_assert(sizeof(Solution) == 880);

// X is a little ahead in most positions that are worth a question.
constexpr Score FIRST_GUESS = HALF;

// Scores and expectations under one roof: `Worth` is a score, or under a coin an expectation.
class Solver {
 public:
  Solver(u32 number, Table& table, const volatile u32* stop)
      : rules_(RULE_SETS[number]), search_(number, table, stop), chances_(number, table, stop) {}

  using Worth = i32;

  bool by_chance() const { return rules_.chooser == Chooser::coin; }
  u64 nodes() const { return search_.nodes() + chances_.nodes(); }
  bool stopped() const { return search_.stopped() || chances_.stopped(); }

  // The worth of a position: a score that is exact to the last mark, or only in its value (`exact` false).
  Worth worth(const Position& position, Worth guess, bool exact) {
    if (by_chance()) return chances_.expectation(position);
    if (position.over) return final_score(position, rules_);
    const i32 halves = halves_at(position, halves_of(guess));
    Worth low = lowest_of(halves), high = highest_of(halves);
    if (!exact) return low;
    while (low < high && !stopped()) {
      const Worth middle = high - (high - low) / 2;
      if (search_.reaches(position, middle))
        low = middle;
      else
        high = middle - 1;
    }
    return low;
  }

  i16 points_of(Worth worth) const {
    return static_cast<i16>(by_chance() ? worth : expectation_of(worth));
  }

  u8 marks_of(Worth worth, bool exact) const {
    const i32 halves = by_chance() ? 0 : halves_of(worth);
    if (!halves || !exact) return UNKNOWN;
    const i32 spared = worth - HALF * halves;
    return static_cast<u8>(static_cast<i32>(SIZE) - (spared < 0 ? -spared : spared));
  }

  // The worths of all legal actions, in the order of their numbers.
  void worths(const Position& position, bool exact, Worth (&of)[ACTIONS]) {
    Worth guess = FIRST_GUESS, at_root[SIZE];
    Squares known = 0;
    for (u64 legal = legal_actions(position, rules_); legal && !stopped(); legal &= legal - 1) {
      const u32 action = static_cast<u32>(__builtin_ctzll(legal));
      Position next = position;
      act(next, rules_, action);
      if (position.measured == NOTHING && next.measured != NOTHING && rules_.entangles) {
        // By the root principle all pairs of a component have its roots in common.
        for (u32 squares = next.marks[next.measured] & ~known; squares; squares &= squares - 1) {
          const u32 root = lowest(squares);
          Position after = next;
          settle(after, rules_, root);
          at_root[root] = guess = worth(after, guess, exact);
          known |= bit(root);
        }
        const Pair pair = PAIR_TABLE.at[action];
        of[action] = chosen(next, at_root[pair.a], at_root[pair.b]);
      } else {
        of[action] = guess = worth(next, guess, exact);
      }
    }
  }

  // The best of the worths of a position's actions, for the side to act.
  Worth best(const Position& position, const Worth (&of)[ACTIONS]) const {
    const bool most = player_to_act(position, rules_) == Player::x;
    bool begun = false;
    Worth found = 0, sum = 0;
    for (u64 legal = legal_actions(position, rules_); legal; legal &= legal - 1) {
      const Worth worth = of[__builtin_ctzll(legal)];
      if (!begun || (most ? worth > found : worth < found)) found = worth;
      begun = true;
      sum += worth;
    }
    return position.measured != NOTHING && by_chance() ? sum / 2 : found;
  }

  // Best play from a position of this exact worth; returns how many actions. Of equal ones the first is taken.
  u32 line(Position position, Worth worth, u8* out) {
    u32 length = 0;
    while (!position.over && !stopped() && player_to_act(position, rules_) != Player::none) {
      u64 legal = legal_actions(position, rules_);
      // The last action needs no look: one of them keeps the worth.
      while (legal & (legal - 1) && !keeps(position, static_cast<u32>(__builtin_ctzll(legal)), worth, true) && !stopped())
        legal &= legal - 1;
      const u32 action = static_cast<u32>(__builtin_ctzll(legal));
      out[length++] = static_cast<u8>(action);
      act(position, rules_, action);
    }
    return length;
  }

  // Does an action of X, or else of O, that leads to this position keep the worth, or its value?
  bool keeps(const Position& next, bool of_x, Worth worth, bool exact) {
    if (by_chance()) return chances_.expectation(next) == worth;
    const i32 halves = halves_of(worth);
    if (of_x) return search_.reaches(next, exact ? worth : lowest_of(halves));
    return !search_.reaches(next, (exact ? worth : highest_of(halves)) + 1);
  }

  // How many actions of the side to act keep the worth, or its value.
  u8 keepers(const Position& position, Worth worth) {
    u8 found = 0;
    for (u64 legal = legal_actions(position, rules_); legal && !stopped(); legal &= legal - 1)
      found += keeps(position, static_cast<u32>(__builtin_ctzll(legal)), worth, false);
    return found;
  }

 private:
  const RuleSet& rules_;
  Search search_;
  ChanceSearch chances_;

  // The value of a position in halves, found from a guess.
  i32 halves_at(const Position& position, i32 guess) {
    const i32 step = step_of(rules_);
    i32 low = LEAST_HALVES, high = most_halves(rules_);
    i32 asked = guess > low ? low + (guess - low + step - 1) / step * step : low + step;
    while (low < high && !stopped()) {
      if (search_.reaches(position, lowest_of(asked))) {
        low = asked;
        asked = low + step;
      } else {
        high = asked - step;
        asked = high;
      }
    }
    return low;
  }

  // What a pending measurement is worth, from the worths of its two outcomes.
  Worth chosen(const Position& position, Worth a, Worth b) const {
    if (by_chance()) return (a + b) / 2;
    return player_to_act(position, rules_) == Player::x ? (a > b ? a : b) : (a < b ? a : b);
  }

  bool keeps(const Position& position, u32 action, Worth worth, bool exact) {
    Position next = position;
    act(next, rules_, action);
    return keeps(next, player_to_act(position, rules_) == Player::x, worth, exact);
  }
};

inline void solve(const Position& position, u32 number, Depth depth, Table& table, const volatile u32* stop,
                  Solution& out) {
  out = Solution{};
  Solver solver(number, table, stop);
  const bool exact = depth >= Depth::lines;
  Solver::Worth whole = 0, of[ACTIONS] = {};
  if (depth == Depth::value || position.over) {
    whole = solver.worth(position, FIRST_GUESS, exact);
  } else {
    solver.worths(position, exact, of);
    whole = solver.best(position, of);
    for (u64 legal = legal_actions(position, RULE_SETS[number]); legal && !solver.stopped(); legal &= legal - 1) {
      Prospect& prospect = out.prospects[out.count++];
      const u32 action = static_cast<u32>(__builtin_ctzll(legal));
      prospect.value = solver.points_of(of[action]);
      prospect.action = static_cast<u8>(action);
      prospect.marks = solver.marks_of(of[action], exact);
      prospect.replies = UNKNOWN;
      if (!exact) continue;
      Position next = position;
      act(next, RULE_SETS[number], action);
      prospect.line[0] = static_cast<u8>(action);
      prospect.length = static_cast<u8>(1 + solver.line(next, of[action], prospect.line + 1));
      if (depth == Depth::full && player_to_act(next, RULE_SETS[number]) != Player::none)
        prospect.replies = solver.keepers(next, of[action]);
    }
  }
  out.value = solver.points_of(whole);
  out.marks = solver.marks_of(whole, exact);
  out.nodes = solver.nodes();
  out.stopped = solver.stopped();
}

}  // namespace spookymarks
