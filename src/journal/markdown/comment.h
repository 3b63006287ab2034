#pragma once
// The two comments and the heading of a section.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "journal/model/section.h"

namespace context_rot::journal {

/// "<!-- context-rot: session ID, TIME -->"
std::string session_comment(std::string_view id, Milliseconds time);

/// What the opening comment says. Points into the line that was read.
struct SessionName {
  std::string_view id;
  Milliseconds time;
};
/// Reads it back, white space around it aside.
std::optional<SessionName> read_session_comment(std::string_view line);

/// "<!-- context-rot: lines MARK MARK -->"
std::string lines_comment(const std::vector<std::string>& marks);

/// The marks of such a comment, appended to `marks`; false where the line is none.
bool read_lines_comment(std::string_view line, std::vector<std::string>& marks);

/// "## WHEN · TITLE (SHORT ID)"
std::string section_heading(const Section& section);

/// What a heading says. `short_id` points into the line that was read.
struct HeadingWords {
  std::string when;
  std::string title;
  std::string_view short_id;
};
/// Reads a heading of that form: a date and a time, and up to 8 characters of an id at the end.
std::optional<HeadingWords> read_section_heading(std::string_view line);

}  // namespace context_rot::journal
