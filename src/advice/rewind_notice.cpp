#include "advice/rewind_notice.h"

#include <algorithm>
#include <set>

#include "advice/words.h"
#include "session/episode.h"
#include "util/as_data.h"
#include "util/excerpt.h"

namespace context_rot::advice {

using correction::Detector;
using session::Episode;
using session::Outcome;
using transcript::ToolUse;
using transcript::Turn;
using transcript::Conversation;

namespace {

constexpr std::size_t several = 3;

std::set<std::string> words_of(std::string_view text) {
  const auto list = telling_words(text);
  return {list.begin(), list.end()};
}

bool share_a_word(std::string_view a, std::string_view b) {
  const auto left = words_of(a);
  const auto right = words_of(b);
  return std::any_of(left.begin(), left.end(), [&](const auto& w) { return right.contains(w); });
}

std::string prompt_text(const Conversation& conversation, const Turn& turn) {
  return transcript::text_of(conversation.entries[turn.prompt]);
}

std::string answer_text(const Conversation& conversation, const Turn& turn) {
  return turn.answer ? transcript::text_of(conversation.entries[*turn.answer]) : std::string();
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
  for (const Episode& episode : session::episodes_of(uses, turns)) {
    if (episode.outcome == Outcome::resolved) continue;
    if (episode.failures.size() < several || !turns[episode.turn].opened) {
      found.goes_on = found.goes_on || uses[episode.failures.back()].use_entry >= last_prompt;
      continue;
    }
    const ToolUse& third = uses[episode.failures[several - 1]];
    if (third.use_entry < last_prompt) continue;  // said before
    Attempts out;
    out.target = as_data(excerpt(episode.target, 60), 60);
    out.times = episode.failures.size();
    out.prompt = as_quotation(prompt_text(conversation, turns[episode.turn]));
    out.prompts_ago = turns.size() - episode.turn;
    found.due = std::move(out);
    return found;
  }
  return found;
}

bool may_correct_again(const Conversation& conversation, std::string_view prompt,
                       const Detector& detector) {
  const auto turns = transcript::turns_of(conversation);
  if (turns.empty() || !turns.back().opened) return false;
  return share_a_word(prompt_text(conversation, turns.back()), prompt) &&
         detector.detect({answer_text(conversation, turns.back()), prompt, {}}).noteworthy;
}

bool knows_attempts(const Conversation& conversation) {
  constexpr std::ptrdiff_t looked_at = several + 1;  // a fourth says that it was said before
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
  const auto corrects = [&](const Turn& before, const std::string& text) {
    return detector.detect({answer_text(conversation, before), text, {}}).noteworthy;
  };
  const std::string once = prompt_text(conversation, last);
  // Most prompts correct nothing: the new one is judged first.
  if (!may_correct_again(conversation, prompt, detector) || !corrects(origin, once)) {
    return std::nullopt;
  }
  if (turns.size() > 2) {
    const std::string earlier = prompt_text(conversation, origin);
    const bool third_in_a_row =
        corrects(turns[turns.size() - 3], earlier) && share_a_word(earlier, once);
    if (third_in_a_row) return std::nullopt;  // said at the second
  }
  Attempts out;
  out.what = Attempts::What::corrected;
  out.times = 2;
  out.prompt = as_quotation(prompt_text(conversation, origin));
  out.prompts_ago = 2;
  return out;
}

std::string rewind_notice(const Attempts& attempts, config::Language language) {
  const bool english = language == config::Language::english;
  const std::string times = std::to_string(attempts.times);
  std::string out;
  if (attempts.what == Attempts::What::failed) {
    out = english ? times + " failed attempts at `" + attempts.target + "`. "
                  : times + " intentos fallidos de `" + attempts.target + "`. ";
  } else {
    out = english ? "The same thing corrected " + times + " times. "
                  : "Lo mismo corregido " + times + " veces. ";
  }
  out += english ? "Going back may be better than trying on: /rewind (double Esc) to \""
                 : "Volver atrás puede ser mejor que seguir probando: /rewind (Esc dos veces) a \"";
  return out + attempts.prompt +
         (english ? "\", and say there what was learned." : "\", y di ahí lo aprendido.");
}

}  // namespace context_rot::advice
