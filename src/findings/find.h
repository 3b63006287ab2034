#pragma once
// The kinds of findings, one file each: what they look for and what they leave alone.

#include "findings/finding_set.h"
#include "session/session_view.h"

namespace context_rot::findings {

/// Answers that the person corrected, by the correction module's verdict with the next answer at
/// hand (a correction above the note limit), or confirmed by the ledger; refuted ones are not.
void find_corrected(const session::SessionView& view, Claims& claims);

/// The model's part of the turns before "revert that", "let's drop this approach", "deshaz eso",
/// back to where the approach began: the turn before, and those before it as long as they
/// changed the same files or name the same thing, where the prompt means all of it or where
/// each was already sent back.
void find_abandoned(const session::SessionView& view, Claims& claims);

/// Results of failed attempts (episode.h): all of them where the episode is resolved or given up,
/// all but the last where it is open, for the last failure of an unresolved problem is useful.
void find_failed(const session::SessionView& view, Claims& claims);

/// Reads of a file that was edited or read again since, that has changed on disk since the
/// session last touched it, or that is gone. A partial read is superseded by later reads that
/// cover its lines together. A result that says "unchanged" supersedes nothing.
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

/// Output of commands between the first failure and the resolution of an episode of two or more
/// attempts, and output of a command that was run again later.
void find_debug_noise(const session::SessionView& view, Claims& claims);

}  // namespace context_rot::findings
