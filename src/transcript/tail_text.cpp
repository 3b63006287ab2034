#include "transcript/tail_text.h"

#include <algorithm>
#include <functional>
#include <string>

#include "transcript/conversation.h"
#include "util/file.h"

namespace context_rot::transcript {

namespace {

constexpr std::uint64_t block_bytes = 256u << 10;
constexpr std::size_t longest_text = 64u << 10;
constexpr std::string_view boundary = "\"subtype\":\"compact_boundary\"";
constexpr std::string_view replacement = "\"type\":\"content-replacement\"";

/// Calls `each` with every place of a text, in order. Much of JSON is quotes: looking for the first
/// byte of such a text, as find() does, is slow.
template <typename Each>
void for_each_place(std::string_view where, std::string_view text, Each&& each) {
  const std::boyer_moore_horspool_searcher searcher(text.begin(), text.end());
  for (auto at = std::search(where.begin(), where.end(), searcher); at != where.end();
       at = std::search(at + 1, where.end(), searcher)) {
    each(static_cast<std::size_t>(at - where.begin()));
  }
}

}  // namespace

Result<std::size_t> count_in_window(const std::filesystem::path& path, std::string_view text,
                                    std::size_t most) {
  if (text.empty() || text.size() > longest_text) return std::size_t{0};
  const auto file = ReadFile::open(path);
  if (!file) return Error{file.error()};
  const std::size_t overlap = std::max({text.size(), boundary.size(), replacement.size()}) - 1;
  std::string buffer(block_bytes + overlap, '\0');
  const std::uint64_t stop = file->size() - std::min(file->size(), max_tail_bytes);
  std::size_t found = 0;
  bool bounded = false;
  for (std::uint64_t end = file->size(); end > stop && found < most && !bounded;) {
    const std::uint64_t begin = end - std::min(end - stop, block_bytes);
    const auto own = static_cast<std::size_t>(end - begin);
    const auto got = file->read_at(begin, buffer.data(), own + overlap);
    if (!got) return Error{got.error()};
    const std::string_view block(buffer.data(), *got);
    // What begins in the overlap was counted with the block behind this one.
    std::size_t from = 0;
    for_each_place(block, boundary, [&](std::size_t at) {
      if (at >= own) return;
      bounded = true;
      from = at;
    });
    const auto count = [&](std::string_view wanted) {
      std::size_t places = 0;
      for_each_place(block, wanted,
                     [&](std::size_t at) { places += at >= from && at < own ? 1 : 0; });
      return places;
    };
    if (count(replacement) > 0) return std::size_t{0};
    found = std::min(most, found + count(text));
    end = begin;
  }
  return found;
}

}  // namespace context_rot::transcript
