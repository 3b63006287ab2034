#include "journal/facts/extract.h"

#include <algorithm>
#include <unordered_set>

#include "advice/topic.h"
#include "findings/kinds.h"
#include "journal/facts/summary.h"
#include "journal/model/item_key.h"
#include "journal/model/words.h"
#include "session/open_work.h"
#include "session/plain_decision.h"
#include "session/request.h"
#include "session/typed.h"
#include "texts/texts.h"
#include "util/excerpt.h"
#include "util/number.h"

namespace context_rot::journal {

using findings::Analysis;
using findings::Finding;
using findings::SessionState;
using session::FromEntry;
using transcript::ToolUse;

namespace {

constexpr std::size_t most_drops = 8;

void put(Section& section, Kind kind, std::vector<Item> items) {
  Part part;
  part.kind = kind;
  part.items = std::move(items);
  section.parts.push_back(std::move(part));
}

/// The line of the transcript that shows a text of an entry: of an answer the one with its text.
std::string row_number(const Analysis& analysis, std::size_t index) {
  const auto& entries = analysis.conversation.entries;
  if (index >= entries.size() || entries[index].lines.empty()) return {};
  const auto& entry = entries[index];
  if (entry.kind == transcript::EntryKind::assistant && entry.lines.size() == entry.blocks.size()) {
    for (std::size_t i = entry.blocks.size(); i-- > 0;) {
      if (entry.blocks[i].kind == transcript::BlockKind::text) return entry.lines[i].uuid;
    }
  }
  return entry.lines.front().uuid;
}

Item from_row(Item item, std::string row) {
  item.row = std::move(row);
  return item;
}

std::vector<Item> items_of(const Analysis& analysis, const std::vector<FromEntry>& texts,
                           State state = State::none) {
  std::vector<Item> out;
  for (const FromEntry& one : texts) {
    out.push_back(from_row(generated(one.text, state), row_number(analysis, one.entry)));
  }
  return out;
}

void append(std::vector<Item>& items, std::vector<Item> more) {
  for (Item& item : more) items.push_back(std::move(item));
}

std::vector<Item> progress_items(const Analysis& analysis, const session::Progress& progress) {
  std::vector<Item> out = items_of(analysis, progress.done, State::done);
  append(out, items_of(analysis, progress.commits, State::done));
  append(out, items_of(analysis, progress.in_progress, State::in_progress));
  return out;
}

std::vector<Item> correction_items(const Analysis& analysis, const SessionState& state) {
  std::vector<Item> out;
  for (const auto& one : state.corrections) {
    const std::string when = one.time == 0 ? "" : format_local(one.time);
    out.push_back(from_row(generated_correction(one.wrong, one.right, when),
                           row_number(analysis, one.entry)));
  }
  return out;
}

std::vector<Item> decision_items(const Analysis& analysis, const SessionState& state) {
  std::vector<Item> out;
  if (!state.progress.plan.empty()) {
    const FromEntry& plan = state.progress.plan.front();
    out.push_back(
        from_row(generated("plan: " + plan.text, State::active), row_number(analysis, plan.entry)));
  }
  for (const auto& one : state.decisions) {
    out.push_back(from_row(generated(one.text, one.active ? State::active : State::superseded),
                           row_number(analysis, one.entry)));
  }
  return out;
}

/// What a session is for, in one line: what was asked for, and what was asked for then.
std::string goal_text(std::string ground, const std::vector<FromEntry>& requests,
                      config::Language language) {
  const std::string_view then = texts::raw(texts::Text::journal_then, language);
  for (const FromEntry& one : requests) {
    if (ground.find(one.text) != std::string::npos) continue;
    ground += (ground.empty() ? std::string_view() : then);
    ground += one.text;
  }
  return ground;
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
    const auto presence = analysis.files.facts_of(*file).presence;
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
    if (finding.tokens > 0 && findings::kind_row(finding.kind).is_noise) list.push_back(&finding);
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

/// A summary and what has happened since.
class Ground {
 public:
  Ground(const Analysis& analysis, std::size_t at, const SessionState& state,
         config::Language language)
      : analysis_(analysis),
        at_(at),
        state_(state),
        language_(language),
        summary_(parse_summary(transcript::text_of(analysis.conversation.entries[at]))),
        finishing_(analysis.conversation, analysis.view.uses, analysis.view.turns, state.progress,
                   analysis.view.typed) {}

  /// Puts what it says under what the conversation itself says since. `new_topic`: the
  /// conversation has turned to something else since it was written. Returns whether it says
  /// anything.
  bool put(bool new_topic, Section& facts) const {
    Section said = facts_of(summary_, finishing_.told_behind(at_) == 0);
    const std::string row = row_number(analysis_, at_);
    for (Part& part : said.parts) {
      if (!tag_of(part.kind).empty()) continue;  // the journal has the files, and they are checked
      std::erase_if(part.items, [&](const Item& item) { return is_over(part.kind, item); });
      for (Item& item : part.items) item.row = row;
      Part& own = part_of(facts, part.kind);
      if (part.kind == Kind::goal) {
        // The goal of before the compaction is the goal.
        if (new_topic && !own.items.empty()) continue;
        sharpen(part);
        own.items.clear();
      }
      own.items.insert(own.items.begin(), part.items.begin(),
                       part.items.end());  // the older in front
    }
    put_messages(row, facts);
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

 private:
  /// A step that later commits, tasks, answers or prompts finish; and no step at all.
  bool is_over(Kind kind, const Item& item) const {
    if (kind == Kind::next) {
      return !session::is_step(item.text) || finishing_.finishes(item.text, at_);
    }
    if (kind != Kind::progress || item.state != State::in_progress) return false;
    constexpr std::size_t long_ago = 3;  // prompts: what was under way then is not any more
    return finishing_.prompts_behind(at_) >= long_ago || finishing_.finishes(item.text, at_);
  }

  /// The goal of the summary with the newest request: of the prompts since, or, where there is
  /// none, of those that the summary quotes.
  void sharpen(Part& part) const {
    if (part.items.empty()) return;
    Item goal = part.items.front();
    std::vector<FromEntry> requests = state_.goal;
    if (requests.empty() && find_part(summary_.own, Kind::goal) == nullptr) {
      const auto messages = quoted_messages(summary_);
      for (auto message = messages.rbegin(); message != messages.rend(); ++message) {
        if (session::asked_in(*message).ask != session::Ask::request) continue;
        requests.push_back({excerpt(*message, 240), at_});
        break;
      }
    }
    if (requests.size() > 2) requests.erase(requests.begin(), requests.end() - 2);
    if (find_part(summary_.own, Kind::goal) == nullptr) {
      goal = from_row(generated(goal_text(goal.text, requests, language_)), goal.row);
    }
    part.items = {std::move(goal)};
  }

  /// What the person decided in messages that are out of sight now.
  void put_messages(const std::string& row, Section& facts) const {
    if (find_part(summary_.own, Kind::decisions) != nullptr) return;
    std::vector<Item> items;
    for (const std::string& message : quoted_messages(summary_)) {
      if (message.find("...") != std::string::npos) continue;  // cut, or pasted
      for (const std::string& text : session::plain_decisions(session::own_words(message))) {
        items.push_back(from_row(generated(text, State::active), row));
      }
    }
    if (items.empty()) return;
    Part& own = part_of(facts, Kind::decisions);
    own.items.insert(own.items.begin(), items.begin(), items.end());
  }

  const Analysis& analysis_;
  std::size_t at_;
  const SessionState& state_;
  config::Language language_;
  Summary summary_;
  session::Finishing finishing_;
};

/// What is done is no next step any more, whoever named it as one.
void take_out_done(Section& facts) {
  Part* next = find_part(facts, Kind::next);
  if (next == nullptr) return;
  std::unordered_set<std::string> done;
  for (const Item* item : journal::items_of(facts, Kind::progress)) done.insert(key_of(*item));
  std::erase_if(next->items, [&](const Item& item) { return done.contains(key_of(item)); });
}

}  // namespace

Extracted extract(const Analysis& analysis, std::string_view session, Milliseconds now,
                  config::Language language) {
  const auto& view = analysis.view;
  const auto topic = advice::topic_of(view);
  // A goal is given up only where it is certain that the work has turned to something else.
  const bool new_topic = topic.changed && topic.sure == advice::Sure::quite;
  const SessionState state =
      findings::state_of(view, analysis.findings.list, new_topic ? topic.begins : 0);
  Extracted out;
  Section& facts = out.facts;
  facts.id = session;
  facts.time = now;
  facts.when = format_local(now);
  facts.language = language;
  facts.title =
      as_value(state.goal.empty() ? topic.words : advice::topic_words(state.goal.front().text), 80);
  const auto& entries = analysis.conversation.entries;
  const auto summary = std::find_if(entries.rbegin(), entries.rend(), [](const auto& entry) {
    return entry.kind == transcript::EntryKind::summary;
  });
  out.empty = state.latest_prompts.empty();
  if (!state.goal.empty()) {
    put(facts, Kind::goal,
        {from_row(generated(goal_text("", state.goal, language)),
                  row_number(analysis, state.goal.front().entry))});
  } else if (!state.first_prompt.text.empty()) {
    put(facts, Kind::goal, items_of(analysis, {state.first_prompt}));
  }
  put(facts, Kind::progress, progress_items(analysis, state.progress));
  put(facts, Kind::decisions, decision_items(analysis, state));
  put(facts, Kind::corrections, correction_items(analysis, state));
  put(facts, Kind::avoid, avoid_items(state));
  std::vector<Item> next = items_of(analysis, state.progress.pending);
  append(next, items_of(analysis, state.open_work));
  put(facts, Kind::next, std::move(next));
  put(facts, Kind::context, items_of(analysis, state.constraints));
  put(facts, Kind::prompts, items_of(analysis, state.latest_prompts));
  put(facts, Kind::errors, error_items(state));
  put_files(analysis, out);
  if (summary != entries.rend()) {
    const auto at = static_cast<std::size_t>(entries.rend() - summary) - 1;
    if (Ground(analysis, at, state, language).put(new_topic, facts)) out.empty = false;
  }
  take_out_done(facts);
  out.drop = drops(analysis);
  return out;
}

std::string window_line(std::optional<int> percent, std::optional<std::int64_t> used,
                        std::optional<std::int64_t> window, window::Band band,
                        config::Language language) {
  if (!percent) return {};
  std::string out =
      std::to_string(*percent) + " % (" + std::string(window::shown_name(band, language)) + ")";
  if (!used || !window) return out;
  return out + ": " +
         texts::text_of(texts::Text::full_tokens, language,
                        {{{"used", short_count(*used)}, {"window", short_count(*window)}}});
}

}  // namespace context_rot::journal
