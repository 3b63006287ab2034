#include "journal/facts/verify.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include "correction/fold.h"
#include "journal/facts/summary_index.h"
#include "journal/model/item_key.h"
#include "journal/model/line.h"
#include "journal/model/words.h"
#include "util/ascii.h"
#include "util/one_of.h"
#include "util/trim.h"
#include "util/utf8.h"
#include "util/visible.h"

namespace context_rot::journal {

namespace {

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 160;
  const std::string_view cut = cut_utf8(text, longest);
  return "\"" + visible(cut) + (cut.size() < text.size() ? "..." : "") + "\"";
}

/// Whether a line speaks of a file that is not to be there: gone, or still to be made.
bool expects_no_file(std::string_view text) {
  static constexpr std::array<std::string_view, 11> made{"create", "created", "add",   "new",
                                                         "write",  "crear",   "crea",  "nuevo",
                                                         "nueva",  "escribe", "anadir"};
  const std::string folded = correction::fold(text);
  for (std::size_t at = 0; at < folded.size();) {
    const std::size_t end = std::min(folded.find_first_of(" \t\n,.;:()`\"'", at), folded.size());
    const std::string_view word = std::string_view(folded).substr(at, end - at);
    if (is_departure(word) || is_one_of(word, made)) return true;
    at = end + 1;
  }
  return false;
}

/// "ACTVE" of "- ACTVE: text": a mark in capitals that is none.
std::string_view unknown_mark(std::string_view text) {
  const std::string_view mark = text.substr(0, std::min(text.find(':'), text.size()));
  constexpr std::size_t shortest = 5;
  constexpr std::size_t longest = 12;
  if (mark.size() == text.size() || mark.size() < shortest || mark.size() > longest) return {};
  const bool capitals = std::all_of(mark.begin(), mark.end(), is_upper);
  return capitals ? mark : std::string_view();
}

class Check {
 public:
  Check(const Section& section, const FileExists& exists) : section_(section), exists_(exists) {}

  std::vector<std::string> run() && {
    for (std::size_t i = 0; i < kind_count; ++i) {
      const Kind kind = static_cast<Kind>(i);
      if (kind == Kind::decisions) check_decisions();
      if (kind == Kind::corrections) check_corrections();
      if (!tag_of(kind).empty()) {
        check_files(kind);
      } else {
        check_references(kind);
      }
    }
    return std::move(out_);
  }

 private:
  void say(Kind kind, const std::string& text) {
    const std::string_view tag = tag_of(kind);
    out_.push_back(std::string(tag.empty() ? heading_of(kind, config::Language::english) : tag) +
                   ": " + text);
  }

  void check_files(Kind kind) {
    for (const Item* item : items_of(section_, kind)) {
      const bool twice = kind == Kind::modified_files && listed_.contains(item->text);
      if (!exists_(item->text)) {
        say(kind, shown(item->text) + " is gone");
      } else if (twice) {
        say(kind, shown(item->text) + " is among the files that were only read, too");
      }
      listed_.insert(item->text);
    }
  }

  void check_decisions() {
    std::unordered_map<std::string, State> states;
    for (const Item* item : items_of(section_, Kind::decisions)) {
      if (const std::string_view mark = unknown_mark(item->text); !mark.empty()) {
        say(Kind::decisions,
            std::string(mark) + " is no state (ACTIVE, SUPERSEDED): " + shown(item->text));
      }
      const auto [place, is_new] = states.try_emplace(key_of(*item), item->state);
      if (!is_new && place->second != item->state) {
        say(Kind::decisions, shown(item->text) + " is both in effect and superseded");
      }
    }
  }

  void check_corrections() {
    for (const Item* item : items_of(section_, Kind::corrections)) {
      if (item->origin == Origin::person && item->right.empty()) {
        say(Kind::corrections, shown(trimmed(item->line)) + " does not say what is right");
      }
    }
  }

  void check_references(Kind kind) {
    const bool counts = kind == Kind::goal || kind == Kind::progress || kind == Kind::decisions ||
                        kind == Kind::next || kind == Kind::context;
    if (!counts) return;
    for (const Item* item : items_of(section_, kind)) {
      const bool past = item->state == State::done || item->state == State::superseded;
      if (past || expects_no_file(item->text)) continue;
      for (const std::string& path : paths_in(item->text)) {
        if (!exists_(path)) say(kind, shown(item->text) + " names " + shown(path) + ", not there");
      }
    }
  }

  const Section& section_;
  const FileExists& exists_;
  std::unordered_set<std::string> listed_;
  std::vector<std::string> out_;
};

}  // namespace

std::vector<std::string> paths_in(std::string_view text) {
  std::vector<std::string> out;
  std::unordered_set<std::string_view> seen;
  constexpr std::string_view breaks = " \t\r\n`\"'()[]<>|,;";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(breaks, at), text.size());
    std::string_view word = text.substr(at, end - at);
    at = end + 1;
    if (word.find("://") != std::string_view::npos || word.starts_with('~')) continue;
    word = word.substr(0, std::min(word.find(':'), word.size()));
    while (!word.empty() && std::string_view(".!?").find(word.back()) != std::string_view::npos) {
      word.remove_suffix(1);
    }
    const std::size_t slash = word.rfind('/');
    if (slash == std::string_view::npos) continue;
    const std::string_view name = word.substr(slash + 1);
    const std::size_t dot = name.rfind('.');
    constexpr std::size_t longest_ending = 5;
    if (dot == std::string_view::npos || dot == 0 || dot + 1 == name.size()) continue;
    const std::string_view ending = name.substr(dot + 1);
    const bool is_ending = ending.size() <= longest_ending &&
                           std::all_of(ending.begin(), ending.end(), is_alnum) &&
                           (ending.front() < '0' || ending.front() > '9');
    const bool pattern = word.find_first_of("*?{}$\\") != std::string_view::npos;
    if (is_ending && !pattern && seen.insert(word).second) out.emplace_back(word);
  }
  return out;
}

std::vector<std::string> problems_of(const Section& section, const FileExists& exists) {
  return Check(section, exists).run();
}

}  // namespace context_rot::journal
