// The flat C interface of the census. The page does not count games: its module goes without.

#if !defined(__wasm__)

#include "census.hpp"
#include "export.hpp"

using namespace spookymarks;
using namespace spookymarks::census;

// Expand the slots from `first` up to `last` of a layer into the next one; both are tables of states, their sizes powers
// of two. At most `room` new states are added; `out->next` is the first slot that was not expanded.
EXPORT void sm_census_expand(u32 rules, State* layer, u64 size, u64 first, u64 last, State* next, u64 next_size,
                             u64 room, Tally* out) {
  *out = expand({layer, size}, first, last, {next, next_size}, room, RULE_SETS[rules]);
}

// Copy a layer into a larger table, which must be empty.
EXPORT void sm_census_enlarge(State* layer, u64 size, State* larger, u64 larger_size) {
  enlarge({layer, size}, {larger, larger_size});
}

#endif
