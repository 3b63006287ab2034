#include "advice/recovery.h"

#include <algorithm>
#include <set>

#include "texts/texts.h"
#include "util/as_data.h"
#include "window/token_estimate.h"

namespace context_rot::advice {

using config::Language;
using texts::Text;
using texts::Texts;

namespace {

constexpr std::size_t item_bytes = 260;
constexpr std::size_t most_items = 12;

std::string as_item(std::string_view text) {
  return as_data(text, item_bytes);
}

struct Section {
  std::string title;
  std::vector<std::string> items;
};

/// The words of one language, and the sections that several forms share.
class Writer {
 public:
  Writer(const findings::SessionState& state, const std::vector<findings::Finding>& findings,
         Language language)
      : state_(state), findings_(findings), say_(language) {}

  /// A text with its values.
  std::string operator()(Text text, std::initializer_list<texts::Value> values = {}) const {
    return say_(text, values);
  }

  std::vector<std::string> decisions(bool active) const {
    std::vector<std::string> out;
    for (auto one = state_.decisions.rbegin(); one != state_.decisions.rend(); ++one) {
      if (one->active == active) out.push_back(as_item(one->text));
    }
    return out;
  }

  std::vector<std::string> corrections() const {
    std::vector<std::string> out;
    for (const findings::StatedCorrection& one : state_.corrections) {
      const std::string right = as_item(one.right);
      out.push_back(one.wrong.empty() ? right
                                      : say_(Text::item_corrected,
                                             {{"wrong", as_item(one.wrong)}, {"right", right}}));
    }
    return out;
  }

  std::vector<std::string> dead_ends() const {
    std::vector<std::string> out;
    for (const findings::DeadEnd& one : state_.dead_ends) {
      out.push_back(as_item(one.what) + (one.why.empty() ? "" : ": " + as_item(one.why)));
    }
    return out;
  }

  std::vector<std::string> gone() const {
    std::vector<std::string> out;
    for (const std::string& file : state_.files_gone) {
      out.push_back(say_(Text::item_gone, {{"file", as_item(file)}}));
    }
    return out;
  }

  std::vector<std::string> stale() const {
    std::vector<std::string> out;
    for (const findings::Finding& finding : findings_) {
      if (finding.kind != findings::Kind::stale_read) continue;
      out.push_back(say_(Text::item_stale, {{"file", as_item(finding.target)}}));
    }
    return out;
  }

  std::vector<std::string> cleared_debugging() const {
    std::vector<std::string> out;
    for (const findings::Finding& finding : findings_) {
      if (finding.kind != findings::Kind::failed || !finding.resolved) continue;
      out.push_back(say_.counted(finding.times, Text::item_worked_one, Text::item_worked,
                                 {{"target", as_item(finding.target)}}));
    }
    return out;
  }

  std::vector<std::string> files() const {
    std::vector<std::string> out;
    for (const std::string& file : state_.files_changed) {
      out.push_back(say_(Text::item_changed, {{"file", as_item(file)}}));
    }
    for (const std::string& file : state_.files_read) out.push_back(as_item(file));
    return out;
  }

  std::vector<std::string> folders() const {
    std::set<std::string> out;
    for (const auto* list : {&state_.files_changed, &state_.files_read}) {
      for (const std::string& file : *list) {
        const std::size_t slash = file.rfind('/');
        out.insert(slash == std::string::npos ? "./" : as_item(file.substr(0, slash + 1)));
      }
    }
    return {out.begin(), out.end()};
  }

  std::vector<std::string> open_errors() const {
    std::vector<std::string> out;
    for (const findings::OpenError& one : state_.open_errors) {
      out.push_back("`" + as_item(one.target) + "`" +
                    (one.line.empty() ? "" : ": \"" + as_item(one.line) + "\""));
    }
    return out;
  }

