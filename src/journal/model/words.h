#pragma once
// The fixed words of a journal, in English and Spanish. Both are read whatever is written.

#include <optional>
#include <string_view>

#include "journal/model/section.h"

namespace context_rot::journal {

/// The heading of a part without "### "; empty for `own` and the lists of files.
std::string_view heading_of(Kind kind, config::Language language);

/// The tag of a list of files, "read-files"; empty for other kinds.
std::string_view tag_of(Kind kind);

/// "Done", "VIGENTE"; empty for State::none.
std::string_view mark_of(State state, config::Language language);

/// Which part a heading opens, and in which language it says so.
struct FoundHeading {
  Kind kind;
  config::Language language;
};
/// The part that a heading opens: the text behind its "#"s, whatever its case, a colon at its end
/// or not.
std::optional<FoundHeading> kind_of_heading(std::string_view text);

/// The state that a mark names, in either language, whatever its case.
std::optional<State> state_of_mark(std::string_view mark);

/// The states that items of a kind may have, State::none alone for most.
bool takes_state(Kind kind, State state);

/// The first two lines of the table of corrections.
std::string_view table_head(config::Language language);
constexpr std::string_view table_rule = "|---|---|---|";

/// What a new journal begins with.
std::string_view preamble_of(config::Language language);

}  // namespace context_rot::journal
