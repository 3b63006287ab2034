#pragma once
// The parts of a hook stand alone: one that fails takes no other with it.

#include <exception>
#include <filesystem>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "util/environment.h"

namespace context_rot::client {

/// Runs what a hook has to do, part by part. A part is what would be of use without the others:
/// keeping the ledger, writing the journal, a note for the model.
class HookParts {
 public:
  /// `program` is the name that stands in the error log, `project` the folder whose data folder has
  /// that log.
  HookParts(std::string program, std::filesystem::path project, Environment environment)
      : program_(std::move(program)),
        project_(std::move(project)),
        environment_(std::move(environment)) {}

  /// What `work` returns. Where it throws, the error log says why, and the result is the empty one
  /// of its type ("", no value); the caller goes on with the next part.
  template <typename Work>
  std::invoke_result_t<Work> run(Work&& work) const {
    try {
      return std::forward<Work>(work)();
    } catch (const std::exception& error) {
      log(error.what());
    } catch (...) {
      log("unknown exception");
    }
    return std::invoke_result_t<Work>();
  }

  /// Writes a line into the error log; nothing where there is no place for one.
  void log(std::string_view problem) const noexcept;

 private:
  std::string program_;
  std::filesystem::path project_;
  Environment environment_;
};

}  // namespace context_rot::client
