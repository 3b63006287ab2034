#pragma once
// Finding the cues of all languages in a text, in one pass.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "correction/lexicon_table.h"
#include "correction/prose.h"
#include "util/result.h"

namespace context_rot::correction {

/// A cue at tokens [begin, end), all of one clause. `languages` has a bit for each language
/// that gives the phrase this meaning.
struct Hit {
  std::uint8_t concept_id = 0;
  std::uint16_t begin = 0;
  std::uint16_t end = 0;
  std::uint16_t languages = 0;
};

/// A set of languages, a bit each, by the order of lexicon_table.languages.
using Languages = std::uint16_t;

/// The number of a concept by its name; nothing for a name the cues do not have.
std::optional<std::uint8_t> concept_id(std::string_view name);
/// The name of a concept by its number.
std::string_view concept_name(std::uint8_t id);

/// The cues of the languages that are switched on.
class Lexicon {
 public:
  /// The compiled-in cues, all languages.
  Lexicon();

  /// Leaves a language out ("fr"). Fails where there is no such language.
  Result<void> switch_off(std::string_view language);

  /// Adds a phrase, written as in the YAML files, to the cues of a user in every language.
  /// Fails where there is no such concept or the phrase has no word.
  Result<void> add(std::string_view concept_to_extend, std::string_view phrase);

  /// Every cue in the text, by position and concept, each (concept, position) once. Linear in
  /// the tokens: a phrase has at most a handful of words.
  std::vector<Hit> match(const std::vector<Token>& tokens, Speaker speaker) const;

  /// Those that are switched on.
  Languages languages() const { return languages_; }

 private:
  void match_from(const std::vector<Token>& tokens, std::size_t begin, std::size_t at,
                  std::uint64_t key, std::vector<Hit>& out) const;
  bool report(std::uint64_t key, std::size_t begin, std::size_t end, std::vector<Hit>& out) const;

  Languages languages_ = 0;
  std::unordered_map<std::uint64_t, std::vector<std::uint8_t>> added_;  ///< meanings by phrase key
};

/// The languages a text is written in, by their commonest words among its first tokens;
/// all of `candidates` where nothing can be told.
Languages languages_of(const std::vector<Hit>& hits, Languages candidates);

}  // namespace context_rot::correction
