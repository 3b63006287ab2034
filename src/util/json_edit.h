#pragma once
// Changing a JSON text and nothing else in it: what is not edited keeps every byte, and what
// is added looks like its surroundings. Product-free.

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "util/json_text.h"

namespace context_rot {

/// How added values are laid out: as the document does it.
struct JsonLayout {
  std::string line_ending = "\n";
  std::string indent_unit = "  ";
  std::string colon = ": ";  // between a key and its value
  bool on_lines = true;      // one child a line; else everything on one line
  std::string gap = " ";     // after a comma, where everything is on one line
};

/// The layout of a whole document: its first line ending, the indentation of its first
/// indented child, its first colon. Defaults (two spaces, \n) where it shows none; a document
/// without any line break stays on one line, unless it is empty.
JsonLayout layout_of(const JsonText& json);

/// A value as text in that layout. `indent` is the indentation of the line it begins on.
std::string format_json(const nlohmann::ordered_json& value, const JsonLayout& layout,
                        std::string_view indent);

/// Collects changes to one JsonText, which must outlive it, and applies them in one pass.
/// Changes inside something that is removed or replaced have no effect.
class JsonEditor {
 public:
  using Node = JsonText::Node;

  explicit JsonEditor(const JsonText& json);

  /// Takes a member or an element out, with its comma. Not the root.
  void remove(Node child);
  /// Puts another value in the place of this one.
  void replace(Node node, const nlohmann::ordered_json& value);
  /// The same with the bytes of a JSON value, used as they are.
  void replace_raw(Node node, std::string bytes);
  /// Adds a member at the end of an object. Does not look whether the key is there already.
  void insert_member(Node object, std::string_view key, const nlohmann::ordered_json& value);
  /// Adds an element at the end of an array.
  void append(Node array, const nlohmann::ordered_json& value);

  /// Whether apply() would change anything, and whether it would leave this child out.
  bool changed() const { return !removed_.empty() || !replaced_.empty() || !added_.empty(); }
  bool removes(Node child) const { return removed_.count(child) != 0; }

  /// The changed text. The JsonText itself stays as it is.
  std::string apply() const;

 private:
  struct Addition {
    std::string key;  // quoted; empty for an element
    nlohmann::ordered_json value;
  };
  struct Splice {
    std::size_t begin;
    std::size_t end;
    std::string bytes;
  };
  /// How children stand in one container.
  struct Row {
    JsonLayout layout;
    std::string separator;  // the white space between a comma and the next child
    std::string indent;     // of a child's line; empty where all is on one line
  };

  Row row_of(Node container) const;
  std::string joined(const std::vector<Addition>& additions, const Row& row) const;
  Splice fill_empty(Node container, const std::vector<Addition>& additions) const;
  void splice_container(Node container, std::vector<Splice>& splices) const;

  const JsonText& json_;
  JsonLayout layout_;
  std::set<Node> removed_;
  std::map<Node, std::string> replaced_;
  std::map<Node, std::vector<Addition>> added_;
};

}  // namespace context_rot
