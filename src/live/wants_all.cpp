#include "live/wants_all.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "util/ascii.h"
#include "util/one_of.h"
#include "util/utf8.h"

namespace context_rot::live {

namespace {

constexpr std::size_t prompt_window = 8192;
/// Words between "the full" and "output".
constexpr std::size_t reach = 3;

/// Letters and bytes of other scripts; "don't" is "dont".
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c == '\'') continue;
    if (is_lower(c) || is_beyond_ascii(c)) {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  return words;
}

}  // namespace

bool wants_all(std::string_view prompt) {
  static constexpr std::array<std::string_view, 12> alone{
      "verbatim", "uncut",   "untruncated", "truncate", "truncated", "truncating",
      "entire",   "trimmed", "recortar",    "recortes", "truncar",   "trunques"};
  static constexpr std::array<std::string_view, 14> all{
      "full",  "whole",    "complete", "all",    "every",  "everything", "toda",
      "todas", "completo", "completa", "entero", "entera", "todo",       "todos"};
  static constexpr std::array<std::string_view, 22> things{
      "output",  "outputs", "log",     "logs",      "file",      "text",   "content",  "contents",
      "result",  "results", "listing", "line",      "lines",     "salida", "registro", "registros",
      "fichero", "archivo", "texto",   "contenido", "resultado", "lineas"};
  const std::vector<std::string> words = words_of(ascii_lower(cut_utf8(prompt, prompt_window)));
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (is_one_of(words[i], alone)) return true;
    if (!is_one_of(words[i], all)) continue;
    // "the full test output", "la salida completa"
    const std::size_t begin = i - std::min(i, reach);
    const std::size_t end = std::min(words.size(), i + reach + 1);
    for (std::size_t j = begin; j < end; ++j) {
      if (is_one_of(words[j], things)) return true;
    }
  }
  return false;
}

}  // namespace context_rot::live
