// The nine levels of the computer, made from exact values.
//
// A level judges an action by what the enemy can do next, and sees each of his replies with a chance of its own. What
// it sees it values exactly; an action against which it saw nothing looks as good as a win. So a weak level overlooks
// what a beginner overlooks, and the last one sees everything. How a level decides, with three marks or more on the
// board (before that it either knows the opening or places without closing a cycle):
//
//   1. First look: what an action decides at once. A measurement of its own shows that by itself. Closing a cycle
//      decides something when an outcome ends the game; the enemy will choose, but whoever does not see his better
//      outcome counts on the other one, and whoever forgets the stems counts only the marks of the cycle.
//   2. The actions are put in the order of that look, equal ones in a random order or by the lines that their squares
//      could still complete.
//   3. For each result, the best one first: the first action in this order that none of the replies it sees takes below
//      that result is played; if there is none, the first one that it does not see lose at once.
//
// When the level itself goes on after its action, by measuring, it values that exactly with the chance of a reply, and
// as even otherwise. A level as chances, `Skill`, is all there is to it; the draws are in draws.hpp.
#pragma once

#include "draws.hpp"
#include "glance.hpp"
#include "openings.hpp"
#include "solve.hpp"

namespace spookymarks {

using i8 = int8_t;

// A level as chances in percent.
struct Skill {
  u8 opening;   // that it knows the best placement, fewer than three marks on the board
  u8 sees;      // to see a reply of the enemy, if the game goes on after it
  u8 looks;     // to look at what a placement, its own or the enemy's, decides at once
  u8 roots;     // to see the enemy's better outcome when its own cycle is measured
  u8 stems;     // to remember that stems settle too
  u8 measures;  // to look at what its own measurement decides at once
  i8 taste;     // to place where most lines are open; where fewest are if negative
};

constexpr i8 ALWAYS = 100;
constexpr u32 LEVELS = 9;

// Tuned by measurement, so that each level scores about 63 % against the one below; see docs/levels.md.
inline constexpr Skill SKILLS[LEVELS] = {
    {0, 0, 60, 0, 0, 15, -84},
    {0, 0, 69, 0, 5, ALWAYS, -55},
    {0, 0, 85, 18, 23, ALWAYS, 0},
    {0, 0, 95, 73, 73, ALWAYS, 58},
    {31, 25, ALWAYS, ALWAYS, ALWAYS, ALWAYS, ALWAYS},
    {63, 52, ALWAYS, ALWAYS, ALWAYS, ALWAYS, ALWAYS},
    {88, 74, ALWAYS, ALWAYS, ALWAYS, ALWAYS, ALWAYS},
    {ALWAYS, 88, ALWAYS, ALWAYS, ALWAYS, ALWAYS, ALWAYS},
    {ALWAYS, ALWAYS, ALWAYS, ALWAYS, ALWAYS, ALWAYS, ALWAYS},
};

// How many lines a side can still complete with the two squares of a pair.
inline i32 open_lines(const Position& position, u32 side, u32 action) {
  if (action >= PAIRS) return 0;
  const Squares enemy = side ? position.x : position.o;
  i32 found = 0;
  for (const Squares line : LINES)
    if (!(line & enemy)) found += (line >> PAIR_TABLE.at[action].a & 1) + (line >> PAIR_TABLE.at[action].b & 1);
  return found;
}

// An action as a player sees it before looking at the enemy's replies.
struct Candidate {
  Position next;
  u64 rank;
  i32 look, taste;
  u32 action;
  bool closes;  // a cycle
  bool stems;   // are remembered

  bool before(const Candidate& other) const {
    if (look != other.look) return look > other.look;
    return taste != other.taste ? taste > other.taste : rank > other.rank;
  }
};

class Level {
 public:
  Level(const Skill& skill, u32 rules, Table& table, Openings* openings)
      : skill_(skill), rules_(RULE_SETS[rules]), solver_(rules, table, nullptr), openings_(openings) {}

