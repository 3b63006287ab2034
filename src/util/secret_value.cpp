#include "util/secret_value.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>

#include "util/ascii.h"
#include "util/secret_token.h"
#include "util/trim.h"

namespace context_rot {

namespace {

constexpr std::size_t npos = std::string_view::npos;
constexpr std::size_t longest_name = 64;

bool is_quote(char c) {
  return c == '"' || c == '\'';
}
bool is_blank(char c) {
  return c == ' ' || c == '\t';
}
bool is_name(char c) {
  return is_word_char(c) || c == '-' || c == '.';
}

template <typename List>
bool ends_with_any(std::string_view text, const List& endings) {
  return std::any_of(std::begin(endings), std::end(endings),
                     [&](std::string_view ending) { return text.ends_with(ending); });
}

/// Lower-case letters and digits of a name: "Db.API_Key" -> "dbapikey".
std::string squeezed(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (is_letter(c) || is_digit(c)) out += ascii_lower(c);
  }
  return out;
}

/// What a name says about its value. A password may be a plain word; a token is not.
enum class Naming { none, password, token, header, cookie };

struct Named {
  Naming naming = Naming::none;
  std::string_view kind;
};

Named named(std::string_view name) {
  static constexpr std::array<std::string_view, 4> passwords{"password", "passwd", "passphrase",
                                                             "pwd"};
  static constexpr std::array<std::string_view, 12> keys{
      "apikey",  "accesskey",     "privatekey", "accountkey", "signingkey", "masterkey",
      "authkey", "encryptionkey", "sshkey",     "servicekey", "licensekey", "subscriptionkey"};
  static constexpr std::array<std::string_view, 5> page_tokens{
      "pagetoken", "nexttoken", "continuationtoken", "synctoken", "canceltoken"};
  const std::string squeezed_name = squeezed(name);
  const std::string_view key = squeezed_name;
  if (key == "authorization" || key == "proxyauthorization") {
    return {Naming::header, "authorization"};
  }
  if (key == "cookie" || key == "setcookie") return {Naming::cookie, "cookie"};
  if (ends_with_any(key, passwords)) return {Naming::password, "password"};
  if (name.ends_with("_pass") || name.ends_with("_PASS") || key == "dbpass") {
    return {Naming::password, "password"};
  }
  if (key.ends_with("secretaccesskey") || key == "awssecretkey" || key == "awssecret") {
    return {Naming::token, "AWS secret access key"};
  }
  if (key.ends_with("accountkey")) return {Naming::token, "account key"};
  if (key.ends_with("secret") || key.ends_with("secretkey") || key.ends_with("secretkeybase") ||
      key.ends_with("credential") || key.ends_with("credentials")) {
    return {Naming::token, "secret"};
  }
  if (ends_with_any(key, keys) || key == "sharedaccesssignature") return {Naming::token, "key"};
  if (key.ends_with("token") && !ends_with_any(key, page_tokens)) return {Naming::token, "token"};
  if (name == "_auth" || key == "jsessionid" || key == "phpsessid") return {Naming::token, "token"};
  return {};
}

/// A name and how it is bound to its value.
struct Binding {
  std::string_view name;
  std::size_t name_begin = 0;
  bool quoted = false;  ///< the name stands in quotes: data, not code
  bool spaced = false;  ///< blanks before the sign
};

/// Reads backwards from the sign at `at`: blanks, a closing quote, the name.
std::optional<Binding> binding_before(std::string_view text, std::size_t at, std::size_t from) {
  Binding out;
  std::size_t end = at;
  const std::size_t limit = at > longest_name + 8 ? std::max(from, at - longest_name - 8) : from;
  while (end > limit && is_blank(text[end - 1])) --end;
  out.spaced = end < at;
  // config["password"] = ...; a redaction ends in "]" too, and is no name
  if (end > limit + 1 && text[end - 1] == ']' && is_quote(text[end - 2])) --end;
  if (end > limit && is_quote(text[end - 1])) {
    out.quoted = true;
    --end;
    if (end > limit && text[end - 1] == '\\') --end;
  }
  if (end > limit && text[end - 1] == '?') --end;  // password?: in TypeScript
  std::size_t begin = end;
  while (begin > limit && is_name(text[begin - 1])) --begin;
  // "\npassword" inside JSON: the "n" belongs to the line end.
  if (begin > limit && text[begin - 1] == '\\' && begin < end && text[begin] == 'n') ++begin;
  if (begin == end || end - begin > longest_name) return std::nullopt;
  out.name = text.substr(begin, end - begin);
  out.name_begin = begin;
  return out;
}

/// So much of a bare value decides: values of names inside values would otherwise be read again
/// and again.
constexpr std::size_t most_decisive = 200;

/// A value between `begin` and `end`, and how it was written.
struct Value {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool quoted = false;
  bool spaced = false;    ///< blanks in front of it
  bool line_end = false;  ///< nothing follows on its line
};

/// The end of a quoted value that begins at `at`; npos where the quote is not closed on the line.
std::size_t closing_quote(std::string_view text, std::size_t at, char quote, bool escaped) {
  for (std::size_t i = at; i < text.size(); ++i) {
    if (text[i] == '\n') return npos;
    if (text[i] == quote) return i;
    if (text[i] != '\\') continue;
    if (escaped && i + 1 < text.size() && text[i + 1] == quote) return i;
    if (!escaped) ++i;  // the next character is no closing quote
  }
  return npos;
}

bool ends_bare_value(std::string_view text, std::size_t at) {
  const char c = text[at];
  if (c == '\\') {  // an escaped line end, tab or quote of the text around
    const char next = at + 1 < text.size() ? text[at + 1] : '\\';
    return next == 'n' || next == 'r' || next == 't' || next == '"' || next == '\\';
  }
  return std::string_view(" \t\r\n\v\f,;&\"'`<>|").find(c) != npos;
}

/// The end of the bare value that begins at `at`, looked for in `most` bytes.
std::size_t bare_end(std::string_view text, std::size_t at, std::size_t most) {
  const std::size_t limit = text.size() - at > most ? at + most : text.size();
  while (at < limit && !ends_bare_value(text, at)) ++at;
  return at;
}

bool at_line_end(std::string_view text, std::size_t at) {
  constexpr std::size_t most_blanks = 40;
  const std::size_t limit = std::min(text.size(), at + most_blanks);
  while (at < limit && is_blank(text[at])) ++at;
  if (at >= text.size() || text[at] == '\n' || text[at] == '\r') return true;
  return text[at] == '\\' && at + 1 < text.size() && (text[at + 1] == 'n' || text[at + 1] == 'r');
}

std::optional<Value> value_from(std::string_view text, std::size_t at) {
  constexpr std::size_t most_blanks = 40;
  Value out;
  const std::size_t start = at;
  while (at < text.size() && at - start < most_blanks && is_blank(text[at])) ++at;
  out.spaced = at > start;
  if (at >= text.size()) return std::nullopt;
  const bool escaped =
      text[at] == '\\' && at + 1 < text.size() && (text[at + 1] == '"' || text[at + 1] == '\'');
  const std::size_t quote = escaped ? at + 1 : at;
  if (text[quote] == '"' || text[quote] == '\'' || text[quote] == '`') {
    out.begin = quote + 1;
    out.end = closing_quote(text, out.begin, text[quote], escaped);
    out.quoted = out.end != npos;
    if (out.quoted) return out;
    at = quote + 1;  // torn: the rest of the word
  }
  out.begin = at;
  out.end = bare_end(text, at, most_decisive);
  out.line_end = at_line_end(text, out.end);
  return out;
}

/// Words that stand where a secret would and are none: placeholders, types, states.
bool is_stand_in(std::string_view value) {
  static constexpr std::array<std::string_view, 56> words{
      "string",    "str",      "true",     "false",       "null",      "nil",     "none",
      "undefined", "any",      "bytes",    "number",      "int",       "boolean", "object",
      "required",  "optional", "invalid",  "incorrect",   "wrong",     "missing", "expired",
      "empty",     "unset",    "changed",  "hidden",      "redacted",  "masked",  "changeme",
      "example",   "value",    "default",  "unknown",     "unchanged", "revoked", "valid",
      "yes",       "no",       "on",       "off",         "char",      "varchar", "text",
      "self",      "this",     "prompt",   "placeholder", "todo",      "tbd",     "disabled",
      "enabled",   "accepted", "rejected", "failed",      "denied",    "pass",    "env"};
  constexpr std::size_t longest = 32;
  std::string folded;
  for (const char c : value.substr(0, longest)) folded += ascii_lower(c);
  while (!folded.empty() && std::string_view(".!?:").find(folded.back()) != npos) folded.pop_back();
  if (std::find(words.begin(), words.end(), folded) != words.end()) return true;
  return starts_with_any(folded, {"your-", "your_", "change-me", "change_me", "replace", "insert",
                                  "example", "process.env", "os.environ", "import.meta"});
}

/// "/reset/password": lower case throughout, which base64 is not.
bool is_path(std::string_view value) {
  if (starts_with_any(value, {"./", "../", "~/"})) return true;
  return value.front() == '/' && std::all_of(value.begin(), value.end(), [](char c) {
           return (is_name(c) && !is_upper(c)) || c == '/';
         });
}

/// "***", "xxxx", "....", "<password>", "$TOKEN", "${{ secrets.X }}", "%PASSWORD%", "{token}",
/// a place where the secret is kept, and what is redacted already.
bool is_placeholder(std::string_view value) {
  if (value.empty()) return true;
  if (value.find(redaction_opening) != npos) return true;
  const char first = value.front();
  if (std::string_view("$<{[(").find(first) != npos) return true;
  if (first == '%' && value.size() > 2 && value.back() == '%') return true;
  if (first == '!' && value.size() > 1 && is_letter(value[1])) return true;  // !vault, !secret
  if (starts_with_any(value, {"http://", "https://", "op://", "arn:", "file:", "vault:"})) {
    return true;
  }
  constexpr std::string_view fill = "*.-_#xX?0";
  return value.find_first_not_of(fill) == npos || is_stand_in(value) || is_path(value);
}

bool holds_digit(std::string_view value) {
  return std::any_of(value.begin(), value.end(), is_digit);
}

bool is_mixed_case(std::string_view value) {
  return std::any_of(value.begin(), value.end(), is_upper) &&
         std::any_of(value.begin(), value.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

/// Letters and "_", "." or "-" only: what a variable or a plain word looks like.
bool is_identifier(std::string_view value) {
  return std::all_of(value.begin(), value.end(), [](char c) { return is_name(c) && !is_digit(c); });
}

bool mentions_secret(std::string_view value) {
  const std::string word = squeezed(value);
  for (const std::string_view part :
       {"password", "passwd", "token", "secret", "apikey", "accesskey", "privatekey"}) {
    if (word.find(part) != std::string::npos) return true;
  }
  return false;
}

bool quoted_is_secret(std::string_view value, Naming naming) {
  const bool has_blank = value.find(' ') != npos;
  if (naming == Naming::password) {
    // "Please enter your password" is a label, "correct horse battery staple" is not.
    return value.size() >= 3 && !((has_blank || is_identifier(value)) && mentions_secret(value));
  }
  if (value.size() < 8 || has_blank) return false;
  if (!is_identifier(value)) return holds_digit(value) || value.size() >= 12;
  return is_mixed_case(value) && value.size() >= 16 && !mentions_secret(value);
}

/// How far a bare value is bound to its name.
enum class Bond {
  code,        ///< may as well be an expression, or prose
  data,        ///< `name=value` of a password, or alone on its line behind "name: "
  environment  ///< `NAME=value`
};

/// A bare value may as well be code or prose.
bool bare_is_secret(std::string_view value, Naming naming, Bond bond) {
  if (value.find_first_of("([{") != npos) return false;  // a call, an index, a redaction
  while (!value.empty() && std::string_view(")}]").find(value.back()) != npos) {
    value.remove_suffix(1);
  }
  const bool plain = is_identifier(value);
  const bool reference = plain && value.find('.') != npos && mentions_secret(value);
  if (plain && (bond == Bond::code || reference)) return false;
  if (plain && bond == Bond::data && mentions_secret(value)) return false;
  const bool number = std::all_of(value.begin(), value.end(), is_digit);
  if (naming == Naming::password) return value.size() >= (number ? 5u : 4u);
  if (value.size() < 8 || (number && value.size() < 16)) return false;
  if (bond == Bond::environment) return true;
  if (bond == Bond::data) return !plain || value.size() >= 16;
  return value.find('.') == npos;
}

bool is_capitals(std::string_view name) {
  return std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

/// Whether only blanks, "- ", a quote or "export " stand between the line's start and the name.
bool opens_line(std::string_view text, std::size_t at, std::size_t from) {
  constexpr std::size_t most_indent = 40;
  const std::size_t limit = at > most_indent ? std::max(from, at - most_indent) : from;
  while (at > limit && (is_blank(text[at - 1]) || text[at - 1] == '-')) --at;
  if (at == 0 || text[at - 1] == '\n') return true;
  return at > 1 && text[at - 1] == 'n' && text[at - 2] == '\\';
}

/// "Bearer abc", "Basic abc", "token abc", or the bare value of an Authorization header.
std::optional<Secret> header_secret(std::string_view text, std::size_t begin, std::size_t end) {
  for (const std::string_view scheme : {"Bearer ", "bearer ", "Basic ", "basic ", "token ",
                                        "Token ", "Digest ", "ApiKey ", "Bot "}) {
    if (!text.substr(begin, end - begin).starts_with(scheme)) continue;
    const std::size_t token = begin + scheme.size();
    std::size_t stop = token;
    while (stop < end && !ends_bare_value(text, stop)) ++stop;
    const std::string_view value = text.substr(token, stop - token);
    if (value.size() < 6 || is_placeholder(value) || value.find_first_of("([{") != npos ||
        (is_identifier(value) && !(is_mixed_case(value) && value.size() >= 12))) {
      return std::nullopt;
    }
    return Secret{token, stop, "authorization"};
  }
  return std::nullopt;
}

/// The header's value may hold a blank, so its end is the quote's or the line's.
std::optional<Secret> authorization(std::string_view text, std::size_t at) {
  constexpr std::size_t longest_scheme = 16;
  std::size_t begin = at;
  while (begin < text.size() && begin - at < longest_scheme &&
         std::string_view(" \t\"'`\\=:").find(text[begin]) != npos) {
    ++begin;
  }
  return header_secret(text, begin, text.size());
}

/// "name=value; other=value": what the pairs hold, to the end of the line or of the quotes around;
/// of what a server sets only the first, the others are attributes.
std::optional<Secret> cookie(std::string_view text, std::size_t at, bool set) {
  constexpr std::size_t longest = 4096;
  constexpr std::size_t least = 8;
  while (at < text.size() && std::string_view(" \t\"'`").find(text[at]) != npos) ++at;
  const std::string_view rest = text.substr(std::min(at, text.size()), longest);
  const std::size_t sign = rest.find('=');
  const std::size_t name =
      rest.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.");
  if (sign == npos || sign == 0 || name != sign) return std::nullopt;
  const std::size_t end =
      std::min(rest.find_first_of(set ? ";\r\n\"'`\\ " : "\r\n\"'`\\", sign), rest.size());
  const std::string_view value = rest.substr(sign + 1, end - sign - 1);
  if (value.size() < least || is_placeholder(value)) return std::nullopt;
  return Secret{at + sign + 1, at + end, "cookie"};
}

/// "?sig=...", "&X-Amz-Signature=...": what makes a signed link one.
std::optional<Secret> signature(std::string_view text, const Binding& name, std::size_t at) {
  constexpr std::size_t least = 16;
  const std::string key = squeezed(name.name);
  if (key != "sig" && !key.ends_with("signature")) return std::nullopt;
  const bool query =
      name.name_begin > 0 && std::string_view("?&;").find(text[name.name_begin - 1]) != npos;
  const std::size_t end = bare_end(text, at + 1, text.size());
  const std::string_view value = text.substr(at + 1, end - at - 1);
  if (!query || value.size() < least || is_placeholder(value)) return std::nullopt;
  return Secret{at + 1, end, "signature"};
}

std::size_t behind_sign(std::string_view text, std::size_t at) {
  // "==", ":=", "=>", "=~"
  while (at < text.size() && (text[at] == '=' || text[at] == '>' || text[at] == ':')) ++at;
  return at;
}

/// <password>...</password>
std::optional<Secret> element(std::string_view text, const Binding& name, std::size_t at) {
  if (name.name_begin == 0 || text[name.name_begin - 1] != '<') return std::nullopt;
  const Named what = named(name.name);
  if (what.naming != Naming::password && what.naming != Naming::token) return std::nullopt;
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != '<' && text[end] != '\n') ++end;
  const std::string_view value = text.substr(at + 1, end - at - 1);
  if (end >= text.size() || text[end] != '<') return std::nullopt;
  if (is_placeholder(value) || !quoted_is_secret(value, what.naming)) return std::nullopt;
  return Secret{at + 1, end, what.kind};
}

}  // namespace

std::optional<Secret> secret_value_at(std::string_view text, std::size_t at, std::size_t from) {
  const auto binding = binding_before(text, at, from);
  if (!binding) return std::nullopt;
  if (text[at] == '>') return element(text, *binding, at);
  if (text[at] == '=') {
    if (auto signed_link = signature(text, *binding, at)) return signed_link;
  }
  const bool option = is_blank(text[at]);
  if (option && !binding->name.starts_with("--")) return std::nullopt;
  Named what = named(binding->name);
  if (what.naming == Naming::none && binding->quoted && binding->name == "auth") {
    what = {Naming::token, "authorization"};  // of a registry, in Docker's config.json
  }
  if (what.naming == Naming::none) return std::nullopt;
  if (what.naming == Naming::cookie) {
    const bool set = binding->name.size() > std::string_view("cookie").size();
    return text[at] == ':' ? cookie(text, at + 1, set) : std::nullopt;
  }
  const std::size_t behind = behind_sign(text, at);
  if (what.naming == Naming::header) return authorization(text, behind);
  const auto value = value_from(text, behind);
  if (!value || value->end <= value->begin) return std::nullopt;
  const std::string_view written = text.substr(value->begin, value->end - value->begin);
  if (is_placeholder(written) || (option && written.front() == '-')) return std::nullopt;
  std::size_t end = value->end;
  if (value->quoted) {
    if (!quoted_is_secret(written, what.naming)) return std::nullopt;
  } else {
    const bool together = text[at] == '=' && !binding->spaced && !value->spaced;
    const bool alone = value->line_end && opens_line(text, binding->name_begin, from);
    Bond bond = Bond::code;
    if (option || (alone && text[at] == ':')) bond = Bond::data;
    if (together && what.naming == Naming::password) bond = Bond::data;
    if (together && is_capitals(binding->name)) bond = Bond::environment;
    if (!bare_is_secret(written, what.naming, bond)) return std::nullopt;
    end = bare_end(text, end, text.size());
  }
  // A form that is known says more than the name.
  const auto token = secret_token_at(text, value->begin);
  return Secret{value->begin, end, token ? token->kind : what.kind};
}

std::optional<Secret> secret_in_url_at(std::string_view text, std::size_t at) {
  constexpr std::size_t longest = 512;
  const std::size_t begin = at + 3;
  const std::string_view rest = text.substr(std::min(begin, text.size()), longest);
  const std::size_t stop = std::min(rest.find_first_of("/?# \t\r\n\"'`<>\\"), rest.size());
  const std::size_t host = rest.substr(0, stop).rfind('@');
  if (host == npos) return std::nullopt;
  const std::size_t colon = rest.find(':');
  if (colon == npos || colon + 1 >= host) return std::nullopt;
  const std::string_view password = rest.substr(colon + 1, host - colon - 1);
  if (is_placeholder(password) || password == "password" || password == "PASSWORD") {
    return std::nullopt;
  }
  return Secret{begin + colon + 1, begin + host, "password"};
}

}  // namespace context_rot
