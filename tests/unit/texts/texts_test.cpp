#include "texts/texts.h"

#include <doctest/doctest.h>

#include <set>

using namespace context_rot;
using config::Language;
using texts::Text;

namespace {

std::multiset<std::string> places_of(std::string_view text) {
  std::multiset<std::string> out;
  for (std::size_t open = text.find('{'); open != text.npos; open = text.find('{', open + 1)) {
    out.insert(std::string(text.substr(open, text.find('}', open) + 1 - open)));
  }
  return out;
}

}  // namespace

TEST_CASE("every text is there in every language, with the same values") {
  for (std::size_t i = 0; i < texts::text_count; ++i) {
    const Text text = static_cast<Text>(i);
    CAPTURE(texts::name_of(text));
    for (const Language language : config::all_languages) {
      CAPTURE(static_cast<int>(language));
      CHECK(texts::has(text, language));
      CHECK(places_of(texts::raw(text, language)) ==
            places_of(texts::raw(text, Language::english)));
    }
  }
}

TEST_CASE("values stand where their names do, and are not read again") {
  const texts::Texts say(Language::english);
  CHECK(say(Text::status_used, {{"window", "200k"}, {"used", "{window}"}}) == "{window} of 200k");
  CHECK(say(Text::status_used, {{"used", "1k"}}) == "1k of {window}");
  CHECK(say(Text::status_waiting, {{"used", "1k"}}) == "waiting for the first answer");
  CHECK(say.counted(1, Text::item_worked_one, Text::item_worked, {{"target", "make"}}) ==
        "`make` failed 1 time and works now");
  CHECK(texts::Texts(Language::spanish)
            .counted(2, Text::item_worked_one, Text::item_worked, {{"target", "make"}}) ==
        "`make` falló 2 veces y ya funciona");
}
