#pragma once
// A text for a model within a budget, in which everything foreign is quoted as data.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace context_rot::journal {

/// The text between double quotes, without secrets, as_data() of at most `max_bytes`. A Markdown
/// link or image in it is none any more: repeated, it would be fetched.
std::string quote_data(std::string_view text, std::size_t max_bytes = 300);

/// quote_data() of each.
std::vector<std::string> quote_all(const std::vector<std::string>& texts,
                                   std::size_t max_bytes = 300);

/// What stands where something was left out.
constexpr std::string_view truncation_mark = "(truncated)";

/// Collects lists, the most important first, and never has more than its budget.
class Digest {
 public:
  /// At least 100 bytes.
  explicit Digest(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  /// Sets bytes aside for what is added at the end.
  void reserve(std::size_t bytes) { reserved_ += bytes; }

  /// A paragraph of our own words, whole or not at all.
  void paragraph(std::string_view text);

  /// A line `title` and a line "- ITEM" for each, as long as the budget and `max_bytes` reach;
  /// "- (truncated)" where they do not reach for all. Nothing where there is no item.
  void list(std::string_view title, const std::vector<std::string>& items, std::size_t max_bytes);

  /// Adds text for which bytes were reserved, whole or not at all.
  void ending(std::string_view text);

  /// The text, without a line feed at its end. Where a whole list or paragraph was left out, its
  /// last line is "(truncated)".
  std::string text() const;

 private:
  std::size_t room() const;

  std::size_t max_bytes_;
  std::size_t reserved_ = truncation_mark.size() + 1;
  std::string text_;
  bool left_out_ = false;
};

}  // namespace context_rot::journal
