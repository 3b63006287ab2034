#include "journal/facts/audit.h"

#include <algorithm>
#include <unordered_set>

#include "journal/facts/summary_index.h"
#include "util/plain_text.h"
#include "util/trim.h"

namespace context_rot::journal {

namespace {

constexpr double enough = 0.6;            // share of the words by which something is mentioned
constexpr std::size_t max_checked = 200;  // of each kind
constexpr std::size_t max_kept_text = 300;

using WordList = std::vector<std::string>;

/// The words of `a` that `b` does not have.
WordList without(const WordList& a, const WordList& b) {
  const std::unordered_set<std::string> others(b.begin(), b.end());
  WordList out;
  for (const std::string& word : a) {
    if (!others.contains(word)) out.push_back(word);
  }
  return out;
}

bool has_any(const WordList& words, const WordList& wanted) {
  return std::any_of(wanted.begin(), wanted.end(), [&](const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  });
}

class Auditor {
 public:
  Auditor(const Section& section, const Summary& summary) : section_(section), said_(summary.body) {
    audit_.session = section.id;
    audit_.time = section.time;
  }

  Audit run(const std::vector<std::string>& gone) && {
    const std::unordered_set<std::string> missing(gone.begin(), gone.end());
    for (const Item* item : some(Kind::modified_files)) {
      if (missing.contains(item->text)) continue;
      if (!said_.names(item->text) && !said_.names(base_name(item->text))) {
        audit_.lost_files.push_back(plain_text(item->text));
      }
    }
    for (const Item* item : some(Kind::decisions)) {
      if (item->state == State::active) check_said(item->text, audit_.lost_decisions);
    }
    for (const Item* item : some(Kind::progress)) {
      if (item->state != State::done) check_said(item->text, audit_.lost_tasks);
    }
    for (const Item* item : some(Kind::next)) check_said(item->text, audit_.lost_tasks);
    check_gone(gone);
    for (const Item* item : some(Kind::corrections)) check_claim(*item);
    return std::move(audit_);
  }

 private:
  /// The newest items of a kind.
  std::vector<const Item*> some(Kind kind) const {
    auto items = items_of(section_, kind);
    if (items.size() > max_checked) {
      items.erase(items.begin(), items.end() - static_cast<std::ptrdiff_t>(max_checked));
    }
    return items;
  }

  void check_said(const std::string& text, WordList& lost) const {
    if (said_.best_share(content_words(text)) < enough) {
      lost.push_back(as_value(text, max_kept_text));
    }
  }

  void check_gone(const std::vector<std::string>& gone) {
    const std::unordered_set<std::string> missing(gone.begin(), gone.end());
    std::unordered_set<std::string_view> current;  // last parts of files that exist
    for (const Kind kind : {Kind::read_files, Kind::modified_files}) {
      for (const Item* item : items_of(section_, kind)) {
        if (!missing.contains(item->text)) current.insert(base_name(item->text));
      }
    }
    for (std::size_t i = 0; i < std::min(gone.size(), max_checked); ++i) {
      const std::string_view name = base_name(gone[i]);
      const bool by_name = !current.contains(name) && said_.names_as_current(name);
      if (by_name || said_.names_as_current(gone[i])) {
        audit_.kept_files.push_back(plain_text(gone[i]));
      }
    }
  }

  void check_claim(const Item& item) {
    const WordList wrong = content_words(item.text);
    const WordList right = content_words(item.right);
    const WordList only_wrong = without(wrong, right);
    const WordList only_right = without(right, wrong);
    if (only_wrong.empty() || right.empty()) return;
    for (const SaidText::Sentence* sentence : said_.sentences_with(only_wrong, 1)) {
      if (!sentence->asserted || sentence->denies) continue;
      const WordList words = content_words(sentence->text);
      const WordList common = without(wrong, without(wrong, words));
      const bool same_claim =
          static_cast<double>(common.size()) >= enough * static_cast<double>(wrong.size());
      if (!same_claim || has_any(words, only_right)) continue;
      audit_.kept_claims.push_back({as_value(item.text, max_kept_text),
                                    as_value(item.right, max_kept_text),
                                    as_value(sentence->text, max_kept_text)});
      return;
    }
  }

  const Section& section_;
  SaidText said_;
  Audit audit_;
};

}  // namespace

Audit audited(const Section& section, const std::vector<std::string>& gone,
              const Summary& summary) {
  return Auditor(section, summary).run(gone);
}

}  // namespace context_rot::journal
