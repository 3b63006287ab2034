#include "transcript/turn.h"
#include "util/invariant.h"

#include <algorithm>

namespace context_rot::transcript {

using transcript::Block;
using transcript::BlockKind;
using transcript::Conversation;
using transcript::Entry;
using transcript::EntryKind;

namespace {

bool holds_text(const Entry& entry) {
  return entry.kind == EntryKind::assistant && !entry.sidechain && !entry.api_error &&
         std::any_of(entry.blocks.begin(), entry.blocks.end(), [](const Block& block) {
           return block.kind == BlockKind::text &&
                  block.text.find_first_not_of(" \t\r\n") != std::string::npos;
         });
}

}  // namespace

std::vector<Turn> turns_of(const Conversation& conversation) {
  std::vector<Turn> turns;
  const auto& entries = conversation.entries;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const bool opens = transcript::begins_turn(entries[i]);
    if (opens || turns.empty()) {
      Turn turn;
      turn.prompt = i;
      turn.opened = opens;
      turns.push_back(turn);
    }
    turns.back().end = i + 1;
    if (!holds_text(entries[i])) continue;
    if (!turns.back().first_text) turns.back().first_text = i;
    turns.back().answer = i;
  }
  return turns;
}

std::string text_of(const Entry& entry) {
  std::string out;
  for (const Block& block : entry.blocks) {
    if (block.kind != BlockKind::text || block.text.empty()) continue;
    if (!out.empty()) out += '\n';
    out += block.text;
  }
  return out;
}

std::size_t turn_at(const std::vector<Turn>& turns, std::size_t entry) {
  CONTEXT_ROT_INVARIANT(!turns.empty());
  const auto behind =
      std::upper_bound(turns.begin(), turns.end(), entry,
                       [](std::size_t wanted, const Turn& turn) { return wanted < turn.prompt; });
  return behind == turns.begin() ? 0 : static_cast<std::size_t>(behind - turns.begin()) - 1;
}

}  // namespace context_rot::transcript
