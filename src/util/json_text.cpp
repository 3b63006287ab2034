#include "util/json_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "util/ascii.h"
#include "util/json_tree.h"
#include "util/utf8.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace context_rot {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// A value, with its key, in a line of a transcript or a settings file: for the first reservation.
constexpr std::size_t bytes_a_value = 32;

/// Bytes that stand for themselves in a string.
bool is_plain(char c) {
  return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\';
}

/// Where the run of plain bytes that begins at `at` ends. Many bytes at a time: most of any
/// transcript is the inside of strings.
std::size_t end_of_plain(std::string_view text, std::size_t at) {
#if defined(__SSE2__)
  const __m128i quote = _mm_set1_epi8('"');
  const __m128i backslash = _mm_set1_epi8('\\');
  const __m128i last_control = _mm_set1_epi8(0x1F);
  for (; at + 16 <= text.size(); at += 16) {
    __m128i bytes;
    std::memcpy(&bytes, text.data() + at, sizeof bytes);
    const __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(bytes, last_control), bytes);
    const __m128i special = _mm_or_si128(
        control, _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash)));
    const auto places = static_cast<unsigned>(_mm_movemask_epi8(special));
    if (places != 0) return at + static_cast<std::size_t>(std::countr_zero(places));
  }
#else
  // A byte of `x - 0x01..` loses its high bit against `~x` exactly where x has a zero byte, up to
  // the first one.
  constexpr std::uint64_t ones = 0x0101010101010101;
  constexpr std::uint64_t highs = ones * 0x80;
  const auto zero_byte = [](std::uint64_t x) { return (x - ones) & ~x & highs; };
  for (; at + 8 <= text.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + at, 8);
    if ((((word - ones * 0x20) & ~word & highs) | zero_byte(word ^ ones * '"') |
         zero_byte(word ^ ones * '\\')) != 0) {
      break;
    }
  }
#endif
  while (at < text.size() && is_plain(text[at])) ++at;
  return at;
}

/// What may stand behind a backslash, but for `u`.
constexpr std::array<bool, 256> is_simple_escape = [] {
  std::array<bool, 256> out{};
  for (const char c : std::string_view("\"\\/bfnrt")) out[static_cast<std::uint8_t>(c)] = true;
  return out;
}();

/// What a backslash and `c` stand for: a quotation mark, a backslash, a slash for themselves.
char unescaped_character(char c) {
  switch (c) {
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return c;
  }
}

bool is_hex_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

}  // namespace

/// The recursive descent over the grammar. Stops at the first fault. The NUL byte behind the text
/// (std::string has one) is no part of any value, so that the end need not be looked for at each
/// byte.
class JsonTextReader {
 public:
  explicit JsonTextReader(JsonText& json)
      : json_(json), text_(json.text_), bytes_(json.text_.c_str()) {
    json_.nodes_.reserve(text_.size() / bytes_a_value + 1);
  }

  /// The whole text; false where fault_text() says why not.
  bool read() {
    const bool good = read_structure();
    // At the end for all of it: strings are read faster without it. What comes first counts.
    const std::size_t ill_formed = well_formed_prefix(text_);
    if (ill_formed < (good ? text_.size() : fault_at_)) {
      at_ = ill_formed;
      return fail("a byte that is not UTF-8");
    }
    return good;
  }

  std::string fault_text() const { return json_.position(fault_at_) + ": " + fault_; }

 private:
  using Node = JsonText::Node;

  bool read_structure() {
    at_ = byte_order_mark_length(text_);
    skip_space();
    if (at_ == text_.size()) return fail("the file is empty");
    if (!read_value(add(JsonText::none, JsonText::none), 0)) return false;
    skip_space();
    if (at_ < text_.size()) return fail_here("something follows the end of the JSON value");
    return true;
  }

  bool fail(std::string reason) {
    fault_ = std::move(reason);
    fault_at_ = at_;
    return false;
  }

  /// For a character that is wrong here: what it most likely is meant to be comes first.
  bool fail_here(const char* otherwise) {
    if (at_ == text_.size()) return fail("the text ends too early");
    if (text_[at_] == '/' || text_[at_] == '#') return fail("a comment is not JSON");
    if (text_[at_] == '\'') return fail("a string begins and ends with \", not with '");
    if (text_[at_] == '\0') return fail("a NUL byte is not JSON (is this file UTF-16?)");
    return fail(otherwise);
  }

  /// The byte that comes next; NUL at the end (and where there is one in the text).
  char peek() const { return bytes_[at_]; }

  void skip_space() {
    while (peek() == ' ' || peek() == '\n' || peek() == '\r' || peek() == '\t') ++at_;
  }

