#pragma once
// What the PreCompact hook prints: what is known, for the summary that is about to be written.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "journal/model/section.h"

namespace context_rot::journal {

/// Longest text, in bytes. The client cuts at 10,000 characters.
constexpr std::size_t max_instruction_bytes = 8000;

/// Everything that instructions() makes its text of.
struct Guidance {
  Section section;                      ///< of the session; its files are those that exist
  std::string user_words;               ///< behind /compact; empty: none
  std::vector<std::string> files_gone;  ///< paths that the conversation names and that are gone
  std::vector<std::string> drop;        ///< what the summary can do without, in words
};

/// Plain text, not JSON (the client takes PreCompact's output as it is). The user's words come
/// first and are said to take precedence, then the lists by their importance: corrections as
/// labelled pairs, files that are gone, decisions in effect, open tasks, approaches to avoid, goal,
/// critical context, files, what to drop; last the form in which our parts are expected, after the
/// client's own nine, as parse_summary() reads it. It describes the summary's content and asks for
/// nothing else. Everything foreign is quoted (digest.h); lists that do not fit are cut, newest
/// items first, with "(truncated)". At most max_instruction_bytes, valid UTF-8.
std::string instructions(const Guidance& guidance);

}  // namespace context_rot::journal
