// The flat interface of the computer players; `player` is a number of players.hpp.

#include "duel.hpp"
#include "export.hpp"

using namespace spookymarks;

// The number of the action that a player chooses in a game of a seed. The game must not be over, and no coin may have
// to measure; workspace as for sm_solve.
EXPORT u32 sm_choose(u32 rules, const Position* position, u32 player, u64 seed, u64 game, void* workspace) {
  return choose(*position, rules, player, draws_for(*position, seed, game), *static_cast<Table*>(workspace), nullptr);
}

#if !defined(__wasm__)

// How many bytes of zeroed, 16-byte aligned memory a duel wants. It belongs to one rule set, may be used for any number
// of duels, one at a time, and only makes them quicker.
EXPORT u64 sm_memory_size() { return sizeof(Memory); }

// Play the games `first` to `first + games - 1` of a seed between two players.
EXPORT void sm_duel(u32 rules, u32 one, u32 two, u64 seed, u64 first, u64 games, void* memory, Duel* out) {
  *out = duel(rules, one, two, seed, first, games, *static_cast<Memory*>(memory));
}

#endif
