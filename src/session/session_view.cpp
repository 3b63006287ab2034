#include "session/session_view.h"

#include <algorithm>
#include <cstdlib>

namespace context_rot::session {

using transcript::Conversation;
using transcript::Entry;
using transcript::EntryKind;

namespace {

/// The hook writes its event when the prompt is submitted, the client its line a little later.
constexpr Milliseconds same_moment = 10000;

/// The turn that an entry of the ledger speaks of: named by its prompt's line, else the one whose
/// prompt was typed nearest in time.
std::optional<std::size_t> turn_of(const ledger::LedgerEntry& event,
                                   const Conversation& conversation,
                                   const std::vector<transcript::Turn>& turns) {
  std::optional<std::size_t> nearest;
  Milliseconds distance = same_moment + 1;
  for (std::size_t t = 0; t < turns.size(); ++t) {
    if (!turns[t].opened) continue;
    const Entry& prompt = conversation.entries[turns[t].prompt];
    const bool named = std::any_of(prompt.lines.begin(), prompt.lines.end(),
                                   [&](const auto& line) { return line.uuid == event.id; });
    if (named) return t;
    if (event.time == 0 || prompt.typed == 0) continue;
    const Milliseconds apart = std::llabs(event.time - prompt.typed);
    if (apart < distance) {
      distance = apart;
      nearest = t;
    }
  }
  return nearest;
}

std::vector<Judgement> judge(const Conversation& conversation, const std::vector<transcript::Turn>& turns,
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
      const std::string text = transcript::text_of(prompt);
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
    for (std::size_t i = 0; i < surroundings.ledger->size(); ++i) {
      const auto turn = turn_of((*surroundings.ledger)[i], conversation, turns);
      if (turn) out[*turn].in_ledger = i;
    }
  }
  return out;
}

}  // namespace

SessionView view_of(const Conversation& conversation, Surroundings surroundings) {
  SessionView view{conversation, std::move(surroundings), {}, {}, {}, {}, {}, {}, {}};
  view.uses = transcript::tool_uses(conversation);
  view.turns = transcript::turns_of(conversation);
  view.judgements = judge(conversation, view.turns, view.surroundings);
  view.episodes = episodes_of(view.uses, view.turns);
  view.decisions = decisions_of(conversation, view.uses);
  if (view.surroundings.files) {
    view.gone = gone_files(conversation, view.uses, *view.surroundings.files);
  }
  view.attribution = window::attribute(conversation);
  return view;
}

}  // namespace context_rot::session
