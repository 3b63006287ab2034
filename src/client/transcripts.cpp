#include "client/transcripts.h"

#include <algorithm>
#include <string>
#include <utility>

#include "client/paths.h"
#include "util/ascii.h"

namespace context_rot::client {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view extension = ".jsonl";
constexpr std::size_t shortest_beginning = 8;

fs::file_time_type time_of(const fs::path& path) {
  std::error_code error;
  const auto time = fs::last_write_time(path, error);
  return error ? fs::file_time_type::min() : time;
}

/// The newest first, as far as `most`.
void sort_by_time(std::vector<fs::path>& paths, std::size_t most) {
  std::vector<std::pair<fs::file_time_type, fs::path>> timed;
  for (fs::path& path : paths) timed.emplace_back(time_of(path), std::move(path));
  const auto end = timed.begin() + static_cast<std::ptrdiff_t>(std::min(most, timed.size()));
  std::partial_sort(timed.begin(), end, timed.end(),
                    [](const auto& a, const auto& b) { return a.first > b.first; });
  paths.clear();
  for (auto one = timed.begin(); one != end; ++one) paths.push_back(std::move(one->second));
}

/// Whether a file of the folder is the transcript of a session, and no subagent's.
bool is_transcript(const fs::directory_entry& entry) {
  std::error_code error;
  const fs::path& path = entry.path();
  return path.extension() == extension && entry.is_regular_file(error) &&
         entry.file_size(error) > 0 && !path.filename().string().starts_with("agent-");
}

template <typename Each>
void for_each_transcript(const fs::path& folder, Each&& each) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (is_transcript(*entry)) each(entry->path());
  }
}

/// Those whose ids begin so; none where these are several sessions.
std::vector<fs::path> beginning_with(std::string_view beginning, const Environment& environment) {
  std::vector<fs::path> out;
  bool several = false;
  for (const fs::path& folder : transcript_folders(environment)) {
    for_each_transcript(folder, [&](const fs::path& path) {
      if (!path.stem().string().starts_with(beginning)) return;
      several = several || (!out.empty() && out.front().stem() != path.stem());
      out.push_back(path);
    });
  }
  return several ? std::vector<fs::path>() : out;
}

}  // namespace

bool is_session_id(std::string_view text) {
  return !text.empty() && text.size() <= 128 &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_word_char(c) || c == '-'; });
}

std::vector<fs::path> transcript_folders(const Environment& environment) {
  std::vector<fs::path> out;
  const auto client = client_folder(environment);
  if (!client) return out;
  std::error_code error;
  for (fs::directory_iterator folder(*client / "projects", error), end; !error && folder != end;
       folder.increment(error)) {
    out.push_back(folder->path());
  }
  return out;
}

std::optional<fs::path> project_above(const fs::path& folder, const fs::path& transcript) {
  const std::string slug = transcript.parent_path().filename().string();
  for (fs::path at = folder; !at.empty(); at = at.parent_path()) {
    if (project_slug(at.string()) == slug) return at;
    if (at == at.parent_path()) break;
  }
  return std::nullopt;
}

std::vector<fs::path> transcripts_of(std::string_view id, const fs::path& folder,
                                     const Environment& environment) {
  std::vector<fs::path> out;
  if (!is_session_id(id)) return out;
  const std::string name = std::string(id).append(extension);
  for (const fs::path& in : transcript_folders(environment)) {
    std::error_code missing;
    if (fs::is_regular_file(in / name, missing)) out.push_back(in / name);
  }
  if (out.empty() && id.size() >= shortest_beginning) out = beginning_with(id, environment);
  if (out.size() > 1) {
    sort_by_time(out, out.size());
    // The nearest of the folders above is the longest.
    const auto nearness = [&](const fs::path& transcript) {
      const auto project = project_above(folder, transcript);
      return project ? project->native().size() : 0;
    };
    std::stable_sort(out.begin(), out.end(), [&](const fs::path& a, const fs::path& b) {
      return nearness(a) > nearness(b);
    });
  }
  return out;
}

std::optional<fs::path> find_transcript(std::string_view id, const fs::path& folder,
                                        const Environment& environment) {
  const auto found = transcripts_of(id, folder, environment);
  return found.empty() ? std::nullopt : std::optional(found.front());
}

std::vector<fs::path> newest_transcripts(const fs::path& folder, std::size_t most) {
  std::vector<fs::path> out;
  for_each_transcript(folder, [&](const fs::path& path) { out.push_back(path); });
  sort_by_time(out, most);
  return out;
}

std::optional<fs::path> newest_transcript(const fs::path& project, const Environment& environment) {
  const auto client = client_folder(environment);
  if (!client || project.empty()) return std::nullopt;
  const auto newest = newest_transcripts(*client / "projects" / project_slug(project.string()), 1);
  return newest.empty() ? std::nullopt : std::optional(newest.front());
}

}  // namespace context_rot::client
