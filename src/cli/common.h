#pragma once
// What the commands share: options by CLI11, errors as one line and an exit code.

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <exception>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "cli/describe.h"
#include "cli/exit_codes.h"
#include "util/standard_streams.h"
#include "util/version.h"
#include "util/visible.h"

namespace context_rot::cli {

/// Prints "PROGRAM: message" on stderr: what is to be known beside the answer.
inline void note(const std::string& program, std::string_view message) {
  std::fprintf(stderr, "%s: %s\n", program.c_str(), visible(message).c_str());
}

/// The same, and returns `code`.
inline int fail(const CLI::App& app, std::string_view message, int code) {
  note(app.get_name(), message);
  return code;
}

/// Writes all of it to stdout; run() says where that failed. Returns whether it was taken.
inline bool print(std::string_view text) {
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
}

/// JSON as text; what is no UTF-8 in it is replaced. `indent` -1: on one line.
inline std::string dumped(const nlohmann::ordered_json& value, int indent = 2) {
  return value.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

/// What CLI11 says of a wrong command line, in words for a person.
inline std::string explain(const CLI::ParseError& error) {
  std::string text = error.what();
  const std::size_t at = text.find(" was given a disallowed flag override");
  return at == std::string::npos ? text : "--" + text.substr(0, at) + " takes no value";
}

/// The code, or exit_failed and a line on stderr where stdout did not take all that was printed (a
/// full disk): a command that was done says so only where its answer has arrived.
inline int after_printing(const CLI::App& app, int code) {
  std::cout.flush();
  const bool printed = std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good();
  return printed || code != exit_done ? code : fail(app, "stdout cannot be written", exit_failed);
}

/// Parses the command line and calls `work`. Wrong options are exit 2 with a line on stderr
/// and nothing on stdout; --help and --version print and are exit 0.
inline int run(CLI::App& app, int argc, char** argv, const std::function<int()>& work) {
  occupy_standard_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on file sizes: the write fails and is reported
  app.set_version_flag("--version", version());
  if (argc == 3 && std::string_view(argv[1]) == "--describe") {  // for the build, not for people
    const auto page = described(app, argv[2]);
    if (!page) return fail(app, "--describe takes man, bash, zsh or fish", exit_usage);
    std::cout << *page;
    return after_printing(app, exit_done);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& wanted) {  // --help, --version
    return after_printing(app, app.exit(wanted));
  } catch (const CLI::ParseError& error) {
    return fail(app, explain(error) + " (see " + app.get_name() + " --help)", exit_usage);
  }
  try {
    return after_printing(app, work());
  } catch (const Problem& problem) {
    return fail(app, problem.message, problem.code);
  } catch (const std::exception& error) {  // nothing of ours: a library's own words
    return fail(app, std::string("a fault of the program, please report it: ") + error.what(),
                exit_failed);
  }
}

}  // namespace context_rot::cli
