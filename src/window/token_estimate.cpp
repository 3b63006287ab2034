#include "window/token_estimate.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace context_rot::window {

using transcript::Block;
using transcript::BlockKind;
using transcript::Entry;
using transcript::EntryKind;

namespace {

/// Role, block type and ids around a block.
constexpr std::int64_t framing = 4;
constexpr std::int64_t framing_of_call = 12;

Weight weight_of_text(std::string_view text) {
  return {estimate_tokens(text), static_cast<std::int64_t>(text.size())};
}

Weight weight_of_images(const Block& block) {
  if (block.images == 0) return {};
  constexpr std::int64_t least = 85;
  constexpr std::int64_t usual_most = 1600;
  constexpr std::int64_t possible = 5000;
  constexpr std::int64_t base64_bytes_per_token = 400;
  const auto count = static_cast<std::int64_t>(block.images);
  const auto bytes = static_cast<std::int64_t>(block.image_bytes) / count;
  return {count * std::clamp(bytes / base64_bytes_per_token, least, usual_most), count * possible};
}

Weight operator+(Weight a, Weight b) {
  return {a.estimate + b.estimate, a.most + b.most};
}

bool is_sent(const Entry& entry) {
  if (entry.sidechain || entry.api_error) return false;
  return entry.kind != EntryKind::boundary && entry.kind != EntryKind::system;
}

}  // namespace

Weight weight_of(const Block& block) {
  switch (block.kind) {
    case BlockKind::tool_use:
      return weight_of_text(block.tool_name) + weight_of_text(block.input) +
             Weight{framing_of_call, 3 * framing_of_call};
    case BlockKind::tool_result:
      return weight_of_text(block.text) + weight_of_images(block) +
             Weight{framing_of_call, 3 * framing_of_call};
    case BlockKind::document:
      return weight_of_text(block.text) + Weight{2000, 100000};
    case BlockKind::redacted_thinking:
      return {framing, 4000};
    default:
      return weight_of_text(block.text) + weight_of_images(block) + Weight{framing, 3 * framing};
  }
}

std::int64_t estimate_tokens(std::string_view text) {
  std::int64_t eighths = 0;
  while (!text.empty()) {
    // Most text is ASCII: eight bytes at a time.
    std::uint64_t eight = 0;
    while (text.size() >= sizeof eight) {
      std::memcpy(&eight, text.data(), sizeof eight);
      if ((eight & 0x8080808080808080U) != 0) break;
      eighths += 2 * static_cast<std::int64_t>(sizeof eight);
      text.remove_prefix(sizeof eight);
    }
    if (text.empty()) break;
    const char c = text.front();
    text.remove_prefix(1);
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      eighths += 2;
    } else if (byte >= 0xF0) {
      eighths += 16;
    } else if (byte >= 0xE0) {
      eighths += 8;
    } else if (byte >= 0xC0) {
      eighths += 4;
    }
  }
  return (eighths + 7) / 8;
}

Weight weight_of(const Entry& entry) {
  if (!is_sent(entry)) return {};
  Weight sum;
  for (const Block& block : entry.blocks) sum = sum + weight_of(block);
  if (entry.kind == EntryKind::assistant && entry.usage && !entry.aborted && !entry.synthetic) {
    constexpr std::int64_t not_final = 8;  // rows of a stream that broke off say 1
    if (entry.usage->output > not_final) sum.estimate = entry.usage->output;
  }
  sum.most = std::max(sum.most, sum.estimate);
  return sum;
}

}  // namespace context_rot::window
