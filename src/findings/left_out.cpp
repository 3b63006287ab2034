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

}  // namespace

bool is_left_out(const transcript::Entry& entry) {
  const bool is_answer = entry.kind == EntryKind::assistant;
  if (is_answer && says_only_a_note(entry)) return true;
  return std::any_of(entry.blocks.begin(), entry.blocks.end(), [&](const Block& block) {
    if (block.kind != BlockKind::text && block.kind != BlockKind::tool_result) return false;
    const std::size_t at = block.text.find(left_out_opening);
    return is_answer ? at != std::string::npos : at == 0;
  });
}

}  // namespace context_rot::findings