  /// Steps over `c`, which is not NUL, if it comes next.
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }

  std::uint32_t here() const { return static_cast<std::uint32_t>(at_); }

  Node add(Node parent, Node previous) {
    const Node node = static_cast<Node>(json_.nodes_.size());
    JsonText::Place& place = json_.nodes_.emplace_back();
    place.parent = parent;
    place.begin = here();
    if (previous != JsonText::none) {
      json_.nodes_[previous].next = node;
    } else if (parent != JsonText::none) {
      json_.nodes_[parent].first_child = node;
    }
    return node;
  }

  bool read_value(Node node, std::size_t depth) {
    json_.nodes_[node].value_begin = here();
    JsonKind kind = JsonKind::literal;
    bool good = false;
    escaped_ = false;
    const char c = peek();
    if (c == '"') {
      kind = JsonKind::string;
      good = read_string();
    } else if (c == '{' || c == '[') {
      kind = c == '{' ? JsonKind::object : JsonKind::array;
      good = read_container(node, kind, depth + 1);
    } else if (c == '-' || is_digit(c)) {
      kind = JsonKind::number;
      good = read_number();
    } else {
      good = read_literal();
    }
    JsonText::Place& place = json_.nodes_[node];
    place.kind = kind;
    place.escaped = kind == JsonKind::string && escaped_;
    place.end = here();
    return good;
  }

  bool read_container(Node node, JsonKind kind, std::size_t depth) {
    if (depth > JsonText::max_depth) {
      return fail("nested deeper than " + std::to_string(JsonText::max_depth) + " levels");
    }
    const bool object = kind == JsonKind::object;
    const char close = object ? '}' : ']';
    ++at_;
    skip_space();
    if (take(close)) return true;
    for (Node child = JsonText::none;;) {
      child = add(node, child);
      if (object && !read_key(child)) return false;
      if (!read_value(child, depth)) return false;
      skip_space();
      if (take(close)) return true;
      const std::size_t comma = at_;
      if (!take(',')) {
        return fail_here(object ? "a comma or } is missing here" : "a comma or ] is missing here");
      }
      skip_space();
      if (peek() == close) {
        at_ = comma;
        return fail("a comma with nothing after it is not JSON");
      }
    }
  }

  bool read_key(Node member) {
    if (peek() != '"') return fail_here("a key in \"quotes\" is missing");
    escaped_ = false;
    if (!read_string()) return false;
    JsonText::Place& place = json_.nodes_[member];
    place.key_end = here();
    place.escaped_key = escaped_;
    skip_space();
    if (!take(':')) return fail_here("a colon is missing after the key");
    skip_space();
    return true;
  }

  /// Sets `escaped_` where there is an escape in it.
  bool read_string() {
    for (++at_;; at_ += 2) {
      at_ = end_of_plain(text_, at_);
      const char c = peek();
      if (c == '"') {
        ++at_;
        return true;
      }
      if (c != '\\') return fail_in_string();
      escaped_ = true;
      // Where the text ends there is the NUL byte, which is no escape.
      if (!is_simple_escape[static_cast<std::uint8_t>(bytes_[at_ + 1])] && !read_unicode_escape()) {
        return false;
      }
    }
  }

  bool fail_in_string() {
    if (at_ == text_.size()) return fail("the text ends inside a string");
    const bool line_ends = peek() == '\n' || peek() == '\r';
    return fail(line_ends ? "a string does not end on its line"
                          : "a control character in a string");
  }

  /// Steps over the digits of a \uXXXX, so that two bytes are left to step over.
  bool read_unicode_escape() {
    if (at_ + 1 == text_.size()) {
      ++at_;
      return fail("the text ends inside a string");
    }
    if (bytes_[at_ + 1] != 'u') return fail("no such escape in a JSON string");
    for (std::size_t i = at_ + 2; i < at_ + 6; ++i) {
      if (i >= text_.size() || !is_hex_digit(text_[i])) return fail("\\u takes four hex digits");
    }
    at_ += 4;
    return true;
  }

  bool read_digits() {
    const std::size_t start = at_;
    while (is_digit(peek())) ++at_;
    return at_ > start;
  }

  bool read_number() {
    constexpr const char* reason = "not a number as JSON writes it";
    take('-');
    if (!take('0') && !read_digits()) return fail_here(reason);
    if (is_digit(peek())) return fail(reason);  // 007
    if (take('.') && !read_digits()) return fail_here(reason);
    if (take('e') || take('E')) {
      if (!take('+')) take('-');
      if (!read_digits()) return fail_here(reason);
    }
    return true;
  }

  bool read_literal() {
    for (const std::string_view word : {"true", "false", "null"}) {
      if (text_.compare(at_, word.size(), word) == 0) {
        at_ += word.size();
        return true;
      }
    }
    return fail_here("a JSON value is missing here");
  }

  JsonText& json_;
  const std::string_view text_;
  const char* const bytes_;
  std::size_t at_ = 0;
  bool escaped_ = false;
  std::string fault_;
  std::size_t fault_at_ = 0;
};

