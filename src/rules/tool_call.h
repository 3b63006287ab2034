#pragma once
// Whether a tool call is one that a rule is about.

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "rules/rule.h"

namespace context_rot::rules {

/// A tool call as the client is about to make it. Only points to what it is made of.
struct ToolCall {
  std::string_view tool;  ///< "Bash"
  const nlohmann::json& input;
  const std::filesystem::path& project;  ///< files of patterns are meant from here
  std::string_view folder;               ///< where a relative path of the call is meant from
};

/// Whether `word`, a program with its first words ("npm", "git push", "git push --force"), is what
/// a call of a program says: the program by its name, whatever folder stands in front; then the
/// call's words that are no options, in order; options of the pattern anywhere among the arguments.
/// An option that stands in front of a subcommand with its value (`git -C DIR push`) is known for
/// the common programs.
bool starts(const std::vector<std::string>& call, std::string_view word);

/// Whether a path below the project fits a pattern: `*` and `?` are within one name, `**` is any
/// folders; a pattern without a slash fits that name in every folder; what fits a folder fits all
/// that is below it. Bounded by the product of both lengths.
bool fits_file(std::string_view path, std::string_view pattern);

/// The rules that a call is one for, in their order; they point into `rules`. A Bash command is
/// read as the shell reads it (transcript/shell_calls.h); files are those that a tool changes
/// (Edit, Write, NotebookEdit and the like). Anything that is not understood is no match.
std::vector<const Rule*> rules_for(const ToolCall& call, const std::vector<Rule>& rules);

/// The tools that rules can have to do with, as the client's settings name them: "Bash|Edit|Write";
/// empty where no rule has a pattern.
std::string matcher_of(const std::vector<Rule>& rules);

}  // namespace context_rot::rules