  // The action that it chooses; the game must not be over.
  u32 choose(const Position& position, const Draws& draws) {
    side_ = player_to_act(position, rules_) == Player::o;
    Candidate candidates[PAIRS];
    const u32 count = look(position, draws, candidates);
    const bool opens = position.count < OPENING_MARKS;
    if (skill_.sees == ALWAYS || (opens && draws.happens(skill_.opening, ACTIONS, Draws::opening)))
      return best(position, candidates);
    if (opens) return unclosed(candidates);
    for (i32 halves = most_halves(rules_); halves > -most_halves(rules_); --halves)
      for (u32 n = 0; n < count; ++n)
        if (survives(candidates[n], halves, draws)) return candidates[n].action;
    // All is lost as far as it sees: at least not at once.
    for (u32 n = 0; n < count; ++n)
      if (resists(candidates[n], draws)) return candidates[n].action;
    return candidates[0].action;
  }

 private:
  const Skill& skill_;
  const RuleSet& rules_;
  Solver solver_;
  Openings* const openings_;
  u32 side_ = 0;

  // Is the side ahead by so many halves after best play?
  bool holds(const Position& position, i32 halves) {
    const i32 ahead = side_ ? -halves : halves;
    if (!solver_.by_chance()) return solver_.keeps(position, !side_, HALF * ahead, false);
    const i32 expected = solver_.worth(position, 0, false);
    return (side_ ? -expected : expected) * 2 >= halves * UNIT;
  }

  // The first candidate that keeps value and distance.
  u32 best(const Position& position, const Candidate* candidates) {
    if (openings_ && position.count < OPENING_MARKS) {
      const u64 known = remembered(position);
      while (!(known >> candidates->action & 1)) ++candidates;
    } else {
      const i32 worth = solver_.worth(position, 0, true);
      while (!solver_.keeps(candidates->next, !side_, worth, true)) ++candidates;
    }
    return candidates->action;
  }

  u64 remembered(const Position& position) {
    if (const u64 known = openings_->find(position)) return known;
    const i32 worth = solver_.worth(position, 0, true);
    u64 found = 0;
    for (u64 legal = legal_actions(position, rules_); legal; legal &= legal - 1) {
      Position next = position;
      act(next, rules_, static_cast<u32>(__builtin_ctzll(legal)));
      if (solver_.keeps(next, !side_, worth, true)) found |= legal & -legal;
    }
    openings_->keep(position, found);
    return found;
  }

  // The first candidate that closes no cycle; with fewer than three marks there always is one.
  u32 unclosed(const Candidate* candidates) const {
    while (candidates->closes) ++candidates;
    return candidates->action;
  }

  // The legal actions in the order of the first look; returns how many.
  u32 look(const Position& position, const Draws& draws, Candidate (&out)[PAIRS]) const {
    const i32 drawn = skill_.taste < 0 ? -skill_.taste : skill_.taste;
    const i32 taste = !draws.happens(static_cast<u32>(drawn), ACTIONS, Draws::taste) ? 0 : skill_.taste < 0 ? -1 : 1;
    u32 count = 0;
    for (u64 legal = legal_actions(position, rules_); legal; legal &= legal - 1) {
      const u32 action = static_cast<u32>(__builtin_ctzll(legal));
      const bool stems = !rules_.entangles || draws.happens(skill_.stems, action, Draws::stems);
      const i32 liked = taste * open_lines(position, side_, action);
      Candidate made{position, draws.number(action, Draws::rank), 0, liked, action, false, stems};
      act(made.next, rules_, action);
      made.closes = rules_.entangles && made.next.measured != NOTHING;
      made.look = made.closes ? look_at_cycle(made, draws) : look_at_end(position, made, draws);
      u32 at = count++;
      for (; at && made.before(out[at - 1]); --at) out[at] = out[at - 1];
      out[at] = made;
    }
    return count;
  }

  i32 look_at_end(const Position& position, const Candidate& made, const Draws& draws) const {
    if (!made.next.over) return 0;
    const u32 chance = position.measured == NOTHING ? skill_.looks : skill_.measures;
    return draws.happens(chance, made.action, Draws::look) ? lead(made.next, rules_, side_) : 0;
  }

