#pragma once
// A folder of its own for a case, and programs run in it with nothing else around them.

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "case_file.h"

namespace contract {

/// What a program did.
struct Outcome {
  int exit_code = 0;  ///< 128 + the signal that ended it
  std::string out;
  std::string err;
  int milliseconds = 0;
  std::string changed;  ///< "", or the first path in the folder that it made, changed or removed
};

class Sandbox {
 public:
  /// Makes the folder. `programs` holds the programs, `data` the files for `data` lines.
  /// Throws std::runtime_error where that fails, as everything below.
  Sandbox(std::filesystem::path programs, std::filesystem::path data);
  ~Sandbox();
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;

  void prepare(const Setup& setup);

  /// Runs a program with HOME (the folder), PATH=/usr/bin:/bin, LANG=C.UTF-8 and what env
  /// lines have set, and no other variable; for at most 20 seconds.
  Outcome run(const Run& run);

  /// Replaces $DIR by the folder, $BIN by the programs' folder, $xHH by a byte, $pad{N} by N
  /// letters; $EOF at the end stands for the end of the file without a newline before it.
  std::string expand(std::string_view text) const;

  /// The path of a file of the case.
  std::filesystem::path at(const std::string& path) const;

 private:
  std::filesystem::path programs_;
  std::filesystem::path data_;
  std::filesystem::path root_;    // holds dir and the streams
  std::filesystem::path dir_;     // the case's folder
  std::filesystem::path folder_;  // where programs start
  std::map<std::string, std::string> environment_;
};

}  // namespace contract
