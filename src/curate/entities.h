#pragma once
// What a query is about, in any script, and whether a message mentions it.

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace context_rot::curate {

/// The entities of a query: quoted strings, code spans, paths (and the file's name), identifiers
/// (user_id, getUser, v2, a.b), capitalised words that are not just the small first word of a
/// sentence, and words of scripts that know no capitals: runs of Han and Katakana of two
/// characters or more, cut at the small words of Chinese, and words of four letters or more of
/// Hangul, Thai, Arabic and others. At most 200.
class Entities {
 public:
  Entities() = default;
  /// UTF-8; any bytes are accepted. Linear.
  explicit Entities(std::string_view query);

  /// Whether the query names nothing: no message mentions it then.
  bool empty() const { return first_words_.empty() && grams_.empty(); }

  /// Whether a text names one of them: as whole words, capitals and accents aside; a Cyrillic
  /// name of five letters or more also with another ending; a run of more than three characters of
  /// Han, Katakana or Hangul by any three of them in a row. Linear in the text.
  bool mentioned_in(std::string_view text) const;

 private:
  using Words = std::vector<std::string>;
  bool mentioned_in_piece(std::string_view text) const;
  void add_phrase(std::string_view text);
  void add_words(Words words);
  void add_run(std::u32string_view run);

  std::size_t count_ = 0;
  /// By their first word: phrases of one word and more.
  std::unordered_map<std::string, std::vector<Words>> first_words_;
  std::unordered_set<std::string> stems_;     ///< beginnings of Cyrillic names
  std::unordered_set<std::u32string> grams_;  ///< of two or three characters
};

}  // namespace context_rot::curate
