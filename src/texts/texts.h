#pragma once
// The texts that people read, in every language: one file a language (english.inc, spanish.inc),
// english.inc being the list. What is said of each kind of finding stands with it
// (findings/kinds.inc), what only developers and scripts read is English and stands where it is
// said.

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "config/language.h"

namespace context_rot::texts {

/// The name of a text.
enum class Text : std::uint16_t {
#define TEXT(name, words) name,
#include "texts/english.inc"
#undef TEXT
};

/// How many there are.
inline constexpr std::size_t text_count = []() {
  std::size_t count = 0;
#define TEXT(name, words) ++count;
#include "texts/english.inc"
#undef TEXT
  return count;
}();

/// A text as it stands in the language's file, with its {names}, UTF-8; it lives as long as the
/// program. In English where the language lacks it.
std::string_view raw(Text text, config::Language language);

/// "band_unknown": for tests.
std::string_view name_of(Text text);

/// Whether the language has a text of its own for this.
bool has(Text text, config::Language language);

/// What stands in the place of {name}.
struct Value {
  std::string_view name;
  std::string_view is;
};

/// The text with its values. A name that is not given stays as it stands; one that the text does
/// not have is left out. Values are not looked through for names.
std::string text_of(Text text, config::Language language, std::span<const Value> values = {});

/// The texts of one language.
class Texts {
 public:
  /// Those of this language.
  explicit Texts(config::Language language) : language_(language) {}

  /// text_of() in its language.
  std::string operator()(Text text, std::initializer_list<Value> values = {}) const {
    return text_of(text, language_, {values.begin(), values.size()});
  }

  /// The text for one or for several things, with {times} for how many.
  std::string counted(std::size_t times, Text one, Text several,
                      std::initializer_list<Value> values = {}) const;

  /// The language.
  config::Language language() const { return language_; }

 private:
  config::Language language_;
};

}  // namespace context_rot::texts
