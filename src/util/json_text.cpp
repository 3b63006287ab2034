#include "util/json_text.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "util/utf8.h"

namespace context_rot {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// A value, with its key, in a line of a transcript or a settings file: for the first reservation.
constexpr std::size_t bytes_a_value = 32;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Bytes that stand for themselves in a string.
bool is_plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
}

/// Where the run of plain bytes that begins at `at` ends. Eight bytes at a time: most of any
/// transcript is the inside of strings. (Bit tricks: a byte of `x - 0x01..` loses its high bit
/// against `~x` exactly where x has a zero byte, up to the first one.)
std::size_t end_of_plain(std::string_view text, std::size_t at) {
  constexpr std::uint64_t ones = 0x0101010101010101;
  constexpr std::uint64_t highs = ones * 0x80;
  const auto zero_byte = [](std::uint64_t x) { return (x - ones) & ~x & highs; };
  for (; at + 8 <= text.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + at, 8);
    const std::uint64_t special = (word & highs) | ((word - ones * 0x20) & ~word & highs) |
                                  zero_byte(word ^ ones * '"') | zero_byte(word ^ ones * '\\');
    if (special == 0) continue;
    if constexpr (std::endian::native == std::endian::little) {
      return at + static_cast<std::size_t>(std::countr_zero(special)) / 8;
    }
    break;
  }
  while (at < text.size() && is_plain(text[at])) ++at;
  return at;
}

bool is_hex_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

}  // namespace

/// The recursive descent over the grammar. Stops at the first fault.
class JsonTextReader {
 public:
  explicit JsonTextReader(JsonText& json) : json_(json), text_(json.text_) {
    json_.nodes_.reserve(text_.size() / bytes_a_value + 1);
  }

  /// The whole text; false with fault() and fault_at() set.
  bool read() {
    at_ = byte_order_mark_length(text_);
    skip_space();
    if (at_ == text_.size()) return fail("the file is empty");
    if (!read_value(add(JsonText::none, JsonText::none), 0)) return false;
    skip_space();
    if (at_ < text_.size()) return fail_here("something follows the end of the JSON value");
    return true;
  }

  std::string fault_text() const { return json_.position(fault_at_) + ": " + fault_; }

 private:
  using Node = JsonText::Node;

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

