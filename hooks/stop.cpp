// Stop: settles the correction that the prompt hook suspected, by what the answer says of it, and
// brings the turn that has ended into the journal.

#include <algorithm>
#include <filesystem>

#include "client/hook.h"
#include "client/hook_parts.h"
#include "journal/store/journal_context.h"
#include "ledger/configured.h"
#include "ledger/ledger_file.h"
#include "ledger/settle.h"
#include "util/replace_file.h"

namespace context_rot::hook_stop {

namespace {

using ledger::LedgerEntry;
using transcript::Conversation;
namespace fs = std::filesystem;

constexpr std::size_t recent_ledger_bytes = 64u << 10;
constexpr std::ptrdiff_t recent_prompts = 5;
constexpr std::chrono::milliseconds patience{500};

std::optional<LedgerEntry> open_entry(const journal::Desk& desk, std::string_view session) {
  if (desk.data.empty()) return std::nullopt;
  const auto recent = ledger::ledger_end(desk.data, recent_ledger_bytes);
  if (!recent) throw std::runtime_error(recent.error());
  const ledger::Ledger ledger = ledger::read_ledger(*recent);
  const LedgerEntry* entry = ledger::open_entry(ledger, session);
  return entry != nullptr ? std::optional(*entry) : std::nullopt;
}

void settle(const journal::Desk& desk, const client::HookInput& input) {
  const auto entry = open_entry(desk, input.session_id);
  if (!entry) return;
  auto conversation = transcript::read_session_tail(
      input.transcript_path, transcript::Detail::content,
      [&](const Conversation& part) { return ledger::reaches(part, *entry); });
  std::error_code error;
  const bool is_missing = !conversation && !fs::exists(input.transcript_path, error);
  if (!conversation && !is_missing) throw std::runtime_error(conversation.error());
  // Clients up to 2.1.150 write it a moment later.
  static const Conversation nothing;
  const Conversation& known = is_missing ? nothing : *conversation;
  const auto lexicon = ledger::configured(desk.loaded).lexicon;
  const auto event =
      ledger::settling_event(*entry, known, input.last_assistant_message, now(), lexicon);
  if (!event && is_missing) throw std::runtime_error(conversation.error());
  if (!event) return;
  if (auto kept = ledger::append_event(desk.data, *event); !kept) {
    throw std::runtime_error(kept.error());
  }
}

/// The end of the conversation is enough: what stood before is in the journal already.
bool has_recent_prompts(const Conversation& conversation) {
  return std::count_if(conversation.entries.begin(), conversation.entries.end(),
                       transcript::starts_prompt_hook) > recent_prompts;
}

/// Returns what the user should know of the file: that it was set aside.
std::string keep_journal(const journal::Desk& desk, const client::HookInput& input) {
  if (!journal::has_work(desk, input.session_id, input.transcript_path)) return {};
  if (!journal::has_news(desk, input.session_id, input.transcript_path)) {
    // What a killed program left would else lie there until something happens.
    remove_stale_replacements(desk.journal.path, {});
    return {};
  }
  const auto facts =
      journal::look(desk, input.transcript_path, input.session_id, has_recent_prompts);
  if (!facts) throw std::runtime_error(facts.error());
  if (facts->empty) return {};
  const auto written = journal::write_down(desk, facts->facts, patience);
  if (!written) throw std::runtime_error(written.error());
  return written->notice;
}

std::string answer(const client::HookInput& input, const Environment& environment,
                   const client::HookParts& parts) {
  const journal::Desk desk =
      journal::desk_of(client::project_folder(input, environment), environment);
  parts.run([&] { settle(desk, input); });
  return client::show_to_user(parts.run([&] { return keep_journal(desk, input); }));
}

}  // namespace

int main(int, char**) {
  return client::run_hook("hook-stop", answer);
}

}  // namespace context_rot::hook_stop
