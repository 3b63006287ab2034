// UserPromptSubmit: tells the model when the prompt seems to correct its last answer; and the user
// when the same thing is corrected again, and what the hook at the end of the turn would have said,
// where that could not (advice/turn_notice).

#include <algorithm>
#include <filesystem>
#include <optional>

#include "advice/rewind_notice.h"
#include "advice/turn_notice.h"
#include "client/hook.h"
#include "client/hook_parts.h"
#include "client/paths.h"
#include "client/transcripts.h"
#include "config/config.h"
#include "journal/store/audit_file.h"
#include "ledger/configured.h"
#include "ledger/ledger_file.h"
#include "ledger/live.h"
#include "rules/offers.h"
#include "rules/proposed.h"
#include "rules/rules_file.h"
#include "session/typed.h"
#include "util/program_path.h"
#include "util/redact.h"
#include "util/visible.h"
#include "window/crossing.h"

namespace context_rot::hook_user_prompt_submit {

namespace {

using transcript::Conversation;
namespace fs = std::filesystem;

/// A prompt and what belongs to it.
struct Call {
  const client::HookInput& input;
  const Environment& environment;
  const client::HookParts& parts;
  fs::path project;
  std::optional<fs::path> data;
  config::LoadedConfig loaded;
};

/// What is wrong with the configuration, at the first prompt of a session only.
std::string config_problem(const Call& call, const Conversation& conversation) {
  const auto comes_later = [](const transcript::Entry& entry) {
    return starts_prompt_hook(entry) || entry.kind == transcript::EntryKind::boundary;
  };
  const auto& entries = conversation.entries;
  if (!conversation.complete || std::any_of(entries.begin(), entries.end(), comes_later)) return {};
  std::vector<std::string> problems = call.loaded.problems;
  if (problems.empty()) problems = ledger::configured(call.loaded).problems;
  if (problems.empty()) return {};
  return "Context Rot Toolkit: " + visible(problems.front()) + " (the default is used)";
}

/// What a correction is to the model and to the ledger.
struct Noted {
  std::string note;   ///< for the model: a note, or a question; empty where the prompt is none
  std::string entry;  ///< the ledger's; empty where there is none
};

/// The note, or the question where it is doubtful. Keeps the ledger.
Noted correction_note(const Call& call, const correction::Detector& detector,
                      const Conversation& conversation) {
  const auto previous = ledger::last_answer(conversation);
  if (!previous) return {};
  const config::CorrectionConfig& wanted = call.loaded.config.correction;
  const std::string typed = session::without_documents(session::typed_text(call.input.prompt));
  const auto verdict = detector.detect({*previous, typed, {}});
  constexpr std::size_t fewest_bytes = 4;  // "y", "1", "ok" choose or agree: not worth a question
  // Without a cue four of five such questions would be for nothing; who sets the limit asks them.
  const bool has_reason = !verdict.cues.empty() || wanted.grey_limit.has_value();
  const bool asks =
      verdict.doubtful && wanted.confirm && has_reason && typed.size() >= fewest_bytes;
  if (!verdict.noteworthy && !asks) return {};
  Noted out;
  call.parts.run([&] {
    if (!call.data) return;
    auto entry = ledger::entry_of(verdict, call.input.session_id, now());
    entry.asked = asks;
    if (wanted.keep_text) {
      entry.text = redact(call.input.prompt);
      entry.previous = redact(*previous);
    }
    const auto kept = ledger::append_event(*call.data, ledger::detected_event(entry));
    if (!kept) throw std::runtime_error(kept.error());
    out.entry = entry.id;
  });
  out.note = asks ? std::string(ledger::grey_question) : ledger::model_note(verdict);
  return out;
}

/// The offer to keep a rule that was typed again. Remembers one that is a correction, `entry` being
/// the ledger's.
std::string rule_offer(const Call& call, const std::string& entry) {
  const config::Notify notify = call.loaded.config.notify;
  if (notify == config::Notify::off || notify == config::Notify::model) return {};
  const std::string own =
      session::own_words(session::without_documents(session::typed_text(call.input.prompt)));
  const auto rule = rules::rule_in(own);
  if (!rule) return {};
  std::vector<std::string> kept;
  if (const auto found = rules::load_rules(call.project, call.environment, true)) {
    for (const rules::Rule& one : found->counting()) kept.push_back(one.text);
  }
  const auto due =
      rules::typed(rules::offers_file(call.project, call.environment), *rule, entry, kept, now());
  if (!due) throw std::runtime_error(due.error());
  return rules::offer_text(*due, config::language_of(call.loaded.config, call.environment),
                           own_command("context-rules", call.environment));
}

/// The suggestion to go back where the prompt corrects the same thing a second time.
std::string corrected_again(const Call& call, const Conversation& conversation,
                            const correction::Detector& detector) {
  const config::Config& config = call.loaded.config;
  if (config.notify == config::Notify::off || config.notify == config::Notify::model) return {};
  const std::string& prompt = call.input.prompt;
  if (!advice::may_correct_again(conversation, prompt, detector)) return {};
  // What began in an earlier turn is seen only where that was read.
  const Conversation* known = &conversation;
  Result<Conversation> more = Conversation();
  if (!advice::knows_attempts(conversation)) {
    more = transcript::read_session_tail(call.input.transcript_path, transcript::Detail::content,
                                         advice::knows_attempts, transcript::Asks::with_opening);
    if (!more) return {};
    known = &*more;
  }
  const auto attempts = advice::newly_corrected(*known, prompt, detector);
  return attempts ? advice::rewind_notice(*attempts, config::language_of(config, call.environment))
                  : std::string();
}

/// What the last compaction lost or wrongly kept, once.
std::string missing_after_compaction(const Call& call) {
  if (!call.data || !client::is_session_id(call.input.session_id)) return {};
  const auto audit = journal::take_audit(*call.data, call.input.session_id);
  return audit ? journal::audit_note(*audit) : std::string();
}

/// Adds a paragraph.
void add(std::string& text, const std::string& more) {
  if (!text.empty() && !more.empty()) text += "\n";
  text += more;
}

/// What is said of the window, of going back and of a correction: all that needs the transcript.
advice::TurnNotice notice_of(const Call& call, const Conversation& conversation,
                             const correction::Detector& detector, bool suspected) {
  const auto& parts = call.parts;
  const fs::path transcript = call.input.transcript_path;
  const advice::TurnCall turn{
      call.project,      call.data,   transcript,       call.input.session_id,
      call.input.prompt, call.loaded, call.environment, parts};
  auto notice = parts.run([&] { return advice::crossing_notice(turn, conversation); });
  if (notice.for_user.empty()) {
    notice.for_user = parts.run([&] { return advice::failing_notice(turn, conversation); });
  }
  if (notice.for_user.empty() && suspected) {
    notice.for_user = parts.run([&] { return corrected_again(call, conversation, detector); });
  }
  add(notice.for_model, parts.run([&] { return missing_after_compaction(call); }));
  if (suspected) {
    const Noted noted = parts.run([&] { return correction_note(call, detector, conversation); });
    add(notice.for_model, noted.note);
    add(notice.for_user, parts.run([&] { return rule_offer(call, noted.entry); }));
  }
  return notice;
}

std::string answer(const client::HookInput& input, const Environment& environment,
                   const client::HookParts& parts) {
  const fs::path project = client::project_folder(input, environment);
  const Call call{input,
                  environment,
                  parts,
                  project,
                  client::data_folder(project, environment),
                  config::load_config(project, environment)};
  const fs::path transcript = input.transcript_path;
  std::error_code error;
  // The client creates the transcript after the first prompt.
  if (!fs::exists(transcript, error)) return client::show_to_user(config_problem(call, {}));

  ledger::Configured configured = ledger::configured(call.loaded);
  auto model = parts.run([&] {
    auto own = ledger::model_of(call.data.value_or(""));
    if (!own) throw std::runtime_error(own.error());
    return *std::move(own);
  });
  const correction::Detector detector(std::move(configured.lexicon), std::move(model),
                                      configured.limits);
  const bool suspected = parts.run([&] {
    return call.loaded.config.correction.detect && detector.worth_a_look(call.input.prompt);
  });
  const auto enough = [&](const Conversation& conversation) {
    return window::knows_crossing(conversation) &&
           (!suspected || ledger::last_answer(conversation));
  };
  const auto conversation = parts.run([&]() -> std::optional<Conversation> {
    auto read = transcript::read_session_tail(transcript, transcript::Detail::content, enough,
                                              transcript::Asks::with_opening);
    if (!read) throw std::runtime_error(read.error());
    return *std::move(read);
  });
  if (!conversation) {
    return client::give_to_model("UserPromptSubmit", missing_after_compaction(call), "");
  }
  const std::string problem = parts.run([&] { return config_problem(call, *conversation); });
  if (!problem.empty()) return client::show_to_user(problem);
  const auto notice = notice_of(call, *conversation, detector, suspected);
  return client::give_to_model("UserPromptSubmit", notice.for_model, notice.for_user);
}

}  // namespace

int main(int, char**) {
  return client::run_hook("hook-user-prompt-submit", answer);
}

}  // namespace context_rot::hook_user_prompt_submit
