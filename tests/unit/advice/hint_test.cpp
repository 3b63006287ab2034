#include "advice/hint.h"

#include <doctest/doctest.h>

#include <random>

#include "util/utf8.h"

using namespace context_rot;
using namespace context_rot::advice;
using config::Language;

namespace {

Facts facts() {
  Facts out;
  out.topic.words = "token refresh in auth";
  out.files = {"src/auth/refresh.ts"};
  out.decisions = {"one timer per tab"};
  out.noise = {{findings::Kind::failed, 11'000, "the 3 failed attempts at npm test"}};
  return out;
}

std::size_t characters(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("hint: topic, files and decisions, noise") {
  CHECK(compact_hint(facts(), Language::english) ==
        "/compact focus on \"token refresh in auth\", keep src/auth/refresh.ts, the decision 'one "
        "timer "
        "per tab', drop the 3 failed attempts at npm test");
  CHECK(compact_hint(facts(), Language::spanish) ==
        "/compact céntrate en \"token refresh in auth\", conserva src/auth/refresh.ts, la decisión "
        "'one "
        "timer per tab', descarta los intentos fallidos");
}

TEST_CASE("hint: open work stands in front of the noise") {
  Facts open = facts();
  open.open.tasks = {"print the label", "weigh the parcels", "a third one"};
  CHECK(
      compact_hint(open, Language::english)
          .ends_with("'one timer per tab', go on with 'print the label', 'weigh the parcels', drop "
                     "the 3 failed attempts at npm test"));
  CHECK(compact_hint(open, Language::spanish).find(", sigue con 'print the label', ") !=
        std::string::npos);
}

TEST_CASE("hint: what is missing leaves no trace") {
  CHECK(compact_hint(Facts(), Language::english) == "/compact");
  Facts only_noise;
  only_noise.noise = {{findings::Kind::stale_read, 100, "old reads of a.ts"}};
  CHECK(compact_hint(only_noise, Language::english) == "/compact drop old reads of a.ts");
  only_noise.noise[0].tokens = 0;
  CHECK(compact_hint(only_noise, Language::english) == "/compact");
}

TEST_CASE("hint: never longer than its limit, never cut inside an item") {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    Facts many;
    const auto text = [&](std::size_t most) {
      std::string out;
      const std::size_t size = random() % most;
      while (out.size() < size) out += random() % 5 == 0 ? "ñ" : "a";
      return out;
    };
    many.topic.words = text(120);
    for (std::size_t i = random() % 6; i > 0; --i) many.files.push_back("f" + text(90));
    for (std::size_t i = random() % 5; i > 0; --i) many.decisions.push_back("d" + text(70));
    for (std::size_t i = random() % 4; i > 0; --i) {
      many.noise.push_back({findings::Kind::failed, 10, "n" + text(80)});
    }
    for (const Language language : {Language::english, Language::spanish}) {
      const std::string hint = compact_hint(many, language);
      CHECK(characters(hint) <= max_hint_characters);
      CHECK(repair_utf8(hint) == hint);
      CHECK(hint.starts_with("/compact"));
      CHECK_FALSE(hint.ends_with(", "));
    }
  }
}
