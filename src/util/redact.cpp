#include "util/redact.h"

#include <algorithm>
#include <optional>

#include "util/ascii.h"
#include "util/secret_block.h"
#include "util/secret_command.h"
#include "util/secret_speech.h"
#include "util/secret_token.h"
#include "util/secret_value.h"

namespace context_rot {

namespace {
/// Whether a word may begin at `at`: behind anything but a letter or digit, or behind an escape
/// of JSON ("\n"). `from` is where the last secret ended, which is such a place too.
bool begins_word(std::string_view text, std::size_t at, std::size_t from) {
  if (at == from || !is_alnum(text[at - 1])) return true;
  if (at < from + 2 || text[at - 2] != '\\') return false;
  return std::string_view("nrtbf").find(text[at - 1]) != std::string_view::npos;
}

/// "123456789:AA...": the part behind the colon at `at`.
std::optional<Secret> telegram_token(std::string_view text, std::size_t at, std::size_t from) {
  constexpr std::size_t least_id = 8;
  constexpr std::size_t most_id = 10;
  constexpr std::size_t length = 35;
  std::size_t id = at;
  while (id > from && at - id <= most_id && is_digit(text[id - 1])) --id;
  if (at - id < least_id || at - id > most_id) return std::nullopt;
  const std::string_view rest = text.substr(at + 1, length + 1);
  std::size_t end = 0;
  bool letter = false;
  for (; end < std::min(rest.size(), length); ++end) {
    const char c = rest[end];
    if (!is_alnum(c) && c != '_' && c != '-') break;
    letter = letter || !is_digit(c);
  }
  const bool goes_on = rest.size() > length && is_alnum(rest[length]) && is_alnum(rest[length - 1]);
  if (end != length || !letter || goes_on) return std::nullopt;
  return Secret{at + 1, at + 1 + length, "Telegram bot token"};
}

/// "Bearer abc..." that no header's name stands in front of.
std::optional<Secret> bearer(std::string_view text, std::size_t at) {
  constexpr std::string_view scheme = "earer ";
  constexpr std::size_t least = 20;
  if (!text.substr(at + 1).starts_with(scheme)) return std::nullopt;
  const std::size_t begin = at + 1 + scheme.size();
  std::size_t end = begin;
  bool digit = false;
  for (; end < text.size(); ++end) {
    const char c = text[end];
    if (!is_alnum(c) && std::string_view("-._~+/=").find(c) == std::string_view::npos) break;
    digit = digit || is_digit(c);
  }
  if (end - begin < least || !digit) return std::nullopt;
  return Secret{begin, end, "authorization"};
}

/// "abc123def456gh.atlasv1.0123...": begins before the point at `at`.
std::optional<Secret> terraform_token(std::string_view text, std::size_t at, std::size_t from) {
  constexpr std::string_view middle = ".atlasv1.";
  constexpr std::size_t front = 14;
  constexpr std::size_t least = 60;
  if (!text.substr(at).starts_with(middle) || at < from + front) return std::nullopt;
  const std::string_view before = text.substr(at - front, front);
  if (!std::all_of(before.begin(), before.end(), is_alnum)) return std::nullopt;
  std::size_t end = at + middle.size();
  while (end < text.size() && (is_word_char(text[end]) || text[end] == '-' || text[end] == '=')) {
    ++end;
  }
  if (end - at - middle.size() < least) return std::nullopt;
  return Secret{at - front, end, "HCP Terraform token"};
}

class Redactor {
 public:
  explicit Redactor(std::string_view text) : text_(text), keys_(text) {}

  std::string run() {
    for (std::size_t at = 0; at < text_.size();) {
      const auto secret = secret_at(at);
      if (!secret) {
        ++at;
        continue;
      }
      out_.append(text_, done_, secret->begin - done_);
      out_.append(redaction_opening).append(secret->kind) += ']';
      at = done_ = secret->end;
    }
    return out_.append(text_, done_);
  }

 private:
  std::optional<Secret> secret_at(std::size_t at) {
    const char c = text_[at];
    switch (c) {
      case '=':
      case '>':
        return secret_value_at(text_, at, done_);
      case ' ':
        if (auto netrc = secret_in_netrc_at(text_, at, done_)) return netrc;
        return option_value(at);
      case '.':
        return terraform_token(text_, at, done_);
      case ':':
        if (text_.substr(at).starts_with("://")) return secret_in_url_at(text_, at);
        if (auto token = telegram_token(text_, at, done_)) return token;
        return secret_value_at(text_, at, done_);
      case '-':
        if (text_.substr(at).starts_with("-----")) return keys_.at(at, done_);
        if (at > done_ && text_[at - 1] != ' ') return std::nullopt;
        return secret_in_command_at(text_, at, done_);
      default:
        break;
    }
    if (!is_alnum(c) || !begins_word(text_, at, done_)) return std::nullopt;
    if (auto token = secret_token_at(text_, at)) return token;
    if (auto told = told_secret_at(text_, at)) return told;
    return c == 'B' || c == 'b' ? bearer(text_, at) : std::nullopt;
  }

  /// `--password VALUE`
  std::optional<Secret> option_value(std::size_t at) {
    if (at <= done_ || !is_alnum(text_[at - 1])) return std::nullopt;
    return secret_value_at(text_, at, done_);
  }

  std::string_view text_;
  PrivateKeys keys_;
  std::size_t done_ = 0;  ///< text_ is written out up to here
  std::string out_;
};

}  // namespace

std::string redact(std::string_view text) {
  // What is taken out may let the quote of a value around it be read differently; such a text is
  // read again. Ordinary ones are the same the second time.
  constexpr int most_passes = 8;
  std::string out = Redactor(text).run();
  for (int pass = 1; pass < most_passes && out != text; ++pass) {
    std::string again = Redactor(out).run();
    if (again == out) break;
    out = std::move(again);
  }
  return out;
}

}  // namespace context_rot
