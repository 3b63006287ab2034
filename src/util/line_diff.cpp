#include "util/line_diff.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace context_rot {

namespace {

using Lines = std::vector<std::string_view>;

/// Each with its line end; the last one may have none.
Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::size_t length = end == std::string_view::npos ? text.size() : end + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

/// A stretch of old lines that becomes a stretch of new lines.
struct Change {
  std::size_t old_begin, old_end;
  std::size_t new_begin, new_end;
};

/// Myers' algorithm between the equal lines at both ends: for each number of edits the
/// farthest point on each diagonal (old index - new index), until the end is reached.
class Comparison {
 public:
  Comparison(const Lines& old_lines, const Lines& new_lines) : old_(old_lines), new_(new_lines) {
    const std::size_t shorter = std::min(old_.size(), new_.size());
    while (head_ < shorter && old_[head_] == new_[head_]) ++head_;
    while (tail_ < shorter - head_ &&
           old_[old_.size() - 1 - tail_] == new_[new_.size() - 1 - tail_]) {
      ++tail_;
    }
    old_size_ = static_cast<long>(old_.size() - head_ - tail_);
    new_size_ = static_cast<long>(new_.size() - head_ - tail_);
  }

  std::vector<Change> changes() {
    constexpr long most_edits = 400;
    if (old_size_ == 0 && new_size_ == 0) return {};
    for (long edits = 0; edits <= most_edits; ++edits) {
      if (advance(edits)) return walk_back(edits);
    }
    return {{head_, old_.size() - tail_, head_, new_.size() - tail_}};
  }

 private:
  bool same(long x, long y) const {
    return old_[head_ + static_cast<std::size_t>(x)] == new_[head_ + static_cast<std::size_t>(y)];
  }

  /// With one edit more than `reached` holds: whether a diagonal is best reached by adding a
  /// line (from the diagonal above) rather than by dropping one (from below).
  static bool adds(const std::vector<long>& reached, long edits, long diagonal) {
    const auto at = [&](long k) { return reached[static_cast<std::size_t>(k + edits)]; };
    return diagonal == -edits || (diagonal != edits && at(diagonal - 1) < at(diagonal + 1));
  }

  /// One more edit; whether the end is reached. reached_[d] holds the diagonals -d-1..d+1.
  bool advance(long edits) {
    std::vector<long> now(static_cast<std::size_t>(2 * edits + 3), -1);
    for (long k = -edits; k <= edits; k += 2) {
      long x = 0;
      if (edits > 0) {
        const auto& reached = reached_.back();
        x = adds(reached, edits, k) ? reached[static_cast<std::size_t>(k + 1 + edits)]
                                    : reached[static_cast<std::size_t>(k - 1 + edits)] + 1;
      }
      while (x < old_size_ && x - k < new_size_ && same(x, x - k)) ++x;
      now[static_cast<std::size_t>(k + edits + 1)] = x;
      if (x >= old_size_ && x - k >= new_size_) return true;
    }
    reached_.push_back(std::move(now));
    return false;
  }

  std::vector<Change> walk_back(long edits) const {
    std::vector<Change> changes;
    long x = old_size_;
    long y = new_size_;
    for (; edits > 0; --edits) {
      const long k = x - y;
      const auto& reached = reached_[static_cast<std::size_t>(edits - 1)];
      const bool down = adds(reached, edits, k);
      const long from = down ? k + 1 : k - 1;
      x = reached[static_cast<std::size_t>(from + edits)];
      y = x - from;
      add_edit(changes, x, y, down);
    }
    std::reverse(changes.begin(), changes.end());
    return changes;
  }

  /// One line less (not `down`) or more, in front of what is in `changes` already.
  void add_edit(std::vector<Change>& changes, long x, long y, bool down) const {
    const std::size_t old_at = head_ + static_cast<std::size_t>(x);
    const std::size_t new_at = head_ + static_cast<std::size_t>(y);
    const Change edit{old_at, old_at + (down ? 0 : 1), new_at, new_at + (down ? 1 : 0)};
    if (!changes.empty() && changes.back().old_begin == edit.old_end &&
        changes.back().new_begin == edit.new_end) {
      changes.back().old_begin = edit.old_begin;
      changes.back().new_begin = edit.new_begin;
    } else {
      changes.push_back(edit);
    }
  }

  const Lines& old_;
  const Lines& new_;
  std::size_t head_ = 0;
  std::size_t tail_ = 0;
  long old_size_ = 0;
  long new_size_ = 0;
  std::vector<std::vector<long>> reached_;
};

void print_line(std::string& out, char mark, std::string_view line) {
  out += mark;
  out += line;
  if (line.empty() || line.back() != '\n') out += "\n\\ No newline at end of file\n";
}

std::string range(std::size_t begin, std::size_t end) {
  // An empty range names the line before it, as diff does.
  const std::size_t first = begin == end ? begin : begin + 1;
  return std::to_string(first) + "," + std::to_string(end - begin);
}

constexpr std::size_t context = 3;

/// One hunk over changes[first, last).
void print_hunk(std::string& out, const Lines& old_lines, const Lines& new_lines,
                const std::vector<Change>& changes, std::size_t first, std::size_t last) {
  const std::size_t before = std::min(context, changes[first].old_begin);
  const std::size_t after = std::min(context, old_lines.size() - changes[last - 1].old_end);
  std::size_t at = changes[first].old_begin - before;
  const std::size_t end = changes[last - 1].old_end + after;
  out += "@@ -" + range(at, end) + " +" +
         range(changes[first].new_begin - before, changes[last - 1].new_end + after) + " @@\n";
  for (std::size_t i = first; i < last; ++i) {
    for (; at < changes[i].old_begin; ++at) print_line(out, ' ', old_lines[at]);
    for (; at < changes[i].old_end; ++at) print_line(out, '-', old_lines[at]);
    for (std::size_t n = changes[i].new_begin; n < changes[i].new_end; ++n) {
      print_line(out, '+', new_lines[n]);
    }
  }
  for (; at < end; ++at) print_line(out, ' ', old_lines[at]);
}

}  // namespace

std::string unified_diff(std::string_view old_text, std::string_view new_text,
                         const std::string& old_name, const std::string& new_name) {
  if (old_text == new_text) return {};
  const Lines old_lines = lines_of(old_text);
  const Lines new_lines = lines_of(new_text);
  const auto changes = Comparison(old_lines, new_lines).changes();
  std::string out = "--- " + old_name + "\n+++ " + new_name + "\n";
  for (std::size_t first = 0; first < changes.size();) {
    std::size_t last = first + 1;
    while (last < changes.size() &&
           changes[last].old_begin - changes[last - 1].old_end <= 2 * context) {
      ++last;
    }
    print_hunk(out, old_lines, new_lines, changes, first, last);
    first = last;
  }
  return out;
}

}  // namespace context_rot
