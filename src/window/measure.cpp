#include "window/measure.h"

#include <nlohmann/json.hpp>

#include "client/paths.h"
#include "client/project.h"
#include "client/transcripts.h"
#include "util/file.h"
#include "util/json_tree.h"
#include "util/number.h"
#include "util/visible.h"
#include "window/client_point.h"

namespace context_rot::window {

namespace fs = std::filesystem;

namespace {

using nlohmann::json;
using Outcome = std::variant<Measurement, MeasureError>;

MeasureError wrong(std::string message) {
  return {2, std::move(message)};
}

Outcome from_percent(const std::string& text, const std::string& name, const char* source) {
  if (const auto problem = percent_problem(text)) return wrong(name + " " + *problem);
  Measurement measured;
  measured.percent = static_cast<int>(*parse_count(text));
  measured.source = source;
  measured.used_explained = name;
  return measured;
}

/// `used_name` and `max_name` say in errors where the numbers were given.
Outcome from_tokens(std::int64_t used, std::int64_t max, const std::string& used_name,
                    const std::string& max_name, const char* source) {
  Measurement measured;
  measured.used = used;
  measured.max = max;
  measured.source = source;
  measured.used_explained = used_name;
  measured.max_explained = max_name;
  if (max == 0) {
    measured.source = "unknown";
    return measured;
  }
  if (used > max) {
    return wrong(used_name + " (" + std::to_string(used) + ") is more than " + max_name + " (" +
                 std::to_string(max) + ")");
  }
  measured.percent = percent_of(used, max);
  return measured;
}

std::optional<std::string> count_problem(const std::optional<std::string>& text) {
  if (!text || parse_count(*text)) return std::nullopt;
  return "takes a whole number of at most 15 digits, not " + in_quotes(*text);
}

Outcome from_token_texts(const std::string& used, const std::string& max,
                         const std::string& used_name, const std::string& max_name,
                         const char* source) {
  if (const auto problem = count_problem(used)) return wrong(used_name + " " + *problem);
  if (const auto problem = count_problem(max)) return wrong(max_name + " " + *problem);
  return from_tokens(*parse_count(used), *parse_count(max), used_name, max_name, source);
}

/// Where snapshots of a session may be: in the project's data folder; and, installed for the user,
/// under the name that the client gave the project.
std::vector<fs::path> data_folders(const fs::path& transcript, const fs::path& project,
                                   const Environment& environment) {
  std::vector<fs::path> out;
  if (auto data = client::data_folder(project, environment)) out.push_back(*std::move(data));
  if (const auto client = client::client_folder(environment)) {
    const fs::path name = transcript.parent_path().filename();
    out.push_back(*client / "context-rot" / "projects" / name);
  }
  return out;
}

std::optional<client::Snapshot> find_snapshot(const fs::path& transcript,
                                              const std::vector<fs::path>& folders) {
  const std::string session = transcript.stem().string();
  if (!client::is_session_id(session)) return std::nullopt;
  for (const fs::path& data : folders) {
    auto found = client::read_snapshot(client::snapshot_file(data, session), session);
    if (found) return found;
  }
  return std::nullopt;
}

Outcome from_transcript(const fs::path& named, const MeasureRequest& request,
                        const Environment& environment) {
  const fs::path path = request.folder / named;
  WindowSaid said;
  if (request.max) {
    said.by_flag = parse_count(*request.max);
    if (said.by_flag == 0) return wrong("--max is 0: a window holds something");
  }
  if (request.configured_window > 0) said.by_configuration = request.configured_window;
  const auto conversation =
      transcript::read_session_tail(named, transcript::Detail::headers, knows_use);
  if (!conversation) return MeasureError{1, conversation.error()};

  const fs::path project = client::project_of(request.folder, environment);
  Measurement measured;
  measured.transcript = named;
  const ContextUse use = context_use(*conversation);
  const auto folders = data_folders(path, project, environment);
  said.shown_before = window_shown_before(use, folders);
  const Reading reading =
      read_meter(use, highest_use(*conversation), find_snapshot(path, folders), said);
  measured.reading = reading;
  measured.lines = conversation->stats.lines;
  measured.bad_lines = conversation->stats.bad;
  measured.percent = reading.percent();
  measured.used = reading.used.value_or(0);
  measured.max = reading.max.value_or(0);
  measured.used_explained = describe(reading.used_from);
  measured.max_explained = describe(reading.window_from);
  if (measured.percent || reading.contradiction()) {
    measured.source = reading.used_from == UsedFrom::host ? "host" : "transcript";
  }
  measured.point = client_point(reading, project, path, environment);
  return measured;
}

/// The first of a session's transcripts, which are not none.
Outcome from_session(const std::vector<fs::path>& paths, const MeasureRequest& request,
                     const Environment& environment) {
  auto outcome = from_transcript(paths.front(), request, environment);
  auto* measured = std::get_if<Measurement>(&outcome);
  if (measured != nullptr && paths.size() > 1) measured->chosen = Chosen::of_several;
  return outcome;
}

/// A number in a snapshot: absent and null are no data, anything but a count is wrong.
struct SnapshotNumber {
  bool present = false;
  bool wrong = false;
  std::int64_t value = 0;
};

SnapshotNumber snapshot_number(const json& snapshot, const char* key) {
  const auto place = snapshot.find(key);
  if (place == snapshot.end() || place->is_null()) return {};
  SnapshotNumber number{true, true, 0};
  if (place->is_number_unsigned()) {
    if (const auto count = parse_count(place->dump())) number = {true, false, *count};
  }
  return number;
}

std::optional<Outcome> from_snapshot(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) return std::nullopt;
  const auto text = read_file(file, 1u << 20);
  if (!text) return MeasureError{1, text.error()};
  const json snapshot = json_tree(*text);
  const std::string name = file.string();
  if (!snapshot.is_object()) return wrong(name + ": is not a JSON object with used and max");
  const SnapshotNumber used = snapshot_number(snapshot, "used");
  const SnapshotNumber max = snapshot_number(snapshot, "max");
  for (const auto& [key, number] : {std::pair{"used", used}, std::pair{"max", max}}) {
    if (number.wrong) {
      return wrong(name + ": " + key + " is not a whole number of at most 15 digits");
    }
  }
  if (!used.present || !max.present) return std::nullopt;
  return from_tokens(used.value, max.value, name + " used", name + " max", "snapshot");
}

}  // namespace

