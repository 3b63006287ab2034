#pragma once
// What the commands share: options by CLI11, errors as one line and an exit code.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <functional>
#include <string>
#include <string_view>

#include "util/version.h"
#include "util/visible.h"

namespace context_rot::cli {

constexpr int exit_done = 0;
constexpr int exit_failed = 1;
constexpr int exit_usage = 2;

/// Prints "PROGRAM: message" on stderr and returns `code`.
inline int fail(const CLI::App& app, std::string_view message, int code) {
  std::fprintf(stderr, "%s: %s\n", app.get_name().c_str(), visible(message).c_str());
  return code;
}

/// What CLI11 says of a wrong command line, in words for a person.
inline std::string explain(const CLI::ParseError& error) {
  std::string text = error.what();
  const std::size_t at = text.find(" was given a disallowed flag override");
  return at == std::string::npos ? text : "--" + text.substr(0, at) + " takes no value";
}

/// Parses the command line and calls `work`. Wrong options are exit 2 with a line on stderr
/// and nothing on stdout; --help and --version print and are exit 0.
inline int run(CLI::App& app, int argc, char** argv, const std::function<int()>& work) {
  app.set_version_flag("--version", std::string(version()));
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& wanted) {  // --help, --version
    return app.exit(wanted);
  } catch (const CLI::ParseError& error) {
    return fail(app, explain(error) + " (see " + app.get_name() + " --help)", exit_usage);
  }
  try {
    return work();
  } catch (const std::exception& error) {
    return fail(app, error.what(), exit_failed);
  }
}

}  // namespace context_rot::cli
