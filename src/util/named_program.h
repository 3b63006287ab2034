#pragma once
// Several programs in one file: which of them runs is said by the name under which the file was
// started. Product-free.

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace context_rot {

/// One of the programs of a file.
struct NamedProgram {
  std::string_view name;
  int (*run)(int argc, char** argv);  ///< its main()
};

/// Which program is meant, and where its own arguments begin.
struct ChosenProgram {
  const NamedProgram* program;
  int first;  ///< the index in argv of what is the program's name: 0, or 1 for `FILE NAME ...`
};

/// The program that is meant by the base name of argv[0]; else by that of `file`, the path of the
/// running file, which the name of a link leads to; else by the first argument. Nothing where none
/// of them is a name in `programs`.
std::optional<ChosenProgram> choose_program(std::span<const NamedProgram> programs,
                                            std::span<char* const> arguments,
                                            std::string_view file);

/// Runs the program that is meant and returns what it returns. Where none is: a line on stderr that
/// names them all, and 1, which no client takes for a wish to block, as it would take 2.
int run_named_program(std::span<const NamedProgram> programs, int argc, char** argv);

}  // namespace context_rot
