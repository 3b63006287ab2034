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

}  // namespace

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

std::int64_t tokens_after(const Entry& entry, const std::vector<BlockChange>& changes,
                          std::int64_t now) {
  const std::int64_t old_weight = weight_of_blocks(entry);
  if (old_weight <= 0 || now <= 0) return now;
  const std::int64_t new_weight = weight_of_blocks(changed(entry, changes));
  const double left =
      static_cast<double>(now) * static_cast<double>(new_weight) / static_cast<double>(old_weight);
  return static_cast<std::int64_t>(std::llround(left));
}

}  // namespace context_rot::fork
