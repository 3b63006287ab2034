#include "fork/fork_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "util/columns.h"
#include "util/number.h"
#include "util/utf8.h"
#include "util/visible.h"

namespace context_rot::fork {

using findings::Finding;
using nlohmann::ordered_json;

namespace {

std::string percent_less(std::int64_t before, std::int64_t after) {
  return before > 0 ? std::to_string((before - after) * 100 / before) + " %" : "0 %";
}

std::string became_lines(std::size_t count) {
  return count == 1 ? "1 entry became one line"
                    : std::to_string(count) + " entries became one line each";
}

std::string what_became(findings::InFork in_fork, std::size_t count) {
  const std::string entries = std::to_string(count) + (count == 1 ? " entry" : " entries");
  switch (in_fork) {
    case findings::InFork::note:
      return entries + (count == 1 ? " became a note" : " became notes");
    case findings::InFork::one_line:
      return entries + " left out";
    default:
      return became_lines(count);
  }
}

void put_kinds(std::string& out, const Plan& plan) {
  const auto line = [&](std::string_view title, const KindSaved& sum, const std::string& became) {
    if (sum.entries == 0) return;
    // A note may be longer than the answer that it stands for.
    out += "  " + left_aligned(std::string(title), 22) +
           right_aligned(fine_count(std::max<std::int64_t>(0, sum.tokens)), 7) + "  " + became +
           "\n";
  };
  for (const findings::Kind kind : findings::all_kinds) {
    const findings::KindRow& row = findings::kind_row(kind);
    line(row.title.english, plan.kinds[kind], what_became(row.in_fork, plan.kinds[kind].entries));
  }
  line("to make room", plan.room, became_lines(plan.room.entries));
}

std::string reason_of(const Fork& fork, const Edit& edit) {
  return edit.finding ? fork.analysis->findings.list[*edit.finding].evidence
                      : std::string("old, to make room");
}

std::string_view kind_of(const Fork& fork, const Edit& edit) {
  return edit.finding ? findings::kind_row(fork.analysis->findings.list[*edit.finding].kind).name
                      : std::string_view("room");
}

std::string thinking_words(const Thinking& thinking) {
  return std::to_string(thinking.blocks) + (thinking.blocks == 1 ? " block, " : " blocks, ") +
         fine_count(thinking.tokens) + " tokens";
}

/// "4.1k tokens of thinking and 30k that are cached again"; empty where it costs nothing.
std::string cost_words(const Cost& cost) {
  std::string out;
  if (cost.thinking.blocks > 0) {
    out = fine_count(cost.thinking.tokens) + " tokens of thinking (" +
          std::to_string(cost.thinking.blocks) +
          (cost.thinking.blocks == 1 ? " block)" : " blocks)");
  }
  if (cost.cached > 0) {
    out += (out.empty() ? "" : " and ") + fine_count(cost.cached) + " tokens to be cached again";
  }
  return out;
}

void put_left_alone(std::string& out, const LeftAlone& left) {
  if (left.entries == 0) return;
  const bool one = left.entries == 1;
  out += "Left alone: " + std::to_string(left.entries) +
         (one ? " early change that saves " : " early changes that save ") +
         fine_count(left.tokens) + " tokens and would cost " + cost_words(left.cost) +
         "; --thorough takes " + (one ? "it" : "them") + " too.\n";
}

void put_first_change(std::string& out, const Plan& plan) {
  if (!plan.first) return;
  const std::string cost = cost_words(plan.first->cost);
  out += "The first change saves " + fine_count(std::max<std::int64_t>(0, plan.first->saved)) +
         " tokens; from there on it costs " +
         (cost.empty() ? "nothing: no thinking, and no warm prompt cache" : cost) + ".\n";
}

void put_plan(std::string& out, const Fork& fork) {
  for (const Edit& edit : fork.plan.edits) {
    if (edit.only_thinking) continue;
    out += right_aligned(fine_count(edit.before), 9) + " > " +
           left_aligned(fine_count(edit.after), 6) +
           left_aligned(std::string(kind_of(fork, edit)), 18) + reason_of(fork, edit) + "\n";
  }
}

std::string uuid_of(const Fork& fork, const Edit& edit) {
  const auto& lines = fork.analysis->conversation.entries[edit.entry].lines;
  return lines.empty() ? std::string() : lines.front().uuid;
}

ordered_json thinking_json(const Thinking& thinking) {
  return {{"blocks", thinking.blocks}, {"tokens", thinking.tokens}};
}

ordered_json cost_json(const Cost& cost) {
  return {{"thinking", thinking_json(cost.thinking)}, {"cachedAgain", cost.cached}};
}

}  // namespace

std::string resume_command(const std::string& session) {
  return "claude --resume " + session;
}

std::string fork_text(const Fork& fork, bool plan, std::string_view curate) {
  const Plan& done = fork.plan;
  const std::string original = visible(cut_utf8(fork.names.from, 8));
  std::string out = (fork.written ? "Forked " : "Would fork ") + original;
  if (!done.first) {
    out += std::string(": ") +
           (done.left_alone.entries == 0 ? "no noise was found" : "no noise is worth its cost") +
           (done.thinking.blocks == 0 ? ", so it is a plain copy.\n"
                                      : ", so it is a copy, without the thinking that is void.\n");
  } else {
    out += " without its noise: " + fine_count(done.before) + " > " + fine_count(done.after) +
           " tokens (" + percent_less(done.before, done.after) + " less)\n";
  }
  put_kinds(out, done);
  if (done.thinking.blocks > 0)
    out += "  thinking dropped: " + thinking_words(done.thinking) + "\n";
  if (plan) put_first_change(out, done);
  put_left_alone(out, done.left_alone);
  if (plan && done.first) {
    out += "\n";
    put_plan(out, fork);
  }
  if (!fork.written) return out;
  out += "The original stays as it is. Go on in the fork with:\n  " +
         resume_command(fork.names.session) + "\nTake it away again: " + std::string(curate) +
         " undo " + fork.names.session.substr(0, 8) + "\n";
  return out;
}

ordered_json fork_json(const Fork& fork) {
  const Plan& plan = fork.plan;
  ordered_json first;
  if (plan.first) {
    const Edit& edit = plan.edits[plan.first->edit];
    first = {{"uuid", uuid_of(fork, edit)},
             {"kind", kind_of(fork, edit)},
             {"saved", plan.first->saved},
             {"cost", cost_json(plan.first->cost)}};
  }
  ordered_json kinds = ordered_json::object();
  for (const findings::Kind kind : findings::all_kinds) {
    const KindSaved& saved = plan.kinds[kind];
    if (saved.entries == 0) continue;
    kinds[std::string(findings::kind_row(kind).name)] = {{"entries", saved.entries},
                                                         {"tokens", saved.tokens}};
  }
  if (plan.room.entries > 0) {
    kinds["room"] = {{"entries", plan.room.entries}, {"tokens", plan.room.tokens}};
  }
  ordered_json changes = ordered_json::array();
  for (const Edit& edit : plan.edits) {
    if (edit.only_thinking) continue;
    changes.push_back({{"uuid", uuid_of(fork, edit)},
                       {"kind", kind_of(fork, edit)},
                       {"before", edit.before},
                       {"after", edit.after},
                       {"why", reason_of(fork, edit)}});
  }
  ordered_json out{
      {"from", fork.names.from},
      {"session", fork.written ? ordered_json(fork.names.session) : ordered_json()},
      {"file", fork.written ? ordered_json(fork.file.string()) : ordered_json()},
      {"title", fork.composition.title},
      {"before", plan.before},
      {"after", plan.after},
      {"saved", plan.before - plan.after},
      {"kinds", kinds},
      {"thinkingDropped", thinking_json(plan.thinking)},
      {"firstChange", first},
      {"leftAlone",
       {{"entries", plan.left_alone.entries},
        {"tokens", plan.left_alone.tokens},
        {"cost", cost_json(plan.left_alone.cost)}}},
      {"lines",
       {{"copied", fork.composition.copied},
        {"edited", fork.composition.edited},
        {"dropped", fork.composition.dropped}}},
      {"changes", changes},
      {"resume", fork.written ? ordered_json(resume_command(fork.names.session)) : ordered_json()}};
  if (fork.cut_at) out["cutAt"] = format_with_offset(*fork.cut_at);
  return out;
}

std::string forks_text(const std::vector<KnownFork>& forks) {
  if (forks.empty()) return "no forks\n";
  std::string out;
  for (const KnownFork& fork : forks) {
    const Header& header = fork.header;
    out += header.session.substr(0, 8) + "  " + format_local(header.made) + "  from " +
           visible(cut_utf8(header.from, 8)) + "  " + right_aligned(fine_count(header.before), 6) +
           " > " + left_aligned(fine_count(header.after), 6) + "  " + visible(header.title) +
           (fork.continued ? " · continued" : "") + "\n";
  }
  return out;
}

ordered_json forks_json(const std::vector<KnownFork>& forks) {
  ordered_json out = ordered_json::array();
  for (const KnownFork& fork : forks) {
    out.push_back({{"session", fork.header.session},
                   {"from", fork.header.from},
                   {"made", format_with_offset(fork.header.made)},
                   {"title", fork.header.title},
                   {"before", fork.header.before},
                   {"after", fork.header.after},
                   {"saved", fork.header.before - fork.header.after},
                   {"continued", fork.continued},
                   {"file", fork.file.string()}});
  }
  return out;
}

}  // namespace context_rot::fork
