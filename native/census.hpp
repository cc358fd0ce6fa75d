// The census: all states of the game, layer by layer, each with the number of games that lead to it.
//
// A state is what matters for the rest of the game but for the numbers: the marks of X and of O, without a pending
// measurement, up to the eight symmetries of the board. All states after k placements are a layer. The caller keeps a
// layer as a hash table in memory of its own; `expand` reads a part of one and adds what follows to the next, and
// several threads may do so at once: sums of integers do not depend on the order.
//
//   key, 55 bits     1 xxxxxx xxxxxx … oooooo oooooo …     a leading one, then the codes (see IMAGES) of the marks of
//                                                          X, ascending, and of O: exact, nothing is hashed into it
//
//   chance           how likely random play is to come here: placements uniform over the open pairs, a fair coin for
//                    the measurements. It is an integer, in units of 1 / 2520^k: 2520 is twice the least common
//                    multiple of the numbers of pairs, 1 3 6 10 15 21 28 36, so nothing is ever rounded.
//
// The rules must be those of the core but for scoring, chooser and `full_board`: number-free they are all alike.
#pragma once

#include "table.hpp"

namespace spookymarks::census {

// 45 bits for the marks of X, by their codes, and 45 above them for those of O. Spooky pairs form a forest when no
// measurement is pending, so no mark is there twice.
using MarkSet = unsigned __int128;
using Chance = unsigned __int128;

constexpr u64 CHANCE_UNIT = 2520;

struct State {
  u64 key;  // 0 in a free slot
  u64 games;
  u64 chance_low, chance_high;
};
static_assert(sizeof(State) == 32);

// What a part of a layer came to: the new states that it added, and the games that ended by who has a line: nobody,
// X, O, both. `measured` is the chance that the placement closed a cycle.
struct Tally {
  u64 next, added;
  u64 games[4];
  struct {
    u64 low, high;
  } chance[4], measured;
};
static_assert(sizeof(Tally) == 16 + 4 * 8 + 5 * 16);

struct MarkBits {
  MarkSet of[2][ACTIONS][8];
  constexpr MarkBits() : of() {
    for (u32 owner = 0; owner < 2; ++owner)
      for (u32 code = 0; code < ACTIONS; ++code)
        for (u32 image = 0; image < 8; ++image)
          of[owner][code][image] = MarkSet{1} << (owner * ACTIONS + IMAGES.of[code][image]);
  }
};
inline constexpr MarkBits MARK_BITS;

// A state's marks as each symmetry of the board carries them over.
struct Images {
  MarkSet of[8];

  void add(u32 owner, u32 code) {
    for (u32 image = 0; image < 8; ++image) of[image] |= MARK_BITS.of[owner][code][image];
  }
};

inline u64 key_of(MarkSet marks) {
  u64 key = 1;
  for (u32 owner = 0; owner < 2; ++owner, marks >>= ACTIONS)
    for (u64 left = static_cast<u64>(marks) & ((u64{1} << ACTIONS) - 1); left; left &= left - 1)
      key = key << 6 | static_cast<u32>(__builtin_ctzll(left));
  return key;
}

// The key of the least image with one mark more.
inline u64 key_with(const Images& images, u32 owner, u32 code) {
  MarkSet least = ~MarkSet{0};
  for (u32 image = 0; image < 8; ++image) {
    const MarkSet marks = images.of[image] | MARK_BITS.of[owner][code][image];
    if (marks < least) least = marks;
  }
  return key_of(least);
}

inline u64 key_of(const Images& images) {
  MarkSet least = images.of[0];
  for (const MarkSet marks : images.of)
    if (marks < least) least = marks;
  return key_of(least);
}

// Classical marks without numbers.
struct Classical {
  Squares of[2];

  Squares all() const { return of[0] | of[1]; }
  Classical operator|(const Classical& other) const {
    return {static_cast<Squares>(of[0] | other.of[0]), static_cast<Squares>(of[1] | other.of[1])};
  }
};

inline Classical mark_at(u32 owner, u32 square) {
  return owner ? Classical{0, bit(square)} : Classical{bit(square), 0};
}

// A state, ready to be expanded.
struct Scene {
  u32 count = 0;
  struct {
    u8 owner, code;
  } marks[SIZE];
  Squares linked[SIZE];
  Classical classical{};
  // By the root principle: how the component of each square settles when a mark settles in that square, without it.
  Classical collapse[SIZE] = {};

  explicit Scene(u64 key) {
    for (u32 s = 0; s < SIZE; ++s) linked[s] = bit(s);
    const u32 total = (63 - static_cast<u32>(__builtin_clzll(key))) / 6;
    for (; count < total; key >>= 6) add(count < total / 2, key & 63);
  }

  void add(u32 owner, u32 code) {
    marks[count++] = {static_cast<u8>(owner), static_cast<u8>(code)};
    if (code >= PAIRS)
      classical = classical | mark_at(owner, code - PAIRS);
    else
      join(owner, PAIR_TABLE.at[code].a, PAIR_TABLE.at[code].b);
  }

  // From a root on one side of a pair, its mark settles at the other end, and what hangs there as from that end.
  void join(u32 owner, u32 a, u32 b) {
    const Classical beyond_b = collapse[b] | mark_at(owner, b), beyond_a = collapse[a] | mark_at(owner, a);
    const Squares of_a = linked[a], joined = of_a | linked[b];
    for (u32 left = joined; left; left &= left - 1) {
      const u32 s = lowest(left);
      collapse[s] = collapse[s] | (of_a >> s & 1 ? beyond_b : beyond_a);
      linked[s] = joined;
    }
  }

