#include "correction/lexicon.h"

#include <algorithm>
#include <array>

#include "correction/fold.h"

namespace context_rot::correction {

namespace {

constexpr std::size_t longest_phrase = 6;

Languages bit(std::size_t language) {
  return static_cast<Languages>(1u << language);
}

}  // namespace

std::optional<std::uint8_t> concept_id(std::string_view name) {
  const auto& names = lexicon_table.concepts;
  const auto found = std::lower_bound(names.begin(), names.end(), name);
  if (found == names.end() || *found != name) return std::nullopt;
  return static_cast<std::uint8_t>(found - names.begin());
}

std::string_view concept_name(std::uint8_t id) {
  return lexicon_table.concepts[id];
}

Lexicon::Lexicon() {
  for (std::size_t i = 0; i < lexicon_table.languages.size(); ++i) {
    languages_ = static_cast<Languages>(languages_ | bit(i));
  }
}

Result<void> Lexicon::switch_off(std::string_view language) {
  const auto& names = lexicon_table.languages;
  const auto found = std::find(names.begin(), names.end(), language);
  if (found == names.end()) return Error{"there is no language '" + std::string(language) + "'"};
  languages_ =
      static_cast<Languages>(languages_ & ~bit(static_cast<std::size_t>(found - names.begin())));
  return {};
}

Result<void> Lexicon::add(std::string_view concept_to_extend, std::string_view phrase) {
  const auto id = concept_id(concept_to_extend);
  if (!id) return Error{"there is no concept '" + std::string(concept_to_extend) + "'"};
  const std::vector<Token> tokens = read_prose(phrase).tokens;
  if (tokens.empty() || tokens.size() > longest_phrase) {
    return Error{"a cue has one to six words: '" + std::string(phrase) + "'"};
  }
  std::uint64_t key = phrase_start(Speaker::user);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool star = tokens[i].end < phrase.size() && phrase[tokens[i].end] == '*';
    key = phrase_key(key, fnv(tokens[i].text), star);
    if (i + 1 < tokens.size()) added_.try_emplace(key);
  }
  added_[key].push_back(*id);
  return {};
}

bool Lexicon::report(std::uint64_t key, std::size_t begin, std::size_t end,
                     std::vector<Hit>& out) const {
  const auto put = [&](std::uint8_t id, Languages languages) {
    for (std::size_t i = out.size(); i > 0 && out[i - 1].begin == begin; --i) {
      if (out[i - 1].concept_id == id && out[i - 1].end == end) {
        out[i - 1].languages = static_cast<Languages>(out[i - 1].languages | languages);
        return;
      }
    }
    out.push_back(
        {id, static_cast<std::uint16_t>(begin), static_cast<std::uint16_t>(end), languages});
  };
  const PhraseRow* row = find_row(lexicon_table.slots, lexicon_table.rows, key);
  if (row) {
    for (const Meaning& meaning : lexicon_table.meanings.subspan(row->first, row->count)) {
      if ((languages_ & bit(meaning.language)) != 0) put(meaning.concept_id, bit(meaning.language));
    }
  }
  if (added_.empty()) return row != nullptr;
  const auto own = added_.find(key);
  if (own == added_.end()) return row != nullptr;
  for (const std::uint8_t id : own->second) put(id, static_cast<Languages>(0xFFFF));
  return true;
}

void Lexicon::match_from(const std::vector<Token>& tokens, std::size_t begin, std::size_t at,
                         std::uint64_t key, std::vector<Hit>& out) const {
  if (at >= tokens.size() || at >= begin + longest_phrase) return;
  if (tokens[at].clause != tokens[begin].clause) return;
  std::uint64_t hash = fnv_start;
  const std::string& text = tokens[at].text;
  for (std::size_t i = 0; i < text.size(); ++i) {
    hash = fnv_step(hash, text[i]);
    if (i == 0) continue;  // no cue stands for all words of one first letter
    const std::uint64_t any = phrase_key(key, hash, true);
    if (report(any, begin, at + 1, out)) match_from(tokens, begin, at + 1, any, out);
  }
  const std::uint64_t exact = phrase_key(key, hash, false);
  if (report(exact, begin, at + 1, out)) match_from(tokens, begin, at + 1, exact, out);
}

std::vector<Hit> Lexicon::match(const std::vector<Token>& tokens, Speaker speaker) const {
  std::vector<Hit> out;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto before = static_cast<std::ptrdiff_t>(out.size());
    match_from(tokens, i, i, phrase_start(speaker), out);
    std::sort(out.begin() + before, out.end(), [](const Hit& a, const Hit& b) {
      return a.concept_id != b.concept_id ? a.concept_id < b.concept_id : a.end > b.end;
    });
    const auto same = [](const Hit& a, const Hit& b) { return a.concept_id == b.concept_id; };
    // Of one concept at one place the longest phrase is enough; its shorter forms add languages.
    for (std::size_t j = static_cast<std::size_t>(before) + 1; j < out.size(); ++j) {
      if (same(out[j - 1], out[j])) {
        out[j].languages = out[j - 1].languages =
            static_cast<Languages>(out[j].languages | out[j - 1].languages);
      }
    }
    out.erase(std::unique(out.begin() + before, out.end(), same), out.end());
  }
  return out;
}

Languages languages_of(const std::vector<Hit>& hits, Languages candidates) {
  static const auto common = concept_id("common");
  std::array<int, 16> counts{};
  for (const Hit& hit : hits) {
    if (!common || hit.concept_id != *common || hit.begin >= 80) continue;
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += (hit.languages >> i) & 1;
  }
  const int most = *std::max_element(counts.begin(), counts.end());
  if (most == 0) return candidates;
  Languages out = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (10 * counts[i] >= 7 * most) out = static_cast<Languages>(out | bit(i));
  }
  return static_cast<Languages>(out & candidates);
}

}  // namespace context_rot::correction
