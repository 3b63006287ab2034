/// Writes a made-up session transcript of a given size, as Claude Code would write it:
///
///   generate-transcript --bytes 100MB --seed 1 --out FILE
///
/// The same options give the same bytes on every machine. The file ends on a completed
/// turn, so that the client can resume it. Nothing below about 2 KB is possible: that is
/// one prompt and one answer.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>

#include "simulated_session.h"

namespace {

constexpr std::size_t smallest_context = 30000;  // prompt, tools, summary and one step
constexpr std::size_t largest_file = 20000000000;

/// Where Claude Code compacts by itself: models of the 5 series and "[1m]" have a window
/// of 1,000,000 tokens, others 200,000; less 20,000 for the answer and 13,000 in reserve.
std::size_t compaction_point(const std::string& model) {
  const bool large =
      model.find("[1m]") != std::string::npos || model.find("-5-5") != std::string::npos;
  return (large ? 1000000U : 200000U) - 33000U;
}

bool is_model_id(const std::string& model) {
  return !model.empty() && model.find_first_not_of(
                               "abcdefghijklmnopqrstuvwxyz"
                               "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "0123456789-._:/@[]") == std::string::npos;
}

int run(int argc, char** argv) {
  bench::SessionOptions options;
  options.model = "claude-opus-5-5";
  options.line_bytes_max = 2000000;
  std::string path;

  CLI::App app{"Writes a made-up Claude Code session transcript."};
  app.add_option("--bytes", options.bytes, "Size of the file, e.g. 1000000 or 100MB")
      ->required()
      ->transform(CLI::AsSizeValue(true))
      ->check(CLI::Range(std::size_t{0}, largest_file));
  app.add_option("--seed", options.seed, "Another number, another transcript")
      ->required()
      ->check([](const std::string& seed) {
        return seed.front() == '-' ? std::string("below 0: ") + seed : std::string();
      });
  app.add_option("--live-tokens", options.live_tokens,
                 "Compact when the context reaches this many tokens (default: as the client "
                 "does for the model)")
      ->check(CLI::Range(smallest_context, std::size_t{100000000}));
  app.add_option("--model", options.model, "Model id, with [1m] for the large window")
      ->capture_default_str()
      ->check([](const std::string& id) {
        return is_model_id(id) ? std::string() : "not a model id: " + id;
      });
  app.add_option("--line-bytes-max", options.line_bytes_max, "About the longest line")
      ->capture_default_str()
      ->check(CLI::Range(std::size_t{10000}, std::size_t{1000000000}));
  app.add_option("--out", path, "The file to write")->required();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& problem) {
    return app.exit(problem) == 0 ? 0 : 2;
  }
  if (options.live_tokens == 0) options.live_tokens = compaction_point(options.model);

  std::FILE* out = std::fopen(path.c_str(), "wb");
  bool written = out != nullptr;
  if (out != nullptr) {
    written = bench::SimulatedSession(options, out).write();
    if (std::fclose(out) != 0) written = false;
  }
  if (written) return 0;
  std::perror(("generate-transcript: cannot write " + path).c_str());
  // No torn transcript is left behind; a device or a pipe is not ours to remove.
  if (out != nullptr && std::filesystem::is_regular_file(path)) std::remove(path.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "generate-transcript: %s\n", problem.what());
    return 1;
  }
}
