#include "client/past_compactions.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "util/file.h"
#include "util/json_tree.h"
#include "util/number.h"

namespace context_rot::client {

namespace fs = std::filesystem;

namespace {

using nlohmann::json;

constexpr std::size_t max_files = 6;
constexpr std::uint64_t max_tail = 256u << 10;
constexpr std::string_view marker = "\"compact_boundary\"";

std::vector<fs::path> newest_transcripts(const fs::path& folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> found;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code gone;
    const fs::path& path = entry->path();
    if (path.extension() != ".jsonl" || !entry->is_regular_file(gone)) continue;
    // Clients of 2.0.77 keep subagents beside the sessions, and an empty file for each --resume.
    if (path.filename().string().starts_with("agent-") || entry->file_size(gone) == 0) continue;
    found.emplace_back(entry->last_write_time(gone), path);
  }
  const std::size_t count = std::min(max_files, found.size());
  std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count), found.end(),
                    [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<fs::path> paths;
  for (std::size_t i = 0; i < count; ++i) paths.push_back(found[i].second);
  return paths;
}

std::optional<std::int64_t> automatic_pre_tokens(std::string_view line) {
  const json row = json_tree(line);
  if (!row.is_object() || row.value("subtype", json()) != "compact_boundary") return std::nullopt;
  const auto metadata = row.find("compactMetadata");
  if (metadata == row.end() || !metadata->is_object()) return std::nullopt;
  const auto tokens = metadata->find("preTokens");
  if (metadata->value("trigger", json()) != "auto" || tokens == metadata->end() ||
      !tokens->is_number_unsigned()) {
    return std::nullopt;
  }
  return tokens->get<std::int64_t>();
}

void collect(const fs::path& path, std::vector<std::int64_t>& found) {
  const auto file = ReadFile::open(path);
  if (!file) return;
  const std::uint64_t length = std::min(file->size(), max_tail);
  std::string tail(static_cast<std::size_t>(length), '\0');
  const auto got = file->read_at(file->size() - length, tail.data(), tail.size());
  if (!got) return;
  tail.resize(*got);
  const std::string_view text = tail;
  std::vector<std::int64_t> in_file;
  for (std::size_t at = text.find(marker); at != std::string_view::npos;) {
    const std::size_t before = text.rfind('\n', at);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (const auto tokens = automatic_pre_tokens(text.substr(begin, end - begin))) {
      in_file.push_back(*tokens);
    }
    at = text.find(marker, end);
  }
  found.insert(found.end(), in_file.rbegin(), in_file.rend());
}

}  // namespace

std::vector<std::int64_t> automatic_compactions(const fs::path& folder) {
  std::vector<std::int64_t> found;
  for (const fs::path& path : newest_transcripts(folder)) collect(path, found);
  return found;
}

}  // namespace context_rot::client
