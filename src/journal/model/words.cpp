#include "journal/model/words.h"

#include <array>
#include <string>
#include <unordered_map>

#include "correction/fold.h"
#include "util/trim.h"

namespace context_rot::journal {

using config::Language;

namespace {

constexpr std::array<config::InBoth, kind_count> headings{{
    {"Goal", "Objetivo"},
    {"Progress", "Progreso"},
    {"Key decisions", "Decisiones clave"},
    {"Corrections", "Correcciones"},
    {"Approaches to avoid", "Enfoques que evitar"},
    {"Next steps", "Próximos pasos"},
    {"Critical context", "Contexto crítico"},
    {"Latest prompts", "Últimos mensajes"},
    {"Open errors", "Errores abiertos"},
    {"Context window", "Ventana de contexto"},
    {"", ""},
    {"", ""},
    {"", ""},
}};

constexpr std::array<config::InBoth, 6> marks{{
    {"", ""},
    {"Done", "Hecho"},
    {"In progress", "En curso"},
    {"Blocked", "Bloqueado"},
    {"ACTIVE", "VIGENTE"},
    {"SUPERSEDED", "SUSTITUIDA"},
}};

std::unordered_map<std::string, FoundHeading> folded_headings() {
  std::unordered_map<std::string, FoundHeading> out;
  for (std::size_t i = 0; i < headings.size(); ++i) {
    for (const Language language : {Language::english, Language::spanish}) {
      const std::string_view heading = headings[i].in(language);
      if (heading.empty()) continue;
      out.emplace(correction::fold(heading), FoundHeading{static_cast<Kind>(i), language});
    }
  }
  return out;
}

std::unordered_map<std::string, State> folded_marks() {
  std::unordered_map<std::string, State> out;
  for (std::size_t i = 1; i < marks.size(); ++i) {
    out.emplace(correction::fold(marks[i].english), static_cast<State>(i));
    out.emplace(correction::fold(marks[i].spanish), static_cast<State>(i));
  }
  return out;
}

}  // namespace

std::string_view name_of(Kind kind) {
  constexpr std::array<std::string_view, kind_count> names{
      "goal",    "progress", "decisions", "corrections", "avoid",          "next", "context",
      "prompts", "errors",   "window",    "read_files",  "modified_files", "own"};
  return names[static_cast<std::size_t>(kind)];
}

std::string_view heading_of(Kind kind, Language language) {
  return headings[static_cast<std::size_t>(kind)].in(language);
}

std::string_view tag_of(Kind kind) {
  if (kind == Kind::read_files) return "read-files";
  if (kind == Kind::modified_files) return "modified-files";
  return {};
}

std::string_view mark_of(State state, Language language) {
  return marks[static_cast<std::size_t>(state)].in(language);
}

std::optional<FoundHeading> kind_of_heading(std::string_view text) {
  text = trimmed(text);
  if (text.ends_with(':')) text = trimmed(text.substr(0, text.size() - 1));
  constexpr std::size_t longest_heading = 40;
  if (text.empty() || text.size() > longest_heading) return std::nullopt;
  static const auto known = folded_headings();
  const auto found = known.find(correction::fold(text));
  if (found == known.end()) return std::nullopt;
  return found->second;
}

std::optional<State> state_of_mark(std::string_view mark) {
  constexpr std::size_t longest_mark = 20;
  if (mark.empty() || mark.size() > longest_mark) return std::nullopt;
  static const auto known = folded_marks();
  const auto found = known.find(correction::fold(mark));
  if (found == known.end()) return std::nullopt;
  return found->second;
}

bool takes_state(Kind kind, State state) {
  switch (state) {
    case State::none:
      return true;
    case State::done:
    case State::in_progress:
    case State::blocked:
      return kind == Kind::progress;
    case State::active:
    case State::superseded:
      return kind == Kind::decisions;
  }
  return false;
}

std::string_view table_head(Language language) {
  constexpr config::InBoth head("| was wrong | is right | when |",
                                "| estaba mal | es correcto | cuándo |");
  return head.in(language);
}

std::string_view preamble_of(Language language) {
  constexpr config::InBoth preamble(
      "# Session journal\n\nKept by the Context Rot Toolkit, a section per session, the newest "
      "first. What you write, change or\ntake out here stays that way.",
      "# Diario de sesiones\n\nLo mantiene el Context Rot Toolkit, una sección por sesión, la más "
      "reciente primero. Lo que\nescribas, cambies o borres aquí se respeta.");
  return preamble.in(language);
}

}  // namespace context_rot::journal
