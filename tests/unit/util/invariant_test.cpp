// The macro looks at CONTEXT_ROT_INVARIANTS where the header is read: here it is on in any build.
#ifdef CONTEXT_ROT_INVARIANTS
#define CHECKED_BUILD
#else
#define CONTEXT_ROT_INVARIANTS
#endif
#include "util/invariant.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>

#include "correction/overlap.h"
#include "findings/line_set.h"
#include "transcript/turn.h"

using namespace context_rot;

namespace {

/// Whether a program that does this ends by SIGABRT.
bool aborts(const std::function<void()>& work) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    std::signal(SIGABRT, SIG_DFL);  // not the test framework's
    ::close(STDERR_FILENO);
    work();
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

int times_evaluated = 0;

bool evaluate(bool holds) {
  ++times_evaluated;
  return holds;
}

}  // namespace

TEST_CASE("an invariant that does not hold ends the program where they are checked") {
  CHECK(aborts([] { CONTEXT_ROT_INVARIANT(1 + 1 == 3); }));
  CHECK_FALSE(aborts([] { CONTEXT_ROT_INVARIANT(1 + 1 == 2); }));
  times_evaluated = 0;
  CONTEXT_ROT_INVARIANT(evaluate(true));
  CHECK(times_evaluated == 1);
}

TEST_CASE("the library's own are checked in the builds that are made for it") {
#ifdef CHECKED_BUILD
  constexpr bool checked = true;
#else
  constexpr bool checked = false;
#endif
  CHECK(aborts([] {
          findings::LineCover cover;
          cover.add({5, 3});
        }) == checked);
  CHECK(aborts([] { correction::shared({"b", "a"}, {"a"}); }) == checked);
}
