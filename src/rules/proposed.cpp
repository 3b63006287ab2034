#include "rules/proposed.h"

#include <algorithm>
#include <array>
#include <vector>

#include "session/standing_rule.h"
#include "session/wording.h"
#include "util/ascii.h"
#include "util/excerpt.h"
#include "util/one_of.h"
#include "util/trim.h"

namespace context_rot::rules {

namespace {

using std::string_view;

constexpr auto programs = std::to_array<string_view>(
    {"npm",    "npx",    "pnpm",   "yarn",     "bun",     "pip",       "pip3",          "pipenv",
     "poetry", "conda",  "docker", "podman",   "cmake",   "ninja",     "jest",          "vitest",
     "mocha",  "pytest", "git",    "gh",       "sudo",    "rm",        "curl",          "wget",
     "sed",    "awk",    "grep",   "rg",       "python",  "python2",   "python3",       "deno",
     "tsc",    "eslint", "biome",  "prettier", "ruff",    "kubectl",   "helm",          "terraform",
     "tofu",   "aws",    "gcloud", "psql",     "mysql",   "sqlite3",   "cargo",         "rustup",
     "mvn",    "gradle", "brew",   "apt",      "apt-get", "ssh",       "scp",           "rsync",
     "chmod",  "chown",  "pkill",  "killall",  "prisma",  "composer",  "artisan",       "dotnet",
     "uv",     "flake8", "mypy",   "pylint",   "isort",   "systemctl", "docker-compose"});
/// Programs whose names are words.
constexpr auto words_too = std::to_array<string_view>(
    {"make", "find", "go", "test", "node", "black", "kill", "swift", "rake", "bundle", "rails",
     "cat", "head", "tail", "echo", "just", "cp", "mv"});
/// Words that say that a program follows.
constexpr auto using_words = std::to_array<string_view>(
    {"use", "using", "run", "running", "with", "call", "invoke", "usa", "usar", "uses", "utiliza",
     "utilices", "ejecuta", "ejecutes", "ejecutar", "con", "of", "than", "de"});
/// What git is asked to do, said alone.
constexpr auto of_git = std::to_array<string_view>({"push", "commit", "rebase", "amend", "stash"});
/// Second words of commands.
constexpr auto verbs = std::to_array<string_view>(
    {"install", "push",   "commit", "add",   "run",    "ci",       "build",   "test",  "publish",
     "deploy",  "rebase", "merge",  "reset", "stash",  "checkout", "pull",    "clean", "compose",
     "start",   "apply",  "delete", "exec",  "update", "upgrade",  "migrate", "prune", "destroy"});
constexpr auto negators =
    std::to_array<string_view>({"not", "never", "don't", "dont", "no", "nunca", "without", "avoid",
                                "stop", "instead", "rather", "vez", "lugar", "evita", "mai"});
constexpr auto changing = std::to_array<string_view>(
    {"touch", "edit", "change", "modify", "write", "delete", "remove", "toques", "edites",
     "cambies", "modifiques", "escribas", "borres", "toquis"});

/// Programs that stand in each other's place.
struct Family {
  std::array<string_view, 4> names;
};
constexpr std::array families{
    Family{{"npm", "pnpm", "yarn", "bun"}},  Family{{"pip", "pip3", "", "uv"}},
    Family{{"jest", "vitest", "mocha", ""}}, Family{{"eslint", "biome", "", ""}},
    Family{{"docker", "podman", "", ""}},    Family{{"grep", "rg", "", ""}},
    Family{{"terraform", "tofu", "", ""}},   Family{{"python", "python3", "", ""}},
};

/// A word as it is written, and in small letters.
struct Token {
  std::string text;
  std::string small;
  bool ends_clause = false;  ///< a mark behind it ends what a "not" is about
  bool is_code = false;      ///< between backquotes
};

bool is_of_word(char c) {
  return is_alnum(c) || string_view("_-./@*'+").find(c) != string_view::npos ||
         static_cast<unsigned char>(c) >= 0x80;
}

std::vector<Token> tokens_of(string_view text) {
  constexpr std::size_t most = 100;
  std::vector<Token> out;
  bool code = false;
  for (std::size_t i = 0; i < text.size() && out.size() < most;) {
    if (text[i] == '`') code = !code;
    if (!is_of_word(text[i])) {
      const bool ends = string_view(",;:!?()\n").find(text[i]) != string_view::npos;
      if (ends && !out.empty()) out.back().ends_clause = true;
      ++i;
      continue;
    }
    const std::size_t begin = i;
    while (i < text.size() && is_of_word(text[i])) ++i;
    string_view word = text.substr(begin, i - begin);
    const bool stop = word.ends_with('.');
    while (word.ends_with('.') || word.ends_with('\'')) word.remove_suffix(1);
    while (word.starts_with('\'')) word.remove_prefix(1);
    if (word.empty()) continue;
    Token token{std::string(word), ascii_lower(word), stop, code};
    if (token.small == "don\xE2\x80\x99t") token.small = "don't";
    out.push_back(std::move(token));
  }
  return out;
}

bool is_program(const std::vector<Token>& tokens, std::size_t at) {
  const Token& token = tokens[at];
  if (is_one_of(token.small, programs)) return true;
  if (!is_one_of(token.small, words_too)) return false;
  return token.is_code || (at > 0 && is_one_of(tokens[at - 1].small, using_words));
}

bool is_path(const Token& token) {
  const string_view text = token.text;
  const std::size_t dot = text.rfind('.');
  const bool has_ending = dot != string_view::npos && dot > 0 && dot + 1 < text.size() &&
                          text.size() - dot <= 6 && is_letter(text[dot + 1]);
  return text.find('/') != string_view::npos
             ? text.find("//") == string_view::npos && text.size() > 1
             : has_ending || text.starts_with('.');
}

/// The command that begins at a token: "npm", "npm install", "rm -rf".
std::string command_at(const std::vector<Token>& tokens, std::size_t at) {
  std::string out = tokens[at].small;
  for (std::size_t i = at; i + 1 < tokens.size() && !tokens[i].ends_clause && i < at + 2; ++i) {
    const Token& next = tokens[i + 1];
    const bool option =
        next.small.size() > 1 && next.small[0] == '-' && is_letter(next.small.back());
    if (!option && !is_one_of(next.small, verbs)) break;
    out += " " + next.small;
  }
  return out;
}

void add_once(std::vector<std::string>& to, std::string word) {
  if (to.size() < most_patterns && word.size() <= max_pattern_bytes && !is_one_of(word, to)) {
    to.push_back(std::move(word));
  }
}

/// What stands behind a "not": up to the end of its clause.
void read_negated(const std::vector<Token>& tokens, std::size_t at, Pattern& out) {
  constexpr std::size_t reach = 7;
  bool changes = false;
  for (std::size_t i = at; i < std::min(tokens.size(), at + reach); ++i) {
    const Token& token = tokens[i];
    if (is_one_of(token.small, {"but", "sino", "unless", "until", "before", "because"})) return;
    changes = changes || is_one_of(token.small, changing);
    if (is_program(tokens, i)) {
      add_once(out.commands, command_at(tokens, i));
      // "not npm or yarn"
      const bool goes_on = i + 2 < tokens.size() && !token.ends_clause &&
                           is_one_of(tokens[i + 1].small, {"or", "nor", "o", "ni"});
      if (!goes_on) return;
    } else if (is_one_of(token.small, of_git)) {
      const bool forced = i > at && is_one_of(tokens[i - 1].small, {"force", "force-"});
      add_once(out.commands, token.small == "amend" ? "git commit --amend"
                             : forced               ? "git " + token.small + " --force"
                                                    : "git " + token.small);
      return;
    } else if (token.small == "force-push") {
      add_once(out.commands, "git push --force");
      return;
    } else if (changes && (is_path(token) || (token.is_code && i > at))) {
      if (!is_one_of(token.small, changing)) add_once(out.files, token.text);
    }
    if (token.ends_clause) return;
  }
}

/// Programs that one stands in the place of.
void add_others(string_view program, Pattern& out) {
  for (const Family& family : families) {
    if (!is_one_of(program, family.names)) continue;
    for (const string_view other : family.names) {
      if (!other.empty() && other != program) add_once(out.commands, std::string(other));
    }
  }
}

bool asks_first(const std::vector<Token>& tokens) {
  return std::any_of(tokens.begin(), tokens.end(), [](const Token& token) {
    return is_one_of(token.small, {"ask", "asking", "confirm", "check", "pregunta", "preguntame",
                                   "confirma", "consulta"});
  });
}

}  // namespace

Pattern proposed_pattern(string_view words) {
  const std::vector<Token> tokens = tokens_of(words);
  Pattern out;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const string_view word = tokens[i].small;
    if (tokens[i].ends_clause && is_one_of(word, {"no", "not"})) continue;  // "no, use pnpm"
    const bool before = is_one_of(word, {"before", "antes"}) && asks_first(tokens);
    const bool do_not = word == "do" && i + 1 < tokens.size() && tokens[i + 1].small == "not";
    if ((is_one_of(word, negators) || before) && !do_not) read_negated(tokens, i + 1, out);
  }
  if (!out.empty()) return out;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (is_one_of(tokens[i].small, {"use", "usa", "utiliza"}) && !tokens[i].ends_clause) {
      add_others(tokens[i + 1].small, out);
    }
  }
  return out;
}

