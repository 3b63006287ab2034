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
  std::vector<std::string> current_files;  ///< as they are written; nothing is taken off a path
  std::vector<std::string> endings{"ts", "js", "tsx", "jsx", "md", "json"};  ///< without the dot
};

/// The article's function to the letter, its oddities included, so that scores can be compared:
/// - stale: every match of `[\w-]+\.(ts|js|tsx|jsx|md|json)` that is not among the current files,
/// in
///   a message with neither "create" nor "deleted" in small letters. The first ending that fits is
///   taken, and nothing is asked of what follows: of "App.tsx" it is "App.ts";
/// - contradictions: the WORD of the first "decided to (use|implement|switch to) WORD" of a message
///   came before, and the text of the last message that had it is another;
/// - debugging: messages with "Error:", "failed" or "exception" in any case, or with
///   `at\s+\w+\s+\(` as it stands.
/// What was improved on these belongs to evidence_counts(). Linear.
advice::Counts article_counts(const std::vector<TextMessage>& messages, const ArticleOptions& options);

}  // namespace context_rot::curate
