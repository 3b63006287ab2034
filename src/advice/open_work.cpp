#include "advice/open_work.h"

#include <algorithm>

#include "advice/attempts.h"
#include "session/task_progress.h"

namespace context_rot::advice {

using transcript::Action;
using session::Outcome;
using session::SessionView;
using transcript::ToolUse;
using transcript::EntryKind;

namespace {

bool changes(const ToolUse& use) {
  return use.action == Action::change && use.succeeded();
}

/// Whether a text ends by asking something.
bool ends_by_asking(std::string_view text) {
  const std::size_t end = text.find_last_not_of(" \t\r\n*_)\"'");
  return end != std::string_view::npos && text[end] == '?';
}

/// Whether the last turn has its answer: the assistant's text is behind every call and result.
bool is_answered(const SessionView& view) {
  const transcript::Turn& last = view.turns.back();
  if (!last.answer) return false;
  for (std::size_t i = *last.answer + 1; i < last.end; ++i) {
    const auto& entry = view.conversation.entries[i];
    if (entry.sidechain) continue;
    if (entry.kind == EntryKind::interrupt || entry.kind == EntryKind::tool_result) return false;
    if (entry.kind == EntryKind::assistant && transcript::calls_tool(entry)) return false;
  }
  return !transcript::calls_tool(view.conversation.entries[*last.answer]);
}

/// Whether the to-do list was changed in the last turn.
bool touched_tasks(const SessionView& view) {
  return std::any_of(view.uses.rbegin(), view.uses.rend(), [&](const ToolUse& use) {
    return use.use_entry >= view.turns.back().prompt &&
           (use.name == "TodoWrite" || use.name == "TaskUpdate");
  });
}

}  // namespace

OpenWork open_work(const SessionView& view) {
  OpenWork out;
  if (view.turns.empty()) return out;
  const std::size_t last_prompt = view.turns.back().prompt;
  const session::Progress progress = session::progress_of(view.uses);
  for (const auto* list : {&progress.in_progress, &progress.pending}) {
    for (const session::FromEntry& task : *list) out.tasks.push_back(task.text);
  }
  out.failing = std::any_of(view.episodes.begin(), view.episodes.end(), [&](const auto& episode) {
    return episode.outcome == Outcome::open && episode.action == Action::run &&
           view.uses[episode.failures.back()].use_entry >= last_prompt;
  });
  bool committed = false;
  for (const ToolUse& use : view.uses) {
    if (puts_work_away(use)) {
      committed = true;
      out.uncommitted = false;
    } else if (committed && changes(use)) {
      out.uncommitted = true;
    }
  }
  out.unanswered = view.turns.back().opened && !is_answered(view);
  if (!out.unanswered && view.turns.back().answer) {
    out.asks =
        ends_by_asking(transcript::text_of(view.conversation.entries[*view.turns.back().answer]));
  }
  return out;
}

PhaseEnd phase_end(const SessionView& view, const OpenWork& open) {
  if (open.any() || view.turns.empty() || !view.turns.back().opened) return PhaseEnd::none;
  const std::size_t last = view.turns.back().prompt;
  const std::size_t last_two =
      view.turns.size() > 1 ? view.turns[view.turns.size() - 2].prompt : last;
  bool ever_put_away = false;
  bool put_away = false;      // in the last turn
  bool changed = false;       // in the last turn
  bool changed_late = false;  // in the last two turns
  bool worked = false;        // before these
  for (const ToolUse& use : view.uses) {
    const bool puts_away = puts_work_away(use);
    ever_put_away = ever_put_away || puts_away;
    worked = worked || use.use_entry < last_two;
    changed_late = changed_late || (use.use_entry >= last_two && changes(use));
    if (use.use_entry < last) continue;
    put_away = put_away || puts_away;
    changed = changed || changes(use);
  }
  if (put_away) return PhaseEnd::committed;
  if (touched_tasks(view)) return PhaseEnd::tasks_done;
  const bool rests = (ever_put_away && !changed) || (worked && !changed_late);
  return rests ? PhaseEnd::answered : PhaseEnd::none;
}

}  // namespace context_rot::advice
