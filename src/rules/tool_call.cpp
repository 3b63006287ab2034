#include "rules/tool_call.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "transcript/shell_calls.h"
#include "transcript/shell_started.h"
#include "util/ascii.h"
#include "util/json_tree.h"
#include "util/one_of.h"

namespace context_rot::rules {

namespace fs = std::filesystem;

namespace {

using std::string_view;

/// Tools that change the file that they name.
constexpr std::array<string_view, 4> changing_tools{"Edit", "Write", "NotebookEdit", "MultiEdit"};

/// Options that take a value, between the program and its subcommand.
struct Valued {
  string_view program;
  string_view options;  ///< each between spaces
};
constexpr std::array valued{
    Valued{"git", " -C -c --git-dir --work-tree --namespace "},
    Valued{"npm", " --prefix -w --workspace "},
    Valued{"pnpm", " -C --dir --prefix -F --filter "},
    Valued{"yarn", " --cwd "},
    Valued{"docker", " -H --host -c --context --config -l --log-level "},
    Valued{"kubectl", " -n --namespace --context --kubeconfig --cluster --user "},
    Valued{"helm", " -n --namespace --kube-context "},
    Valued{"make", " -C -f "},
    Valued{"terraform", " -chdir "},
    Valued{"gh", " -R --repo "},
};

std::vector<string_view> split(string_view text) {
  std::vector<string_view> out;
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) out.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return out;
}

bool is_dashed(string_view word) {
  return word.size() > 1 && word.front() == '-';
}

bool takes_value(string_view program, string_view option) {
  const auto known = std::find_if(valued.begin(), valued.end(),
                                  [&](const Valued& one) { return one.program == program; });
  return known != valued.end() &&
         known->options.find(" " + std::string(option) + " ") != string_view::npos;
}

/// The call's words that are no options, at most `most`.
std::vector<string_view> operands(std::span<const std::string> call, string_view program,
                                  std::size_t most) {
  std::vector<string_view> out;
  for (std::size_t i = 1; i < call.size() && out.size() < most; ++i) {
    if (!is_dashed(call[i])) {
      out.push_back(call[i]);
    } else if (out.empty() && takes_value(program, call[i])) {
      ++i;
    }
  }
  return out;
}

/// Whether a text is what a pattern of `*`, `?` and, for paths, `**` says. The last star seen is
/// tried again one character further, so that the work is at most the product of the lengths.
bool fits(string_view text, string_view pattern, bool is_path) {
  constexpr std::size_t none = string_view::npos;
  std::size_t t = 0, p = 0;
  std::size_t star = none, star_text = 0;    // the last "*"
  std::size_t stars = none, stars_text = 0;  // the last "**"
  while (t < text.size()) {
    if (is_path && pattern.substr(p, 2) == "**") {
      p += 2;
      // "a/**/b" is "a/b" too
      if (p < pattern.size() && pattern[p] == '/' && (p == 2 || pattern[p - 3] == '/')) ++p;
      stars = p;
      stars_text = t;
      star = none;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = ++p;
      star_text = t;
    } else if (p < pattern.size() &&
               (pattern[p] == text[t] || (pattern[p] == '?' && text[t] != '/'))) {
      ++p;
      ++t;
    } else if (star != none && (!is_path || text[star_text] != '/')) {
      p = star;
      t = ++star_text;
    } else if (stars != none) {
      star = none;
      p = stars;
      t = ++stars_text;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

/// A path of the call as it is from the project; absolute where it is outside.
std::string from_project(const ToolCall& call, const std::string& path) {
  const fs::path given(path);
  const fs::path whole =
      (given.is_absolute() ? given : fs::path(call.folder) / given).lexically_normal();
  const std::string root = call.project.lexically_normal().string();
  std::string text = whole.string();
  const bool ends = !root.empty() && root.back() == '/';
  const std::string below = ends ? root : root + "/";
  return text.starts_with(below) ? text.substr(below.size()) : text;
}

/// What of a call the rules look at; each is read once, where a rule wants it.
class Seen {
 public:
  explicit Seen(const ToolCall& call) : call_(call) {}

  bool starts_one_of(std::span<const std::string> words) {
    if (call_.tool != "Bash" || words.empty()) return false;
    if (!calls_) calls_ = transcript::shell_calls(text_member(call_.input, "command"));
    return std::any_of(calls_->begin(), calls_->end(), [&](const auto& started) {
      return std::any_of(words.begin(), words.end(),
                         [&](const std::string& word) { return starts(started, word); });
    });
  }

  bool changes_one_of(std::span<const std::string> patterns) {
    if (patterns.empty() || !is_one_of(call_.tool, changing_tools)) return false;
    if (!file_) {
      std::string path = text_member(call_.input, "file_path");
      if (path.empty()) path = text_member(call_.input, "notebook_path");
      file_ = path.empty() ? path : from_project(call_, path);
    }
    return !file_->empty() &&
           std::any_of(patterns.begin(), patterns.end(),
                       [&](const std::string& pattern) { return fits_file(*file_, pattern); });
  }

 private:
  const ToolCall& call_;
  std::optional<std::vector<transcript::ShellCall>> calls_;
  std::optional<std::string> file_;
};

}  // namespace

bool starts(const std::vector<std::string>& call, string_view word) {
  const std::vector<string_view> wanted = split(word);
  if (call.empty() || wanted.empty()) return false;
  const std::string program = transcript::program_name(call[0]);
  if (program != transcript::program_name(std::string(wanted[0]))) return false;
  const auto said = operands(call, program, wanted.size());
  std::size_t next = 0;
  for (std::size_t i = 1; i < wanted.size(); ++i) {
    if (is_dashed(wanted[i])) {
      if (std::find(call.begin() + 1, call.end(), wanted[i]) == call.end()) return false;
    } else if (next >= said.size() || said[next++] != wanted[i]) {
      return false;
    }
  }
  return true;
}

bool fits_file(string_view path, string_view pattern) {
  constexpr std::size_t longest = 4096;
  if (path.size() > longest || pattern.size() > max_pattern_bytes) return false;
  if (pattern.starts_with("./")) pattern.remove_prefix(2);
  while (pattern.ends_with('/')) pattern.remove_suffix(1);
  if (pattern.empty()) return false;
  const bool anywhere = pattern.find('/') == string_view::npos;
  // The path itself, and each folder that it is in.
  for (std::size_t end = path.size(); end != 0 && end != string_view::npos;
       end = path.rfind('/', end - 1)) {
    const string_view part = path.substr(0, end);
    const string_view shown = anywhere ? part.substr(part.rfind('/') + 1) : part;
    if (fits(shown, pattern, true)) return true;
  }
  return false;
}

std::vector<const Rule*> rules_for(const ToolCall& call, const std::vector<Rule>& rules) {
  std::vector<const Rule*> out;
  Seen seen(call);
  for (const Rule& rule : rules) {
    const Pattern& pattern = rule.pattern;
    const bool named = std::any_of(pattern.tools.begin(), pattern.tools.end(),
                                   [&](const auto& one) { return fits(call.tool, one, false); });
    if (named || seen.starts_one_of(pattern.commands) || seen.changes_one_of(pattern.files)) {
      out.push_back(&rule);
    }
  }
  return out;
}

std::string matcher_of(const std::vector<Rule>& rules) {
  std::vector<std::string> tools;
  const auto add = [&](std::string name) {
    if (!is_one_of(name, tools)) tools.push_back(std::move(name));
  };
  for (const Rule& rule : rules) {
    if (!rule.pattern.commands.empty()) add("Bash");
    if (!rule.pattern.files.empty()) {
      for (const string_view tool : changing_tools) add(std::string(tool));
    }
    for (const std::string& tool : rule.pattern.tools) {
      std::string name;
      // The client takes a regular expression where a matcher is more than names.
      for (const char c : tool) {
        if (c == '*') name += '.';
        if (is_word_char(c) || c == '-' || c == '*') name += c;
      }
      if (!name.empty()) add(std::move(name));
    }
  }
  std::sort(tools.begin(), tools.end());
  std::string out;
  for (const std::string& tool : tools) out += (out.empty() ? "" : "|") + tool;
  return out;
}

}  // namespace context_rot::rules
