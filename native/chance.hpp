// The search under a fair coin: the expected value, exactly.
//
// Expectations are whole numbers here. A game has four measurements at most, so halves of a point times 16 stay whole
// through every mean of two outcomes: the unit is 1/32 of a point.
//
// The mover picks the pair that closes a cycle, the coin one of its two squares, so closing is worth the mean of the
// two best roots of the component. Alpha-beta with bounds in the table; a value outside alpha … beta is cut off there.
#pragma once

#include "node.hpp"
#include "table.hpp"

namespace spookymarks {

constexpr i32 UNIT = 32;  // one point

// What a game that is over, or a root that ends it, is worth to X.
constexpr i32 expectation_of(Score score) { return halves_of(score) * UNIT / 2; }

class ChanceSearch {
 public:
  ChanceSearch(u32 number, Table& kept, const volatile u32* stop) : number_(number), table_(kept), stop_(stop) {}

  u64 nodes() const { return nodes_; }
  bool stopped() const { return stopped_; }

  // The expectation of any position, X − O.
  i32 expectation(const Position& position) {
    if (position.over) return expectation_of(final_score(position, rules()));
    if (position.measured != NOTHING) {
      i32 sum = 0;
      for (u32 squares = position.marks[position.measured]; squares; squares &= squares - 1) {
        Position next = position;
        settle(next, rules(), lowest(squares));
        sum += expectation(next);
      }
      return sum / 2;
    }
    const i32 sign = position.count & 1 ? -1 : 1;
    return sign * visit(node_of(position), -UNIT, UNIT);
  }

 private:
  const u32 number_;
  Table& table_;
  const volatile u32* const stop_;
  u64 nodes_ = 0;
  bool stopped_ = false;

  const RuleSet& rules() const { return RULE_SETS[number_]; }

  // The expectation for the side to move, or alpha or beta when it lies beyond.
  i32 visit(const Node& node, i32 alpha, i32 beta) {
    const Position& position = node.position;
    const bool o_moves = position.count & 1;
    const Squares open = open_squares(position);
    if (is_single(open)) {
      const i32 value = expectation_of(score_at(node.classical | settled(position.count, lowest(open)), SIZE, rules()));
      return clamp(o_moves ? -value : value, alpha, beta);
    }
    // A side without hope of a line gets nothing.
    if (!LIVE.of[o_moves ? position.x : position.o] && beta > 0) beta = 0;
    if (!LIVE.of[o_moves ? position.o : position.x] && alpha < 0) alpha = 0;
    if (alpha >= beta) return clamp(0, alpha, beta);
    if (!(++nodes_ & 255) && stop_ && *stop_) stopped_ = true;
    if (stopped_) return alpha;
    const bool stored = position.count <= MOST_STORED;
    const Key key = stored ? key_of(position, number_) : Key{};
    if (const Entry* const known = stored ? table_.find(key) : nullptr) {
      alpha = clamp(known->at_least, alpha, beta);
      beta = clamp(known->at_most, alpha, beta);
      if (alpha == beta) return alpha;
    }
    i32 best = closings(node, alpha, beta);
    if (best < beta) best = joins(node, best, beta);
    if (stored && !stopped_) {
      Entry& entry = table_.entry(key, -UNIT, UNIT);
      if (best > alpha && best > entry.at_least) entry.at_least = static_cast<i16>(best);
      if (best < beta && best < entry.at_most) entry.at_most = static_cast<i16>(best);
    }
    return best;
  }

  static constexpr i32 clamp(i32 value, i32 low, i32 high) { return value < low ? low : value > high ? high : value; }

  // The best of alpha and all closings.
  i32 closings(const Node& node, i32 alpha, i32 beta) {
    const Position& position = node.position;
    const bool o_moves = position.count & 1;
    for (u32 open = open_squares(position); open && alpha < beta;) {
      const Squares component = position.linked[lowest(open)];
      open &= ~static_cast<u32>(component);
      if (is_single(component)) continue;
      i32 first = -UNIT, second = -UNIT;  // the two best roots seen
      const auto add = [&](i32 value) {
        if (value > first) {
          second = first;
          first = value;
        } else if (value > second) {
          second = value;
        }
      };
      Squares waiting = 0;
      for (u32 roots = component; roots; roots &= roots - 1) {
        const u32 root = lowest(roots);
        const Score score = score_at(measured_at(node, root, position.count), position.count + 1u, rules());
        if (score == GOES_ON)
          waiting |= bit(root);
        else
          add(o_moves ? -expectation_of(score) : expectation_of(score));
      }
      for (; waiting && first + second < 2 * beta; waiting &= waiting - 1) {
        // The partner of this root is the best one seen, or one that is still to come.
        const i32 partner = is_single(waiting) ? first : UNIT;
        const i32 low = clamp(2 * alpha - partner, -UNIT, UNIT), high = clamp(2 * beta - first, -UNIT, UNIT);
        if (low >= high) continue;
        add(-visit(measure(node, rules(), lowest(waiting)), -high, -low));
      }
      if (first + second > 2 * alpha) alpha = first + second >= 2 * beta ? beta : (first + second) / 2;
    }
    return alpha;
  }

  // The best of alpha and all joins.
  i32 joins(const Node& node, i32 alpha, i32 beta) {
    const Squares open = open_squares(node.position);
    for (u32 a = 0; a < SIZE; ++a) {
      if (!(open >> a & 1)) continue;
      for (u32 others = open & ~node.position.linked[a] & ~((2u << a) - 1); others; others &= others - 1) {
        alpha = clamp(-visit(join(node, rules(), a, lowest(others)), -beta, -alpha), alpha, beta);
        if (alpha == beta) return alpha;
      }
    }
    return alpha;
  }
};

}  // namespace spookymarks
