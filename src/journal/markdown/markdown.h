#pragma once
// The journal's file format.
//
//     # Session journal                                          the preamble: any text
//
//     ## 2026-11-29 14:20 · Token refresh in auth (8a352318)     a section
//     <!-- context-rot: session 8a352318-..., 2026-11-29T14:20:11.000Z -->
//     ### Goal
//     Refresh tokens silently before they expire
//     ### Key decisions
//     - ACTIVE: one timer per tab
//     My own thoughts on this.                                   a person's line
//     <modified-files>
//     src/auth/refresh.ts
//     </modified-files>
//     <!-- context-rot: lines 1f0e2d3c 4b5a6978 -->
//
// The last comment names every line that the toolkit wrote, by line_mark(). What it names is
// generated, every other line is a person's, wherever it stands: that is the whole rule, so no
// text can be lost by being misunderstood. A line that is named and is not there any more was
// changed or taken out by a person: it is kept in mind as `dropped` and not written again.

#include <optional>
#include <string>
#include <string_view>

#include "journal/model/section.h"

namespace context_rot::journal {

/// The whole file, ended by a line feed. Of a Journal whose values are as section.h says,
/// parse(render(journal)) == journal.
std::string render(const Journal& journal);

/// One section as it stands in the file, every line ended by a line feed.
std::string render(const Section& section);

/// Reads any text (understood() or not) without losing a line: render(parse(text)) has the lines
/// of `text` in their order, but for the two comments, the head of a table that is written anew,
/// and blank lines between sections and at the end. Linear.
///
/// A section begins with a line "## " that is followed (behind blank lines) by the session comment
/// or ends in "(8 characters of an id)" behind a date. Other headings belong to the section they
/// stand in: "### Goal" of either language opens a part of that kind, any other a part `own`.
Journal parse(std::string_view text);

/// Why a text must not be taken for a journal and rewritten: "is not UTF-8", "holds the marks of a
/// merge conflict", "holds NUL bytes", "has more than ... bytes". Nothing where it may.
std::optional<std::string> not_understood(std::string_view text);

/// Largest journal that is read, in bytes.
constexpr std::size_t max_journal_bytes = 8u << 20;

}  // namespace context_rot::journal
