#include "util/named_program.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using namespace context_rot;

int nothing(int, char**) {
  return 0;
}

constexpr NamedProgram programs[] = {{"rot-hook", nothing}, {"rot-meter", nothing}};

/// "NAME at INDEX", or "none".
std::string chosen(std::vector<std::string> words, const std::string& file = "/opt/both") {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  const auto found = choose_program(programs, arguments, file);
  if (!found) return "none";
  return std::string(found->program->name) + " at " + std::to_string(found->first);
}

}  // namespace

TEST_CASE("a program is known by the name it was started under") {
  CHECK(chosen({"rot-meter"}) == "rot-meter at 0");
  CHECK(chosen({"/a b/rot-hook"}) == "rot-hook at 0");
  CHECK(chosen({"./rot-meter", "rot-hook"}) == "rot-meter at 0");
}

TEST_CASE("under another name it is the file that a link leads to") {
  CHECK(chosen({"mine"}, "/x/bin/rot-hook") == "rot-hook at 0");
  CHECK(chosen({"mine", "rot-meter"}, "/x/bin/rot-hook") == "rot-hook at 0");
  CHECK(chosen({}, "/x/bin/rot-meter") == "rot-meter at 0");
}

TEST_CASE("the first argument may name it where no name does") {
  CHECK(chosen({"/opt/both", "rot-meter", "--rot"}) == "rot-meter at 1");
  CHECK(chosen({"/opt/both", "--rot", "rot-meter"}) == "none");
}

TEST_CASE("a name that only begins or ends like one is none") {
  for (const char* name : {"", "/", "rot-meter/", "rot-meter2", "my-rot-meter", "ROT-METER"}) {
    CHECK(chosen({name}) == "none");
  }
  CHECK(chosen({}, "") == "none");
}
