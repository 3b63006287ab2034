#include "curate/put_note.h"

namespace context_rot::curate {

bool put_note(std::string& text, std::string_view wrong, const std::string& note) {
  constexpr std::size_t npos = std::string::npos;
  const bool cut = wrong.ends_with("...");
  if (cut) wrong.remove_suffix(3);
  while (wrong.ends_with(' ')) wrong.remove_suffix(1);
  const std::size_t begin = wrong.empty() ? npos : text.find(wrong);
  if (begin == npos) return false;
  std::size_t end = begin + wrong.size();
  if (cut) {  // to the end of the sentence
    while (end < text.size() && text[end] != '\n' && text[end] != '.') ++end;
  }
  if (end < text.size() && text[end] == '.') ++end;
  text.replace(begin, end - begin, note);
  return true;
}

}  // namespace context_rot::curate
