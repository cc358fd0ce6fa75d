// The search: does best play reach a score? One question with yes or no, asked again and again with other scores.
//
//   reaches(position, goal)   true    the score of the position is `goal` or more
//                             false   it is less
//
// A placement either joins two components or closes a cycle. By the root principle a component of n squares needs n
// looks, not one for each of its pairs: the side that does not like the result picks the root, so a pair is as good as
// its worse root, and closing succeeds when two roots of the component are good (`can_close` has the other choosers).
// What makes the search small, in the order in which it is tried:
//
//   * A closing that ends the game needs no search: `score_at` reads it off the collapses of the node. This is done
//     for the enemy too, before a join is followed: one that leaves him such a closing is not worth a visit.
//   * If the enemy threatens such a closing already, only joins that touch the component can help.
//   * A side whose every line holds an enemy's classical mark scores nothing: that bounds the score.
//   * Closings come before joins: they use up squares. Joins that threaten a closing come first among the joins.
//   * The table (table.hpp) knows what was asked before, for all positions that are equal.
//
// With eight marks on the board the pairs are one tree over the open squares, so all that is left is to close it.
#pragma once

#include "node.hpp"
#include "table.hpp"
#include "view.hpp"

namespace spookymarks {

// Components in which the enemy of the side to move can close a cycle and have his way at once.
struct Threats {
  u32 count;
  Squares component[SIZE / 2];
};

// May a side close a cycle in the component so that it gets one of the good roots, whatever the chooser does? `joining`
// is a pair that stands there besides those of the position, or 0.
inline bool can_close(const Position& position, const RuleSet& rules, Squares component, Squares good,
                      Squares joining = 0) {
  const bool any = rules.chooser == Chooser::closer;
  const u32 rest = size_of(component & ~good);
  u32 pairs = any ? pairs_of(size_of(component)) - pairs_of(rest) : pairs_of(size_of(good));
  if (rules.repeats || !pairs) return pairs;
  const auto counts = [&](Squares pair) {
    return (pair & component) == pair && (any ? (pair & good) != 0 : (pair & good) == pair);
  };
  for (u32 i = 0; i < position.count; ++i) pairs -= !is_single(position.marks[i]) && counts(position.marks[i]);
  return pairs - (joining && counts(joining));
}

class Search {
 public:
  Search(u32 number, Table& kept, const volatile u32* stop) : number_(number), table_(kept), stop_(stop) {}

  const RuleSet& rules() const { return RULE_SETS[number_]; }
  u64 nodes() const { return nodes_; }

  // Whether the search was told to stop; all its answers since then mean nothing.
  bool stopped() const { return stopped_; }

  // Any position under a rule set without chance.
  bool reaches(const Position& position, Score goal) {
    if (position.over) return final_score(position, rules()) >= goal;
    if (position.measured != NOTHING) return choose(position, goal);
    return rules().entangles ? visit(node_of(position), goal) : place_apart(position, goal);
  }

 private:
  const u32 number_;
  Table& table_;
  const volatile u32* const stop_;
  u64 nodes_ = 0;
  bool stopped_ = false;

  // Count a node, and look now and then whether to stop.
  bool enter() {
    if (!(++nodes_ & 255) && stop_ && *stop_) stopped_ = true;
    return !stopped_;
  }

  bool choose(const Position& position, Score goal) {
    const bool wanted = player_to_act(position, rules()) == Player::x;
    const Squares pair = position.marks[position.measured];
    for (u32 squares = pair; squares; squares &= squares - 1) {
      Position next = position;
      settle(next, rules(), lowest(squares));
      if (reaches(next, goal) == wanted) return wanted;
    }
    return !wanted;
  }

