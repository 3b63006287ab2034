#pragma once
// A command's manual page and shell completions, from what CLI11 knows of it, so that they cannot
// say anything else than --help.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "util/shell_word.h"
#include "util/version.h"

namespace context_rot::cli {

/// The options of a command that its --help shows.
inline std::vector<const CLI::Option*> shown_options(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) { return !option->get_group().empty(); });
}

/// Its subcommands that --help shows.
inline std::vector<const CLI::App*> shown_subcommands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* sub) { return !sub->get_group().empty(); });
}

/// "-h", "--help"
inline std::vector<std::string> flags_of(const CLI::Option& option) {
  std::vector<std::string> out;
  for (const auto& name : option.get_snames()) out.push_back("-" + name);
  for (const auto& name : option.get_lnames()) out.push_back("--" + name);
  return out;
}

/// What an option takes: FILE, N; the words of a choice; nothing for a flag.
struct Argument {
  std::string name;
  std::vector<std::string> choices;
  bool is_path = false;
};

/// CLI11 writes "TEXT:{en,es}", "INT:INT in [1 - 100]", "TEXT:DIR", "FILE".
inline std::optional<Argument> argument_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  if (type.empty()) return std::nullopt;
  Argument out;
  out.name = type.substr(0, type.find(':'));
  const std::size_t open = type.find('{');
  if (open != std::string::npos) {
    std::string word;
    for (const char c : type.substr(open + 1)) {
      if (c != ',' && c != '}') {
        word += c;
        continue;
      }
      out.choices.push_back(std::exchange(word, {}));
      if (c == '}') break;
    }
  }
  const std::string kind = type.substr(type.rfind(':') + 1);
  out.is_path = kind == "FILE" || kind == "DIR" || kind == "PATH" || out.name == "FILE";
  return out;
}

