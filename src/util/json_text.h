#pragma once
// Reading a JSON text so that it can be changed in place: where each value lies, byte by
// byte, beside what it is. Product-free.

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"

namespace context_rot {

enum class JsonKind : std::uint8_t { object, array, string, number, literal };

/// A strict JSON text (RFC 8259, UTF-8; a byte order mark in front is tolerated) with the
/// position of every value. Owns a copy of the text and never alters it. Of members with the
/// same key all are kept; the last one counts, as it does for JSON.parse.
class JsonText {
 public:
  /// Names a value. Good for the object that gave it, and for as long as that lives.
  using Node = std::uint32_t;
  static constexpr Node none = UINT32_MAX;
  static constexpr Node root = 0;
  /// Containers inside containers; more are refused.
  static constexpr std::size_t max_depth = 500;

  /// Linear in the text. Fails with "LINE:COLUMN: reason", lines and columns (in code points)
  /// counted from 1, on everything the grammar does not allow: comments, trailing commas, a
  /// torn end, control characters in strings, bytes that are not UTF-8, text after the end.
  static Result<JsonText> parse(std::string text);

  /// The text that was parsed.
  const std::string& text() const { return text_; }
  /// How many values there are; they are numbered in the order of the text.
  std::size_t size() const { return nodes_.size(); }
  JsonKind kind(Node node) const { return nodes_[node].kind; }
  bool is(Node node, JsonKind kind) const { return node != none && nodes_[node].kind == kind; }

  /// The first child of a container in the order of the text, or `none`.
  Node first_child(Node container) const { return nodes_[container].first_child; }
  /// The child after this one in the same container, or `none`.
  Node next(Node child) const { return nodes_[child].next; }
  /// The container of a value; `none` for the root.
  Node parent(Node node) const { return nodes_[node].parent; }

  /// Where a child begins in the text: a member with its key, an element with its value.
  std::size_t begin(Node node) const { return nodes_[node].begin; }
  /// Where the value itself begins; for an element the same as begin().
  std::size_t value_begin(Node node) const { return nodes_[node].value_begin; }
  /// One past the last byte of the value.
  std::size_t end(Node node) const { return nodes_[node].end; }
  /// One past the closing quote of a member's key.
  std::size_t key_end(Node member) const { return nodes_[member].key_end; }

  /// The bytes of a value as they are in the text.
  std::string_view raw(Node node) const;
  /// The key of a member, escapes resolved; a lone surrogate becomes U+FFFD.
  std::string key(Node member) const;
  /// The same without a copy where there is no escape, as string() does it.
  std::string_view key(Node member, std::string& buffer) const;
  /// The value of a string node, escapes resolved, empty for other kinds.
  std::string string(Node node) const;
  /// The same without a copy where there is no escape: points into text(), else into `buffer`,
  /// which it overwrites.
  std::string_view string(Node node, std::string& buffer) const;
  /// A value as a tree, its members sorted by key. Null where nlohmann/json refuses it (a
  /// number outside the range of double).
  nlohmann::json value(Node node) const;

  /// The member of that key that counts (the last), or `none`; also `none` where `object`
  /// is no object.
  Node find(Node object, std::string_view key) const;
  /// The string that a member is, escapes resolved; empty where there is no such member, it is no
  /// string, or `object` is no object.
  std::string string_at(Node object, std::string_view key) const;
  /// The same without a copy where there is no escape, as string() does it.
  std::string_view string_at(Node object, std::string_view key, std::string& buffer) const;
  /// How many members of the object have that key.
  std::size_t count(Node object, std::string_view key) const;

  /// "LINE:COLUMN" of a byte offset, for messages. Linear in the offset.
  std::string position(std::size_t offset) const;
  /// "LINE:COLUMN" of where the value begins.
  std::string position_of(Node node) const { return position(value_begin(node)); }

 private:
  struct Place {
    std::uint32_t begin = 0;
    std::uint32_t key_end = 0;
    std::uint32_t value_begin = 0;
    std::uint32_t end = 0;
    Node parent = none;
    Node first_child = none;
    Node next = none;
    JsonKind kind = JsonKind::literal;
    bool escaped_key = false;
    bool escaped = false;  // a string with an escape in it
  };
  friend class JsonTextReader;

  /// What is between the quotation marks of a string.
  std::string_view inside(std::size_t begin, std::size_t end) const {
    return {text_.data() + begin + 1, end - begin - 2};
  }
  bool has_key(const Place& place, std::string_view wanted) const;

  explicit JsonText(std::string text) : text_(std::move(text)) {}

  std::string text_;
  std::vector<Place> nodes_;
};

/// The inside of a JSON string with its escapes resolved; a lone surrogate becomes U+FFFD. Of what
/// is no JSON string: \u without four digits stays as it is, of any other unknown escape what
/// stands behind the backslash, and nothing of a backslash at the end.
std::string json_unescaped(std::string_view escaped);

/// "LINE:COLUMN" of a byte offset in any UTF-8 text, both from 1, the column in code points;
/// a byte order mark counts for nothing.
std::string line_and_column(std::string_view text, std::size_t offset);

/// The length of a byte order mark in front of the text: 3 or 0.
std::size_t byte_order_mark_length(std::string_view text);

}  // namespace context_rot
