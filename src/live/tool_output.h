#pragma once
// The results of the client's tools while they are still on their way to the model: which may be
// shortened, and the shortened result in the tool's own shape, without which the client drops it.

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace context_rot::live {

/// A call as its PostToolUse hook gets it.
struct ToolOutput {
  std::string tool;         ///< "Bash"
  nlohmann::json input;     ///< of the tool
  nlohmann::json response;  ///< its result, an object of the tool's own
};

/// Where the text of a result stands in it.
enum class OutputShape : std::uint8_t {
  unknown,  ///< not to be touched
  bash,     ///< {stdout, stderr, interrupted, isImage, ...}: stdout
  grep,     ///< {mode: content | count, content, ...}: content
  read,     ///< {type: text, file: {filePath, content, numLines, startLine, totalLines}}
};

/// What the result is, by the shapes of client 2.1.332. `unknown` for every other tool and wherever
/// there is a doubt: a member of another name or type, an image, a PDF, a notebook, an interrupted
/// or background command, an output that the client itself has moved to a file.
OutputShape shape_of(const ToolOutput& output);

/// The text that the model would get, UTF-8; empty for `unknown`. Points into `output`.
std::string_view text_of(const ToolOutput& output, OutputShape shape);

/// Whether the call itself asks for a part or expressly for all: a Read with offset, limit, pages
/// or allow_large, or a call that names `folder`, where full texts are kept.
bool is_deliberate(const ToolOutput& output, std::string_view folder);

/// A result of Bash or Grep with another text.
nlohmann::json with_text(const ToolOutput& output, OutputShape shape, std::string text);

/// A whole file that was read, cut down to its first lines, at most `keep` bytes, and a line that
/// says which lines are left out, which of them look like errors, and how to read them. The client
/// numbers the lines of a result itself, so that no others can stand behind the cut. Nothing where
/// the first line alone is longer.
std::optional<nlohmann::json> shortened_read(const ToolOutput& output, std::size_t keep);

/// A result of Read whose text is the one line `note`.
nlohmann::json read_note(const ToolOutput& output, std::string note);

}  // namespace context_rot::live
