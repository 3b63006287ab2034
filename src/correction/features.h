#pragma once
// The named features of an exchange that the model weighs.

#include <string_view>

#include "correction/annotated_text.h"

namespace context_rot::correction {

/// Takes the features, one by one; the same name may come more than once and counts once.
class FeatureSink {
 public:
  virtual ~FeatureSink() = default;
  /// `name` is valid during the call only. `value` is the same wherever the name is given.
  virtual void add(std::string_view name, float value) = 0;
};

/// How many kinds of cue a prompt has, for and against.
struct Votes {
  int value = 0;    ///< says what is right, or that something is not
  int symptom = 0;  ///< says what happens
  int ask = 0;      ///< asks for something, agrees, thanks
};
Votes votes_of(const Reading& prompt);
/// The same of the cues that begin at token `from` or behind it.
Votes votes_from(const Reading& prompt, std::size_t from);

/// Whether an answer ends in a question or an offer to go on.
bool ends_in_question(std::string_view previous, const Reading& tail);

/// Features of the prompt and the answer before it. Names: `c:X` concept anywhere, `f:X` first
/// clause, `o:X` first word, `s:X` first sentence, `q:X` in a question, `p:X>Y` in that order
/// in a clause, `fp:X+Y` both in the first clause, `n:..` counts, `h:..` shape, `x:..`
/// combinations, `pv:..` answer before, `ov:..` names in common, `w:..` words and pairs of
/// words, `r:..` word beginnings, `fw:..` words of the first clause, `b:..` first words,
/// `sb:..` words that sentences begin with, `k1:..` to `k3:..` what frame.h says, `g:..` what
/// grams.h says.
void live_features(const Exchange& exchange, const Reading& prompt, const Reading& previous,
                   FeatureSink& sink);

/// Features of the answer that followed: `nx:X`, `no:X`, `ns:X`, `ne:X` its concepts anywhere,
/// first, in its first sentence, early; `nc:..` combinations; `nw:..`, `nr:..`, `nb:..` its words.
void next_features(const Votes& votes, const Reading& next, FeatureSink& sink);

/// The answer before and the one after, read as far as they count.
Reading read_previous(std::string_view previous, const Lexicon& lexicon);
Reading read_next(std::string_view next, const Lexicon& lexicon);

}  // namespace context_rot::correction
