// Duels: whole games between two computer players, for calibration. The layout of the result is read by
// spookymarks/solver/arena.py.
#pragma once

#include "players.hpp"

namespace spookymarks {

constexpr u32 LEADS = 9;  // from −4 to 4 halves

// How the games of the first player came out: by its letter (X, O) and by how many halves it was ahead, from −4 on.
struct Duel {
  u64 games[2][LEADS];
};

// What a player keeps between games, for one rule set; zeroed memory is a fresh one.
struct Memory {
  Table table;
  Openings openings;
};

// Play the games `first` to `first + games - 1` of a seed. The first player is X in the games with an even number.
inline Duel duel(u32 rules, u32 one, u32 two, u64 seed, u64 first, u64 games, Memory& memory) {
  Duel found{};
  const RuleSet& set = RULE_SETS[rules];
  for (u64 game = first; game != first + games; ++game) {
    const u32 letter = static_cast<u32>(game & 1);
    Position position = start();
    while (!position.over) {
      const Draws draws = draws_for(position, seed, game);
      const Player actor = player_to_act(position, set);
      const u32 player = actor == Player::none ? RANDOM_PLAYER : (actor == Player::o) == letter ? one : two;
      act(position, set, choose(position, rules, player, draws, memory.table, &memory.openings));
    }
    ++found.games[letter][lead(position, set, letter) + 4];
  }
  return found;
}

}  // namespace spookymarks
