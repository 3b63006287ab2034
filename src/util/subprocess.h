#pragma once
// Running another program for its output, within a time limit. Product-free.

#include <chrono>
#include <string>
#include <string_view>

#include "util/result.h"

namespace context_rot {

/// Runs `command` by /bin/sh with `input` on its stdin and returns what it wrote to stdout;
/// its stderr is dropped. Fails where it cannot be started, ends with another status than 0,
/// writes more than `max_output` bytes or takes longer than `limit`; it and what it started
/// (its process group) are killed then. Input that it does not read is no failure, and what it
/// leaves running in the background is not waited for.
Result<std::string> run_shell(const std::string& command, std::string_view input,
                              std::chrono::milliseconds limit, std::size_t max_output);

}  // namespace context_rot
