#include "journal/store/journal_context.h"

#include "client/paths.h"
#include "client/transcripts.h"
#include "findings/analysis.h"
#include "session/file_state.h"

namespace context_rot::journal {

namespace fs = std::filesystem;
using transcript::Conversation;

Desk desk_of(const fs::path& project, const Environment& environment) {
  Desk out;
  out.project = project;
  out.data = client::data_folder(project, environment).value_or("");
  out.loaded = config::load_config(project, environment);
  out.journal = journal_file(out.loaded.config.journal, project, environment);
  out.language = config::language_of(out.loaded.config, environment);
  return out;
}

Result<Extracted> look(const Desk& desk, const fs::path& transcript, std::string_view session,
                       const std::function<bool(const Conversation&)>& enough) {
  auto conversation =
      transcript::read_session_tail(transcript, transcript::Detail::content, enough);
  if (!conversation) return Error{conversation.error()};
  const bool complete = conversation->complete;
  const auto analysis =
      findings::analyse(*std::move(conversation), desk.project, desk.data, session, desk.loaded);
  Extracted out = extract(*analysis, session, now(), desk.language);
  if (!complete) {
    // The first prompt that was read is not the first one, and an empty list only says that
    // nothing of the kind stands at the end.
    std::erase_if(out.facts.parts,
                  [](const Part& part) { return part.kind == Kind::goal || part.items.empty(); });
    out.facts.title.clear();
  }
  return out;
}

bool has_work(const Desk& desk, std::string_view session, const fs::path& transcript) {
  std::error_code error;
  const fs::path& folder = desk.journal.project;
  if (!folder.empty() && !fs::is_directory(folder, error)) return false;
  return desk.enabled() && client::is_session_id(session) && fs::exists(transcript, error);
}

bool has_news(const Desk& desk, std::string_view session, const fs::path& transcript) {
  const auto modified = session::DiskFiles("").look(transcript.string()).modified;
  const auto journal = read_journal(desk.journal);
  if (!modified || !journal) return true;
  const Section* section = find_section(*journal, session);
  return section == nullptr || section->time <= *modified;
}

bool whole(const Conversation&) {
  return false;
}

Result<Updated> write_down(const Desk& desk, const Section& facts,
                           std::chrono::milliseconds patience, Section* before, Merged* after) {
  const session::DiskFiles files(desk.project);
  const auto exists = [&](const std::string& path) {
    return files.look(path).presence == session::Presence::present;
  };
  StoreOptions options;
  options.max_bytes = static_cast<std::size_t>(desk.loaded.config.journal.max_bytes);
  options.patience = patience;
  return update_journal(desk.journal, options, desk.language, [&](Journal& journal) {
    const Section* known = find_section(journal, facts.id);
    if (before != nullptr) *before = known != nullptr ? *known : Section();
    Merged merged = merge_into(journal, facts, exists);
    if (after != nullptr) *after = std::move(merged);
  });
}

}  // namespace context_rot::journal
