// Random numbers and random actions: every implementation draws the same ones, so random games can be compared.
//
// The number for ply p of game g is the SplitMix64 output (Steele, Lea, Flood 2014) at place 32 g + p + 1 of the
// seed's sequence: a counter, no state, so any game can be played on its own. Its upper 32 bits times the number of
// legal actions, shifted right by 32, is the place of the action among the legal ones in the order of their numbers.
#pragma once

#include "position.hpp"

namespace spookymarks {

constexpr u32 PLIES_RESERVED = 32;

inline u64 random_number(u64 seed, u64 game, u32 ply) {
  u64 z = seed + 0x9e3779b97f4a7c15u * (game * PLIES_RESERVED + ply + 1);
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

// A number from 0 to bound - 1; the bias is below 1e-8.
inline u32 below(u64 random, u32 bound) { return static_cast<u32>((random >> 32) * bound >> 32); }

// Do a random legal action; every legal one is equally likely. The game must not be over.
inline void act_at_random(Position& position, const RuleSet& rules, u64 random) {
  if (position.measured != NOTHING) {
    const Squares pair = position.marks[position.measured];
    settle(position, rules, below(random, 2) ? lowest(pair & (pair - 1)) : lowest(pair));
    return;
  }
  const Squares free = free_squares(position, rules);
  if (is_single(free)) {
    settle(position, rules, lowest(free));
  } else if (rules.repeats) {
    const Pair pair = nth_pair(free, below(random, pairs_of(size_of(free))));
    place(position, rules, pair.a, pair.b);
  } else {
    u64 legal = legal_actions(position, rules);
    for (u32 skip = below(random, count_legal(position, rules)); skip; --skip) legal &= legal - 1;
    act(position, rules, static_cast<u32>(__builtin_ctzll(legal)));
  }
}

}  // namespace spookymarks
