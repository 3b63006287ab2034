#include "advice/interpret.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>

#include "texts/texts.h"
#include "util/ascii.h"

namespace context_rot::advice {

using texts::Text;

namespace {

constexpr std::size_t npos = std::string_view::npos;

/// Yes or no, by the first word; nothing where it is neither.
std::optional<bool> yes_or_no(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n*_-\"'`>#");
  if (begin == npos) return false;
  text = text.substr(begin);
  const auto opens_with = [&](std::string_view word) {
    if (!text.starts_with(word)) return false;
    if (text.size() == word.size()) return true;
    const char next = text[word.size()];
    return !is_lower(next) && next != '\'' && !is_beyond_ascii(next);
  };
  for (const std::string_view word : {"yes", "yeah", "yep", "s\u00ed", "si", "true"}) {
    if (opens_with(word)) return true;
  }
  // "not sure" and "no estoy seguro" are no answer
  if (text.starts_with("no estoy") || text.starts_with("no idea") ||
      text.starts_with("no s\u00e9")) {
    return std::nullopt;
  }
  for (const std::string_view word :
       {"no", "none", "nope", "nothing", "n/a", "false", "ninguno", "ninguna", "nada"}) {
    if (opens_with(word)) return false;
  }
  return std::nullopt;
}

bool mentions_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return text.find(part) != npos; });
}

bool doubts(std::string_view text) {
  return mentions_any(text, {"not sure", "unsure", "unclear", "uncertain", "confus", "don't know",
                             "can't tell", "cannot tell", "no idea", "no estoy segur", "no s\u00e9",
                             "no est\u00e1 claro", "dud"});
}

/// Whether an answer to a question for trouble tells of some.
bool is_issue(std::string_view answer, std::initializer_list<std::string_view> signs) {
  const std::string text = ascii_lower(answer);
  if (const auto answered = yes_or_no(text)) return *answered;
  return doubts(text) || mentions_any(text, signs);
}

/// The average of the numbers from 0 to 10; a number behind a slash is the scale.
std::optional<double> average(std::string_view text) {
  double sum = 0;
  int count = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (!is_digit(text[i])) {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    double value = 0;
    for (; i < text.size() && is_digit(text[i]); ++i) value = value * 10 + (text[i] - '0');
    if (i + 1 < text.size() && text[i] == '.' && is_digit(text[i + 1])) {
      double place = 0.1;
      for (++i; i < text.size() && is_digit(text[i]); ++i, place /= 10)
        value += place * (text[i] - '0');
    }
    std::size_t before = begin;
    while (before > 0 && text[before - 1] == ' ') --before;
    const bool scale = before > 0 && text[before - 1] == '/';
    // "1. architecture" is the number of a line
    const bool numbering = (begin == 0 || text[begin - 1] == '\n') && i < text.size() &&
                           (text[i] == '.' || text[i] == ')');
    if (scale || numbering || value > 10) continue;
    sum += value;
    ++count;
  }
  if (count == 0) return std::nullopt;
  return sum / count;
}

}  // namespace

std::array<std::string_view, 4> diagnostic_questions(Language language) {
  return {texts::raw(Text::ask_stale, language), texts::raw(Text::ask_architecture, language),
          texts::raw(Text::ask_decisions, language), texts::raw(Text::ask_clarity, language)};
}

Diagnosis interpret(const Answers& answers) {
  Diagnosis out;
  if (is_issue(answers.stale_references,
               {"deleted", "removed", "no longer exist", "does not exist", "doesn't exist",
                "missing", "renamed", "ya no existe", "eliminad", "borrad"})) {
    out.issues.push_back("stale_references");
  }
  if (is_issue(answers.architecture,
               {"conflict", "inconsisten", "contradict", "old structure", "mixed", "mixing",
                "mezcl", "inconsistent", "estructura anterior", "outdated"})) {
    out.issues.push_back("architectural_confusion");
  }
  if (is_issue(answers.decisions, {"conflict", "contradict", "changed our mind", "inconsisten",
                                   "superseded", "reversed", "contradic", "cambiamos"})) {
    out.issues.push_back("decision_conflicts");
  }
  constexpr double sure = 6;
  if (const auto clarity = average(answers.clarity); clarity && *clarity < sure) {
    out.issues.push_back("low_confidence");
  }
  if (!out.issues.empty()) out.level = Severity::moderate;
  if (out.issues.size() >= 3) out.level = Severity::severe;
  return out;
}

}  // namespace context_rot::advice
