#include "fork/edit.h"

#include <algorithm>
#include <cmath>

#include "window/token_estimate.h"

namespace context_rot::fork {

using transcript::Block;
using transcript::BlockKind;
using transcript::Entry;

namespace {

std::int64_t estimate_of(const Block& block) {
  return window::weight_of(block).estimate;
}

/// Whether the block is thinking that is there for the API alone.
bool is_hidden(const Block& block) {
  return is_thinking(block) && block.text.empty();
}

/// What a list of blocks is made of.
struct Blocks {
  std::int64_t estimate = 0;  ///< of the blocks alone: of an answer the API reports more
  std::int64_t hidden = 0;    ///< how many are thinking that is there for the API alone

  void add(const Block& block, int times) {
    estimate += times * estimate_of(block);
    hidden += times * (is_hidden(block) ? 1 : 0);
  }
  double weight(double of_hidden) const {
    return static_cast<double>(estimate) + of_hidden * static_cast<double>(hidden);
  }
};

/// What one hidden block of the entry weighs beyond its frame.
double weight_of_hidden(const Entry& entry, const Blocks& blocks) {
  if (blocks.hidden == 0 || !entry.usage) return 0;
  const std::int64_t unexplained = entry.usage->output - blocks.estimate;
  return static_cast<double>(std::max<std::int64_t>(0, unexplained)) /
         static_cast<double>(blocks.hidden);
}

/// The block with another text.
Block with_text(const Block& block, const std::string& text) {
  Block out;
  if (block.kind == BlockKind::tool_result) {
    out.kind = BlockKind::tool_result;
    out.tool_use_id = block.tool_use_id;
    out.is_error = block.is_error;
  }
  out.text = text;
  return out;
}

}  // namespace

bool is_thinking(const Block& block) {
  return block.kind == BlockKind::thinking || block.kind == BlockKind::redacted_thinking;
}

Entry changed(Entry entry, const std::vector<BlockChange>& changes) {
  std::vector<Block> blocks;
  auto change = changes.begin();
  for (std::size_t i = 0; i < entry.blocks.size(); ++i) {
    if (change == changes.end() || change->block != i) {
      blocks.push_back(std::move(entry.blocks[i]));
      continue;
    }
    if (change->text) blocks.push_back(with_text(entry.blocks[i], *change->text));
    ++change;
  }
  entry.blocks = std::move(blocks);
  return entry;
}

bool leaves_nothing(const std::vector<BlockChange>& changes, std::size_t blocks) {
  return blocks > 0 && changes.size() == blocks &&
         std::none_of(changes.begin(), changes.end(),
                      [](const BlockChange& change) { return change.text.has_value(); });
}

std::int64_t tokens_after(const Entry& entry, const std::vector<BlockChange>& changes,
                          std::int64_t now) {
  if (changes.empty() || now <= 0) return now;
  Blocks before;
  for (const Block& block : entry.blocks) before.add(block, 1);
  const double of_hidden = weight_of_hidden(entry, before);
  const double old_weight = before.weight(of_hidden);
  if (old_weight <= 0) return now;
  Blocks after = before;
  for (const BlockChange& change : changes) {
    const Block& block = entry.blocks[change.block];
    after.add(block, -1);
    if (change.text) after.add(with_text(block, *change.text), 1);
  }
  const double left = static_cast<double>(now) * after.weight(of_hidden) / old_weight;
  return static_cast<std::int64_t>(std::llround(left));
}

}  // namespace context_rot::fork
