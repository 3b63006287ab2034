#pragma once
// What a program that is started starts in turn: `sudo npm`, `sh -c SCRIPT`, `find -exec rm`.

#include <span>
#include <string>
#include <vector>

namespace context_rot::transcript {

/// What the words of a call hold beside the call itself.
struct Started {
  std::vector<std::vector<std::string>> calls = {};  ///< programs with their arguments, as words
  std::vector<std::string> scripts = {};             ///< text that a shell is to run
  bool reads_script = false;  ///< a shell that takes its script from its input
};

/// What a call starts, one level deep; `words` are its program, however its path is written, and
/// its arguments. Nothing for a program that is not known to start others, and none of it is run.
/// Linear.
Started started_by(std::span<const std::string> words);

/// The program's name without the folders in front of it.
std::string program_name(const std::string& word);

}  // namespace context_rot::transcript