std::string how_chosen(const Measurement& measured) {
  const std::string session = "session " + measured.transcript.stem().string().substr(0, 8);
  switch (measured.chosen) {
    case Chosen::newest:
      return session + ": the newest of this project";
    case Chosen::of_several:
      return session + " has transcripts of several folders: that of this one, else the newest";
    case Chosen::named:
      break;
  }
  return {};
}

std::optional<std::string> percent_problem(const std::string& text) {
  const auto value = parse_count(text);
  if (value && *value <= 100) return std::nullopt;
  return "takes a whole number from 0 to 100, not " + in_quotes(text);
}

Outcome measure(const MeasureRequest& request, const Environment& environment) {
  if (request.transcript && request.session) {
    return wrong("--transcript and --session name the same thing; give one of them");
  }
  // A wrong number is wrong also where another input decides.
  if (request.pct) {
    if (const auto problem = percent_problem(*request.pct)) return wrong("--pct " + *problem);
  }
  if (const auto problem = count_problem(request.used)) return wrong("--used " + *problem);
  if (const auto problem = count_problem(request.max)) return wrong("--max " + *problem);
  const bool names_session = request.transcript || request.session;
  if (request.used && !request.max) return wrong("--used needs --max");
  if (request.max && !request.used && !names_session && !request.pct) {
    return wrong("--max needs --used, or a session");
  }

  if (request.pct) return from_percent(*request.pct, "--pct", "pct-flag");
  if (request.used) {
    return from_token_texts(*request.used, *request.max, "--used", "--max", "flags");
  }
  if (request.transcript) return from_transcript(*request.transcript, request, environment);
  if (request.session) {
    if (!client::is_session_id(*request.session)) {
      return wrong("--session takes a session id, not " + in_quotes(*request.session));
    }
    const auto paths = client::transcripts_of(*request.session, request.folder, environment);
    if (paths.empty()) {
      const auto client = client::client_folder(environment);
      return MeasureError{1, "session " + *request.session + ": no transcript under " +
                                 (client ? (*client / "projects").string() : "$HOME/.claude")};
    }
    return from_session(paths, request, environment);
  }
  if (const auto pct = environment("CONTEXT_PCT")) {
    return from_percent(*pct, "CONTEXT_PCT", "env-pct");
  }
  const auto used = environment("CONTEXT_WINDOW_USED");
  const auto max = environment("CONTEXT_WINDOW_MAX");
  if (used && max) {
    return from_token_texts(*used, *max, "CONTEXT_WINDOW_USED", "CONTEXT_WINDOW_MAX", "env-tokens");
  }
  const fs::path snapshot =
      environment("CONTEXT_METER_SNAPSHOT").value_or("output/context-snapshot.json");
  if (auto outcome = from_snapshot(request.folder / snapshot)) return *std::move(outcome);
  if (const auto session = environment("CLAUDE_CODE_SESSION_ID")) {
    const auto paths = client::transcripts_of(*session, request.folder, environment);
    if (!paths.empty()) return from_session(paths, request, environment);
  }
  const auto newest =
      client::newest_transcript(client::project_of(request.folder, environment), environment);
  if (newest) {
    auto outcome = from_transcript(*newest, request, environment);
    if (auto* measured = std::get_if<Measurement>(&outcome)) measured->chosen = Chosen::newest;
    return outcome;
  }
  return Measurement{};
}

}  // namespace context_rot::window
