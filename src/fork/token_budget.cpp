#include "fork/token_budget.h"

#include <algorithm>

#include "curate/entities.h"
#include "fork/reword.h"
#include "fork/stub.h"
#include "session/typed.h"
#include "transcript/turn.h"

namespace context_rot::fork {

using transcript::Turn;
using transcript::Entry;
using transcript::EntryKind;

namespace {

constexpr std::size_t turns_kept = 2;

struct Candidate {
  std::size_t entry = 0;
  std::size_t turn = 0;
  std::int64_t tokens = 0;
};

/// Relevance decay, 0.5^(distance/10), falls with every turn: the weakest are the oldest.
bool weaker(const Candidate& a, const Candidate& b) {
  if (a.turn != b.turn) return a.turn < b.turn;
  return a.tokens != b.tokens ? a.tokens > b.tokens : a.entry < b.entry;
}

bool names_one_of(const curate::Entities& entities, const Entry& entry,
                  const transcript::ToolUse* use) {
  if (entities.empty()) return false;
  if (use != nullptr && entities.mentioned_in(use->target)) return true;
  return std::any_of(entry.blocks.begin(), entry.blocks.end(), [&](const transcript::Block& block) {
    return entities.mentioned_in(block.text);
  });
}

std::optional<Changes> smaller(const Planner& planner, std::size_t at) {
  const Entry& entry = planner.entry(at);
  const std::int64_t tokens = planner.tokens(at);
  if (const auto* use = planner.use_of(at)) {
    return reword_output(entry, old_output_stub(*use, planner.view().surroundings.folder, tokens));
  }
  return reword_answer(entry, old_answer_stub(transcript::text_of(entry), tokens));
}

}  // namespace

void make_room(Planner& planner, std::int64_t most) {
  const auto& turns = planner.view().turns;
  if (planner.left() <= most || turns.size() <= turns_kept) return;
  const curate::Entities entities(session::typed_text(planner.entry(turns.back().prompt)));
  std::vector<Candidate> outputs;
  std::vector<Candidate> answers;
  for (std::size_t t = 0; t + turns_kept < turns.size(); ++t) {
    for (std::size_t at = turns[t].prompt; at < turns[t].end; ++at) {
      if (!planner.is_free(at)) continue;
      const bool is_output = planner.use_of(at) != nullptr;
      if (!is_output && planner.entry(at).kind != EntryKind::assistant) continue;
      if (names_one_of(entities, planner.entry(at), planner.use_of(at))) continue;
      (is_output ? outputs : answers).push_back({at, t, planner.tokens(at)});
    }
  }
  // Outputs can be had again; answers only from the original session.
  for (auto* candidates : {&outputs, &answers}) {
    std::sort(candidates->begin(), candidates->end(), weaker);
    for (const Candidate& candidate : *candidates) {
      if (planner.left() <= most) return;
      if (auto changes = smaller(planner, candidate.entry)) {
        planner.add(candidate.entry, std::move(*changes), std::nullopt);
      }
    }
  }
}

}  // namespace context_rot::fork