namespace {

/// Without "no," and "I said" in front.
string_view without_lead(string_view text) {
  static constexpr auto leads = std::to_array<string_view>({"no",
                                                            "nope",
                                                            "wait",
                                                            "hey",
                                                            "again",
                                                            "please",
                                                            "ok",
                                                            "i said",
                                                            "as i said",
                                                            "i told you to",
                                                            "i told you",
                                                            "i already told you to",
                                                            "i already told you",
                                                            "remember",
                                                            "por favor",
                                                            "te dije que",
                                                            "ya te dije que",
                                                            "te he dicho que",
                                                            "ya te he dicho que",
                                                            "recuerda",
                                                            "otra vez",
                                                            "oye"});
  for (bool again = true; again;) {
    again = false;
    text = trimmed(text, " ,;:-.!");
    const std::string small = ascii_lower(text.substr(0, 32));
    for (const string_view lead : leads) {
      if (!small.starts_with(lead) || text.size() <= lead.size()) continue;
      const char next = text[lead.size()];
      // "no npm" says what not to use, "no, npm" does not
      const bool is_word = lead == "no" || lead == "again" || lead == "ok" || lead == "wait";
      if (is_word ? (next != ',' && next != '.' && next != '!' && next != ':')
                  : (next != ' ' && next != ',' && next != ':'))
        continue;
      text.remove_prefix(lead.size());
      again = true;
      break;
    }
  }
  return text;
}

bool says_what_to_use(const session::Sentence& sentence) {
  constexpr std::size_t longest = 160;
  if (sentence.text.size() > longest) return false;
  const auto tokens = tokens_of(without_lead(sentence.text));
  return !tokens.empty() && std::any_of(tokens.begin(), tokens.end(), [](const Token& token) {
    return is_one_of(token.small, {"use", "usa", "utiliza", "uses", "never", "always", "nunca",
                                   "siempre", "don't", "dont"});
  });
}

}  // namespace

std::optional<std::string> rule_in(string_view own_words) {
  for (const session::Sentence& sentence : session::sentences_of(own_words)) {
    if (sentence.question || session::is_momentary(sentence.folded)) continue;
    const string_view text = without_lead(sentence.text);
    const bool counts = session::states_rule(sentence) ||
                        (says_what_to_use(sentence) && !proposed_pattern(text).empty());
    if (counts && !text.empty()) return excerpt(text, max_rule_bytes);
  }
  return std::nullopt;
}

bool are_alike(string_view one, string_view other) {
  const Pattern pattern = proposed_pattern(one);
  if (!pattern.empty() && pattern == proposed_pattern(other)) return true;
  const auto words = [](string_view text) {
    const auto sentences = session::sentences_of(text, 1);
    return sentences.empty() ? std::vector<std::string>() : session::telling(sentences[0].folded);
  };
  const auto here = words(one), there = words(other);
  constexpr double most = 0.6;
  return session::share_of(here, there) >= most && session::share_of(there, here) >= most;
}

}  // namespace context_rot::rules
