#include "util/line_reader.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

namespace context_rot {

namespace {

constexpr std::size_t chunk = 256u << 10;  // stays in a core's own cache
constexpr std::string_view line_byte_order_mark = "\xEF\xBB\xBF";

/// A window onto the file that starts at a line and grows until it holds all of it. What is read
/// ahead ends at `to`, but for the rest of a line that goes on there.
class Window {
 public:
  Window(const ReadFile& file, std::uint64_t from, std::uint64_t to)
      : file_(file), offset_(from), to_(to) {}

  std::uint64_t offset() const { return offset_; }
  std::string_view bytes() const { return {buffer_.get() + begin_, used_ - begin_}; }
  bool at_end() const { return at_end_; }

  void drop(std::size_t length) {
    begin_ += length;
    offset_ += length;
  }

  /// Reads one chunk more behind what is there.
  Result<void> grow() {
    if (begin_ > 0) {
      std::memmove(buffer_.get(), buffer_.get() + begin_, used_ - begin_);
      used_ -= begin_;
      begin_ = 0;
    }
    // Doubling keeps the work linear for a line of any length. No more than is asked for: a hook
    // that reads a few kilobytes shall not pay for the pages of a whole chunk.
    const std::uint64_t at = offset_ + used_;
    const std::uint64_t left = file_.size() - std::min(file_.size(), at);
    const std::uint64_t asked = at < to_ ? std::min(to_ - at, left) : left;
    const auto want =
        static_cast<std::size_t>(std::min<std::uint64_t>(std::max(chunk, used_), asked));
    reserve(used_ + want + line_padding);
    const auto got = file_.read_at(at, buffer_.get() + used_, want);
    if (!got) return Error{got.error()};
    used_ += *got;
    at_end_ = *got < want || want == left;
    return {};
  }

 private:
  void reserve(std::size_t size) {
    if (size <= capacity_) return;
    auto larger = std::make_unique_for_overwrite<char[]>(size);
    std::memcpy(larger.get(), buffer_.get(), used_);
    buffer_ = std::move(larger);
    capacity_ = size;
  }

  const ReadFile& file_;
  std::uint64_t offset_;
  std::uint64_t to_;
  std::unique_ptr<char[]> buffer_ = std::make_unique_for_overwrite<char[]>(line_padding);
  std::size_t capacity_ = line_padding;
  std::size_t begin_ = 0;
  std::size_t used_ = 0;
  bool at_end_ = false;
};

}  // namespace

Result<void> for_each_line(
    const ReadFile& file, std::uint64_t from, std::uint64_t to,
    const std::function<void(ByteRange range, std::string_view line)>& each) {
  Window window(file, from, to);
  std::size_t searched = 0;  // bytes of the window known to hold no line end
  std::uint64_t too_long_from = 0;
  bool too_long = false;
  while (window.offset() < to) {
    const std::string_view bytes = window.bytes();
    const auto* end = static_cast<const char*>(
        bytes.size() > searched
            ? std::memchr(bytes.data() + searched, '\n', bytes.size() - searched)
            : nullptr);
    if (end == nullptr && !window.at_end()) {
      searched = bytes.size();
      if (searched > max_line_length) {
        if (!too_long) too_long_from = window.offset();
        too_long = true;
        window.drop(searched);
        searched = 0;
      }
      if (auto grown = window.grow(); !grown) return grown;
      continue;
    }
    const std::size_t length =
        end != nullptr ? static_cast<std::size_t>(end - bytes.data()) : bytes.size();
    if (too_long) {
      each({too_long_from, window.offset() + length - too_long_from}, {});
    } else if (length > 0) {
      std::string_view line = bytes.substr(0, length);
      ByteRange range{window.offset(), length};
      if (range.offset == 0 && line.starts_with(line_byte_order_mark)) {
        line.remove_prefix(line_byte_order_mark.size());
        range = {line_byte_order_mark.size(), line.size()};
      }
      each(range, line);
    }
    too_long = false;
    searched = 0;
    if (end == nullptr) break;
    window.drop(length + 1);
  }
  return {};
}

Result<std::string> read_range(const ReadFile& file, ByteRange range) {
  std::string out(static_cast<std::size_t>(range.length), '\0');
  const auto got = file.read_at(range.offset, out.data(), out.size());
  if (!got) return Error{got.error()};
  out.resize(*got);
  return out;
}

}  // namespace context_rot
