#include "util/named_program.h"

#include <algorithm>
#include <cstdio>

#include "util/program_path.h"
#include "util/trim.h"
#include "util/visible.h"

namespace context_rot {

namespace {

const NamedProgram* program_called(std::span<const NamedProgram> programs, std::string_view path) {
  const std::string_view name = base_name(path);
  const auto found = std::find_if(programs.begin(), programs.end(),
                                  [&](const NamedProgram& other) { return other.name == name; });
  return found == programs.end() ? nullptr : &*found;
}

}  // namespace

std::optional<ChosenProgram> choose_program(std::span<const NamedProgram> programs,
                                            std::span<char* const> arguments,
                                            std::string_view file) {
  if (!arguments.empty()) {
    if (const auto* by_name = program_called(programs, arguments[0])) return {{by_name, 0}};
  }
  if (const auto* by_file = program_called(programs, file)) return {{by_file, 0}};
  if (arguments.size() > 1) {
    if (const auto* by_word = program_called(programs, arguments[1])) return {{by_word, 1}};
  }
  return std::nullopt;
}

int run_named_program(std::span<const NamedProgram> programs, int argc, char** argv) {
  const std::span<char* const> arguments(argv, argc > 0 ? static_cast<std::size_t>(argc) : 0);
  // Reading where the file lies takes a system call, and the name is mostly enough.
  auto chosen = choose_program(programs, arguments, {});
  if (!chosen || chosen->first != 0) {
    chosen = choose_program(programs, arguments, program_path().string());
  }
  if (chosen) return chosen->program->run(argc - chosen->first, argv + chosen->first);
  std::string names;
  for (const NamedProgram& program : programs) names += "\n  " + std::string(program.name);
  std::fprintf(
      stderr,
      "%s: no program of this name is in here; call it by one of these, or give one as the "
      "first argument:%s\n",
      arguments.empty() ? "?" : visible(arguments[0]).c_str(), names.c_str());
  return 1;
}

}  // namespace context_rot
