#pragma once
// A session's place at work: where its journal is, what its transcript says, and writing the one
// from the other. For the hooks.

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "config/config.h"
#include "journal/facts/extract.h"
#include "journal/store/store.h"
#include "util/environment.h"
#include "util/result.h"

namespace context_rot::journal {

/// Where one project's journal is kept, and by which settings.
struct Desk {
  std::filesystem::path project;
  std::filesystem::path data;     ///< empty: nowhere to keep anything
  JournalFile journal;
  config::LoadedConfig loaded;
  config::Language language = config::Language::english;

  /// Whether the user wants a journal.
  bool enabled() const { return loaded.config.journal.enabled; }
};

/// The desk of a project: its configuration, data folder and journal. Creates nothing, never fails;
/// problems of the configuration are in `loaded`.
Desk desk_of(const std::filesystem::path& project, const Environment& environment);

/// What the transcript says of a session, read from its end until `enough` (or whole, up to the
/// tail reader's limit). A conversation of which only the end was read tells what it holds; what it
/// does not hold is left unknown. Fails with "PATH: reason".
Result<Extracted> look(const Desk& desk, const std::filesystem::path& transcript,
                       std::string_view session,
                       const std::function<bool(const transcript::Conversation&)>& enough);

/// Whether a session has a journal to keep: the journal is on, the id is one, the project's folder
/// is still there, and there is a transcript (a client may be told to keep none).
bool has_work(const Desk& desk, std::string_view session, const std::filesystem::path& transcript);

/// Whether the transcript was written to since the session's section was; true where one of the two
/// cannot be told. Reads the journal, and of the transcript only when it was changed.
bool has_news(const Desk& desk, std::string_view session, const std::filesystem::path& transcript);

/// Never enough: the whole conversation.
bool whole(const transcript::Conversation& conversation);

/// Brings facts into the session's section. Where `before` is given it receives the section as it
/// was, where `after` is given as it is then. Fails as update_journal() does.
Result<Updated> write_down(const Desk& desk, const Section& facts,
                           std::chrono::milliseconds patience, Section* before = nullptr,
                           Merged* after = nullptr);

}  // namespace context_rot::journal
