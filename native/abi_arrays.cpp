// The flat interface for arrays; see arrays.hpp. Only the library has it: a page has no arrays to fill.

#if !defined(__wasm__)

#include "arrays.hpp"
#include "export.hpp"

using namespace spookymarks;

EXPORT void sm_simulate_games(u32 rules, u64 seed, u64 first, u64 games, GameRow* out) {
  simulate_rows(RULE_SETS[rules], seed, first, games, out);
}

EXPORT u64 sm_first_wrong_row(u32 rules, const Squares* rows, u64 count) {
  return first_wrong_row(RULE_SETS[rules], rows, count);
}

// Rows must have passed sm_first_wrong_row; workspace and stop as for sm_solve.
EXPORT u64 sm_values(u32 rules, const Squares* rows, u64 count, void* workspace, const volatile u32* stop, double* out) {
  return value_rows(rules, rows, count, *static_cast<Table*>(workspace), stop, out);
}

#endif
