#include "findings/word_use.h"

namespace context_rot::findings {

using transcript::Block;
using transcript::BlockKind;
using transcript::Conversation;
using transcript::EntryKind;

bool is_telling_name(std::string_view word) {
  constexpr std::size_t least = 5;
  constexpr std::size_t longest = 120;
  constexpr std::size_t least_in_other_scripts = 12;  // bytes
  if (word.size() < least || word.size() > longest) return false;
  bool letter = false;
  bool mark = false;
  bool other = false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = word[i];
    const bool upper = is_upper(c);
    const bool digit = is_digit(c);
    letter = letter || upper || is_lower(c);
    mark = mark || digit || c == '_' || c == '.' || c == '-' ||
           (upper && i > 0 && is_lower(word[i - 1]));
    other = other || is_beyond_ascii(c);
  }
  if (other && !letter) return word.size() >= least_in_other_scripts;
  return mark && (letter || word.size() > least);
}

WordUse::WordUse(const Conversation& conversation) {
  for (std::size_t i = 0; i < conversation.entries.size(); ++i) {
    const auto& entry = conversation.entries[i];
    if (entry.sidechain) continue;
    if (entry.kind != EntryKind::prompt && entry.kind != EntryKind::assistant) continue;
    const auto index = static_cast<std::uint32_t>(i);
    const auto note = [&](std::string_view word) {
      const auto [place, is_new] = places_.try_emplace(word, Places{index, index});
      if (!is_new) place->second.last = index;
    };
    for (const Block& block : entry.blocks) {
      if (block.kind == BlockKind::text || block.kind == BlockKind::thinking) {
        for_each_name(block.text, note);
      }
      if (block.kind == BlockKind::tool_use) for_each_name(block.input, note);
    }
  }
}

bool WordUse::is_new_and_used_after(std::string_view name, std::size_t entry) const {
  const auto place = places_.find(name);
  return place != places_.end() && place->second.first > entry && place->second.last > entry;
}

}  // namespace context_rot::findings
