#pragma once
// The kinds of findings, one file each: what they look for and what they leave alone.

#include "findings/finding_set.h"
#include "session/session_view.h"

namespace context_rot::findings {

/// Answers that the person corrected: where the ledger has it confirmed, or where the correction
/// module, with the next answer at hand, is sure enough to be right nine times of ten; and only
/// where what was wrong is found in an answer (wrong_side.h) and the person says what is right. The
/// entry is the answer that says it, which may stand several turns back. Returns what may be a
/// correction and is not as sure.
std::vector<Finding> find_corrected(const session::SessionView& view, Claims& claims);

/// The model's part of the turns before "revert that", "let's drop this approach", "deshaz eso",
/// back to where the approach began: the turn before, and those before it as long as they
/// changed the same files or name the same thing, where the prompt means all of it or where
/// each was already sent back.
void find_abandoned(const session::SessionView& view, Claims& claims);

/// Results of failed attempts (episode.h): all of them where the episode is resolved or given up,
/// all but the last where it is open, for the last failure of an unresolved problem is useful.
void find_failed(const session::SessionView& view, Claims& claims);

/// Reads of a file (through the shell too, shown_file.h) of which later reads together show nearly
/// all lines again, that was written anew, of which edits replaced half or more of what was shown,
/// that has changed on disk since the session last touched it, or that is gone. A small edit makes
/// nothing stale: its text stands in the window. A moved file is followed. A result that says
/// "unchanged" supersedes nothing.
void find_stale_reads(const session::SessionView& view, Claims& claims);

/// Results of at least 200 bytes whose text comes again, byte for byte; the last one stays.
void find_duplicates(const session::SessionView& view, Claims& claims);

/// Results above 5,000 tokens of which no name, path or value that was new in them is used in any
/// later text or call; not before a prompt, or three answers, came after them.
void find_oversized(const session::SessionView& view, Claims& claims);

/// Changes of files that are gone, and answers that speak of such a file as if it were there.
void find_deleted_references(const session::SessionView& view, Claims& claims);

/// The entries that state a decision which a later one has superseded (decision.h).
void find_contradictions(const session::SessionView& view, Claims& claims);

/// Output of searches, tests and builds between the first failure and the resolution of an episode
/// of two or more attempts, and output of a command that was run again later: the same one, or of a
/// test or a build one that runs at least as much.
void find_debug_noise(const session::SessionView& view, Claims& claims);

/// Output of searches (grep, find, ls, `git log`, the tools for it) that did their work: a file
/// that they name was opened later, or the conversation has long gone on.
void find_searches(const session::SessionView& view, Claims& claims);

/// Notes of the client about a state that is past: to-do lists that were sent again, diagnostics
/// and hooks' errors about a file that was changed since or before a test or a build that
/// succeeded, and texts that came again word for word.
void find_notices(const session::SessionView& view, Claims& claims);

/// Reads and output of work that was committed, with a later prompt, whose files nobody touched
/// since. Instructions and documents that were only read are no work.
void find_finished(const session::SessionView& view, Claims& claims);

}  // namespace context_rot::findings
