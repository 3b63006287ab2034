#pragma once
// The journal on disk. Many processes may write at once, and so may a person's editor.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "config/config.h"
#include "journal/markdown/merge.h"
#include "journal/model/section.h"
#include "util/environment.h"
#include "util/git_checkout.h"
#include "util/result.h"

namespace context_rot::journal {

/// Where a journal is.
struct JournalFile {
  std::filesystem::path path;
  /// The project that the file, all links followed, may not lie outside of; its .claude may be a
  /// link and counts as inside. Empty: it may be anywhere.
  std::filesystem::path project = {};
  /// The working tree of git that it is in without anybody having asked for it there.
  std::optional<GitCheckout> checkout = {};

  // Long form, so that a path alone stands for a journal anywhere.
  JournalFile(std::filesystem::path file = {}, std::filesystem::path within = {})
      : path(std::move(file)), project(std::move(within)) {}
};

/// The journal of a project: journal.path, relative to the project, "~/" being $HOME; by default
/// .claude/session-journal.md of the project, in a git worktree that of the main working tree,
/// which is there when the worktree is gone (it may be gone already). One that is named inside the
/// project has to lie there: a link may have come with the project.
JournalFile journal_file(const config::JournalConfig& config, const std::filesystem::path& project,
                         const Environment& environment);

/// "session-journal.archive.md" for "session-journal.md". Its sections stand in the order in which
/// they were moved there, the newest last: it only ever grows at its end.
std::filesystem::path archive_file(const std::filesystem::path& journal);

/// How large a journal may be, and how long a writer waits.
struct StoreOptions {
  std::size_t max_bytes = 256u << 10;        ///< of the journal; see fit()
  std::size_t max_sections = SIZE_MAX;       ///< the same
  std::chrono::milliseconds patience{5000};  ///< to wait for other writers
};

/// What became of an update, in words for a person where there is something to say.
struct Updated {
  bool written = false;                            ///< false: nothing had to change
  std::size_t archived = 0;                        ///< sections moved to the archive
  std::optional<std::filesystem::path> set_aside;  ///< where a journal that is not understood is
  std::string notice;  ///< one line: what was set aside and why, or why nothing could be archived
};

/// Reads the journal, calls `edit` with it (an empty one where there is no file) and writes what
/// it made of it, under a lock on the folder, whole or not at all, synced to the disk. Where
/// another program changes the file meanwhile, it is read and edited again, so `edit` may be called
/// several times. Creates the folder (0700) and the file (0600); an existing file keeps its
/// permissions; a symbolic link is followed. Writes nothing where `edit` changes
/// nothing and there are not too many sections. A new journal that nobody has asked for is taken
/// out of git's sight first (info/exclude), so that it makes no working tree dirty and is not added
/// by accident.
///
/// A file that not_understood() names is moved to "NAME.broken-N.md" beside it, N the first that is
/// free, and a new journal is begun; if that cannot be written, the file is moved back.
///
/// A journal beyond max_bytes or max_sections gives its oldest sections to the archive first
/// (fit()). If that fails they stay, whatever the size.
///
/// Fails with "PATH: reason" (a name that does not end in .md, also behind a link, a link that
/// leads out of the project, no space, no permission, locked for longer than the patience); the
/// file is then as it was.
Result<Updated> update_journal(const JournalFile& file, const StoreOptions& options,
                               config::Language language,
                               const std::function<void(Journal& journal)>& edit);

/// The journal as it is; an empty one where there is none. Fails with "PATH: reason", also where a
/// link leads out of the project and where it is not understood. Needs no lock: a file is replaced
/// as a whole.
Result<Journal> read_journal(const JournalFile& file);

/// Takes the sections that were changed longest ago out of a journal until it renders to at most
/// `max_bytes` and has at most `max_sections`; the newest one stays whatever its size, unless
/// max_sections is 0, and so does the preamble. Returns them, oldest first.
std::vector<Section> fit(Journal& journal, std::size_t max_bytes,
                         std::size_t max_sections = SIZE_MAX);

}  // namespace context_rot::journal