  bool visit(const Node& node, Score goal) {
    const u32 mover = node.position.count & 1;
    Threats threats{};
    for (u32 open = open_squares(node.position); open;) {
      const Squares component = node.position.linked[lowest(open)];
      open &= ~static_cast<u32>(component);
      if (is_single(component)) continue;
      Squares good[2] = {};
      for (u32 roots = component; roots; roots &= roots - 1) {
        const u32 root = lowest(roots);
        const u32 count = node.position.count;
        for (u32 closer = 0; closer < 2; ++closer) {
          const u32 marks = count + (closer == mover ? 1 : 2);
          const Score score = score_at(measured_at(node, root, marks - 1), marks, rules());
          if (score != GOES_ON && (score >= goal) == !closer) good[closer] |= bit(root);
        }
      }
      if (can_close(node.position, rules(), component, good[mover])) return !mover;
      if (can_close(node.position, rules(), component, good[!mover])) threats.component[threats.count++] = component;
    }
    return expand(node, goal, threats);
  }

  // A node whose side to move cannot have its way at once by closing a cycle.
  bool expand(const Node& node, Score goal, const Threats& threats) {
    const Position& position = node.position;
    const u32 mover = position.count & 1;
    if (position.over) return final_score(position, rules()) >= goal;
    const u32 soonest = position.count + 1;
    if (goal > (LIVE.of[position.o] ? score_of(most_halves(rules()), soonest) : 0)) return false;
    if (goal <= (LIVE.of[position.x] ? score_of(LEAST_HALVES, soonest) : 0)) return true;
    const Squares open = open_squares(position);
    if (is_single(open)) return score_at(node.classical | settled(position.count, lowest(open)), SIZE, rules()) >= goal;
    if (position.count == SIZE - 1) return mover;
    if (!enter()) return false;
    if (position.count > MOST_STORED) return (closes(node, goal) || joins(node, goal, threats)) == !mover;
    const Key key = key_of(position, number_);
    if (const Entry* const known = table_.find(key)) {
      if (known->at_least >= goal) return true;
      if (known->at_most < goal) return false;
    }
    return remember(key, goal, (closes(node, goal) || joins(node, goal, threats)) == !mover);
  }

  bool remember(const Key& key, Score goal, bool reached) {
    if (stopped_) return false;
    Entry& entry = table_.entry(key, -GOES_ON, GOES_ON);
    if (reached && entry.at_least < goal) entry.at_least = static_cast<i16>(goal);
    if (!reached && entry.at_most >= goal) entry.at_most = static_cast<i16>(goal - 1);
    return reached;
  }

  // Does the side to move have its way by closing a cycle?
  bool closes(const Node& node, Score goal) {
    const Position& position = node.position;
    const u32 mover = position.count & 1;
    for (u32 open = open_squares(position); open;) {
      const Squares component = position.linked[lowest(open)];
      open &= ~static_cast<u32>(component);
      if (is_single(component)) continue;
      Squares good = 0, waiting = 0;
      for (u32 roots = component; roots; roots &= roots - 1) {
        const u32 root = lowest(roots);
        const Score score = score_at(measured_at(node, root, position.count), position.count + 1u, rules());
        if (score == GOES_ON)
          waiting |= bit(root);
        else if ((score >= goal) == !mover)
          good |= bit(root);
      }
      for (; waiting && can_close(position, rules(), component, good | waiting); waiting &= waiting - 1) {
        const u32 root = lowest(waiting);
        if (visit(measure(node, rules(), root), goal) != !mover) continue;
        good |= bit(root);
        if (can_close(position, rules(), component, good)) return true;
      }
    }
    return false;
  }

  struct Join {
    u8 a, b;
    Squares threat;  // the component it makes, if the side to move threatens to close it
    i32 rank;
  };

