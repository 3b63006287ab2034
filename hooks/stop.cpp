// Stop: settles the correction that the prompt hook suspected, by what the answer says of it,
// brings the turn that has ended into the journal, and tells the user when the window entered a
// higher band or one thing keeps failing.

#include <algorithm>
#include <filesystem>
#include <thread>

#include "advice/turn_notice.h"
#include "client/hook.h"
#include "client/hook_parts.h"
#include "journal/store/journal_context.h"
#include "ledger/configured.h"
#include "ledger/ledger_file.h"
#include "ledger/settle.h"
#include "rules/offers.h"
#include "rules/rules_file.h"
#include "util/program_path.h"
#include "util/replace_file.h"
#include "window/crossing.h"

namespace context_rot::hook_stop {

namespace {

using ledger::LedgerEntry;
using transcript::Conversation;
namespace fs = std::filesystem;

constexpr std::size_t recent_ledger_bytes = 64u << 10;
constexpr std::ptrdiff_t recent_prompts = 5;
constexpr std::chrono::milliseconds patience{500};

std::optional<LedgerEntry> open_entry(const journal::JournalContext& context,
                                      std::string_view session) {
  if (context.data.empty()) return std::nullopt;
  const auto recent = ledger::ledger_end(context.data, recent_ledger_bytes);
  if (!recent) throw std::runtime_error(recent.error());
  const ledger::Ledger ledger = ledger::read_ledger(*recent);
  const LedgerEntry* entry = ledger::open_entry(ledger, session);
  return entry != nullptr ? std::optional(*entry) : std::nullopt;
}

correction::Model own_model(const fs::path& data) {
  auto model = ledger::model_of(data);
  if (!model) throw std::runtime_error(model.error());
  return *std::move(model);
}

/// Returns the id of the entry where it is confirmed now.
std::string settle(const journal::JournalContext& context, const client::HookInput& input,
                   const client::HookParts& parts) {
  const auto entry = open_entry(context, input.session_id);
  if (!entry) return {};
  auto conversation = transcript::read_session_tail(
      input.transcript_path, transcript::Detail::content,
      [&](const Conversation& part) { return ledger::reaches(part, *entry); });
  std::error_code error;
  const bool is_missing = !conversation && !fs::exists(input.transcript_path, error);
  if (!conversation && !is_missing) throw std::runtime_error(conversation.error());
  // Clients up to 2.1.150 write it a moment later.
  static const Conversation nothing;
  const Conversation& known = is_missing ? nothing : *conversation;
  const ledger::Configured configured = ledger::configured(context.loaded);
  const correction::Detector detector(
      configured.lexicon, parts.run([&] { return own_model(context.data); }), configured.limits);
  const auto event = ledger::settling_event(*entry, known, input.last_assistant_message, now(),
                                            detector, configured.lexicon);
  if (!event && is_missing) throw std::runtime_error(conversation.error());
  if (!event) return {};
  if (auto kept = ledger::append_event(context.data, *event); !kept) {
    throw std::runtime_error(kept.error());
  }
  const auto settled =
      ledger::read_ledger(ledger::detected_event(*entry) + "\n" + *event + "\n").entries;
  const bool agreed = !settled.empty() && settled[0].standing == ledger::Standing::confirmed;
  return agreed ? entry->id : std::string();
}

/// The offer to keep the rule that a confirmed correction states, once.
std::string rule_offer(const journal::JournalContext& context, const std::string& entry,
                       const Environment& environment) {
  const config::Notify notify = context.loaded.config.notify;
  if (entry.empty() || notify == config::Notify::off || notify == config::Notify::model) return {};
  const auto due = rules::confirmed(rules::offers_file(context.project, environment), entry);
  if (!due) throw std::runtime_error(due.error());
  return rules::offer_text(*due, context.language, own_command("context-rules", environment));
}

/// The end of the conversation is enough: what stood before is in the journal already.
bool has_recent_prompts(const Conversation& conversation) {
  return std::count_if(conversation.entries.begin(), conversation.entries.end(),
                       transcript::starts_prompt_hook) > recent_prompts;
}

/// Returns what the user should know of the file: that it was set aside.
std::string keep_journal(const journal::JournalContext& context, const client::HookInput& input) {
  if (!journal::has_work(context, input.session_id, input.transcript_path)) return {};
  if (!journal::has_news(context, input.session_id, input.transcript_path)) {
    // What a killed program left would else lie there until something happens.
    remove_stale_replacements(context.journal.path, {});
    return {};
  }
  const auto facts =
      journal::extract_from(context, input.transcript_path, input.session_id, has_recent_prompts);
  if (!facts) throw std::runtime_error(facts.error());
  if (facts->empty) return {};
  const auto written = journal::update_section(context, facts->facts, patience);
  if (!written) throw std::runtime_error(written.error());
  return written->notice;
}

/// Whether the answer that ends the turn is there.
bool has_ended(const Conversation& conversation) {
  const auto& entries = conversation.entries;
  const auto last = std::find_if(entries.rbegin(), entries.rend(), [](const auto& entry) {
    return entry.kind == transcript::EntryKind::assistant || transcript::begins_turn(entry) ||
           entry.kind == transcript::EntryKind::tool_result;
  });
  return last != entries.rend() && last->kind == transcript::EntryKind::assistant;
}

/// The end of the transcript. The client writes a moment behind: where the answer is not there yet
/// it is waited for, a sixth of a second at most.
std::optional<Conversation> ended_turn(const fs::path& transcript) {
  constexpr int most_looks = 8;
  constexpr std::chrono::milliseconds pause{20};
  for (int look = 0;; ++look) {
    auto read =
        transcript::read_session_tail(transcript, transcript::Detail::content,
                                      window::knows_crossing, transcript::Asks::with_opening);
    if (!read) return std::nullopt;
    if (has_ended(*read)) return *std::move(read);
    if (look == most_looks) return std::nullopt;
    std::this_thread::sleep_for(pause);
  }
}

/// The band that the turn entered, or the thing that keeps failing: said here, because now the user
/// can still act on it.
std::string turn_notice(const journal::JournalContext& context, const fs::path& project,
                        const client::HookInput& input, const Environment& environment,
                        const client::HookParts& parts) {
  const auto notify = context.loaded.config.notify;
  if (notify == config::Notify::off || notify == config::Notify::model) return {};
  const fs::path transcript = input.transcript_path;
  const auto conversation = ended_turn(transcript);
  if (!conversation) return {};  // the next prompt says it
  const auto data = context.data.empty() ? std::nullopt : std::optional(context.data);
  const advice::TurnCall call{project, data,           transcript,  input.session_id,
                              {},      context.loaded, environment, parts};
  std::string notice = advice::crossing_notice(call, *conversation).for_user;
  if (notice.empty()) notice = advice::failing_notice(call, *conversation);
  if (notice.empty() || !advice::remember_told(call, *conversation, now())) return {};
  return notice;
}

std::string answer(const client::HookInput& input, const Environment& environment,
                   const client::HookParts& parts) {
  const fs::path project = client::project_folder(input, environment);
  const journal::JournalContext context = journal::journal_context_of(project, environment);
  const std::string confirmed = parts.run([&] { return settle(context, input, parts); });
  std::string told = parts.run([&] { return keep_journal(context, input); });
  const auto add = [&](const std::string& more) {
    if (!told.empty() && !more.empty()) told += "\n";
    told += more;
  };
  add(parts.run([&] { return rule_offer(context, confirmed, environment); }));
  add(parts.run([&] { return turn_notice(context, project, input, environment, parts); }));
  return client::show_to_user(told);
}

}  // namespace

int main(int, char**) {
  return client::run_hook("hook-stop", answer);
}

}  // namespace context_rot::hook_stop
