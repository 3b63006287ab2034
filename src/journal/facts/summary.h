#pragma once
// What a compaction summary says, whatever form the model gave it.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "journal/model/section.h"

namespace context_rot::journal {

/// The nine parts that the client's own request asks for, in its order (Claude Code 2.1.332).
enum class ClientPart : std::uint8_t {
  request,   ///< primary request and intent
  concepts,  ///< key technical concepts
  files,     ///< files and code sections
  errors,    ///< errors and fixes
  solving,   ///< problem solving
  messages,  ///< all user messages
  pending,   ///< pending tasks
  current,   ///< current work
  next       ///< optional next step
};
constexpr std::size_t client_part_count = 9;

/// A compaction summary taken apart. Owns its texts.
struct Summary {
  std::string body;  ///< the summary without <analysis> and tags around it
  std::array<std::string, client_part_count> client;  ///< the text of each part; empty: missing
  Section own;  ///< the parts that instructions.h asks for, as generated items; no id, no time

  /// The text of a part that the client asks for; empty where it is missing.
  const std::string& of(ClientPart part) const { return client[static_cast<std::size_t>(part)]; }
};

/// The messages of the person that a summary lists in quotation marks, as far as it has them whole,
/// in its order. Linear.
std::vector<std::string> quoted_messages(const Summary& summary);

/// Longest summary that is read, in bytes; the rest is cut off.
constexpr std::size_t max_summary_bytes = 512u << 10;

/// Reads a summary: the `compact_summary` of PostCompact, or the text of a summary line. The parts
/// may come in any order, any may be missing or come twice; headings may be Markdown's ("## Goal"),
/// numbered ("1. Primary Request and Intent:"), bold, English or Spanish, with text behind them on
/// the line; what stands in code blocks is text. Corrections may be a table or "was wrong: ... |
/// is right: ..." pairs. Takes any text; linear. Items go through generated(): no secrets, no
/// control characters.
Summary parse_summary(std::string_view text);

/// What a summary tells the journal (merge.h): its own parts, and, where they are missing, the goal
/// from the primary request (all of its items, or of many the first and the last two), what is in
/// progress from the current work where that says what is being done, and next steps from the
/// pending tasks and the next step. Lead-ins, code, "none" and half sentences are no items. Parts
/// without items are left out: unknown.
/// `next_step`: also from the client's "optional next step", which holds until the next prompt that
/// says something; where the pending tasks say that there are none it is left out.
Section facts_of(const Summary& summary, bool next_step = true);

}  // namespace context_rot::journal
