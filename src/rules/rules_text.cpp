#include "rules/rules_text.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <optional>
#include <set>

#include "util/as_data.h"
#include "util/number.h"
#include "util/one_of.h"
#include "util/visible.h"

namespace context_rot::rules {

namespace {

constexpr int deepest_flow = 20;

constexpr std::string_view heading =
    "# Rules that you keep for this project. See: context-rules --help\n"
    "# After a change by hand: context-rules accept\n"
    "rules:\n";

/// Where the rules stand in a text: the first line of each and the line behind the last, from 0.
struct Place {
  std::int64_t number = 0;
  std::size_t first = 0;
};

/// A list that was read, and where its items stand.
struct Parsed {
  RuleList list = {};
  std::vector<Place> places = {};
};

/// Whether brackets are nested so deeply that the parser, which recurses, might run out of stack.
/// A quoted bracket counts too; no rule has that many.
bool is_too_deep(std::string_view text) {
  int depth = 0;
  std::size_t dashes = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '[' || c == '{') ++depth;
    if ((c == ']' || c == '}') && depth > 0) --depth;
    // "- - - -" and "? ? ?" nest as well
    const bool marks =
        (c == '-' || c == '?' || c == ':') && i + 1 < text.size() && text[i + 1] == ' ';
    if (marks) ++dashes;
    if (c == '\n') dashes = 0;
    if (depth > deepest_flow || dashes > 200) return true;
  }
  return false;
}

