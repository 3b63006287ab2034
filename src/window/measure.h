#pragma once
// What `context-meter` measures: the first input that is present, and what it says.

#include <filesystem>
#include <optional>
#include <string>
#include <variant>

#include "util/environment.h"
#include "window/compaction_point.h"
#include "window/reading.h"

namespace context_rot::window {

/// Texts as they were given; nothing is checked yet.
struct MeasureRequest {
  std::optional<std::string> pct;
  std::optional<std::string> used;
  std::optional<std::string> max;
  std::optional<std::string> transcript;
  std::optional<std::string> session;
  std::int64_t configured_window = 0;  ///< tokens, 0 if not configured
  std::filesystem::path folder;        ///< the current folder
};

/// How the transcript that was read was come to.
enum class Chosen : std::uint8_t {
  named,
  of_several,  ///< the session has transcripts of several folders (client/transcripts.h)
  newest,      ///< none was named: the newest session of the project
};

/// What `context-meter` prints, as values.
struct Measurement {
  std::optional<int> percent;
  std::int64_t used = 0;  ///< 0 where unknown
  std::int64_t max = 0;   ///< 0 where unknown
  /// pct-flag, flags, transcript, host, env-pct, env-tokens, snapshot, unknown
  std::string source = "unknown";
  /// For people: where the numbers came from, "--pct", a file, a variable.
  std::string used_explained;
  std::string max_explained;
  /// Where a session was read: the reading, its path, and the compaction point.
  std::optional<Reading> reading;
  std::filesystem::path transcript;
  std::uint64_t lines = 0;      ///< read of it, from its end
  std::uint64_t bad_lines = 0;  ///< of these, that are no line of a transcript
  Chosen chosen = Chosen::named;
  CompactionPoint point;
};

/// Why there is nothing to print.
struct MeasureError {
  int exit_code = 2;  ///< 1: a file that was named cannot be read; 2: wrong input
  std::string message;
};

/// Looks at, in this order: pct; used and max; transcript or session; CONTEXT_PCT;
/// CONTEXT_WINDOW_USED with CONTEXT_WINDOW_MAX; the file CONTEXT_METER_SNAPSHOT (default
/// output/context-snapshot.json, keys used and max); the session CLAUDE_CODE_SESSION_ID; the newest
/// session of the project that the folder belongs to.
/// The first that is present decides, also where it is wrong. Reads only.
std::variant<Measurement, MeasureError> measure(const MeasureRequest& request,
                                                const Environment& environment);

/// For people, where it was not plain which transcript to read: "session 5e551011: the newest of
/// this project". Empty where it was.
std::string how_chosen(const Measurement& measured);

/// "takes a whole number from 0 to 100, not \"7.5\"": for a text that is no percentage;
/// nothing for one that is.
std::optional<std::string> percent_problem(const std::string& text);

}  // namespace context_rot::window
