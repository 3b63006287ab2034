#pragma once
// The plain counters of `--scoring article`, on any list of messages.

#include <string>
#include <string_view>
#include <vector>

#include "advice/score.h"

namespace context_rot::curate {

/// A message of any array.
struct TextMessage {
  std::string role;
  std::string text;  ///< any bytes
};

/// What the counters compare with.
struct ArticleOptions {
  std::vector<std::string> current_files;  ///< names or paths; a name matches a path's last part
  std::vector<std::string> endings{"ts", "js", "tsx", "jsx", "md", "json"};  ///< without the dot
};

/// - stale: every file name (`[\w-]+\.ENDING`, the longest ending, no word character behind it)
///   that is not among the current files, in a message that holds neither "create" nor "deleted";
/// - contradictions: "decided to (use|implement|switch to) X", the first of a message, where the
///   same verb came before with another X; X is the rest of the line without a final full stop;
/// - debugging: messages with "Error:", a stack frame ("at f (file:1:2)", `File "x", line 1`),
///   "failed" or "exception".
/// Words count in any case. Linear.
advice::Counts article_counts(const std::vector<TextMessage>& messages, const ArticleOptions& options);

}  // namespace context_rot::curate
