#pragma once
// What headers promise and ask for, checked where there is time for it. Product-free.

#include <cstdio>
#include <cstdlib>

namespace context_rot {

/// Says on stderr what does not hold and where, and ends the program by SIGABRT.
[[noreturn]] inline void invariant_broken(const char* what, const char* file, int line) {
  std::fprintf(stderr, "invariant broken: %s (%s:%d)\n", what, file, line);
  std::abort();
}

}  // namespace context_rot

/// CONTEXT_ROT_INVARIANT(condition): what a caller must keep, or a function has just brought about.
/// Checked in debug builds, with sanitizers and in fuzzers (CONTEXT_ROT_INVARIANTS in
/// cmake/Flags.cmake), where a broken one ends the program; else it is not evaluated and costs
/// nothing. Never for foreign input: that is checked always and gets an error.
#ifdef CONTEXT_ROT_INVARIANTS
#define CONTEXT_ROT_INVARIANT(...) \
  (static_cast<bool>(__VA_ARGS__)  \
       ? static_cast<void>(0)      \
       : ::context_rot::invariant_broken(#__VA_ARGS__, __FILE__, __LINE__))
#else
#define CONTEXT_ROT_INVARIANT(...) static_cast<void>(sizeof(static_cast<bool>(__VA_ARGS__)))
#endif
