#include "session/typed_texts.h"

#include <algorithm>

#include "session/typed.h"

namespace context_rot::session {

std::vector<Sentence> own_sentences(std::string_view own) {
  constexpr std::size_t most_sentences = 60;
  return sentences_of(whole_sentences(own, sentences_bytes), most_sentences);
}

TypedTexts::TypedTexts(const transcript::Conversation& conversation) {
  for (std::size_t i = 0; i < conversation.entries.size(); ++i) {
    const transcript::Entry& entry = conversation.entries[i];
    if (entry.sidechain) continue;
    std::string text = typed_text(entry);
    if (text.empty()) continue;
    std::string own = own_words(text);
    auto sentences = own_sentences(own);
    texts_.push_back({i, std::move(text), std::move(own), std::move(sentences)});
  }
}

std::vector<TypedText>::const_iterator TypedTexts::from(std::size_t entry) const {
  return std::partition_point(texts_.begin(), texts_.end(),
                              [&](const TypedText& text) { return text.entry < entry; });
}

const TypedText& TypedTexts::at(std::size_t entry) const {
  static const TypedText none;
  const auto found = from(entry);
  return found != texts_.end() && found->entry == entry ? *found : none;
}

}  // namespace context_rot::session
