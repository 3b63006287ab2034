#pragma once
// What a session's section becomes when more is known.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "journal/model/section.h"

namespace context_rot::journal {

/// Whether a path still leads to a file. The caller looks at the disk.
using FileExists = std::function<bool(const std::string& path)>;

/// A section after a merge, and the files that did not come along.
struct Merged {
  Section section;
  std::vector<std::string> gone;  ///< files the previous section or the facts name that are gone
};

/// The section after `facts` (generated items only) are brought in.
///
/// - A person's lines stay, each where it stands. So do their headings and the order of parts.
/// - Of what was generated, what is still true keeps its place, what is not goes, and what is new
///   stands behind the last generated line of its part.
/// - Nothing is generated that a person's line of the part says already, or that a person took out
///   or changed before (Section::dropped). A goal and a title of a person's have none beside them.
/// - These accumulate: what is done, decisions, corrections, approaches to avoid, files; the facts'
///   state of an item replaces the older one. Everything else is as the facts have it, and as it
///   was where they have no such part.
/// - Files that `exists` denies are dropped; a modified file is not among those read. A person's
///   lines in the lists of files stay.
/// - Each part keeps its newest generated items, at most max_items().
/// - Where nothing but the time would change, the section is the previous one.
///
/// `previous` may be empty (a new session). The language of a section stays as it is; an id of
/// which only the beginning was known becomes whole.
Merged merge(const Section& previous, const Section& facts, const FileExists& exists);

/// How many generated items a part keeps.
std::size_t max_items(Kind kind);

/// Brings the facts into their section of the journal, a new one in front of the others. Facts
/// whose id is none (client::is_session_id) change nothing: it could not be read back.
Merged merge_into(Journal& journal, const Section& facts, const FileExists& exists);

}  // namespace context_rot::journal
