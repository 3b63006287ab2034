#include "correction/overlap.h"
#include "util/invariant.h"

#include <algorithm>

#include "util/ascii.h"
#include "util/sort_unique.h"

namespace context_rot::correction {

namespace {

using std::string_view;

constexpr std::size_t most = 200;
constexpr std::size_t longest_name = 80;

bool is_name(string_view run) {
  if (run.size() < 2 || run.size() > longest_name) return false;
  for (std::size_t i = 0; i < run.size(); ++i) {
    if (run[i] == '_' || is_digit(run[i])) return true;
    if (i > 0 && i + 1 < run.size() && !is_word_char(run[i]) && is_word_char(run[i + 1]))
      return true;
    if (i > 0 && is_upper(run[i]) && is_lower(run[i - 1])) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> names_in(string_view text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size() && out.size() < most;) {
    if (!is_word_char(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() &&
           (is_word_char(text[end]) || text[end] == '.' || text[end] == '-' || text[end] == '/')) {
      ++end;
    }
    std::size_t last = end;
    while (last > at && !is_word_char(text[last - 1])) --last;
    const string_view run = text.substr(at, last - at);
    if (is_name(run)) out.push_back(ascii_lower(run));
    at = end;
  }
  sort_unique(out);
  return out;
}

std::vector<std::string> numbers_in(string_view text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size() && out.size() < most;) {
    if (!is_word_char(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && is_word_char(text[end])) ++end;
    const string_view run = text.substr(at, end - at);
    if (run.size() <= 12 && std::all_of(run.begin(), run.end(), is_digit)) out.emplace_back(run);
    at = end;
  }
  sort_unique(out);
  return out;
}

std::vector<std::pair<std::string, std::string>> values_in(string_view text) {
  std::vector<std::pair<std::string, std::string>> out;
  string_view key;
  std::size_t key_end = 0;
  for (std::size_t at = 0; at < text.size() && out.size() < most;) {
    const char c = text[at];
    const bool near = !key.empty() && at - key_end <= 4;
    if (is_word_char(c)) {
      std::size_t end = at;
      while (end < text.size() && (is_word_char(text[end]) || text[end] == '-')) ++end;
      const string_view run = text.substr(at, end - at);
      if (is_digit(c) && near && run.size() <= 20) out.emplace_back(ascii_lower(key), run);
      const bool links = run == "is" || run == "to" || run == "of" || run == "es" || run == "be";
      if (!links && !is_digit(c) && run.size() > 2 && run.size() <= longest_name) key = run;
      if (links || key == run) key_end = end;
      at = end;
      continue;
    }
    if ((c == '"' || c == '\'' || c == '`') && near) {
      const string_view rest = text.substr(at + 1, 31);
      const std::size_t end = rest.find(c);
      if (end != string_view::npos && end > 0) {
        out.emplace_back(ascii_lower(key), rest.substr(0, end));
        at += end + 2;
        key = {};
        continue;
      }
    }
    ++at;
  }
  sort_unique(out);
  return out;
}

std::size_t shared(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  CONTEXT_ROT_INVARIANT(std::is_sorted(a.begin(), a.end()) && std::is_sorted(b.begin(), b.end()));
  std::size_t count = 0;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (*i < *j) {
      ++i;
    } else if (*j < *i) {
      ++j;
    } else {
      ++count, ++i, ++j;
    }
  }
  return count;
}

bool restates_value(const std::vector<std::pair<std::string, std::string>>& a,
                    const std::vector<std::pair<std::string, std::string>>& b) {
  CONTEXT_ROT_INVARIANT(std::is_sorted(b.begin(), b.end()));
  return std::any_of(a.begin(), a.end(), [&](const auto& item) {
    const auto first = std::lower_bound(b.begin(), b.end(), std::pair{item.first, std::string()});
    bool known = false;
    for (auto at = first; at != b.end() && at->first == item.first; ++at) {
      if (at->second == item.second) return false;
      known = true;
    }
    return known;
  });
}

}  // namespace context_rot::correction
