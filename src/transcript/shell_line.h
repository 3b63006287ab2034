#pragma once
// The simple commands of a shell line: what its operators join.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace context_rot::transcript {

/// What stands between a simple command and the one before it.
enum class Joint : std::uint8_t {
  start,
  then,       ///< && ; or a line end
  pipe,       ///< |
  otherwise,  ///< ||
};

/// A simple command. Views point into the line.
struct SimpleCommand {
  Joint joint = Joint::start;
  std::string_view text;  ///< without white space around it
  /// Its words, quotes kept; without redirections, assignments in front, `sudo`, `timeout 60` and
  /// the like.
  std::vector<std::string_view> words;
  bool writes = false;  ///< a redirection sends its output into a file other than /dev/null
};

/// The simple commands of a line: cut at && ; | || and line ends outside quotes; those of which
/// nothing is left are not in it. Any bytes; linear; nothing is expanded.
std::vector<SimpleCommand> simple_commands(std::string_view line);

/// A word as the program gets it: without its quotes and backslashes.
std::string unquoted(std::string_view word);

/// Whether it is a dash with something behind it.
inline bool is_option(std::string_view word) {
  return word.size() > 1 && word[0] == '-';
}

}  // namespace context_rot::transcript
