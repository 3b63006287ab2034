#include "journal/facts/extract.h"

#include <algorithm>
#include <unordered_set>

#include "advice/topic.h"
#include "journal/facts/summary.h"
#include "journal/model/item_key.h"
#include "journal/model/words.h"
#include "util/number.h"

namespace context_rot::journal {

using findings::Analysis;
using findings::Finding;
using findings::SessionState;
using transcript::ToolUse;

namespace {

constexpr std::size_t most_drops = 8;

void put(Section& section, Kind kind, std::vector<Item> items) {
  Part part;
  part.kind = kind;
  part.items = std::move(items);
  section.parts.push_back(std::move(part));
}

std::vector<Item> items_of_texts(const std::vector<std::string>& texts, State state = State::none) {
  std::vector<Item> out;
  for (const std::string& text : texts) out.push_back(generated(text, state));
  return out;
}

std::vector<Item> progress_items(const session::Progress& progress) {
  std::vector<Item> out = items_of_texts(progress.done, State::done);
  for (Item& item : items_of_texts(progress.in_progress, State::in_progress)) {
    out.push_back(std::move(item));
  }
  return out;
}

std::vector<Item> correction_items(const SessionState& state) {
  std::vector<Item> out;
  for (const auto& one : state.corrections) {
    out.push_back(
        generated_correction(one.wrong, one.right, one.time == 0 ? "" : format_local(one.time)));
  }
  return out;
}

std::vector<Item> decision_items(const SessionState& state) {
  std::vector<Item> out;
  if (!state.progress.plan.empty()) {
    out.push_back(generated("plan: " + state.progress.plan.front(), State::active));
  }
  for (const auto& one : state.decisions) {
    out.push_back(generated(one.text, one.active ? State::active : State::superseded));
  }
  return out;
}

std::vector<Item> avoid_items(const SessionState& state) {
  std::vector<Item> out;
  for (const auto& one : state.dead_ends) {
    out.push_back(generated(one.why.empty() ? one.what : one.what + ": " + one.why));
  }
  return out;
}

std::vector<Item> error_items(const SessionState& state) {
  std::vector<Item> out;
  for (const auto& one : state.open_errors) {
    out.push_back(generated(one.line.empty() ? one.target : one.target + ": " + one.line));
  }
  return out;
}

/// The files of the conversation, oldest first, as the tools were given them.
void put_files(const Analysis& analysis, Extracted& out) {
  std::vector<std::string> order;
  std::vector<std::string> changed;
  const auto contains = [](const std::vector<std::string>& list, const std::string& file) {
    return std::find(list.begin(), list.end(), file) != list.end();
  };
  constexpr std::size_t most = 400;  // bounds the search; a part keeps fewer
  for (auto use = analysis.view.uses.rbegin(); use != analysis.view.uses.rend(); ++use) {
    if (use->file.empty() || !use->succeeded() || order.size() >= most) continue;
    if (use->action == transcript::Action::change && !contains(changed, use->file)) {
      changed.push_back(use->file);
    }
    if (!contains(order, use->file)) order.push_back(use->file);
  }
  std::vector<Item> read;
  std::vector<Item> modified;
  for (auto file = order.rbegin(); file != order.rend(); ++file) {
    if (!can_be_named(*file)) continue;
    const auto presence = analysis.files.look(*file).presence;
    if (presence == session::Presence::missing) {
      out.gone.push_back(*file);
    } else if (presence == session::Presence::present) {  // what was not seen is not named
      (contains(changed, *file) ? modified : read).push_back(generated_file(*file));
    }
  }
  put(out.facts, Kind::read_files, std::move(read));
  put(out.facts, Kind::modified_files, std::move(modified));
}

std::vector<std::string> drops(const Analysis& analysis) {
  std::vector<const Finding*> list;
  for (const Finding& finding : analysis.findings.list) {
    if (finding.tokens > 0) list.push_back(&finding);
  }
  std::stable_sort(list.begin(), list.end(),
                   [](const Finding* a, const Finding* b) { return a->tokens > b->tokens; });
  std::vector<std::string> out;
  for (const Finding* finding : list) {
    if (out.size() == most_drops) break;
    // A corrected claim goes into its own list, as a pair.
    if (finding->kind != findings::Kind::corrected) out.push_back(finding->evidence);
  }
  return out;
}

/// What the last summary says, under what the conversation itself says since. `new_topic`: the
/// conversation has turned to something else since it was written. Returns whether it says
/// anything.
bool put_summary(const transcript::Entry& summary, bool new_topic, Section& facts) {
  const Section said = facts_of(parse_summary(transcript::text_of(summary)));
  for (const Part& part : said.parts) {
    if (!tag_of(part.kind).empty()) continue;  // the journal has the files, and they are checked
    Part& own = part_of(facts, part.kind);
    if (part.kind == Kind::goal) {
      // The goal of before the compaction is the goal.
      if (new_topic && !own.items.empty()) continue;
      own.items.clear();
    }
    own.items.insert(own.items.begin(), part.items.begin(),
                     part.items.end());  // the older in front
  }
  // Of these the window shows what has happened since the summary only, so that nothing is known
  // of what the summary leaves out.
  std::erase_if(facts.parts, [](const Part& part) {
    const bool unknown = part.kind == Kind::goal || part.kind == Kind::progress ||
                         part.kind == Kind::next || part.kind == Kind::context ||
                         part.kind == Kind::prompts;
    return unknown && part.items.empty();
  });
  return !said.parts.empty();
}

/// What is done is no next step any more, whoever named it as one.
void take_out_done(Section& facts) {
  Part* next = find_part(facts, Kind::next);
  if (next == nullptr) return;
  std::unordered_set<std::string> done;
  for (const Item* item : items_of(facts, Kind::progress)) done.insert(key_of(*item));
  std::erase_if(next->items, [&](const Item& item) { return done.contains(key_of(item)); });
}

}  // namespace

Extracted extract(const Analysis& analysis, std::string_view session, Milliseconds now,
                  config::Language language) {
  const auto& view = analysis.view;
  const auto topic = advice::topic_of(view.conversation, view.turns, view.uses);
  const SessionState state =
      findings::state_of(view, analysis.findings.list, topic.changed ? topic.begins : 0);
  Extracted out;
  Section& facts = out.facts;
  facts.id = session;
  facts.time = now;
  facts.when = format_local(now);
  facts.language = language;
  facts.title = as_value(topic.words, 80);
  const auto& entries = analysis.conversation.entries;
  const auto summary = std::find_if(entries.rbegin(), entries.rend(), [](const auto& entry) {
    return entry.kind == transcript::EntryKind::summary;
  });
  out.empty = state.latest_prompts.empty();
  if (!state.first_prompt.empty()) put(facts, Kind::goal, {generated(state.first_prompt)});
  put(facts, Kind::progress, progress_items(state.progress));
  put(facts, Kind::decisions, decision_items(state));
  put(facts, Kind::corrections, correction_items(state));
  put(facts, Kind::avoid, avoid_items(state));
  put(facts, Kind::next, items_of_texts(state.progress.pending));
  put(facts, Kind::context, items_of_texts(state.constraints));
  put(facts, Kind::prompts, items_of_texts(state.latest_prompts));
  put(facts, Kind::errors, error_items(state));
  put_files(analysis, out);
  if (summary != entries.rend() && put_summary(*summary, topic.changed, facts)) out.empty = false;
  take_out_done(facts);
  out.drop = drops(analysis);
  return out;
}

std::string window_line(std::optional<int> percent, std::optional<std::int64_t> used,
                        std::optional<std::int64_t> window, window::Band band) {
  if (!percent) return {};
  std::string out = std::to_string(*percent) + " % (" + std::string(window::name_of(band)) + ")";
  if (used && window) out += ": " + short_count(*used) + " of " + short_count(*window) + " tokens";
  return out;
}

}  // namespace context_rot::journal
