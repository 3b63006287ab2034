#include "transcript/script_scan.h"

#include <algorithm>

namespace context_rot::transcript {

namespace {

/// Behind the quote that closes one of `quote` opened right before `at`.
std::size_t behind_plain_quote(std::string_view script, std::size_t at, char quote) {
  const std::size_t close = script.find(quote, at);
  return close == std::string_view::npos ? script.size() : close + 1;
}

/// What closing_parenthesis() is in the middle of.
struct Open {
  bool is_string = false;  ///< between double quotes, else between parentheses
  std::vector<HereDocument> waiting = {};
};

/// Walks through a script from behind an opening parenthesis.
class ParenthesisScan {
 public:
  ParenthesisScan(std::string_view script, std::size_t at) : script_(script), at_(at) {
    open_.emplace_back();
  }

  std::size_t run() {
    while (at_ < script_.size()) {
      const bool closed = open_.back().is_string ? step_in_string() : step();
      if (closed && open_.empty()) return at_ - 1;
    }
    return script_.size();
  }

 private:
  bool looking_at(std::string_view text) const { return script_.substr(at_, text.size()) == text; }

  /// One step between double quotes. Returns whether it closed them.
  bool step_in_string() {
    const char c = script_[at_];
    if (looking_at("$(")) {
      open_.emplace_back();
      at_ += 2;
    } else if (c == '`') {
      at_ = closing_backquote(script_, at_ + 1) + 1;
    } else {
      at_ += c == '\\' ? 2 : 1;
      if (c == '"') open_.pop_back();
      return c == '"';
    }
    return false;
  }

  bool step() {
    const char c = script_[at_];
    const bool starts_word = at_ == 0 || ends_shell_word(script_[at_ - 1]);
    if (c == '#' && starts_word) {
      at_ = std::min(script_.find('\n', at_), script_.size());
    } else if (looking_at("<<<")) {
      at_ += 3;
    } else if (looking_at("<<")) {
      at_ += 2;
      open_.back().waiting.push_back(here_document(script_, at_));
    } else if (c == '\n') {
      ++at_;
      for (const auto& document : open_.back().waiting) here_body(script_, at_, document);
      open_.back().waiting.clear();
    } else if (c == '\'') {
      at_ = behind_plain_quote(script_, at_ + 1, '\'');
    } else if (c == '`') {
      at_ = closing_backquote(script_, at_ + 1) + 1;
    } else {
      at_ += c == '\\' ? 2 : 1;
      if (c == '"') open_.push_back({true});
      if (c == '(') open_.emplace_back();
      if (c == ')') open_.pop_back();
      return c == ')';
    }
    return false;
  }

  std::string_view script_;
  std::size_t at_;
  std::vector<Open> open_;
};

}  // namespace

HereDocument here_document(std::string_view script, std::size_t& at) {
  HereDocument out;
  if (at < script.size() && script[at] == '-') {
    out.strips_tabs = true;
    ++at;
  }
  while (at < script.size() && (script[at] == ' ' || script[at] == '\t')) ++at;
  while (at < script.size() && !ends_shell_word(script[at])) {
    const char c = script[at++];
    if (c == '\'' || c == '"') {
      out.quoted = true;
      const std::size_t end = behind_plain_quote(script, at, c);
      const bool closed = end > at && script[end - 1] == c;
      out.delimiter += script.substr(at, end - at - (closed ? 1 : 0));
      at = end;
    } else if (c == '\\' && at < script.size()) {
      out.quoted = true;
      out.delimiter += script[at++];
    } else {
      out.delimiter += c;
    }
  }
  return out;
}

std::string_view here_body(std::string_view script, std::size_t& at, const HereDocument& document) {
  const std::size_t begin = std::min(at, script.size());
  at = begin;
  while (at < script.size()) {
    const std::size_t line_begin = at;
    const std::size_t end = std::min(script.find('\n', at), script.size());
    std::string_view line = script.substr(at, end - at);
    at = std::min(end + 1, script.size());
    if (document.strips_tabs)
      line.remove_prefix(std::min(line.find_first_not_of('\t'), line.size()));
    if (line == document.delimiter) return script.substr(begin, line_begin - begin);
  }
  return script.substr(begin);
}

std::size_t closing_parenthesis(std::string_view script, std::size_t at) {
  return ParenthesisScan(script, at).run();
}

std::size_t closing_backquote(std::string_view script, std::size_t at) {
  while (at < script.size() && script[at] != '`') at += script[at] == '\\' ? 2 : 1;
  return std::min(at, script.size());
}

std::string without_backquote_escapes(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escapes = text[i] == '\\' && i + 1 < text.size() &&
                         std::string_view("`$\\").find(text[i + 1]) != std::string_view::npos;
    if (escapes) ++i;
    out += text[i];
  }
  return out;
}

}  // namespace context_rot::transcript
