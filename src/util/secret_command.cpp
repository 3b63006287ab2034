#include "util/secret_command.h"

#include <algorithm>
#include <initializer_list>

#include "util/ascii.h"
#include "util/trim.h"

namespace context_rot {

namespace {

constexpr std::size_t looked_back = 300;
constexpr std::size_t longest_argument = 200;

/// What stands before `at` on its line.
std::string_view line_before(std::string_view text, std::size_t at, std::size_t from) {
  const std::size_t limit = std::max(from, at > looked_back ? at - looked_back : 0);
  const std::string_view before = text.substr(limit, at - limit);
  const std::size_t feed = before.rfind('\n');
  return feed == std::string_view::npos ? before : before.substr(feed + 1);
}

/// Whether one of the words stands in the line on its own.
bool has_word(std::string_view line, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words) {
    for (std::size_t at = line.find(word); at != std::string_view::npos;
         at = line.find(word, at + 1)) {
      const std::size_t end = at + word.size();
      const bool begins = at == 0 || !is_alnum(line[at - 1]);
      if (begins && (end == line.size() || line[end] == ' ' || line[end] == '\t')) return true;
    }
  }
  return false;
}

/// The word at `at`, without a quote in front.
Secret argument_at(std::string_view text, std::size_t at) {
  if (at < text.size() && (text[at] == '"' || text[at] == '\'')) ++at;
  const std::string_view rest = text.substr(std::min(at, text.size()), longest_argument);
  return {at, at + std::min(rest.find_first_of(" \t\r\n\"'`;|<>\\"), rest.size()), "password"};
}

/// Not a variable, a placeholder, an option, or what is redacted already.
bool is_value(std::string_view value) {
  constexpr std::size_t least = 4;
  return value.size() >= least &&
         std::string_view("$<{[(%-").find(value.front()) == std::string_view::npos &&
         value.find_first_not_of("*.xX") != std::string_view::npos &&
         value.find(redaction_opening) == std::string_view::npos;
}

std::optional<Secret> value_in(std::string_view text, const Secret& word) {
  if (!is_value(text.substr(word.begin, word.end - word.begin))) return std::nullopt;
  return word;
}

}  // namespace

std::optional<Secret> secret_in_command_at(std::string_view text, std::size_t at,
                                           std::size_t from) {
  const std::string_view rest = text.substr(at);
  for (const std::string_view option : {"-u ", "--user ", "--user="}) {
    if (!rest.starts_with(option)) continue;
    if (!has_word(line_before(text, at, from), {"curl"})) return std::nullopt;
    Secret word = argument_at(text, at + option.size());
    const std::size_t colon = text.substr(word.begin, word.end - word.begin).find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    word.begin += colon + 1;
    return value_in(text, word);
  }
  if (!rest.starts_with("-p") || rest.size() < 3) return std::nullopt;
  const std::string_view line = line_before(text, at, from);
  const bool behind_blank = rest[2] == ' ';
  if (behind_blank ? !has_word(line, {"sshpass", "docker login", "podman login"})
                   : !has_word(line, {"mysql", "mysqldump", "mysqladmin", "mysqlimport", "mariadb",
                                      "mariadb-dump", "sshpass"})) {
    return std::nullopt;
  }
  return value_in(text, argument_at(text, at + (behind_blank ? 3 : 2)));
}

std::optional<Secret> secret_in_netrc_at(std::string_view text, std::size_t at, std::size_t from) {
  if (!text.substr(0, at).ends_with(" password")) return std::nullopt;
  const std::string_view line = line_before(text, at, from);
  if (!has_word(line, {"machine"}) || !has_word(line, {"login"})) return std::nullopt;
  return value_in(text, argument_at(text, at + 1));
}

}  // namespace context_rot