  std::vector<std::string> pending() const {
    std::vector<std::string> out;
    for (const auto* list : {&state_.progress.in_progress, &state_.progress.pending}) {
      for (const session::FromEntry& one : *list) out.push_back(as_item(one.text));
    }
    for (const session::FromEntry& one : state_.open_work) out.push_back(as_item(one.text));
    return out;
  }

  std::vector<std::string> done() const {
    std::vector<std::string> out = texts(state_.progress.done);
    for (std::string& commit : texts(state_.progress.commits)) out.push_back(std::move(commit));
    return out;
  }

  std::vector<std::string> texts(const std::vector<session::FromEntry>& list) const {
    std::vector<std::string> out;
    for (const session::FromEntry& one : list) out.push_back(as_item(one.text));
    return out;
  }

  std::vector<std::string> goal() const {
    std::vector<std::string> out;
    out = texts(state_.goal);
    const auto& latest = state_.latest_prompts;
    const bool said = latest.empty() || std::any_of(state_.goal.begin(), state_.goal.end(),
                                                    [&](const session::FromEntry& one) {
                                                      return one.entry == latest.back().entry;
                                                    });
    if (!said) {
      out.push_back(say_(Text::item_latest, {{"request", as_item(latest.back().text)}}));
    }
    return out;
  }

