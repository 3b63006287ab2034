// UserPromptSubmit: tells the user, once, when the window has entered a higher band and what to do
// then, or when going back is better than trying on; and the model when the prompt seems to
// correct its last answer.

#include <algorithm>
#include <filesystem>

#include "advice/band_notice.h"
#include "advice/facts.h"
#include "advice/notice_advice.h"
#include "advice/rewind_notice.h"
#include "advice/rubric.h"
#include "correction/configured.h"
#include "correction/ledger_file.h"
#include "correction/live.h"
#include "host/config.h"
#include "host/hook.h"
#include "host/paths.h"
#include "journal/audit_file.h"
#include "meter/client_point.h"
#include "meter/crossing.h"
#include "pollution/analysis.h"
#include "util/redact.h"
#include "util/visible.h"

namespace {

using namespace context_rot;
using transcript::Conversation;
namespace fs = std::filesystem;

/// A prompt and what belongs to it.
struct Call {
  const host::HookInput& input;
  const Environment& environment;
  fs::path project;
  std::optional<fs::path> data;
  host::LoadedConfig loaded;
};

/// What is wrong with the configuration, at the first prompt of a session only.
std::string config_problem(const Call& call, const Conversation& conversation) {
  const auto comes_later = [](const transcript::Entry& entry) {
    return starts_prompt_hook(entry) || entry.kind == transcript::EntryKind::boundary;
  };
  const auto& entries = conversation.entries;
  if (!conversation.complete || std::any_of(entries.begin(), entries.end(), comes_later)) return {};
  std::vector<std::string> problems = call.loaded.problems;
  if (problems.empty()) problems = correction::configured(call.loaded).problems;
  if (problems.empty()) return {};
  return "Context Rot Toolkit: " + visible(problems.front()) + " (the default is used)";
}

/// What to do at a crossing, from the whole session; empty where it cannot be read.
std::string advice_at(const Call& call, const meter::Crossing& crossing,
                      const meter::CompactionPoint& point, host::Language language) {
  auto conversation = transcript::read_session_tail(
      call.input.transcript_path, transcript::Detail::content,
      [](const Conversation&) { return false; }, transcript::Asks::at_end);
  if (!conversation) return {};
  const auto analysis =
      pollution::analyse(*std::move(conversation), call.project, call.data.value_or(""),
                         call.input.session_id, call.loaded);
  const advice::Fullness fullness{crossing.band, crossing.percent, crossing.reading.used,
                                  crossing.reading.max, point};
  const auto facts = advice::facts_of(analysis->view, analysis->findings.list, fullness);
  return advice::notice_advice(facts, advice::decide(facts), language);
}

struct Notice {
  std::string for_user;
  std::string for_model;
};

Notice notice_of_crossing(const Call& call, const Conversation& conversation) {
  const host::Config& config = call.loaded.config;
  if (config.notify == host::Notify::off) return {};
  std::optional<host::Snapshot> snapshot;
  if (call.data && host::is_session_id(call.input.session_id)) {
    snapshot = host::read_snapshot(host::snapshot_file(*call.data, call.input.session_id),
                                   call.input.session_id);
  }
  meter::WindowSaid said;
  if (config.window > 0) said.by_configuration = config.window;
  const auto crossing =
      meter::band_crossing(conversation, snapshot, said, meter::band_limits(config));
  if (!crossing) return {};
  Notice out;
  if (config.notify != host::Notify::user) out.for_model = advice::band_note_for_model(*crossing);
  if (config.notify != host::Notify::model) {
    const auto point = meter::client_point(crossing->reading, call.project,
                                           call.input.transcript_path, call.environment);
    const host::Language language = host::language_of(config, call.environment);
    out.for_user = advice::band_notice(*crossing, point, language,
                                       advice_at(call, *crossing, point, language));
  }
  return out;
}

/// The note for the model, or nothing. Keeps the ledger.
std::string correction_note(const Call& call, const correction::Detector& detector,
                            const Conversation& conversation) {
  const auto previous = correction::last_answer(conversation);
  if (!previous) return {};
  const host::CorrectionConfig& wanted = call.loaded.config.correction;
  const auto verdict = detector.detect({*previous, call.input.prompt, {}});
  if (!verdict.noteworthy) return {};
  if (call.data) {
    auto entry = correction::entry_of(verdict, call.input.session_id, now());
    if (wanted.keep_text) {
      entry.text = redact(call.input.prompt);
      entry.previous = redact(*previous);
    }
    const auto kept = correction::append_event(*call.data, correction::detected_event(entry));
    if (!kept) host::log_hook_error(*call.data, "hook-user-prompt-submit", kept.error());
  }
  return correction::model_note(verdict, wanted.confirm);
}

/// The suggestion to go back, in the moment in which it is due.
std::string rewind_due(const Call& call, const Conversation& conversation,
                       const correction::Detector& detector, bool suspected) {
  const host::Config& config = call.loaded.config;
  if (config.notify == host::Notify::off || config.notify == host::Notify::model) return {};
  const std::string& prompt = call.input.prompt;
  auto [attempts, goes_on] = advice::newly_failed(conversation);
  const host::Language language = host::language_of(config, call.environment);
  if (attempts) return advice::rewind_notice(*attempts, language);
  const bool again = suspected && advice::may_correct_again(conversation, prompt, detector);
  if (!goes_on && !again) return {};
  // What began in an earlier turn is seen only where that was read.
  const Conversation* known = &conversation;
  Result<Conversation> more = Conversation();
  if (!advice::knows_attempts(conversation)) {
    more = transcript::read_session_tail(call.input.transcript_path, transcript::Detail::content,
                                         advice::knows_attempts, transcript::Asks::with_opening);
    if (!more) return {};
    known = &*more;
    attempts = advice::newly_failed(*known).due;
  }
  if (!attempts && again) attempts = advice::newly_corrected(*known, prompt, detector);
  return attempts ? advice::rewind_notice(*attempts, language) : std::string();
}

/// What the last compaction lost or wrongly kept, once.
std::string missing_after_compaction(const Call& call) {
  if (!call.data || !host::is_session_id(call.input.session_id)) return {};
  const auto audit = journal::take_audit(*call.data, call.input.session_id);
  return audit ? journal::audit_note(*audit) : std::string();
}

/// Adds a paragraph.
void add(std::string& text, const std::string& more) {
  if (!text.empty() && !more.empty()) text += "\n";
  text += more;
}

std::string answer(const host::HookInput& input, const Environment& environment) {
  const fs::path project = host::project_folder(input, environment);
  const Call call{input, environment, project, host::data_folder(project, environment),
                  host::load_config(project, environment)};
  const fs::path transcript = input.transcript_path;
  std::error_code error;
  // The client creates the transcript after the first prompt.
  if (!fs::exists(transcript, error)) return host::show_to_user(config_problem(call, {}));

  correction::Configured configured = correction::configured(call.loaded);
  const correction::Detector detector(std::move(configured.lexicon), {}, configured.limits);
  const bool suspected =
      call.loaded.config.correction.detect && detector.worth_a_look(call.input.prompt);
  const auto enough = [&](const Conversation& conversation) {
    return meter::knows_crossing(conversation) &&
           (!suspected || correction::last_answer(conversation));
  };
  const auto conversation = transcript::read_session_tail(transcript, transcript::Detail::content,
                                                          enough, transcript::Asks::with_opening);
  if (!conversation) throw std::runtime_error(conversation.error());
  if (const std::string problem = config_problem(call, *conversation); !problem.empty()) {
    return host::show_to_user(problem);
  }
  Notice notice = notice_of_crossing(call, *conversation);
  if (notice.for_user.empty()) {
    notice.for_user = rewind_due(call, *conversation, detector, suspected);
  }
  std::string for_model = notice.for_model;
  add(for_model, missing_after_compaction(call));
  if (suspected) add(for_model, correction_note(call, detector, *conversation));
  return host::give_to_model("UserPromptSubmit", for_model, notice.for_user);
}

}  // namespace

int main() {
  return context_rot::host::run_hook("hook-user-prompt-submit", answer);
}
