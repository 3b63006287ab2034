#pragma once
// What the person typed in a whole conversation, read once for all who ask.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "session/wording.h"
#include "transcript/conversation.h"

namespace context_rot::session {

/// What the person typed in one entry.
struct TypedText {
  std::size_t entry = 0;            ///< index into the conversation
  std::string text;                 ///< as typed_text() gives it, not empty
  std::string own;                  ///< own_words() of it; may be empty
  std::vector<Sentence> sentences;  ///< of the first 4,000 bytes of that, at most 60
};

/// Bytes of a prompt of which TypedText has the sentences.
inline constexpr std::size_t sentences_bytes = 4000;

/// The sentences of own words, as TypedText has them.
std::vector<Sentence> own_sentences(std::string_view own);

/// The texts of a conversation in its order, without those of subagents.
class TypedTexts {
 public:
  TypedTexts() = default;
  /// Needs Detail::content. Keeps nothing of the conversation; linear.
  explicit TypedTexts(const transcript::Conversation& conversation);

  /// What was typed in an entry; an empty one where nothing was. Logarithmic.
  const TypedText& at(std::size_t entry) const;

  /// The first text.
  auto begin() const { return texts_.begin(); }
  /// Behind the last one.
  auto end() const { return texts_.end(); }
  /// From the first text that is in the entry or behind it.
  std::vector<TypedText>::const_iterator from(std::size_t entry) const;

 private:
  std::vector<TypedText> texts_;
};

}  // namespace context_rot::session