  // Does the side to move have its way by joining two components?
  bool joins(const Node& node, Score goal, const Threats& threats) {
    const Position& position = node.position;
    const u32 mover = position.count & 1;
    if (threats.count > 2) return false;
    Join found[PAIRS];
    u32 count = 0;
    const Squares open = open_squares(position);
    Squares seen[2][SIZE], known[2] = {};
    const auto roots = [&](u32 closer, u32 end) {
      if (!(known[closer] >> end & 1)) {
        known[closer] |= bit(end);
        seen[closer][end] = look(node, goal, end, closer);
      }
      return seen[closer][end];
    };
    for (u32 a = 0; a < SIZE; ++a) {
      if (!(open >> a & 1)) continue;
      for (u32 others = open & ~position.linked[a] & ~((2u << a) - 1); others; others &= others - 1) {
        const u32 b = lowest(others);
        const Squares component = position.linked[a] | position.linked[b];
        bool answers = true;
        for (u32 n = 0; n < threats.count; ++n) answers &= (threats.component[n] & component) != 0;
        if (!answers) continue;
        const Squares pair = bit(a) | bit(b);
        const Squares his_roots = (roots(!mover, b) & position.linked[a]) | (roots(!mover, a) & position.linked[b]);
        if (can_close(position, rules(), component, his_roots, pair)) continue;
        // The last placement of all is the enemy's, and he has just been seen to fail; unless there is none, because
        // the pair may not be repeated.
        if (position.count == SIZE - 2 && (rules().repeats || pair != open)) return true;
        const Squares my_roots = (roots(mover, b) & position.linked[a]) | (roots(mover, a) & position.linked[b]);
        const bool threat = can_close(position, rules(), component, my_roots, pair);
        const i32 mine = static_cast<i32>(size_of(my_roots)), his = static_cast<i32>(size_of(his_roots));
        const Join join{static_cast<u8>(a), static_cast<u8>(b), threat ? component : Squares{0},
                        100 * threat + 2 * mine - 3 * his};
        u32 at = count++;
        for (; at && found[at - 1].rank < join.rank; --at) found[at] = found[at - 1];
        found[at] = join;
      }
    }
    for (u32 n = 0; n < count; ++n) {
      const Threats mine{found[n].threat != 0, {found[n].threat}};
      if (expand(join(node, rules(), found[n].a, found[n].b), goal, mine) == !mover) return true;
    }
    return false;
  }

  // After a pair with one end here and the other in another component: for which roots in that component can a player,
  // by closing a cycle, end the game to his liking? Where in it the other end stands makes no difference: the pair
  // settles here, and what is linked with this square as from here.
  Squares look(const Node& node, Score goal, u32 end, u32 closer) const {
    const Position& position = node.position;
    const u32 index = position.count;
    const u32 count = index + (closer == (index & 1) ? 3 : 2);
    const Squares open = open_squares(position);
    const Collapse beyond = node.classical | node.collapse[end] | settled(index, end);
    Squares good = 0;
    for (Squares others = open & ~position.linked[end]; others;) {
      const Squares component = position.linked[lowest(others)], both = component | position.linked[end];
      others &= ~component;
      // Most components hold no line yet, whatever settles where. (If this one is all that is open, nobody has hope of a
      // line, and the bounds have said so already.)
      if (!has_line(position.x | both) && !has_line(position.o | both)) continue;
      for (u32 roots = component; roots; roots &= roots - 1) {
        const u32 root = lowest(roots);
        const Score score = score_at(beyond | node.collapse[root] | settled(count - 1, root), count, rules());
        if (score != GOES_ON && (score >= goal) == !closer) good |= bit(root);
      }
    }
    return good;
  }

  // The rule set without entanglement: pairs in squares of their own, measured in rounds. There is little to search.
  bool place_apart(const Position& position, Score goal) {
    const u32 mover = position.count & 1;
    const Squares open = open_squares(position);
    if (goal > (LIVE.of[position.o] ? highest_of(most_halves(rules())) : 0)) return false;
    if (goal <= (LIVE.of[position.x] ? lowest_of(LEAST_HALVES) : 0)) return true;
    if (is_single(open)) {
      Position next = position;
      settle(next, rules(), lowest(open));
      return reaches(next, goal);
    }
    if (!enter()) return false;
    const bool stored = position.count <= MOST_STORED;
    const Key key = stored ? key_of(position, number_) : Key{};
    if (const Entry* const known = stored ? table_.find(key) : nullptr) {
      if (known->at_least >= goal) return true;
      if (known->at_most < goal) return false;
    }
    bool reached = mover;
    for (u64 legal = legal_actions(position, rules()); legal && reached == static_cast<bool>(mover); legal &= legal - 1) {
      Position next = position;
      act(next, rules(), static_cast<u32>(__builtin_ctzll(legal)));
      reached = reaches(next, goal);
    }
    return stored ? remember(key, goal, reached) : reached;
  }
};

}  // namespace spookymarks
