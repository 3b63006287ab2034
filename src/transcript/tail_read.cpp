#include <algorithm>

#include "transcript/load.h"

namespace context_rot::transcript {

namespace {

constexpr std::uint64_t first_tail_bytes = 64u << 10;

}  // namespace

Result<Conversation> read_session_tail(const std::filesystem::path& path, Detail detail,
                                       const std::function<bool(const Conversation&)>& enough) {
  const auto file = ReadFile::open(path);
  if (!file) return Error{file.error()};
  for (std::uint64_t tail = first_tail_bytes;; tail *= 4) {
    tail = std::min({tail, max_tail_bytes, file->size()});
    const auto from = next_line_start(*file, file->size() - tail);
    if (!from) return Error{from.error()};
    const auto index = index_rows(*file, *from, file->size(), read_row);
    if (!index) return Error{index.error()};
    const ActiveBranch branch = active_branch(*index);
    const bool last_try = tail == file->size() || tail == max_tail_bytes;
    if (!branch.leaf_known && !last_try) continue;
    auto conversation = load(*file, *index, branch, detail);
    if (!conversation) return conversation;
    conversation->stats.read_bytes = file->size() - *from;
    if (conversation->complete || last_try || enough(*conversation)) return conversation;
  }
}

}  // namespace context_rot::transcript