  // The images of all marks outside a set of squares.
  Images images_without(Squares squares) const {
    Images images{};
    for (u32 i = 0; i < count; ++i) {
      const u32 code = marks[i].code;
      if (code >= PAIRS || !(squares >> PAIR_TABLE.at[code].a & 1)) images.add(marks[i].owner, code);
    }
    return images;
  }
};

// A layer: `size` slots, a power of two, of which at least one is free.
struct Layer {
  State* slots;
  u64 size;

  State* home(u64 key) const {
    const u64 hash = (key ^ key >> 29) * 0x9e3779b97f4a7c15u;
    return slots + ((hash ^ hash >> 32) & (size - 1));
  }

  // Add to a state's sums; returns whether it is new.
  bool add(u64 key, u64 games, Chance chance) const {
    State* slot = home(key);
    bool fresh = false;
    while (true) {
      u64 found = __atomic_load_n(&slot->key, __ATOMIC_RELAXED);
      if (!found) {
        fresh = __atomic_compare_exchange_n(&slot->key, &found, key, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
        if (fresh) break;
      }
      if (found == key) break;
      if (++slot == slots + size) slot = slots;
    }
    const u64 low = static_cast<u64>(chance);
    __atomic_fetch_add(&slot->games, games, __ATOMIC_RELAXED);
    const u64 carry = __atomic_fetch_add(&slot->chance_low, low, __ATOMIC_RELAXED) > ~low;
    const u64 high = static_cast<u64>(chance >> 64) + carry;
    if (high) __atomic_fetch_add(&slot->chance_high, high, __ATOMIC_RELAXED);
    return fresh;
  }
};

// A state has no more followers: 36 pairs, or for fewer of them the squares of the components as roots.
constexpr u32 MOST_FOLLOWERS = PAIRS + SIZE;

// The followers of one state. Their slots are fetched from memory while the others are found.
struct Followers {
  struct {
    u64 key, games;
    Chance chance;
  } at[MOST_FOLLOWERS];
  u32 count = 0;
  Chance finished[4] = {}, measured = 0;
  u64 games[4] = {};

  void add(const Layer& layer, u64 key, u64 ways, Chance chance) {
    __builtin_prefetch(layer.home(key), 1);
    at[count++] = {key, ways, chance};
  }

  void finish(const Classical& marks, u64 ways, Chance chance) {
    const u32 lines = has_line(marks.of[0]) | has_line(marks.of[1]) << 1;
    games[lines] += ways;
    finished[lines] += chance;
  }
};

inline void follow(const State& state, const RuleSet& rules, const Layer& next, Followers& followers) {
  const Scene scene{state.key};
  const Chance chance = static_cast<Chance>(state.chance_high) << 64 | state.chance_low;
  const Squares open = FULL & ~scene.classical.all();
  const u32 owner = scene.count & 1;
  if (is_single(open)) {
    followers.finish(scene.classical | mark_at(owner, lowest(open)), state.games, chance * CHANCE_UNIT);
    return;
  }
  const u64 share = CHANCE_UNIT / pairs_of(size_of(open));
  const Images images = scene.images_without(0);
  for (u32 left = open; left; left &= left - 1) {
    const u32 a = lowest(left);
    for (u32 others = left & ~scene.linked[a]; others; others &= others - 1) {
      const u64 key = key_with(images, owner, pair_number(a, lowest(others)));
      followers.add(next, key, state.games, chance * share);
    }
  }
  for (u32 left = open; left; left &= left - 1) {
    const u32 root = lowest(left);
    const Squares component = scene.linked[root];
    // Each pair of the component that includes the root leads here, when its mark settles in the root.
    const u64 ways = size_of(component) - 1;
    if (!ways) continue;
    const Chance part = chance * (ways * share / 2);
    followers.measured += part;
    const Classical settled = scene.collapse[root] | mark_at(owner, root), all = scene.classical | settled;
    if (all.all() == FULL || (!rules.full_board && (has_line(all.of[0]) || has_line(all.of[1])))) {
      followers.finish(all, state.games * ways, part);
      continue;
    }
    Images after = scene.images_without(component);
    for (u32 squares = component; squares; squares &= squares - 1)
      after.add(settled.of[1] >> lowest(squares) & 1, PAIRS + lowest(squares));
    followers.add(next, key_of(after), state.games * ways, part);
  }
}

// Expand the slots from `first` up to `last` of one layer into the next. Stops early, at a slot to go on from, when it
// may have added more than `room` new states.
inline Tally expand(const Layer& layer, u64 first, u64 last, const Layer& next, u64 room, const RuleSet& rules) {
  Tally tally{};
  Followers followers;
  for (; first != last && tally.added + MOST_FOLLOWERS <= room; ++first) {
    const State& state = layer.slots[first];
    if (!state.key) continue;
    followers.count = 0;
    follow(state, rules, next, followers);
    for (u32 i = 0; i < followers.count; ++i)
      tally.added += next.add(followers.at[i].key, followers.at[i].games, followers.at[i].chance);
  }
  tally.next = first;
  for (u32 lines = 0; lines < 4; ++lines) {
    const Chance chance = followers.finished[lines];
    tally.games[lines] = followers.games[lines];
    tally.chance[lines] = {static_cast<u64>(chance), static_cast<u64>(chance >> 64)};
  }
  tally.measured = {static_cast<u64>(followers.measured), static_cast<u64>(followers.measured >> 64)};
  return tally;
}

// Copy a layer into a larger table.
inline void enlarge(const Layer& layer, const Layer& larger) {
  for (u64 i = 0; i < layer.size; ++i) {
    const State& state = layer.slots[i];
    if (state.key) larger.add(state.key, state.games, static_cast<Chance>(state.chance_high) << 64 | state.chance_low);
  }
}

}  // namespace spookymarks::census
