#pragma once
// What the person typed: the one place that says so.

#include <string>
#include <string_view>

#include "transcript/entry.h"

namespace context_rot::session {

/// The words of a person in an entry, without white space at the ends: a prompt without the blocks
/// that the client or an IDE puts around it, a prompt typed during a turn, with or without
/// an image, a skill call as "/name arguments", the request behind "/plan", what was said when a
/// call of a tool was refused. Empty for everything else: what a machine sent (EntryKind says which
/// rows), other commands, results, summaries. Needs Detail::content; linear.
std::string typed_text(const transcript::Entry& entry);

/// The same of a prompt that is not in a transcript yet, as a hook gets it.
std::string typed_text(std::string_view prompt);

/// What of that is the person's own: no fenced code, logs, traces, diffs, shell sessions, tables,
/// quoted lines, chats, and no prose out of a review or a document: paragraphs broken into lines as
/// no person types them, that name line numbers at length, that stand below a line which announces
/// them ("got this feedback:", "me sale esto:"), or under Markdown's headings. Such material
/// is no goal, no rule and no decision of the person. Lines keep their order; linear.
std::string own_words(std::string_view typed);

/// The text without the prose out of reviews and documents, but with code and logs: what may be a
/// correction, whose detector reads logs itself. Linear.
std::string without_documents(std::string_view typed);

}  // namespace context_rot::session
