#include "session/session_view.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "session/typed.h"

namespace context_rot::session {

using transcript::Conversation;
using transcript::Entry;
using transcript::EntryKind;

namespace {

/// The hook writes its event when the prompt is submitted, the client its line a little later.
constexpr Milliseconds same_moment = 10000;

/// The turns by what an entry of the ledger may say of them.
class TurnFinder {
 public:
  TurnFinder(const Conversation& conversation, const std::vector<transcript::Turn>& turns) {
    for (std::size_t t = 0; t < turns.size(); ++t) {
      if (!turns[t].opened) continue;
      const Entry& prompt = conversation.entries[turns[t].prompt];
      for (const auto& line : prompt.lines) by_line_.try_emplace(line.uuid, t);
      if (prompt.typed != 0) by_time_.emplace_back(prompt.typed, t);
    }
    std::sort(by_time_.begin(), by_time_.end());
  }

  /// The turn that an entry speaks of: named by its prompt's line, else the one whose prompt was
  /// typed nearest in time, the first of several.
  std::optional<std::size_t> turn_of(const ledger::LedgerEntry& event) const {
    if (const auto named = by_line_.find(event.id); named != by_line_.end()) return named->second;
    if (event.time == 0) return std::nullopt;
    const auto first_at = [&](Milliseconds time) {
      return std::lower_bound(by_time_.begin(), by_time_.end(), Moment{time, 0});
    };
    const auto behind = first_at(event.time);
    std::pair best{same_moment + 1, std::size_t{0}};  // how far apart, the turn
    if (behind != by_time_.end()) {
      best = std::min(best, {distance(behind->first, event.time), behind->second});
    }
    if (behind != by_time_.begin()) {
      const auto before = first_at(std::prev(behind)->first);
      best = std::min(best, {distance(before->first, event.time), before->second});
    }
    return best.first <= same_moment ? std::optional(best.second) : std::nullopt;
  }

 private:
  using Moment = std::pair<Milliseconds, std::size_t>;  // when typed, the turn

  static Milliseconds distance(Milliseconds a, Milliseconds b) { return std::llabs(a - b); }

  std::unordered_map<std::string_view, std::size_t> by_line_;
  std::vector<Moment> by_time_;
};

std::vector<Judgement> judge(const Conversation& conversation,
                             const std::vector<transcript::Turn>& turns, const TypedTexts& typed,
                             const Surroundings& surroundings) {
  static const correction::Detector compiled_in;
  const correction::Detector& detector =
      surroundings.detector ? *surroundings.detector : compiled_in;
  std::vector<Judgement> out(turns.size());
  std::optional<std::size_t> previous;
  for (std::size_t t = 0; t < turns.size(); ++t) {
    const transcript::Turn& turn = turns[t];
    const Entry& prompt = conversation.entries[turn.prompt];
    if (turn.opened && previous && prompt.kind == EntryKind::prompt) {
      const std::string before = transcript::text_of(conversation.entries[*previous]);
      const std::string text = without_documents(typed.at(turn.prompt).text);
      std::string next;
      if (turn.first_text) next = transcript::text_of(conversation.entries[*turn.first_text]);
      correction::Exchange exchange{before, text, {}};
      if (turn.first_text) exchange.next = next;
      out[t].verdict = detector.detect(exchange);
      out[t].previous = previous;
    }
    if (turn.answer) previous = turn.answer;
  }
  if (surroundings.ledger) {
    const TurnFinder finder(conversation, turns);
    for (std::size_t i = 0; i < surroundings.ledger->size(); ++i) {
      const auto turn = finder.turn_of((*surroundings.ledger)[i]);
      if (turn) out[*turn].in_ledger = i;
    }
  }
  return out;
}

}  // namespace

SessionView view_of(const Conversation& conversation, Surroundings surroundings) {
  SessionView view{conversation, std::move(surroundings), {}, {}, {}, {}, {}, {}, {}, {}};
  view.uses = transcript::tool_uses(conversation);
  transcript::note_shown_files(view.uses, view.surroundings.folder);
  view.turns = transcript::turns_of(conversation);
  view.typed = TypedTexts(conversation);
  view.judgements = judge(conversation, view.turns, view.typed, view.surroundings);
  view.episodes = episodes_of(view.uses, view.turns);
  view.decisions = decisions_of(conversation, view.uses, view.typed);
  if (view.surroundings.files) {
    view.gone =
        gone_files(conversation, view.uses, *view.surroundings.files, view.surroundings.folder);
  }
  view.attribution = window::attribute(conversation);
  return view;
}

}  // namespace context_rot::session
