// Every text of the page and the timeline stands in both languages.

#include "report/words.h"

#include <doctest/doctest.h>

#include <array>
#include <bit>

using namespace context_rot;
using report::Words;

namespace {

/// The members in their order: there is nothing else in it.
auto texts_of(const Words& words) {
  return std::bit_cast<std::array<std::string_view, sizeof(Words) / sizeof(std::string_view)>>(
      words);
}

}  // namespace

TEST_CASE("no text lacks a language") {
  const auto english = texts_of(report::words_of(config::Language::english));
  const auto spanish = texts_of(report::words_of(config::Language::spanish));
  CHECK(english.front() == "en");
  CHECK(spanish.front() == "es");
  for (std::size_t i = 0; i < english.size(); ++i) {
    CAPTURE(i);
    CHECK(!english[i].empty());
    CHECK(!spanish[i].empty());
  }
}