  i32 look_at_cycle(const Candidate& made, const Draws& draws) const {
    if (!draws.happens(skill_.looks, made.action, Draws::look)) return 0;
    const Squares pair = made.next.marks[made.next.measured];
    const u32 a = lowest(pair), b = lowest(pair & (pair - 1));
    const i32 at_a = ahead_after(made.next, rules_, a, side_, made.stems);
    const i32 at_b = ahead_after(made.next, rules_, b, side_, made.stems);
    if (solver_.by_chance()) return (at_a + at_b) / 2;
    const bool mine = rules_.chooser == Chooser::closer;
    const u32 worse = at_a < at_b ? a : b;
    if (mine || !draws.happens(skill_.roots, made.action, PAIRS + worse)) return at_a > at_b ? at_a : at_b;
    return at_a < at_b ? at_a : at_b;
  }

  // As far as the player sees: is it ahead by so many halves in the end?
  bool survives(const Candidate& made, i32 halves, const Draws& draws) {
    if (made.next.over) return made.look >= halves;
    const Player actor = player_to_act(made.next, rules_);
    if (actor != (side_ ? Player::x : Player::o)) {
      if (!draws.happens(skill_.sees, made.action, Draws::insight)) return 0 >= halves;
      return holds(made.next, halves);
    }
    if (made.next.measured != NOTHING) return survives_measurement(made, halves, draws);
    if (skill_.sees && holds(made.next, halves)) return true;
    return !is_refuted(made, halves, draws, skill_.sees);
  }

  // As far as the player sees: can the enemy not win at once?
  bool resists(const Candidate& made, const Draws& draws) {
    if (made.next.measured != NOTHING || made.next.over) return made.look > -2;
    return player_to_act(made.next, rules_) == (side_ ? Player::o : Player::x) || !is_refuted(made, -1, draws, 0);
  }

  // The enemy measures: an outcome that is seen and too bad refutes, and so do two of them that nobody has to see.
  bool survives_measurement(const Candidate& made, i32 halves, const Draws& draws) {
    bool hope = false;
    const Squares pair = made.next.marks[made.next.measured];
    for (u32 squares = pair; squares; squares &= squares - 1) {
      const u32 square = lowest(squares);
      const i32 end = decided(made.next, rules_, square, side_, made.stems);
      const bool seen = draws.happens(end == GOES_ON ? skill_.sees : skill_.roots, made.action, PAIRS + square);
      bool good = end == GOES_ON || end >= halves;
      if (end == GOES_ON && seen) {
        Position after = made.next;
        settle(after, rules_, square);
        good = holds(after, halves);
      }
      if (seen && !good) return false;
      hope |= good;
    }
    return hope;
  }

  // Does the player see a placement of the enemy after which it is no longer ahead by so many halves? `slow` is the
  // chance to see one after which the game goes on.
  bool is_refuted(const Candidate& made, i32 halves, const Draws& draws, u32 slow) {
    for (u64 replies = legal_actions(made.next, rules_); replies; replies &= replies - 1) {
      const u32 reply = static_cast<u32>(__builtin_ctzll(replies));
      Position after = made.next;
      act(after, rules_, reply);
      const bool ends = ends_at_once(after);
      if (!draws.happens(ends ? skill_.looks : slow, made.action, reply)) continue;
      if (!holds(after, halves)) return true;
    }
    return false;
  }

  // Is the game over, or will it be whatever the pending measurement brings?
  bool ends_at_once(const Position& position) const {
    if (position.over) return true;
    if (position.measured == NOTHING || !rules_.entangles) return false;
    const Squares pair = position.marks[position.measured];
    return decided(position, rules_, lowest(pair), side_, true) != GOES_ON &&
           decided(position, rules_, lowest(pair & (pair - 1)), side_, true) != GOES_ON;
  }
};

}  // namespace spookymarks