/// How far lines are set in; a file of rules sets in little.
bool is_far_in(std::string_view text) {
  std::size_t levels = 0;
  std::size_t last = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const std::size_t in = std::min(line.find_first_not_of(' '), line.size());
    if (in > last) ++levels;
    if (in < last) levels = 0;
    last = in;
    if (levels > deepest_flow) return true;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

class RulesReader {
 public:
  Parsed run(std::string_view text) {
    if (text.size() > max_rules_bytes) {
      problem(0, "more than " + std::to_string(max_rules_bytes) + " bytes");
      return std::move(out_);
    }
    if (is_too_deep(text) || is_far_in(text)) {
      problem(0, "is nested too deeply");
      return std::move(out_);
    }
    try {
      read_file(YAML::Load(std::string(text)));
    } catch (const YAML::Exception& error) {
      out_ = {};
      problem(error.mark.is_null() ? 0 : error.mark.line, error.msg);
    }
    return std::move(out_);
  }

 private:
  void problem(int line, std::string_view reason) {
    if (out_.list.problems.size() < most_rules) {
      out_.list.problems.push_back(std::to_string(line + 1) + ": " + visible(reason));
    }
  }

  void read_file(const YAML::Node& root) {
    if (root.IsNull()) return;
    if (!root.IsMap()) return problem(0, "is not \"rules:\" and a list");
    YAML::Node list;
    for (const auto& member : root) {
      const std::string key = member.first.as<std::string>("");
      if (key == "rules" && !list.IsDefined()) list = member.second;
      if (key == "rules" && list.IsNull()) list = member.second;
      if (key != "rules") problem(member.first.Mark().line, "unknown key \"" + key + "\"");
    }
    if (!list.IsDefined() || list.IsNull()) return;
    if (!list.IsSequence()) return problem(list.Mark().line, "\"rules\" is not a list");
    for (const auto& item : list) {
      if (out_.list.rules.size() >= most_rules) {
        return problem(item.Mark().line, "more than " + std::to_string(most_rules) + " rules");
      }
      read_item(item);
    }
  }

  void read_item(const YAML::Node& item) {
    const int line = item.Mark().line;
    if (!item.IsMap()) return problem(line, "a rule is a list of \"key: value\"");
    Rule rule;
    for (const auto& member : item) {
      const std::string key = member.first.as<std::string>("");
      const std::string wrong = read_member(key, member.second, rule);
      if (!wrong.empty()) return problem(member.first.Mark().line, wrong);
    }
    if (rule.text.empty()) return problem(line, "a rule needs \"rule: WORDS\"");
    if (rule.number == 0) return problem(line, "a rule needs \"number: N\"");
    if (!numbers_.insert(rule.number).second) {
      return problem(line, "the number " + std::to_string(rule.number) + " is there twice");
    }
    out_.places.push_back({rule.number, static_cast<std::size_t>(line)});
    out_.list.rules.push_back(std::move(rule));
  }

  /// What is wrong with a member, or nothing.
  std::string read_member(const std::string& key, const YAML::Node& value, Rule& rule) {
    if (key == "command") return read_words(key, value, rule.pattern.commands);
    if (key == "file") return read_words(key, value, rule.pattern.files);
    if (key == "tool") return read_words(key, value, rule.pattern.tools);
    if (!is_one_of(key, {"number", "rule", "answer"})) return "unknown key \"" + key + "\"";
    if (!value.IsScalar()) return "\"" + key + "\" takes one value";
    const std::string& text = value.Scalar();
    if (key == "number") {
      const auto number = parse_count(text);
      if (!number || *number < 1 || *number > 1'000'000) return "\"number\" takes a number from 1";
      rule.number = *number;
    } else if (key == "rule") {
      if (text.size() > max_rule_bytes) {
        return "a rule of more than " + std::to_string(max_rule_bytes) + " bytes";
      }
      rule.text = as_data(text, max_rule_bytes);
    } else if (text == "say") {
      rule.answer = Answer::say;
    } else if (text == "ask") {
      rule.answer = Answer::ask;
    } else if (text == "deny") {
      rule.answer = Answer::deny;
    } else {
      return "\"answer\" takes say, ask or deny";
    }
    return {};
  }

  static std::string read_words(const std::string& key, const YAML::Node& value,
                                std::vector<std::string>& out) {
    const auto take = [&](const YAML::Node& one) {
      if (!one.IsScalar() || one.Scalar().size() > max_pattern_bytes) return false;
      std::string word = as_data(one.Scalar(), max_pattern_bytes);
      if (word.empty() || out.size() >= most_patterns) return false;
      out.push_back(std::move(word));
      return true;
    };
    if (value.IsNull()) return {};
    const bool good =
        value.IsSequence() ? std::all_of(value.begin(), value.end(), take) : take(value);
    return good ? std::string()
                : "\"" + key + "\" takes up to " + std::to_string(most_patterns) + " words";
  }

  Parsed out_;
  std::set<std::int64_t> numbers_;
};

Parsed parse(std::string_view text) {
  return RulesReader().run(text);
}

/// A text as YAML in double quotes.
std::string in_yaml(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

std::string item_text(const Rule& rule, const std::string& indent) {
  std::string out = indent + "- number: " + std::to_string(rule.number) + "\n";
  const auto line = [&](std::string_view key, const std::string& value) {
    out += indent + "  " + std::string(key) + ": " + value + "\n";
  };
  const auto list = [&](std::string_view key, const std::vector<std::string>& words) {
    if (words.empty()) return;
    std::string all;
    for (const std::string& word : words) all += (all.empty() ? "" : ", ") + in_yaml(word);
    line(key, "[" + all + "]");
  };
  line("rule", in_yaml(rule.text));
  list("command", rule.pattern.commands);
  list("file", rule.pattern.files);
  list("tool", rule.pattern.tools);
  if (!rule.pattern.empty()) line("answer", std::string(name_of(rule.answer)));
  return out;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string joined(const std::vector<std::string>& lines, std::size_t from, std::size_t to) {
  std::string out;
  for (std::size_t i = from; i < std::min(to, lines.size()); ++i) out += lines[i] + "\n";
  return out;
}

/// What is in front of the dash of the item at a line; nothing where no dash begins that line.
std::optional<std::string> indent_at(const std::vector<std::string>& lines, std::size_t line) {
  if (line >= lines.size()) return std::nullopt;
  const std::size_t dash = lines[line].find_first_not_of(' ');
  if (dash == std::string::npos || lines[line][dash] != '-') return std::nullopt;
  return lines[line].substr(0, dash);
}

/// The line behind an item: lines that are set in deeper than its dash belong to it.
std::size_t behind_item(const std::vector<std::string>& lines, std::size_t first) {
  const std::size_t dash = lines[first].find_first_not_of(' ');
  std::size_t at = first + 1;
  while (at < lines.size()) {
    const std::size_t in = lines[at].find_first_not_of(' ');
    if (in == std::string::npos || in <= dash) break;
    ++at;
  }
  return at;
}

/// The text where it says just these rules.
Result<std::string> checked(std::string text, const std::vector<Rule>& wanted) {
  const RuleList now = read_rules(text);
  if (now.rules == wanted && now.problems.empty()) return text;
  return Error{
      "the file is laid out in another way than this program writes it: change it by hand"};
}

Result<Parsed> parsed_whole(std::string_view text) {
  Parsed out = parse(text);
  if (!out.list.problems.empty()) return Error{"line " + out.list.problems.front()};
  return out;
}

}  // namespace

RuleList read_rules(std::string_view text) {
  return parse(text).list;
}

Result<std::string> with_rule(std::string_view text, const Rule& rule) {
  auto parsed = parsed_whole(text);
  if (!parsed) return Error{parsed.error()};
  std::vector<Rule> wanted = parsed->list.rules;
  wanted.push_back(rule);
  if (parsed->places.empty()) {
    const std::vector<std::string> lines = lines_of(text);
    std::size_t at = lines.size();
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (lines[i] == "rules:" || lines[i].starts_with("rules: []")) at = i;
    }
    const std::string head = at < lines.size() ? joined(lines, 0, at) + "rules:\n"
                                               : std::string(text) + std::string(heading);
    return checked(head + item_text(rule, "  ") + joined(lines, at + 1, lines.size()), wanted);
  }
  const std::vector<std::string> lines = lines_of(text);
  const std::size_t last = parsed->places.back().first;
  const auto indent = indent_at(lines, last);
  if (!indent) return checked("", wanted);
  const std::size_t end = behind_item(lines, last);
  return checked(
      joined(lines, 0, end) + item_text(rule, *indent) + joined(lines, end, lines.size()), wanted);
}

namespace {

/// The text with `replacement` in the place of a rule, or without the rule.
Result<std::string> replaced(std::string_view text, std::int64_t number, const Rule* replacement) {
  auto parsed = parsed_whole(text);
  if (!parsed) return Error{parsed.error()};
  const auto place = std::find_if(parsed->places.begin(), parsed->places.end(),
                                  [&](const Place& one) { return one.number == number; });
  if (place == parsed->places.end()) {
    return Error{"there is no rule " + std::to_string(number)};
  }
  std::vector<Rule> wanted = parsed->list.rules;
  const auto rule = wanted.begin() + (place - parsed->places.begin());
  if (replacement != nullptr) {
    *rule = *replacement;
  } else {
    wanted.erase(rule);
  }
  const std::vector<std::string> lines = lines_of(text);
  const auto indent = indent_at(lines, place->first);
  if (!indent) return checked("", wanted);
  return checked(joined(lines, 0, place->first) +
                     (replacement != nullptr ? item_text(*replacement, *indent) : std::string()) +
                     joined(lines, behind_item(lines, place->first), lines.size()),
                 wanted);
}

}  // namespace

Result<std::string> without_rule(std::string_view text, std::int64_t number) {
  return replaced(text, number, nullptr);
}

Result<std::string> with_changed(std::string_view text, const Rule& rule) {
  return replaced(text, rule.number, &rule);
}

std::int64_t next_number(const RuleList& list) {
  std::int64_t highest = 0;
  for (const Rule& rule : list.rules) highest = std::max(highest, rule.number);
  return highest + 1;
}

}  // namespace context_rot::rules
