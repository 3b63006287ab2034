#include "transcript/conversation.h"

#include <unordered_map>

namespace context_rot::transcript {

std::vector<ToolLink> link_tools(const Conversation& conversation) {
  std::unordered_map<std::string_view, ToolLink> open;
  std::vector<ToolLink> links;
  for (std::size_t i = 0; i < conversation.entries.size(); ++i) {
    const auto& blocks = conversation.entries[i].blocks;
    for (std::size_t j = 0; j < blocks.size(); ++j) {
      if (blocks[j].kind == BlockKind::tool_use) {
        open.try_emplace(blocks[j].tool_use_id, ToolLink{i, j, 0, 0});
      } else if (blocks[j].kind == BlockKind::tool_result) {
        const auto place = open.find(blocks[j].tool_use_id);
        if (place == open.end()) continue;
        links.push_back({place->second.use_entry, place->second.use_block, i, j});
        open.erase(place);
      }
    }
  }
  return links;
}

}  // namespace context_rot::transcript
