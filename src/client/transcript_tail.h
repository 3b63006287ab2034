#pragma once
// The lines at a transcript's end that hold a word, for what the client notes there beside the
// conversation.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace context_rot::client {

/// The last `most` bytes of a file, or all of it; empty where it cannot be read. The first line may
/// be torn.
std::string tail_of(const std::filesystem::path& path, std::uint64_t most);

/// Calls `each(line, begin)` for the lines of `text` that hold `word`, in their order; `begin` is
/// where the line begins. Lines end with "\n"; the last one need not.
template <typename Each>
void for_each_line_with(std::string_view text, std::string_view word, Each&& each) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;) {
    const std::size_t before = text.rfind('\n', at);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const std::size_t end = text.find('\n', at);
    each(text.substr(begin, end - begin), begin);
    if (end == std::string_view::npos) return;
    at = text.find(word, end);
  }
}

}  // namespace context_rot::client
