#pragma once
// The text form of a contract case: a few lines that say what to run and what must come out.
// The directives are described in README.md beside this file.

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace contract {

/// A line that prepares the case's folder or environment.
struct Setup {
  std::string what;                ///< env, file, data, dir, link, mode, cd
  std::vector<std::string> words;  ///< what stands behind it on its line
  std::string text;                ///< file: the content
};

/// What one output stream must be. With neither `lines` nor `contains` it must be empty.
struct ExpectedText {
  std::vector<std::string> lines;     ///< all of it, line by line
  std::vector<std::string> contains;  ///< somewhere in it
  std::vector<std::string> lacks;     ///< nowhere in it
};

enum class JsonCheck { equals, contains, absent };

struct ExpectedMember {
  JsonCheck check = JsonCheck::equals;
  std::string path;   ///< keys (or indices of an array) joined by dots
  std::string value;  ///< JSON; where it is none, a string as it stands
};

/// A program to run, and everything that must hold afterwards.
struct Run {
  int line = 0;
  std::vector<std::string> words;  ///< program and arguments
  std::string input;               ///< stdin
  ExpectedText out;
  ExpectedText err;
  std::vector<ExpectedMember> members;                     ///< of stdout read as JSON
  std::vector<std::pair<std::string, std::string>> holds;  ///< file, text that is in it
  std::vector<std::string> absent;                         ///< files that must not be there
  int exit_code = 0;
  int within_milliseconds = 0;  ///< 0: no limit of its own
  bool reads_only = false;      ///< it leaves the case's folder as it was
};

using Step = std::variant<Setup, Run>;

struct Case {
  std::string file;  ///< name of the case file
  std::string name;
  int line = 0;
  std::vector<Step> steps;
};

/// Reads the cases of one file. Throws std::runtime_error with "FILE:LINE: reason" on
/// anything that is not understood, on two cases of one name and on a file without cases.
std::vector<Case> read_cases(const std::filesystem::path& file);

/// Splits words as a shell does: blanks part them, quotes and backslashes keep blanks.
/// Throws std::runtime_error where a quote is not closed.
std::vector<std::string> split_words(std::string_view text);

}  // namespace contract