 private:
  const findings::SessionState& state_;
  const std::vector<findings::Finding>& findings_;
  Texts say_;
};

void put(std::vector<Section>& sections, std::string title, std::vector<std::string> items) {
  if (items.empty()) return;
  const std::size_t more = items.size() > most_items ? items.size() - most_items : 0;
  items.resize(items.size() - more);
  if (more > 0) items.back() += " (+" + std::to_string(more) + ")";
  sections.push_back({std::move(title), std::move(items)});
}

std::string render(const std::string& opening, const std::vector<Section>& sections,
                   const std::string& closing) {
  std::string out = opening + "\n";
  for (const Section& section : sections) {
    out += "\n## " + section.title + "\n";
    for (const std::string& item : section.items) out += "- " + item + "\n";
  }
  return out + "\n" + closing + "\n";
}

/// Takes items off the longest sections until the text fits.
std::string render_within(const std::string& opening, std::vector<Section> sections,
                          const std::string& closing, std::int64_t limit) {
  for (;;) {
    std::string text = render(opening, sections, closing);
    const auto longest = std::max_element(
        sections.begin(), sections.end(),
        [](const Section& a, const Section& b) { return a.items.size() < b.items.size(); });
    if (longest == sections.end() || window::estimate_tokens(text) <= limit) return text;
    longest->items.pop_back();
    if (longest->items.empty()) sections.erase(longest);
  }
}

std::string prune(const Writer& w, Milliseconds now) {
  std::vector<Section> sections;
  auto removed = w.gone();
  const auto stale = w.stale();
  removed.insert(removed.end(), stale.begin(), stale.end());
  put(sections, w(Text::recover_removed), removed);
  put(sections, w(Text::recover_debugging), w.cleared_debugging());
  auto abandoned = w.dead_ends();
  const auto superseded = w.decisions(false);
  abandoned.insert(abandoned.end(), superseded.begin(), superseded.end());
  put(sections, w(Text::recover_abandoned), abandoned);
  put(sections, w(Text::recover_corrections), w.corrections());
  auto valid = w.decisions(true);
  const auto files = w.files();
  valid.insert(valid.end(), files.begin(), files.end());
  put(sections, w(Text::recover_valid), valid);
  return render(w(Text::recover_prune_head, {{"time", format_local(now)}}), sections,
                w(Text::recover_prune_end));
}

std::string compact(const Writer& w, const findings::SessionState& state, Milliseconds now) {
  std::vector<Section> sections;
  put(sections, w(Text::recover_project), w.goal());
  put(sections, w(Text::recover_folders), w.folders());
  put(sections, state.files_seen ? w(Text::recover_files_seen) : w(Text::recover_files), w.files());
  put(sections, w(Text::recover_completed), w.done());
  put(sections, w(Text::recover_pending), w.pending());
  put(sections, w(Text::recover_errors), w.open_errors());
  put(sections, w(Text::recover_decisions), w.decisions(true));
  put(sections, w(Text::recover_corrections), w.corrections());
  auto avoid = w.dead_ends();
  const auto gone = w.gone();
  avoid.insert(avoid.end(), gone.begin(), gone.end());
  put(sections, w(Text::recover_avoid), avoid);
  put(sections, w(Text::recover_patterns), w.texts(state.constraints));
  return render_within(w(Text::recover_compact_head, {{"time", format_local(now)}}), sections,
                       w(Text::recover_compact_end), recovery_token_limit);
}

std::string clean_slate(const Writer& w, const findings::SessionState& state, Milliseconds now) {
  std::vector<Section> sections;
  put(sections, w(Text::recover_goal), w.goal());
  put(sections, w(Text::recover_worked), w.done());
  put(sections, w(Text::recover_failed), w.dead_ends());
  put(sections, w(Text::recover_learned_decisions), w.decisions(true));
  put(sections, w(Text::recover_learned_corrections), w.corrections());
  put(sections, w(Text::recover_state), w.files());
  put(sections, w(Text::recover_errors), w.open_errors());
  put(sections, w(Text::recover_must_do), w.texts(state.constraints));
  auto avoid = w.gone();
  const auto superseded = w.decisions(false);
  avoid.insert(avoid.end(), superseded.begin(), superseded.end());
  put(sections, w(Text::recover_must_avoid), avoid);
  put(sections, w(Text::recover_next), w.pending());
  return render(w(Text::recover_slate_head, {{"time", format_local(now)}}), sections,
                w(Text::recover_slate_end));
}

}  // namespace

std::string recovery_prompt(Recovery form, const findings::SessionState& state,
                            const std::vector<findings::Finding>& findings, Language language,
                            Milliseconds now) {
  const Writer writer(state, findings, language);
  switch (form) {
    case Recovery::compact:
      return compact(writer, state, now);
    case Recovery::clean_slate:
      return clean_slate(writer, state, now);
    case Recovery::prune:
      break;
  }
  return prune(writer, now);
}

std::string first_prompt(const findings::SessionState& state, const std::string& file,
                         Language language) {
  const auto& progress = state.progress;
  const std::string next = !progress.in_progress.empty()   ? progress.in_progress.front().text
                           : !progress.pending.empty()     ? progress.pending.front().text
                           : !state.latest_prompts.empty() ? state.latest_prompts.back().text
                                                           : std::string();
  return texts::Texts(language)(next.empty() ? Text::first_prompt : Text::first_prompt_then,
                                {{"file", file}, {"next", as_item(next)}}) +
         "\n";
}

std::vector<std::string> learnings(const findings::SessionState& state, Language language) {
  const Texts say(language);
  std::vector<std::string> out;
  std::set<std::string> seen;
  const auto put_line = [&](const std::string& text) {
    std::string line = "- " + text;
    if (seen.insert(line).second) out.push_back(std::move(line));
  };
  for (const findings::StatedCorrection& one : state.corrections) {
    if (one.right.empty()) continue;
    const std::string right = as_item(one.right);
    put_line(one.wrong.empty()
                 ? right
                 : say(Text::learned_not, {{"right", right}, {"wrong", as_item(one.wrong)}}));
  }
  for (const session::FromEntry& rule : state.constraints) put_line(as_item(rule.text));
  for (const findings::StatedDecision& one : state.decisions) {
    if (one.active) put_line(say(Text::learned_decided, {{"decision", as_item(one.text)}}));
  }
  for (const findings::DeadEnd& one : state.dead_ends) {
    put_line(say(one.why.empty() ? Text::learned_dead_end : Text::learned_dead_end_why,
                 {{"what", as_item(one.what)}, {"why", as_item(one.why)}}));
  }
  return out;
}

}  // namespace context_rot::advice
