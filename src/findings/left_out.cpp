#include "findings/left_out.h"

#include <algorithm>

namespace context_rot::findings {

using transcript::Block;
using transcript::BlockKind;
using transcript::EntryKind;

namespace {

bool is_correction_note(std::string_view text) {
  return text.starts_with("[Correction: Previous response was wrong") && text.ends_with(']') &&
         text.find('\n') == std::string_view::npos;
}

/// Whether the one text of an answer is a note.
bool says_only_a_note(const transcript::Entry& entry) {
  const Block* text = nullptr;
  for (const Block& block : entry.blocks) {
    if (block.kind != BlockKind::text) continue;
    if (text) return false;
    text = &block;
  }
  return text && is_correction_note(text->text);
}

/// Whether the text is nothing but what stands in the place of another.
bool is_stub(std::string_view text) {
  return text.starts_with(left_out_opening) && text.ends_with(']');
}

/// Whether a fork has put a note into the text, in the place of wrong words: one of the two it has,
/// and not as a quotation.
bool holds_note(std::string_view text) {
  constexpr std::size_t npos = std::string_view::npos;
  for (std::size_t at = text.find(left_out_opening); at != npos;
       at = text.find(left_out_opening, at + left_out_opening.size())) {
    const bool is_quoted = at > 0 && std::string_view("`\"'").find(text[at - 1]) != npos;
    const std::string_view what = text.substr(at + left_out_opening.size());
    if (!is_quoted && (what.starts_with(wrong_words) || what.starts_with(old_decision)))
      return true;
  }
  return false;
}

}  // namespace

bool is_left_out(const transcript::Entry& entry) {
  const bool is_answer = entry.kind == EntryKind::assistant;
  if (is_answer && says_only_a_note(entry)) return true;
  return std::any_of(entry.blocks.begin(), entry.blocks.end(), [&](const Block& block) {
    if (block.kind != BlockKind::text && block.kind != BlockKind::tool_result) return false;
    return is_stub(block.text) || (is_answer && holds_note(block.text));
  });
}

}  // namespace context_rot::findings
