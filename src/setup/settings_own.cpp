#include "setup/settings_own.h"

#include "util/ascii.h"
#include "util/shell_word.h"

namespace context_rot::setup {

namespace {

constexpr std::string_view bin_folder = "/context-rot/bin/";
constexpr std::string_view hook_prefix = "hook-";
constexpr std::string_view status_line_program = "context-status-line";
constexpr std::string_view wrap_option = "--wrap";

/// The file name in a path inside our folder of programs, else empty.
std::string_view program_in_bin_folder(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return {};
  const std::string_view folder = path.substr(0, slash + 1);
  if (folder.size() < bin_folder.size()) return {};
  if (folder.substr(folder.size() - bin_folder.size()) != bin_folder) return {};
  return path.substr(slash + 1);
}

bool is_program_name(std::string_view name) {
  for (const char c : name) {
    if (!(is_lower(c) || is_digit(c) || c == '-')) return false;
  }
  return !name.empty();
}

}  // namespace

std::string own_hook_program(std::string_view command, bool exec_form) {
  std::string path(command);
  if (!exec_form) {
    const auto word = next_shell_word(command);
    if (!word) return {};
    path = word->text;
  }
  const std::string_view name = program_in_bin_folder(path);
  const bool is_hook = name.size() > hook_prefix.size() &&
                       name.substr(0, hook_prefix.size()) == hook_prefix && is_program_name(name);
  return is_hook ? std::string(name) : std::string();
}

bool is_own_status_line(std::string_view command) {
  const auto word = next_shell_word(command);
  return word && program_in_bin_folder(word->text) == status_line_program;
}

std::string wrap_status_line(std::string_view own, std::string_view foreign) {
  return std::string(own) + " " + std::string(wrap_option) + " " + quote_shell_word(foreign);
}

std::optional<std::string> wrapped_status_line(std::string_view command) {
  if (!is_own_status_line(command)) return std::nullopt;
  for (auto word = next_shell_word(command); word; word = next_shell_word(command, word->end)) {
    if (word->text != wrap_option) continue;
    const auto foreign = next_shell_word(command, word->end);
    return foreign ? std::optional(foreign->text) : std::nullopt;
  }
  return std::nullopt;
}

std::string with_own_program(std::string_view command, std::string_view own) {
  const auto word = next_shell_word(command);
  return std::string(own) + std::string(word ? command.substr(word->end) : std::string_view());
}

}  // namespace context_rot::setup
