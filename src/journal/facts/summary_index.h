#pragma once
// Whether a text says something: by words, and by paths.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace context_rot::journal {

/// The words of a text that carry meaning, once each: folded (correction/fold.h), without
/// a plural s and cut to five letters so that endings do not count, without stop words.
std::vector<std::string> content_words(std::string_view text);

/// Whether a folded word says that something is gone, renamed or replaced.
bool is_departure(std::string_view word);

/// A summary, cut into sentences and indexed by its words.
class SaidText {
 public:
  /// A piece of the text that is judged as one. Points into the text.
  struct Sentence {
    std::string_view text;
    bool asserted = true;    ///< not in a part about what was wrong, nor a message of the user's
    bool denies = false;     ///< has a word that denies
    bool says_gone = false;  ///< speaks of something that was removed or renamed
  };

  /// `text` must outlive the object. Linear.
  explicit SaidText(std::string_view text);

  /// The largest share of the words that one sentence has; 1 where there are no words.
  double best_share(const std::vector<std::string>& words) const;

  /// The sentences that have at least `share` of the words, in order.
  std::vector<const Sentence*> sentences_with(const std::vector<std::string>& words,
                                              double share) const;

  /// Whether the path stands in the text as a word of its own, or at the end of a longer path.
  bool names(std::string_view path) const;

  /// The same where a sentence names it that does not say that it is gone.
  bool names_as_current(std::string_view path) const;

 private:
  template <typename Each>
  void for_each_place(std::string_view path, Each&& each) const;
  std::unordered_map<std::uint32_t, std::size_t> counts(
      const std::vector<std::string>& words) const;
  const Sentence& sentence_at(std::size_t offset) const;

  std::string_view text_;
  std::vector<Sentence> sentences_;
  std::unordered_map<std::string, std::vector<std::uint32_t>> index_;
};

}  // namespace context_rot::journal
