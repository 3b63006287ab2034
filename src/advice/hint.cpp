#include "advice/hint.h"

#include <algorithm>

#include "findings/kinds.h"

namespace context_rot::advice {

using config::Language;

namespace {

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

/// Adds as many items as fit behind `lead`; nothing where not even one does.
void put_part(std::string& hint, std::string_view lead, const std::vector<std::string>& items) {
  std::string part(lead);
  bool any = false;
  for (const std::string& item : items) {
    const std::string more = (any ? ", " : "") + item;
    if (characters(hint) + characters(part) + characters(more) > max_hint_characters) continue;
    part += more;
    any = true;
  }
  if (any) hint += part;
}

std::string noun(const Noise& noise, Language language) {
  if (language == Language::english) return noise.what;
  return std::string(findings::kind_row(noise.kind).hint.in(language));
}

}  // namespace

std::string compact_hint(const Facts& facts, Language language) {
  const bool english = language == Language::english;
  std::string hint = "/compact";
  bool first = true;
  const auto lead = [&](const char* in_english, const char* in_spanish) {
    const std::string text = std::string(first ? " " : ", ") + (english ? in_english : in_spanish);
    return text;
  };
  const auto section = [&](const std::string& opening, const std::vector<std::string>& items) {
    const std::size_t before = hint.size();
    put_part(hint, opening, items);
    first = first && hint.size() == before;
  };
  if (!facts.topic.words.empty()) {
    section(lead("focus on ", "céntrate en "), {"\"" + facts.topic.words + "\""});
  }
  std::vector<std::string> kept(
      facts.files.begin(), facts.files.begin() + static_cast<std::ptrdiff_t>(
                                                     std::min<std::size_t>(facts.files.size(), 3)));
  std::vector<std::string> decisions;
  for (std::size_t i = 0; i < facts.decisions.size() && i < 2; ++i) {
    decisions.push_back((english ? "the decision '" : "la decisión '") + facts.decisions[i] + "'");
  }
  kept.insert(kept.end(), decisions.begin(), decisions.end());
  section(lead("keep ", "conserva "), kept);
  std::vector<std::string> tasks;
  for (std::size_t i = 0; i < facts.open.tasks.size() && i < 2; ++i) {
    tasks.push_back("'" + facts.open.tasks[i] + "'");
  }
  section(lead("go on with ", "sigue con "), tasks);
  std::vector<std::string> noise;
  for (const Noise& one : facts.noise) {
    if (noise.size() < 3 && one.tokens > 0) noise.push_back(noun(one, language));
  }
  section(lead("drop ", "descarta "), noise);
  return hint;
}

}  // namespace context_rot::advice
