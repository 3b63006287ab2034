#include "transcript/tail_text.h"

#include <algorithm>
#include <functional>
#include <string>

#include "transcript/conversation.h"
#include "util/file.h"

namespace context_rot::transcript {

namespace {

constexpr std::uint64_t first_part = 256u << 10;

/// Every other byte of JSON is a quote: looking for the first one of a text, as find() does, is
/// slow.
std::size_t count(std::string_view where, std::string_view text, std::size_t most) {
  const std::boyer_moore_horspool_searcher searcher(text.begin(), text.end());
  std::size_t found = 0;
  for (auto at = where.begin(); found < most; at += static_cast<std::ptrdiff_t>(text.size())) {
    at = std::search(at, where.end(), searcher);
    if (at == where.end()) break;
    ++found;
  }
  return found;
}

/// What stands behind the last line with a boundary; the whole where there is none.
std::string_view behind_boundary(std::string_view tail, bool& found) {
  constexpr std::string_view boundary = "\"subtype\":\"compact_boundary\"";
  const std::boyer_moore_horspool_searcher searcher(boundary.begin(), boundary.end());
  found = false;
  for (auto at = std::search(tail.begin(), tail.end(), searcher); at != tail.end();
       at = std::search(tail.begin(), tail.end(), searcher)) {
    found = true;
    tail.remove_prefix(static_cast<std::size_t>(at - tail.begin()) + boundary.size());
  }
  return tail;
}

}  // namespace

Result<std::size_t> count_in_window(const std::filesystem::path& path, std::string_view text,
                                    std::size_t most) {
  const auto file = ReadFile::open(path);
  if (!file) return Error{file.error()};
  for (std::uint64_t part = first_part;; part *= 4) {
    part = std::min({part, max_tail_bytes, file->size()});
    std::string tail(part, '\0');
    const auto got = file->read_at(file->size() - part, tail.data(), tail.size());
    if (!got) return Error{got.error()};
    bool bounded = false;
    const std::string_view window =
        behind_boundary(std::string_view(tail).substr(0, *got), bounded);
    if (count(window, "\"type\":\"content-replacement\"", 1) > 0) return std::size_t{0};
    const std::size_t found = count(window, text, most);
    if (found == most || bounded || part == file->size() || part == max_tail_bytes) return found;
  }
}

}  // namespace context_rot::transcript
