#pragma once
// Which names, paths and values a text is about, and where a conversation uses them.

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "transcript/conversation.h"
#include "util/ascii.h"

namespace context_rot::findings {

/// Words that mean one thing and are not met by chance: at least five characters with a digit, an
/// underscore, a dot, a dash or a capital inside, and longer ones in another script. Paths come in
/// their parts. The views point into `text`; escapes of JSON are skipped. Linear.
template <typename Each>
void for_each_name(std::string_view text, Each&& each);

/// Whether a name tells one thing from another: 5 to 120 bytes with a digit, a sign or a capital
/// inside; of scripts without these, 12 bytes.
bool is_telling_name(std::string_view word);

/// Where a name is used by the person or the model: in texts and in the inputs of calls.
class WordUse {
 public:
  explicit WordUse(const transcript::Conversation& conversation);

  /// Whether the name is used behind `entry`, and not in front of it.
  bool is_new_and_used_after(std::string_view name, std::size_t entry) const;

 private:
  struct Places {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
  };
  std::unordered_map<std::string_view, Places> places_;
};

/// Whether a byte can be part of a name: ASCII letters and digits, "_", "-", ".", all of non-ASCII.
inline bool is_name_byte(char c) {
  return is_word_byte(c) || c == '-' || c == '.';
}

template <typename Each>
void for_each_name(std::string_view text, Each&& each) {
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '\\') {
      i += 2;
      continue;
    }
    if (!is_name_byte(text[i])) {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    while (i < text.size() && is_name_byte(text[i])) ++i;
    std::string_view word = text.substr(begin, i - begin);
    while (!word.empty() && (word.back() == '.' || word.back() == '-')) word.remove_suffix(1);
    while (!word.empty() && (word.front() == '.' || word.front() == '-')) word.remove_prefix(1);
    if (is_telling_name(word)) each(word);
  }
}

}  // namespace context_rot::findings
