#include "journal/facts/summary_heading.h"

#include <array>
#include <string>
#include <utility>

#include "correction/fold.h"
#include "journal/model/words.h"
#include "util/trim.h"

namespace context_rot::journal {

namespace {

using Opens = std::variant<ClientPart, Kind, State>;

constexpr std::array<std::pair<std::string_view, ClientPart>, 25> client_names{{
    {"primary request and intent", ClientPart::request},
    {"primary request", ClientPart::request},
    {"solicitud principal e intencion", ClientPart::request},
    {"solicitud principal", ClientPart::request},
    {"peticion principal e intencion", ClientPart::request},
    {"key technical concepts", ClientPart::concepts},
    {"technical concepts", ClientPart::concepts},
    {"conceptos tecnicos clave", ClientPart::concepts},
    {"files and code sections", ClientPart::files},
    {"files and code", ClientPart::files},
    {"archivos y secciones de codigo", ClientPart::files},
    {"errors and fixes", ClientPart::errors},
    {"errores y soluciones", ClientPart::errors},
    {"errores y correcciones", ClientPart::errors},
    {"problem solving", ClientPart::solving},
    {"resolucion de problemas", ClientPart::solving},
    {"all user messages", ClientPart::messages},
    {"todos los mensajes del usuario", ClientPart::messages},
    {"pending tasks", ClientPart::pending},
    {"tareas pendientes", ClientPart::pending},
    {"current work", ClientPart::current},
    {"trabajo actual", ClientPart::current},
    {"optional next step", ClientPart::next},
    {"next step", ClientPart::next},
    {"siguiente paso", ClientPart::next},
}};

constexpr std::array<std::pair<std::string_view, Opens>, 8> other_names{{
    {"decisions", Kind::decisions},
    {"decisiones", Kind::decisions},
    {"what to avoid", Kind::avoid},
    {"completed", State::done},
    {"completado", State::done},
    {"to do", State::in_progress},
    {"siguiente paso opcional", ClientPart::next},
    {"proximo paso opcional", ClientPart::next},
}};

std::optional<Opens> opened_by(std::string_view name) {
  constexpr std::size_t longest_name = 40;
  if (name.empty() || name.size() > longest_name) return std::nullopt;
  if (const auto found = kind_of_heading(name)) return found->kind;
  const std::string folded = correction::fold(name);
  for (const auto& [known, part] : client_names) {
    if (known == folded) return part;
  }
  for (const auto& [known, opens] : other_names) {
    if (known == folded) return opens;
  }
  const auto state = state_of_mark(name);
  if (state && takes_state(Kind::progress, *state)) return *state;
  return std::nullopt;
}

/// Takes what the text begins with off its front; whether there was any.
bool take_all(std::string_view& text, char c) {
  const std::size_t count = std::min(text.find_first_not_of(c), text.size());
  text = trimmed(text.substr(count));
  return count > 0;
}

/// Takes "3." or "3)" off the front.
bool take_number(std::string_view& text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0 || digits > 2 || digits == text.size()) return false;
  if (text[digits] != '.' && text[digits] != ')') return false;
  text = trimmed(text.substr(digits + 1));
  return true;
}

/// Without asterisks and colons at its ends.
std::string_view bare(std::string_view text) {
  constexpr std::string_view edges = "*_: \t\r";
  const std::size_t begin = text.find_first_not_of(edges);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(edges) - begin + 1);
}

}  // namespace

std::optional<SummaryHeading> read_summary_heading(std::string_view line) {
  std::string_view text = trimmed(line);
  bool marked = take_all(text, '#');
  marked |= take_all(text, '*');
  marked |= take_number(text);
  marked |= take_all(text, '*');
  if (marked || text.ends_with(':')) {
    if (const auto opens = opened_by(bare(text))) return SummaryHeading{*opens, {}};
  }
  if (!marked) return std::nullopt;
  const std::size_t end = std::min(text.find(':'), text.find("**"));
  if (end == std::string_view::npos) return std::nullopt;
  const auto opens = opened_by(bare(text.substr(0, end)));
  if (!opens) return std::nullopt;
  std::string_view rest = text.substr(end);
  rest.remove_prefix(std::min(rest.find_first_not_of("*: \t"), rest.size()));
  return SummaryHeading{*opens, rest};
}

}  // namespace context_rot::journal
