#include "util/secret_speech.h"

#include <algorithm>
#include <array>

#include "util/ascii.h"
#include "util/one_of.h"

namespace context_rot {

namespace {

/// So much of a value decides whether it is a secret.
constexpr std::size_t decisive_bytes = 200;

constexpr std::array<std::string_view, 17> names{
    "password",    "passphrase",   "passwort", "kennwort",      "contrase\u00f1a", "contrasena",
    "contrasenya", "mot de passe", "senha",    "palavra-passe", "palavra passe",   "clave",
    "passcode",    "geheimnis",    "clau",     "access key",    "api key"};
constexpr std::array<std::string_view, 12> links{
    "is", "es", "\u00e9s", "ist", "lautet", "est", "\u00e9", "was", "era", "now", "ahora", "are"};

bool is_letter_byte(char c) {
  return is_letter(c) || is_beyond_ascii(c);
}

/// Whether the text begins with the phrase in any case of its ASCII letters.
bool begins_with(std::string_view text, std::string_view phrase) {
  if (text.size() < phrase.size()) return false;
  for (std::size_t i = 0; i < phrase.size(); ++i) {
    if (ascii_lower(text[i]) != phrase[i]) return false;
  }
  return true;
}

/// The length of the name that the text begins with, as a whole word; 0 where it is none.
std::size_t name_length(std::string_view text) {
  // Most words are out at two letters.
  if (text.size() < 2) return 0;
  const char second = ascii_lower(text[1]);
  switch (ascii_lower(text[0])) {
    case 'p':
    case 'c':
      if (second != 'a' && second != 'o' && second != 'l') return 0;
      break;
    case 'k':
    case 's':
    case 'g':
      if (second != 'e') return 0;
      break;
    case 'm':
      if (second != 'o') return 0;
      break;
    case 'a':
      if (second != 'c' && second != 'p') return 0;
      break;
    default:
      return 0;
  }
  for (const std::string_view name : names) {
    if (!begins_with(text, name)) continue;
    if (text.size() > name.size() && is_letter_byte(text[name.size()])) continue;
    return name.size();
  }
  return 0;
}

/// Where the value may begin behind the name: behind a colon or a linking word, and whether it was
/// the colon, which says more. std::string_view::npos where there is neither.
struct Link {
  std::size_t behind = std::string_view::npos;
  bool colon = false;
};

Link link_in(std::string_view text) {
  constexpr int most_words = 4;
  std::size_t at = 0;
  for (int words = 0; words <= most_words; ++words) {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
    if (at < text.size() && (text[at] == ':' || text[at] == '=')) return {at + 1, true};
    const std::size_t begin = at;
    while (at < text.size() && (is_letter_byte(text[at]) || is_digit(text[at]))) ++at;
    if (at == begin || at >= text.size() || (text[at] != ' ' && text[at] != ':')) return {};
    const std::string word = ascii_lower(text.substr(begin, at - begin));
    if (is_one_of(word, links)) return {text[at] == ':' ? at + 1 : at, false};
  }
  return {};
}

/// Whether a value is no word of any language and no name of a method.
bool looks_secret(std::string_view value, bool colon) {
  constexpr std::size_t least = 6;
  if (value.size() < least || value.find_first_of("([{") != std::string_view::npos) return false;
  if (std::string_view("$<{[(%/").find(value.front()) != std::string_view::npos) return false;
  const auto digits = std::count_if(value.begin(), value.end(), is_digit);
  const auto letters = std::count_if(value.begin(), value.end(), is_letter);
  if (digits == 0 || letters == 0) return false;
  const bool capital = std::any_of(value.begin(), value.end(), is_upper) &&
                       std::any_of(value.begin(), value.end(), is_lower);
  const bool symbol = value.find_first_of("!@#$%^&*+=?~") != std::string_view::npos;
  const bool scattered =
      value.size() >= 10 && digits >= 2 && value.find('-') == std::string_view::npos;
  return colon || capital || symbol || scattered;
}

}  // namespace

std::optional<Secret> told_secret_at(std::string_view text, std::size_t at) {
  constexpr std::size_t looked_at = 100;
  const std::size_t name = name_length(text.substr(at, looked_at));
  if (name == 0) return std::nullopt;
  const Link link = link_in(text.substr(at + name, looked_at));
  if (link.behind == std::string_view::npos) return std::nullopt;
  // "password: value" may as well be code: secret_value.h knows the difference.
  const bool ascii = text[at] == 'p' || text[at] == 'P';
  if (link.colon && link.behind <= 3 && ascii) return std::nullopt;
  std::size_t begin = at + name + link.behind;
  while (begin < text.size() &&
         std::string_view(" \t\"'`").find(text[begin]) != std::string_view::npos)
    ++begin;
  constexpr std::string_view ends = " \t\r\n\"'`,;<>\\|";
  const std::string_view start = text.substr(begin, decisive_bytes);
  std::size_t size = std::min(start.find_first_of(ends), start.size());
  const bool goes_on = size == decisive_bytes;
  const bool quoted =
      size < start.size() && std::string_view("\"'`").find(start[size]) != std::string_view::npos;
  while (!quoted && size > 0 &&
         std::string_view(".!?:)]").find(start[size - 1]) != std::string_view::npos) {
    --size;
  }
  if (!looks_secret(start.substr(0, size), link.colon)) return std::nullopt;
  if (goes_on) size = std::min(text.find_first_of(ends, begin), text.size()) - begin;
  return Secret{begin, begin + size, "password"};
}

}  // namespace context_rot
