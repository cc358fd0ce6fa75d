// The flat C interface: plain numbers and pointers to memory of the caller; nothing is kept between calls but what a
// solver's workspace remembers.
//
// `rules` is a place in RULE_SETS and must be below sm_rules(). Positions come from sm_start, sm_read or sm_play only.
// Any change of a signature, a layout or a number raises ABI and, with it, KERNEL_ABI in Python and TypeScript.

#include "export.hpp"
#include "playout.hpp"
#include "refuse.hpp"
#include "solve.hpp"
#include "text.hpp"

using namespace spookymarks;

constexpr u32 ABI = 2;

EXPORT u32 sm_abi() { return ABI; }

EXPORT u32 sm_rules() { return RULE_SET_COUNT; }

// The empty board.
EXPORT void sm_start(Position* out) { *out = start(); }

// Read a position text. Returns a Refusal, and in `place` the 1-based character to which it belongs; `out` is written
// only when the text is accepted.
EXPORT u32 sm_read(u32 rules, const char* text, u32 length, Position* out, u32* place) {
  const Verdict verdict = read(text, length, RULE_SETS[rules], *out);
  *place = verdict.place;
  return static_cast<u32>(verdict.refusal);
}

// Write a position text into 26 characters; returns its length.
EXPORT u32 sm_write(const Position* position, char* out) { return write(*position, out); }

// Do an action. Returns a Refusal; the position is unchanged when it is refused.
EXPORT u32 sm_play(u32 rules, Position* position, u32 action) {
  return static_cast<u32>(play(*position, RULE_SETS[rules], action));
}

EXPORT void sm_view(u32 rules, const Position* position, View* out) { *out = view_of(*position, RULE_SETS[rules]); }

EXPORT u64 sm_perft(u32 rules, const Position* position, u32 depth) {
  return perft(*position, RULE_SETS[rules], depth);
}

EXPORT void sm_simulate(u32 rules, u64 seed, u64 first, u64 games, Totals* out) {
  *out = simulate(RULE_SETS[rules], seed, first, games);
}

// Write the view after every ply of random games; `out` has room for 17 views a game. Returns the number of views.
EXPORT u32 sm_trace(u32 rules, u64 seed, u64 first, u32 games, View* out) {
  return trace(RULE_SETS[rules], seed, first, games, out);
}

// How many bytes of zeroed, 16-byte aligned memory the solver wants; it may be used for any number of questions, one at
// a time, and only makes them quicker.
EXPORT u32 sm_workspace_size() { return sizeof(Table); }

// Solve a position to a Depth; see solve.hpp. The search stops soon after `*stop` is not 0; `stop` may be null.
EXPORT void sm_solve(u32 rules, const Position* position, u32 depth, void* workspace, const volatile u32* stop,
                     Solution* out) {
  solve(*position, rules, static_cast<Depth>(depth), *static_cast<Table*>(workspace), stop, *out);
}

#if defined(__wasm__)
// A page has no memory of its own in the module: it passes everything through this buffer.
alignas(8) static u8 scratch[1 << 16];

EXPORT u8* sm_scratch() { return scratch; }

EXPORT u32 sm_scratch_size() { return sizeof scratch; }
#endif
