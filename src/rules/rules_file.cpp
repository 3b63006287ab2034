#include "rules/rules_file.h"

#include <algorithm>
#include <set>

#include "client/paths.h"
#include "rules/tool_call.h"
#include "util/atomic_file.h"
#include "util/file.h"
#include "util/number.h"
#include "util/sha256.h"

namespace context_rot::rules {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view first_line = "context-rot-rules 1";
constexpr std::size_t max_record_bytes = 4u << 20;
constexpr std::string_view record_ending = ".kept";
constexpr std::string_view coming_ending = ".next";  // of what is about to be written

fs::path own_folder(const Environment& environment) {
  const auto client = client::client_folder(environment);
  return client ? *client / "context-rot/rules" : fs::path();
}

/// The project's folder by its one name: the client and a shell may have come by different links.
std::string whole_path(const fs::path& project) {
  std::error_code error;
  const fs::path real = fs::canonical(project, error);
  return (error ? project.lexically_normal() : real).string();
}

std::string name_of_project(const fs::path& project) {
  std::string slug = client::project_slug(whole_path(project));
  // A name longer than a folder takes would be no record at all; the record names the whole path.
  constexpr std::size_t longest = 200;
  if (slug.size() > longest) slug.erase(0, slug.size() - longest);
  return slug;
}

fs::path record_of(const fs::path& project, const Environment& environment,
                   std::string_view ending) {
  const fs::path folder = own_folder(environment);
  return folder.empty() || project.empty()
             ? fs::path()
             : folder / (name_of_project(project) + std::string(ending));
}

std::string recorded(const fs::path& project, std::string_view text) {
  return std::string(first_line) + "\n" + sha256_base64(text) + "\n" + whole_path(project) + "\n";
}

// The record has the rules, too, as lines of fields: reading the YAML again at every tool call
// would cost twice what starting the program costs. No text of a rule has control characters.
constexpr char between_fields = '\t';
constexpr char between_words = '\x1f';

std::string joined_words(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += word + between_words;
  return out;
}

std::string record_line(const Rule& rule) {
  std::string out = std::to_string(rule.number);
  for (const std::string& field :
       {std::string(name_of(rule.answer)), rule.text, joined_words(rule.pattern.commands),
        joined_words(rule.pattern.files), joined_words(rule.pattern.tools)}) {
    out += between_fields + field;
  }
  return out + "\n";
}

/// Takes the text up to `end`, and that, off the front.
std::string_view take_field(std::string_view& rest, char end) {
  const std::size_t at = std::min(rest.find(end), rest.size());
  const std::string_view field = rest.substr(0, at);
  rest.remove_prefix(std::min(at + 1, rest.size()));
  return field;
}

std::vector<Rule> read_record(std::string_view lines) {
  std::vector<Rule> out;
  take_field(lines, '\n');  // the tools
  while (!lines.empty() && out.size() < most_rules) {
    std::string_view line = take_field(lines, '\n');
    Rule rule;
    rule.number = parse_count(take_field(line, between_fields)).value_or(0);
    const std::string_view answer = take_field(line, between_fields);
    rule.answer = answer == "deny" ? Answer::deny : answer == "ask" ? Answer::ask : Answer::say;
    rule.text = take_field(line, between_fields);
    for (auto* words : {&rule.pattern.commands, &rule.pattern.files, &rule.pattern.tools}) {
      std::string_view field = take_field(line, between_fields);
      while (!field.empty()) words->emplace_back(take_field(field, between_words));
    }
    if (rule.number > 0 && !rule.text.empty()) out.push_back(std::move(rule));
  }
  return out;
}

}  // namespace

fs::path rules_file(const fs::path& project, const Environment& environment) {
  const auto data = client::data_folder(project, environment);
  return data ? *data / "rules.yaml" : fs::path();
}

fs::path offers_file(const fs::path& project, const Environment& environment) {
  const fs::path folder = own_folder(environment);
  return folder.empty() || project.empty() ? fs::path()
                                           : folder / (name_of_project(project) + ".offers.jsonl");
}

