#pragma once
// The languages that the toolkit speaks to people in.

#include <array>
#include <string_view>

namespace context_rot::config {

enum class Language { english, spanish };
inline constexpr std::array all_languages{Language::english, Language::spanish};

/// A text in both languages, UTF-8. One that lacks a language does not compile.
struct InBoth {
  std::string_view english;
  std::string_view spanish;

  consteval InBoth(const char* in_english, const char* in_spanish)
      : english(in_english), spanish(in_spanish) {
    if (english.empty() != spanish.empty()) throw "a text in one language only";
  }

  /// The text in that language.
  constexpr std::string_view in(Language language) const {
    return language == Language::spanish ? spanish : english;
  }
};

}  // namespace context_rot::config
