#include "advice/hint.h"

#include <algorithm>

#include "findings/kinds.h"
#include "texts/texts.h"

namespace context_rot::advice {

using config::Language;
using texts::Text;

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
  const texts::Texts say(language);
  std::string hint = "/compact";
  bool first = true;
  const auto section = [&](Text opening, const std::vector<std::string>& items) {
    const std::size_t before = hint.size();
    put_part(hint, (first ? " " : ", ") + say(opening), items);
    first = first && hint.size() == before;
  };
  if (!facts.topic.words.empty()) {
    section(Text::hint_focus, {"\"" + facts.topic.words + "\""});
  }
  std::vector<std::string> kept(
      facts.files.begin(), facts.files.begin() + static_cast<std::ptrdiff_t>(
                                                     std::min<std::size_t>(facts.files.size(), 3)));
  std::vector<std::string> decisions;
  for (std::size_t i = 0; i < facts.decisions.size() && i < 2; ++i) {
    decisions.push_back(say(Text::hint_decision, {{"decision", facts.decisions[i]}}));
  }
  kept.insert(kept.end(), decisions.begin(), decisions.end());
  section(Text::hint_keep, kept);
  std::vector<std::string> tasks;
  for (std::size_t i = 0; i < facts.open.tasks.size() && i < 2; ++i) {
    tasks.push_back("'" + facts.open.tasks[i] + "'");
  }
  section(Text::hint_go_on, tasks);
  std::vector<std::string> noise;
  for (const Noise& one : facts.noise) {
    if (noise.size() < 3 && one.tokens > 0) noise.push_back(noun(one, language));
  }
  section(Text::hint_drop, noise);
  return hint;
}

}  // namespace context_rot::advice