Result<ProjectRules> load_rules(const fs::path& project, const Environment& environment,
                                bool only_kept) {
  ProjectRules out;
  const fs::path file = rules_file(project, environment);
  std::error_code error;
  const bool is_there = !file.empty() && fs::exists(file, error);
  // What cannot be looked at is not taken for nothing, and written over.
  if (error) return Error{file.string() + ": " + error.message()};
  if (!is_there) return out;
  auto text = read_file(file, max_rules_bytes);
  if (!text) return Error{text.error()};
  out.text = *std::move(text);
  const std::string wanted = recorded(project, out.text);
  // A writer that was killed left the old file with its record, or the new one with the next.
  bool is_kept = false;
  std::string record;
  for (const std::string_view ending : {record_ending, coming_ending}) {
    auto read = read_file(record_of(project, environment, ending), max_record_bytes);
    if (!read || !read->starts_with(wanted)) continue;
    record = *std::move(read);
    is_kept = true;
    break;
  }
  out.standing = is_kept ? Standing::kept : Standing::foreign;
  if (!only_kept) {
    out.list = read_rules(out.text);
  } else if (is_kept) {
    out.list.rules = read_record(std::string_view(record).substr(wanted.size()));
  }
  return out;
}

namespace {

Result<void> write_record(const fs::path& project, const Environment& environment,
                          std::string_view text, std::string_view ending) {
  const fs::path record = record_of(project, environment, ending);
  if (record.empty()) return Error{"no folder of yours: neither HOME nor CLAUDE_CONFIG_DIR is set"};
  if (auto made = create_private_folders(record.parent_path()); !made) return made;
  const std::vector<Rule> rules = read_rules(text).rules;
  std::string lines = recorded(project, text) + matcher_of(rules) + "\n";
  for (const Rule& rule : rules) lines += record_line(rule);
  return write_own_file(record, lines);
}

}  // namespace

Result<void> record_rules(const fs::path& project, const Environment& environment,
                          std::string_view text) {
  return write_record(project, environment, text, record_ending);
}

Result<void> save_rules(const fs::path& project, const Environment& environment,
                        std::string_view text) {
  const fs::path file = rules_file(project, environment);
  if (file.empty()) return Error{"no folder for rules: neither HOME nor CONTEXT_ROT_HOME is set"};
  if (auto made = create_private_folders(file.parent_path()); !made) return made;
  if (auto next = write_record(project, environment, text, coming_ending); !next) return next;
  if (auto written = write_own_file(file, text); !written) return written;
  if (auto kept = record_rules(project, environment, text); !kept) return kept;
  std::error_code error;
  fs::remove(record_of(project, environment, coming_ending), error);
  return {};
}

bool take_foreign_notice(const fs::path& project, const Environment& environment,
                         std::string_view text) {
  const fs::path folder = own_folder(environment);
  if (folder.empty() || project.empty()) return false;
  const fs::path file = folder / (name_of_project(project) + ".shown");
  const std::string shown = recorded(project, text);
  const auto before = read_file(file, max_record_bytes);
  if (before && *before == shown) return false;
  return create_private_folders(folder) && write_own_file(file, shown);
}

std::string matcher_of_all(const Environment& environment) {
  std::set<std::string> tools;
  std::error_code error;
  for (fs::directory_iterator entry(own_folder(environment), error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().extension() != record_ending) continue;
    const auto text = read_file(entry->path(), max_record_bytes);
    if (!text || !text->starts_with(first_line)) continue;
    std::string_view line = *text;
    for (int i = 0; i < 3; ++i) line.remove_prefix(std::min(line.find('\n'), line.size() - 1) + 1);
    line = line.substr(0, line.find('\n'));
    while (!line.empty()) {
      const std::string_view tool = take_field(line, '|');
      if (!tool.empty()) tools.emplace(tool);
    }
  }
  std::string out;
  for (const std::string& tool : tools) out += (out.empty() ? "" : "|") + tool;
  return out;
}

}  // namespace context_rot::rules
