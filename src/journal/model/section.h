#pragma once
// The journal as data: what a session wrote down, and what a person wrote into it.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "config/config.h"
#include "util/time.h"

namespace context_rot::journal {

/// What a part of a section is about, in the order in which parts are written.
enum class Kind : std::uint8_t {
  goal,
  progress,
  decisions,
  corrections,
  avoid,
  next,
  context,         ///< critical context
  prompts,         ///< the latest prompts, oldest first
  errors,          ///< open errors
  window,          ///< band and tokens
  read_files,      ///< paths
  modified_files,  ///< paths
  own              ///< a heading of a person's, or none
};
constexpr std::size_t kind_count = 13;
std::string_view name_of(Kind kind);

/// What is said of an item: none, or, for progress and decisions, one of theirs.
enum class State : std::uint8_t { none, done, in_progress, blocked, active, superseded };

/// Who wrote an item. What is generated is replaced by the next merge; what is a person's stays.
enum class Origin : std::uint8_t { generated, person };

/// One line of a part.
struct Item {
  Origin origin = Origin::generated;
  State state = State::none;
  std::string text;   ///< what it says, no Markdown; of a correction what was wrong
  std::string right;  ///< of a correction
  std::string when;   ///< of a correction
  std::string line;   ///< a person's: the line as it stands in the file; else empty
  /// The row of the transcript (its uuid) that shows it; empty where none is known. Not in the
  /// file, and no part of what makes two items equal.
  std::string row = {};

  bool operator==(const Item& other) const {
    return origin == other.origin && state == other.state && text == other.text &&
           right == other.right && when == other.when && line == other.line;
  }
};

/// A heading with its items.
struct Part {
  Kind kind = Kind::own;
  std::string heading;  ///< as a person wrote it; empty: the one of `kind` (none for `own`)
  std::vector<Item> items;

  bool operator==(const Part&) const = default;
};

/// What one session wrote down. Also the form of newly extracted facts: there a part that is
/// absent says "not known", a part without items "there is none".
struct Section {
  std::string id;         ///< of the session; only its first 8 bytes where the file has no more
  Milliseconds time = 0;  ///< of the last change
  std::string when;       ///< the same as people read it, "2026-11-29 14:20" in local time
  std::string title;
  std::string heading;  ///< the line as a person wrote it; empty: made of when, title and id
  config::Language language = config::Language::english;  ///< of the headings
  std::vector<Part> parts;
  /// Lines that were generated once and taken out or changed by a person, as line_mark()s.
  std::vector<std::string> dropped;

  bool operator==(const Section&) const = default;
};

/// A whole journal file. Sections stand newest first, so that a reader, and whoever reads only the
/// file's beginning, meets what counts now, and the end is what is archived.
struct Journal {
  std::vector<std::string> preamble;  ///< the lines before the first section
  std::vector<Section> sections;
  bool crlf = false;  ///< all lines of the file end in CR LF

  bool operator==(const Journal&) const = default;
};

/// Longest text of a generated item, in bytes.
constexpr std::size_t max_item_bytes = 1000;

/// Foreign text as it may stand in a journal: plain_text(), secrets out, no white space around it,
/// at most `max_bytes`, cut at a code point and ended by U+2026. Takes any bytes.
std::string as_value(std::string_view text, std::size_t max_bytes = max_item_bytes);

/// A generated item of foreign text, by as_value().
Item generated(std::string_view text, State state = State::none);
/// A generated correction; `right` and `when` may be empty.
Item generated_correction(std::string_view wrong, std::string_view right, std::string_view when);
/// A generated item that names a file: the path as it is.
Item generated_file(std::string_view path);

/// Whether a journal can hold the path: well-formed UTF-8 without control and invisible characters
/// other than a line feed, without a secret, at most max_item_bytes. Others must be left out, for
/// as_value() would name another file.
bool can_be_named(std::string_view path);

/// The first part of a kind; nullptr where there is none.
const Part* find_part(const Section& section, Kind kind);
Part* find_part(Section& section, Kind kind);

/// The items of all parts of a kind that say something: blank lines are left out.
std::vector<const Item*> items_of(const Section& section, Kind kind);

/// The part of that kind, put in at its place where there is none.
Part& part_of(Section& section, Kind kind);

/// The section of a session in a journal: that of its whole id, else the one that has only its
/// first 8 bytes; nullptr where there is none.
Section* find_section(Journal& journal, std::string_view id);
const Section* find_section(const Journal& journal, std::string_view id);

/// The first 8 bytes of a session id, as headings have it.
std::string short_id(std::string_view id);

/// A person's item (or the model's, by `context-journal add`): written as a generated one would be,
/// and from then on left alone. Nothing is added that the part says already. A goal takes the
/// place of the generated one.
void add_note(Section& section, Kind kind, State state, std::string_view text);

/// Marks every decision with that text; it is a person's from then on. False where there is none.
bool mark_decision(Section& section, std::string_view text, State state);

}  // namespace context_rot::journal
