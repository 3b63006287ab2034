#pragma once
// What a person, or the model for them, writes into a section by command.

#include <string>
#include <string_view>
#include <vector>

#include "journal/model/section.h"

namespace context_rot::journal {

/// One line to be added to a part.
struct Note {
  Kind kind = Kind::context;
  State state = State::none;
  std::string text;  ///< any text; add_note() redacts and cleans it
};

/// What one command writes: `supersede` is done first.
struct Notes {
  std::vector<std::string> supersede;  ///< texts of decisions that no longer hold
  std::vector<Note> add;
};

/// Writes the notes into the section of the session (named_section()), a new one in front of the
/// others where there is none: first what is superseded, then what is added. `section` says
/// session, time, `when` and language; where nothing would change the section keeps its own.
///
/// A decision is named by its text, or by a part of it that only one decision in effect has, case
/// and punctuation at the ends aside. Returns those that name none, or several; then nothing is
/// changed.
std::vector<std::string> write_notes(Journal& journal, const Section& section, const Notes& notes);

/// The section that an id names: find_section(), else the newest whose id begins with `id`, of
/// which at least 8 bytes must be given. nullptr where there is none.
const Section* named_section(const Journal& journal, std::string_view id);

/// The section that was changed last; nullptr in an empty journal.
const Section* newest_section(const Journal& journal);

/// Whether lines say where they are from.
enum class Rows : std::uint8_t { hidden, shown };

/// The section as Markdown to be read: without the two comments that hold its id and its marks,
/// with `rows` each line that has a row (Item::row) followed by it in brackets. No control
/// characters but line feeds.
std::string readable(const Section& section, Rows rows = Rows::hidden);

/// Gives the lines of a section the rows that the same lines have in `facts` (extract.h).
void take_rows(Section& section, const Section& facts);

}  // namespace context_rot::journal
