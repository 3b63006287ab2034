#include "fork/edit.h"

#include <algorithm>
#include <cmath>

#include "window/token_estimate.h"

namespace context_rot::fork {

using transcript::Block;
using transcript::BlockKind;
using transcript::Entry;

namespace {

/// What the blocks alone are estimated to weigh: of an answer the API reports more than is in them.
std::int64_t weight_of_blocks(Entry entry) {
  entry.usage.reset();
  return entry.blocks.empty() ? 0 : window::weight_of(entry).estimate;
}

/// Whether the block is thinking that is there for the API alone.
bool is_hidden(const Block& block) {
  return is_thinking(block) && block.text.empty();
}

std::int64_t count_hidden(const Entry& entry) {
  return std::count_if(entry.blocks.begin(), entry.blocks.end(), is_hidden);
}

/// What one hidden block of the entry weighs beyond its frame.
double weight_of_hidden(const Entry& entry) {
  const std::int64_t hidden = count_hidden(entry);
  if (hidden == 0 || !entry.usage) return 0;
  const std::int64_t unexplained = entry.usage->output - weight_of_blocks(entry);
  return static_cast<double>(std::max<std::int64_t>(0, unexplained)) / static_cast<double>(hidden);
}

double weight_with(const Entry& entry, double hidden) {
  return static_cast<double>(weight_of_blocks(entry)) +
         hidden * static_cast<double>(count_hidden(entry));
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
    if (change->text) {
      Block block;
      if (entry.blocks[i].kind == BlockKind::tool_result) {
        block.kind = BlockKind::tool_result;
        block.tool_use_id = entry.blocks[i].tool_use_id;
        block.is_error = entry.blocks[i].is_error;
      }
      block.text = *change->text;
      blocks.push_back(std::move(block));
    }
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
  if (changes.empty()) return now;
  const double hidden = weight_of_hidden(entry);
  const double old_weight = weight_with(entry, hidden);
  if (old_weight <= 0 || now <= 0) return now;
  const double left =
      static_cast<double>(now) * weight_with(changed(entry, changes), hidden) / old_weight;
  return static_cast<std::int64_t>(std::llround(left));
}

}  // namespace context_rot::fork
