#include "advice/rewind_notice.h"

#include <algorithm>

#include "session/episode.h"
#include "session/typed.h"
#include "texts/texts.h"
#include "util/as_data.h"
#include "util/excerpt.h"
#include "util/trim.h"

namespace context_rot::advice {

using correction::Detector;
using session::Episode;
using session::Outcome;
using transcript::Conversation;
using transcript::ToolUse;
using transcript::Turn;

namespace {

std::string prompt_text(const Conversation& conversation, const Turn& turn) {
  return session::typed_text(conversation.entries[turn.prompt]);
}

std::string answer_text(const Conversation& conversation, const Turn& turn) {
  return turn.answer ? transcript::text_of(conversation.entries[*turn.answer]) : std::string();
}

/// Surely a correction: a report of what was seen goes on from the answer, it is no failed attempt.
bool is_corrected_by(const Detector& detector, std::string_view answer, std::string_view prompt) {
  const auto verdict = detector.detect({answer, prompt, {}});
  return verdict.noteworthy && verdict.label == correction::Label::correction;
}

std::string as_quotation(const std::string& prompt) {
  return as_data(excerpt(prompt, 100), 100);
}

}  // namespace

Failing newly_failed(const Conversation& conversation) {
  Failing found;
  const auto turns = transcript::turns_of(conversation);
  if (turns.empty() || !turns.back().opened) return found;
  const std::size_t last_prompt = turns.back().prompt;
  const auto uses = transcript::tool_uses(conversation);
  const auto episodes = session::episodes_of(uses, turns);
  found.goes_on = std::any_of(episodes.begin(), episodes.end(), [&](const Episode& episode) {
    return episode.outcome != Outcome::resolved &&
           (episode.failures.size() < several_attempts || !turns[episode.turn].opened) &&
           uses[episode.failures.back()].use_entry >= last_prompt;
  });
  const Episode* run = failing_run(turns, uses, episodes);
  // Where the third one is of an earlier turn, it was said before.
  if (run == nullptr || uses[run->failures[several_attempts - 1]].use_entry < last_prompt) {
    return found;
  }
  Attempts out;
  out.target = as_data(excerpt(run->target, 60), 60);
  out.times = run->failures.size();
  out.prompt = as_quotation(prompt_text(conversation, turns[run->turn]));
  out.prompts_ago = turns.size() - run->turn;
  found.due = std::move(out);
  return found;
}

bool may_correct_again(const Conversation& conversation, std::string_view prompt,
                       const Detector& detector) {
  const auto turns = transcript::turns_of(conversation);
  if (turns.empty() || !turns.back().opened) return false;
  return speak_of_the_same(prompt_text(conversation, turns.back()), prompt) &&
         is_corrected_by(detector, answer_text(conversation, turns.back()), prompt);
}

bool knows_attempts(const Conversation& conversation) {
  constexpr std::ptrdiff_t looked_at =
      several_attempts + 1;  // a fourth says that it was said before
  const auto& entries = conversation.entries;
  return conversation.complete ||
         std::count_if(entries.begin(), entries.end(), transcript::begins_turn) >= looked_at;
}

std::optional<Attempts> newly_corrected(const Conversation& conversation, std::string_view prompt,
                                        const Detector& detector) {
  const auto turns = transcript::turns_of(conversation);
  // Needed: the turn that was corrected first, and the one whose answer is corrected again.
  if (turns.size() < 2) return std::nullopt;
  const Turn& last = turns.back();
  const Turn& origin = turns[turns.size() - 2];
  if (!last.opened || !origin.opened) return std::nullopt;
  const auto corrects_at = [&](const Turn& before, const std::string& text) {
    return is_corrected_by(detector, answer_text(conversation, before), text);
  };
  const std::string once = prompt_text(conversation, last);
  if (trimmed(once) == trimmed(prompt)) return std::nullopt;  // sent again: the same correction
  // Most prompts correct nothing: the new one is judged first.
  if (!may_correct_again(conversation, prompt, detector) || !corrects_at(origin, once)) {
    return std::nullopt;
  }
  if (turns.size() > 2) {
    const std::string earlier = prompt_text(conversation, origin);
    const bool third_in_a_row =
        corrects_at(turns[turns.size() - 3], earlier) && speak_of_the_same(earlier, once);
    if (third_in_a_row) return std::nullopt;  // said at the second
  }
  const auto uses = transcript::tool_uses(conversation);
  const bool put_away = std::any_of(uses.begin(), uses.end(), [&](const ToolUse& use) {
    return use.use_entry >= origin.prompt && puts_work_away(use);
  });
  if (put_away) return std::nullopt;
  Attempts out;
  out.what = Attempts::What::corrected;
  out.times = 2;
  out.prompt = as_quotation(prompt_text(conversation, origin));
  out.prompts_ago = 2;
  return out;
}

std::string rewind_notice(const Attempts& attempts, config::Language language) {
  using texts::Text;
  return texts::Texts(language)(
      attempts.what == Attempts::What::failed ? Text::rewind_failed : Text::rewind_corrected,
      {{"times", std::to_string(attempts.times)},
       {"target", attempts.target},
       {"prompt", attempts.prompt}});
}

}  // namespace context_rot::advice
