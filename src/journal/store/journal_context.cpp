#include "journal/store/journal_context.h"

#include "client/paths.h"
#include "client/transcripts.h"
#include "findings/analysis.h"
#include "session/file_state.h"

namespace context_rot::journal {

namespace fs = std::filesystem;
using transcript::Conversation;

JournalContext journal_context_of(const fs::path& project, const Environment& environment) {
  JournalContext out;
  out.project = project;
  out.data = client::data_folder(project, environment).value_or("");
  out.loaded = config::load_config(project, environment);
  out.journal = journal_file(out.loaded.config.journal, project, environment);
  out.language = config::language_of(out.loaded.config, environment);
  return out;
}

Result<Extracted> extract_from(const JournalContext& context, const fs::path& transcript,
                               std::string_view session,
                               const std::function<bool(const Conversation&)>& enough) {
  auto conversation =
      transcript::read_session_tail(transcript, transcript::Detail::content, enough);
  if (!conversation) return Error{conversation.error()};
  const bool complete = conversation->complete;
  const auto analysis = findings::analyse(*std::move(conversation), context.project, context.data,
                                          session, context.loaded);
  Extracted out = extract(*analysis, session, now(), context.language);
  if (!complete) {
    // The first prompt that was read is not the first one, and an empty list only says that
    // nothing of the kind stands at the end.
    std::erase_if(out.facts.parts,
                  [](const Part& part) { return part.kind == Kind::goal || part.items.empty(); });
    out.facts.title.clear();
  }
  return out;
}

bool has_work(const JournalContext& context, std::string_view session, const fs::path& transcript) {
  std::error_code error;
  const fs::path& folder = context.journal.project;
  if (!folder.empty() && !fs::is_directory(folder, error)) return false;
  return context.enabled() && client::is_session_id(session) && fs::exists(transcript, error);
}

bool has_news(const JournalContext& context, std::string_view session, const fs::path& transcript) {
  const auto modified = session::DiskFiles("").facts_of(transcript.string()).modified;
  const auto journal = read_journal(context.journal);
  if (!modified || !journal) return true;
  const Section* section = find_section(*journal, session);
  return section == nullptr || section->time <= *modified;
}

bool never_enough(const Conversation&) {
  return false;
}

Result<Updated> update_section(const JournalContext& context, const Section& facts,
                               std::chrono::milliseconds patience, Section* before, Merged* after) {
  const session::DiskFiles files(context.project);
  const auto exists = [&](const std::string& path) {
    return files.facts_of(path).presence == session::Presence::present;
  };
  StoreOptions options;
  options.max_bytes = static_cast<std::size_t>(context.loaded.config.journal.max_bytes);
  options.patience = patience;
  return update_journal(context.journal, options, context.language, [&](Journal& journal) {
    const Section* known = find_section(journal, facts.id);
    if (before != nullptr) *before = known != nullptr ? *known : Section();
    Merged merged = merge_into(journal, facts, exists);
    if (after != nullptr) *after = std::move(merged);
  });
}

}  // namespace context_rot::journal
