#include "advice/turn_notice.h"

#include "advice/band_notice.h"
#include "advice/facts.h"
#include "advice/notice_advice.h"
#include "advice/rewind_notice.h"
#include "advice/rubric.h"
#include "client/handover_file.h"
#include "client/paths.h"
#include "client/transcripts.h"
#include "findings/analysis.h"
#include "transcript/turn.h"
#include "window/client_point.h"
#include "window/crossing.h"

namespace context_rot::advice {

using transcript::Conversation;
namespace fs = std::filesystem;

namespace {

bool tells_user(const config::Config& config) {
  return config.notify == config::Notify::user || config.notify == config::Notify::both;
}

/// What to do at a crossing, from the whole session; nothing where it cannot be read.
NoticeAdvice advice_at(const TurnCall& call, const window::Crossing& crossing,
                       const window::CompactionPoint& point, config::Language language) {
  auto conversation = transcript::read_session_tail(
      call.transcript, transcript::Detail::content, [](const Conversation&) { return false; },
      transcript::Asks::at_end);
  if (!conversation) return {};
  const auto analysis =
      findings::analyse(*std::move(conversation), call.project, call.data.value_or(""),
                        std::string(call.session), call.loaded);
  const Fullness fullness{crossing.band, crossing.percent, crossing.reading.used,
                          crossing.reading.max, point};
  const auto facts = facts_of(analysis->view, analysis->findings.list, fullness, call.prompt);
  return notice_advice(facts, decide(facts), language);
}

std::string last_prompt(const Conversation& conversation) {
  const auto& entries = conversation.entries;
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    if (transcript::starts_prompt_hook(*entry) && !entry->lines.empty()) {
      return entry->lines.front().uuid;
    }
  }
  return {};
}

fs::path told_file(const TurnCall& call) {
  return *call.data / "notices" / (std::string(call.session) + ".json");
}

bool is_told_file(const std::string& name) {
  const fs::path file(name);
  return file.extension() == ".json" && client::is_session_id(file.stem().string());
}

}  // namespace

TurnNotice crossing_notice(const TurnCall& call, const Conversation& conversation) {
  const config::Config& config = call.loaded.config;
  if (config.notify == config::Notify::off) return {};
  std::optional<client::Snapshot> snapshot;
  if (call.data && client::is_session_id(call.session)) {
    snapshot = client::read_snapshot(client::snapshot_file(*call.data, call.session), call.session);
  }
  window::WindowSaid said;
  if (config.window > 0) said.by_configuration = config.window;
  if (call.data) {
    said.shown_before =
        window::window_shown_before(window::context_use(conversation), {*call.data});
  }
  const auto crossing =
      window::band_crossing(conversation, snapshot, said, window::band_limits(config));
  if (!crossing) return {};
  TurnNotice out;
  if (config.notify != config::Notify::user) out.for_model = band_note_for_model(*crossing);
  if (tells_user(config) && !was_told(call, conversation)) {
    const auto point =
        window::client_point(crossing->reading, call.project, call.transcript, call.environment);
    const config::Language language = config::language_of(config, call.environment);
    const NoticeAdvice advised =
        call.parts.run([&] { return advice_at(call, *crossing, point, language); });
    out.for_user = band_notice(*crossing, point, language, advised);
  }
  return out;
}

std::string failing_notice(const TurnCall& call, const Conversation& conversation) {
  if (!tells_user(call.loaded.config)) return {};
  auto [attempts, goes_on] = newly_failed(conversation);
  if (!attempts && goes_on && !knows_attempts(conversation)) {
    const auto more = transcript::read_session_tail(call.transcript, transcript::Detail::content,
                                                    knows_attempts, transcript::Asks::with_opening);
    if (more) attempts = newly_failed(*more).due;
  }
  if (!attempts || was_told(call, conversation)) return {};
  return rewind_notice(*attempts, config::language_of(call.loaded.config, call.environment));
}

bool remember_told(const TurnCall& call, const Conversation& conversation, Milliseconds now) {
  const std::string turn = last_prompt(conversation);
  if (!call.data || !client::is_session_id(call.session) || turn.empty()) return false;
  return static_cast<bool>(
      client::leave_word(told_file(call), {{"turn", turn}, {"time", now}}, is_told_file));
}

bool was_told(const TurnCall& call, const Conversation& conversation) {
  if (!call.data || !client::is_session_id(call.session)) return false;
  const auto word = client::read_word(told_file(call));
  if (!word) return false;
  const auto turn = word->find("turn");
  return turn != word->end() && turn->is_string() &&
         turn->get<std::string>() == last_prompt(conversation);
}

}  // namespace context_rot::advice