Result<JsonText> JsonText::parse(std::string text) {
  if (text.size() >= UINT32_MAX) return Error{"1:1: the file is too large"};
  JsonText json(std::move(text));
  JsonTextReader reader(json);
  if (!reader.read()) return Error{reader.fault_text()};
  return json;
}

std::string_view JsonText::raw(Node node) const {
  return std::string_view(text_).substr(value_begin(node), end(node) - value_begin(node));
}

bool JsonText::has_key(const Place& place, std::string_view wanted) const {
  if (place.escaped_key) [[unlikely]] {
    return json_unescaped(inside(place.begin, place.key_end)) == wanted;
  }
  // With its two quotation marks.
  return place.key_end - place.begin == wanted.size() + 2 &&
         std::memcmp(text_.data() + place.begin + 1, wanted.data(), wanted.size()) == 0;
}

std::string JsonText::key(Node member) const {
  std::string buffer;
  return std::string(key(member, buffer));
}

std::string_view JsonText::key(Node member, std::string& buffer) const {
  const Place& place = nodes_[member];
  const std::string_view text = inside(place.begin, place.key_end);
  if (!place.escaped_key) return text;
  buffer = json_unescaped(text);
  return buffer;
}

std::string JsonText::string(Node node) const {
  std::string buffer;
  const std::string_view text = string(node, buffer);
  if (buffer.empty()) buffer = text;
  return buffer;
}

std::string_view JsonText::string(Node node, std::string& buffer) const {
  if (!is(node, JsonKind::string)) return {};
  const Place& place = nodes_[node];
  const std::string_view text = inside(place.value_begin, place.end);
  if (!place.escaped) return text;
  buffer = json_unescaped(text);
  return buffer;
}

nlohmann::json JsonText::value(Node node) const {
  auto tree = mended_json_tree(raw(node));
  return tree.is_discarded() ? nlohmann::json() : tree;
}

JsonText::Node JsonText::find(Node object, std::string_view wanted) const {
  Node found = none;
  if (!is(object, JsonKind::object)) return found;
  for (Node child = first_child(object); child != none; child = next(child)) {
    const Place& place = nodes_[child];
    // Most keys differ in length or in the first letter.
    if (!place.escaped_key && (place.key_end - place.begin != wanted.size() + 2 ||
                               text_[place.begin + 1] != (wanted.empty() ? '"' : wanted[0]))) {
      continue;
    }
    if (has_key(place, wanted)) found = child;
  }
  return found;
}

std::string JsonText::string_at(Node object, std::string_view key) const {
  return string(find(object, key));
}

std::string_view JsonText::string_at(Node object, std::string_view key, std::string& buffer) const {
  return string(find(object, key), buffer);
}

std::size_t JsonText::count(Node object, std::string_view wanted) const {
  std::size_t found = 0;
  if (!is(object, JsonKind::object)) return found;
  for (Node child = first_child(object); child != none; child = next(child)) {
    if (has_key(nodes_[child], wanted)) ++found;
  }
  return found;
}

std::string json_unescaped(std::string_view escaped) {
  std::string out(escaped.size(), '\0');  // no escape is shorter than what it stands for
  char* to = out.data();
  const auto put = [&](std::string_view text) {
    std::memcpy(to, text.data(), text.size());
    to += text.size();
  };
  for (std::size_t at = 0; at < escaped.size();) {
    const std::size_t escape = std::min(escaped.find('\\', at), escaped.size());
    put(escaped.substr(at, escape - at));
    if (escape + 1 >= escaped.size()) break;
    const char c = escaped[escape + 1];
    at = escape + 2;
    if (c != 'u') {
      *to++ = unescaped_character(c);
      continue;
    }
    std::string character;
    const std::size_t length = append_unicode_escape(escaped, escape, character);
    put(length > 2 ? character : escaped.substr(escape, 2));
    at = escape + length;
  }
  out.resize(static_cast<std::size_t>(to - out.data()));
  return out;
}

std::string JsonText::position(std::size_t offset) const {
  return line_and_column(text_, offset);
}

std::string line_and_column(std::string_view text, std::size_t offset) {
  std::size_t line = 1;
  std::size_t column = 1;
  for (std::size_t i = byte_order_mark_length(text); i < offset && i < text.size(); ++i) {
    if (text[i] == '\n') {
      ++line;
      column = 1;
    } else if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) {
      ++column;
    }
  }
  return std::to_string(line) + ":" + std::to_string(column);
}

std::size_t byte_order_mark_length(std::string_view text) {
  return text.substr(0, byte_order_mark.size()) == byte_order_mark ? byte_order_mark.size() : 0;
}

}  // namespace context_rot