  void skip_space() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t')) {
      ++at_;
    }
  }

  bool take(char c) {
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::uint32_t here() const { return static_cast<std::uint32_t>(at_); }

  Node add(Node parent, Node previous) {
    const Node node = static_cast<Node>(json_.nodes_.size());
    json_.nodes_.emplace_back();
    json_.nodes_[node].parent = parent;
    json_.nodes_[node].begin = here();
    if (previous != JsonText::none) {
      json_.nodes_[previous].next = node;
    } else if (parent != JsonText::none) {
      json_.nodes_[parent].first_child = node;
    }
    return node;
  }

  bool read_value(Node node, std::size_t depth) {
    json_.nodes_[node].value_begin = here();
    if (at_ == text_.size()) return fail_here("");
    JsonKind kind = JsonKind::literal;
    bool good = false;
    const char c = text_[at_];
    if (c == '{' || c == '[') {
      kind = c == '{' ? JsonKind::object : JsonKind::array;
      good = read_container(node, kind, depth + 1);
    } else if (c == '"') {
      kind = JsonKind::string;
      good = read_string();
    } else if (c == '-' || is_digit(c)) {
      kind = JsonKind::number;
      good = read_number();
    } else {
      good = read_literal();
    }
    json_.nodes_[node].kind = kind;
    json_.nodes_[node].end = here();
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
      if (at_ < text_.size() && text_[at_] == close) {
        at_ = comma;
        return fail("a comma with nothing after it is not JSON");
      }
    }
  }

  bool read_key(Node member) {
    if (at_ == text_.size() || text_[at_] != '"')
      return fail_here("a key in \"quotes\" is missing");
    const std::size_t begin = at_;
    if (!read_string()) return false;
    json_.nodes_[member].key_end = here();
    json_.nodes_[member].escaped_key =
        std::string_view(text_).substr(begin, at_ - begin).find('\\') != std::string_view::npos;
    skip_space();
    if (!take(':')) return fail_here("a colon is missing after the key");
    skip_space();
    return true;
  }

  bool read_string() {
    ++at_;
    for (;;) {
      at_ = end_of_plain(text_, at_);
      if (at_ == text_.size()) return fail("the text ends inside a string");
      const char c = text_[at_];
      if (c == '"') {
        ++at_;
        return true;
      }
      if (c == '\\') {
        if (!read_escape()) return false;
        continue;
      }
      if (c == '\n' || c == '\r') return fail("a string does not end on its line");
      if (static_cast<unsigned char>(c) < 0x20) return fail("a control character in a string");
      const std::size_t length = well_formed_length(std::string_view(text_).substr(at_, 4));
      if (length == 0) return fail("a byte that is not UTF-8");
      at_ += length;
    }
  }

  bool read_escape() {
    if (at_ + 1 == text_.size()) {
      ++at_;
      return fail("the text ends inside a string");
    }
    const char c = text_[at_ + 1];
    if (c != 'u') {
      if (std::string_view("\"\\/bfnrt").find(c) == std::string_view::npos) {
        return fail("no such escape in a JSON string");
      }
      at_ += 2;
      return true;
    }
    for (std::size_t i = at_ + 2; i < at_ + 6; ++i) {
      if (i >= text_.size() || !is_hex_digit(text_[i])) return fail("\\u takes four hex digits");
    }
    at_ += 6;
    return true;
  }

  bool read_digits() {
    const std::size_t start = at_;
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    return at_ > start;
  }

  bool read_number() {
    constexpr const char* reason = "not a number as JSON writes it";
    take('-');
    if (!take('0') && !read_digits()) return fail_here(reason);
    if (at_ < text_.size() && is_digit(text_[at_])) return fail(reason);  // 007
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
  const std::string& text_;
  std::size_t at_ = 0;
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

std::string JsonText::unescaped(std::string_view quoted) const {
  if (quoted.find('\\') == std::string_view::npos) {
    return std::string(quoted.substr(1, quoted.size() - 2));
  }
  return json_unescaped(quoted.substr(1, quoted.size() - 2));
}

std::string_view JsonText::quoted_key(Node member) const {
  return std::string_view(text_).substr(begin(member), key_end(member) - begin(member));
}

bool JsonText::has_key(Node member, std::string_view wanted) const {
  const Place& place = nodes_[member];
  const std::size_t length = place.key_end - place.begin - 2;  // without its quotation marks
  const char* const inside = text_.data() + place.begin + 1;
  if (place.escaped_key) return json_unescaped({inside, length}) == wanted;
  return length == wanted.size() && std::memcmp(inside, wanted.data(), length) == 0;
}

std::string JsonText::key(Node member) const {
  return unescaped(quoted_key(member));
}

std::string JsonText::string(Node node) const {
  return is(node, JsonKind::string) ? unescaped(raw(node)) : std::string();
}

nlohmann::json JsonText::value(Node node) const {
  auto tree = nlohmann::json::parse(repair_json_text(raw(node)), nullptr, false);
  return tree.is_discarded() ? nlohmann::json() : tree;
}

JsonText::Node JsonText::find(Node object, std::string_view wanted) const {
  Node found = none;
  if (!is(object, JsonKind::object)) return found;
  for (Node child = first_child(object); child != none; child = next(child)) {
    if (has_key(child, wanted)) found = child;
  }
  return found;
}

std::string JsonText::string_at(Node object, std::string_view key) const {
  const Node member = find(object, key);
  return member == none ? std::string() : string(member);
}

std::size_t JsonText::count(Node object, std::string_view wanted) const {
  std::size_t found = 0;
  if (!is(object, JsonKind::object)) return found;
  for (Node child = first_child(object); child != none; child = next(child)) {
    if (has_key(child, wanted)) ++found;
  }
  return found;
}

std::string json_unescaped(std::string_view escaped) {
  std::string out;
  out.reserve(escaped.size());
  for (std::size_t i = 0; i < escaped.size();) {
    const std::size_t next = std::min(escaped.find('\\', i), escaped.size());
    out.append(escaped, i, next - i);
    if (next + 1 >= escaped.size()) break;
    const char c = escaped[next + 1];
    i = next + 2;
    switch (c) {
      case 'b':
        out += '\b';
        break;
      case 'f':
        out += '\f';
        break;
      case 'n':
        out += '\n';
        break;
      case 'r':
        out += '\r';
        break;
      case 't':
        out += '\t';
        break;
      case 'u':
        i = next + append_unicode_escape(escaped, next, out);
        break;
      default:
        out += c;
        break;  // " \ /
    }
  }
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
