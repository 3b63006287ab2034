#include "advice/heavy_step.h"

#include <doctest/doctest.h>

#include <string>

using namespace context_rot::advice;

TEST_CASE("a heavy step is an order to look through, or run, much") {
  CHECK(is_output_heavy("Run ALL TESTS again"));
  CHECK(is_output_heavy("run the whole test suite"));
  CHECK(is_output_heavy("explore the codebase for uses of it"));
  CHECK(is_output_heavy("can you analyze the codebase and compare it with ours?"));
  CHECK(is_output_heavy("ok. then please search all files for the old name"));
  CHECK(is_output_heavy("let's review everything before the release"));
  CHECK(is_output_heavy("ejecuta todas las pruebas"));
  CHECK(is_output_heavy("por favor, revisa todo el c\u00f3digo"));
}

TEST_CASE("a small step, a remark or a question is not heavy") {
  CHECK_FALSE(is_output_heavy("rename the variable"));
  CHECK_FALSE(is_output_heavy("run the parser test"));
  CHECK_FALSE(is_output_heavy(""));
  // The words stand there, but nothing is ordered.
  CHECK_FALSE(
      is_output_heavy("this follows a pattern seen elsewhere in the codebase, add a log line"));
  CHECK_FALSE(is_output_heavy("the logs are still empty"));
  CHECK_FALSE(is_output_heavy("how do I run all tests?"));
  CHECK_FALSE(is_output_heavy("don't run all tests"));
  CHECK_FALSE(is_output_heavy("what does `entire list` print?"));
  CHECK_FALSE(is_output_heavy("read a.txt. all tests pass now"));  // another sentence
  // What is quoted is not ordered, and nobody orders at the end of a long paste.
  CHECK_FALSE(is_output_heavy("> run all tests\nwhy does it say that?"));
  CHECK_FALSE(is_output_heavy("this failed:\n```\nrun all tests\n```"));
  CHECK_FALSE(is_output_heavy(std::string(700, 'x') + ". run all tests"));
}
