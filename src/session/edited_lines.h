#pragma once
// Which lines of a file edits have replaced.

#include <cstdint>
#include <string_view>
#include <unordered_set>

namespace context_rot::session {

/// The lines that edits took out, by their text.
class EditedLines {
 public:
  /// Adds what an edit replaces: the lines of `old_string` that `new_string` has not, of each of
  /// its `edits`. `input` is that of the call; other JSON, or none, adds nothing. Linear.
  void note(std::string_view input);

  /// How much of what a read shows was replaced, in percent of the bytes, rounded down: lines with
  /// next to nothing on them (a brace, nothing) do not count. Numbers in front of the lines are
  /// taken off. Linear.
  int percent_of(std::string_view shown) const;

  /// Whether all that a read shows stands in the content, or was replaced: by lines as above, in
  /// any order. Linear.
  bool explain(std::string_view shown, std::string_view content) const;

 private:
  void replace(std::string_view before, std::string_view after);
  /// Hashes of lines; two that are alike are one, which errs by a line.
  std::unordered_set<std::uint64_t> gone_;
};

}  // namespace context_rot::session