/// Text for roff: backslashes, and dots or quotes that would begin a request. A line may break
/// behind a "|", without a hyphen.
inline std::string roff(std::string_view text) {
  std::string out;
  bool line_start = true;
  for (const char c : text) {
    if (line_start && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else {
      if (c == '-') out += '\\';
      out += c;
      if (c == '|') out += "\\:";
    }
    line_start = c == '\n';
  }
  return out;
}

/// An option with its text, as an entry of a list.
inline std::string roff_option(const CLI::Option& option) {
  std::string names;
  for (const auto& flag : flags_of(option)) names += (names.empty() ? "" : ", ") + flag;
  std::string out = ".TP\n\\fB" + roff(names) + "\\fR";
  if (const auto argument = argument_of(option)) {
    std::string words;
    for (const auto& choice : argument->choices) words += (words.empty() ? "" : "|") + choice;
    out += " \\fI" + roff(words.empty() ? argument->name : words) + "\\fR";
  }
  return out + "\n" + roff(option.get_description()) + "\n";
}

/// Lines that keep their breaks: examples are among them.
inline std::string roff_lines(std::string_view text) {
  return ".nf\n" + roff(text) + "\n.fi\n";
}

/// The first line of a description, without its full stop.
inline std::string headline(const CLI::App& app) {
  const std::string whole = app.get_description();
  std::string line = whole.substr(0, whole.find('\n'));
  if (!line.empty() && line.back() == '.') line.pop_back();
  return line;
}

/// The manual page of a command, section 1.
inline std::string man_page(const CLI::App& app) {
  const std::string name = app.get_name();
  std::string title = name;
  std::transform(title.begin(), title.end(), title.begin(),
                 [](unsigned char c) { return std::toupper(c); });
  std::string out = ".TH " + title + " 1 \"\" \"Context Rot Toolkit " + std::string(release()) +
                    "\"\n.SH NAME\n" + roff(name) + " \\- " + roff(headline(app)) +
                    "\n.SH SYNOPSIS\n.B " + roff(name) + "\n[OPTIONS]";
  const auto subcommands = shown_subcommands(app);
  if (!subcommands.empty()) out += app.get_require_subcommand_min() > 0 ? " COMMAND" : " [COMMAND]";
  out += "\n.SH DESCRIPTION\n" + roff_lines(app.get_description()) + ".SH OPTIONS\n";
  for (const auto* option : shown_options(app)) out += roff_option(*option);
  if (!subcommands.empty()) out += ".SH COMMANDS\n";
  for (const auto* sub : subcommands) {
    out += ".SS " + roff(name + " " + sub->get_name()) + "\n" + roff_lines(sub->get_description());
    for (const auto* option : shown_options(*sub)) {
      if (option->get_lnames() != std::vector<std::string>{"help"}) out += roff_option(*option);
    }
  }
  if (!app.get_footer().empty()) out += ".SH NOTES\n" + roff_lines(app.get_footer());
  return out;
}

/// The words with a space between them.
inline std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const auto& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

/// One command, or a subcommand, as cases of the bash function: what may follow which option.
inline std::string bash_case(const CLI::App& app, const std::string& pattern) {
  std::string out = "    " + pattern + ")\n      case $before in\n";
  std::vector<std::string> words;
  for (const auto* sub : shown_subcommands(app)) words.push_back(sub->get_name());
  for (const auto* option : shown_options(app)) {
    const auto flags = flags_of(*option);
    words.insert(words.end(), flags.begin(), flags.end());
    const auto argument = argument_of(*option);
    if (!argument || flags.empty()) continue;
    std::string cases;
    for (const auto& flag : flags) cases += (cases.empty() ? "" : "|") + flag;
    const std::string how = !argument->choices.empty() ? "-W '" + joined(argument->choices) + "'"
                            : argument->is_path        ? std::string("-f")
                                                       : std::string();
    out += "        " + cases + ") " +
           (how.empty() ? "return ;;\n"
                        : "COMPREPLY=($(compgen " + how + " -- \"$word\")); return ;;\n");
  }
  return out + "      esac\n      COMPREPLY=($(compgen -W '" + joined(words) +
         "' -- \"$word\")) ;;\n";
}

/// A bash script that completes the command's words.
inline std::string bash_completion(const CLI::App& app) {
  const std::string name = app.get_name();
  std::string function = "_" + name;
  std::replace(function.begin(), function.end(), '-', '_');
  std::vector<std::string> subcommands;
  for (const auto* sub : shown_subcommands(app)) subcommands.push_back(sub->get_name());
  std::string out =
      "# bash completion for " + name + "\n" + function +
      "() {\n  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}"
      " command= other\n  COMPREPLY=()\n";
  if (!subcommands.empty()) {
    std::string cases;
    for (const auto& sub : subcommands) cases += (cases.empty() ? "" : "|") + sub;
    out += "  for other in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n    case $other in " + cases +
           ") command=$other; break ;; esac\n  done\n";
  }
  out += "  case $command in\n" + bash_case(app, "''");
  for (const auto* sub : shown_subcommands(app)) out += bash_case(*sub, sub->get_name());
  return out + "  esac\n}\ncomplete -o default -F " + function + " " + name + "\n";
}

/// One option for zsh's _arguments; what stands in [] and behind : must not hold either.
inline std::string zsh_option(const CLI::Option& option) {
  const auto plain = [](std::string text) {
    for (char& c : text) c = c == '[' || c == ']' || c == ':' || c == '\n' ? ' ' : c;
    return text;
  };
  std::string out;
  const auto argument = argument_of(option);
  for (const auto& flag : flags_of(option)) {
    std::string word = "*" + flag + "[" + plain(option.get_description()) + "]";
    if (argument) {
      word += ":" + plain(argument->name) + ":";
      if (!argument->choices.empty()) word += "(" + joined(argument->choices) + ")";
      if (argument->is_path) word += "_files";
    }
    out += " \\\n    " + in_single_quotes(word);
  }
  return out;
}

/// A zsh completion function, to be found as _NAME in $fpath.
inline std::string zsh_completion(const CLI::App& app) {
  const auto subcommands = shown_subcommands(app);
  std::string out = "#compdef " + app.get_name() + "\nlocal context state line\n_arguments -S";
  for (const auto* option : shown_options(app)) out += zsh_option(*option);
  if (subcommands.empty()) return out + "\n";
  std::vector<std::string> names;
  for (const auto* sub : subcommands) names.push_back(sub->get_name());
  out += " \\\n    '1:command:(" + joined(names) +
         ")' \\\n    '*::argument:->rest'\n"
         "[[ $state == rest ]] || return 0\ncase $line[1] in\n";
  for (const auto* sub : subcommands) {
    out += "  " + sub->get_name() + ") _arguments -S";
    for (const auto* option : shown_options(*sub)) out += zsh_option(*option);
    out += " ;;\n";
  }
  return out + "esac\n";
}

/// An option as a line for fish; `start` says for which command.
inline std::string fish_option(const CLI::Option& option, const std::string& start) {
  std::string out = start;
  for (const auto& name : option.get_snames()) out += " -s " + name;
  for (const auto& name : option.get_lnames()) out += " -l " + name;
  if (const auto argument = argument_of(option)) {
    out += argument->is_path ? " -r -F" : " -x";
    if (!argument->choices.empty()) out += " -a " + in_single_quotes(joined(argument->choices));
  }
  return out + " -d " + in_single_quotes(option.get_description()) + "\n";
}

/// Lines for fish.
inline std::string fish_completion(const CLI::App& app) {
  const std::string name = app.get_name();
  const std::string start = "complete -c " + name;
  std::string out = start + " -f\n";
  const bool has_subcommands = !shown_subcommands(app).empty();
  for (const auto* option : shown_options(app)) {
    out += fish_option(*option, start + (has_subcommands ? " -n __fish_use_subcommand" : ""));
  }
  for (const auto* sub : shown_subcommands(app)) {
    out += start + " -n __fish_use_subcommand -a " + sub->get_name() + " -d " +
           in_single_quotes(headline(*sub)) + "\n";
    for (const auto* option : shown_options(*sub)) {
      out +=
          fish_option(*option, start + " -n '__fish_seen_subcommand_from " + sub->get_name() + "'");
    }
  }
  return out;
}

/// The page by its name ("man", "bash", "zsh", "fish"); nothing for another.
inline std::optional<std::string> described(const CLI::App& app, std::string_view how) {
  if (how == "man") return man_page(app);
  if (how == "bash") return bash_completion(app);
  if (how == "zsh") return zsh_completion(app);
  if (how == "fish") return fish_completion(app);
  return std::nullopt;
}

}  // namespace context_rot::cli
