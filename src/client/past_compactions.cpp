#include "client/past_compactions.h"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "client/transcript_tail.h"
#include "client/transcripts.h"
#include "util/json_tree.h"
#include "util/number.h"

namespace context_rot::client {

namespace fs = std::filesystem;

namespace {

using nlohmann::json;

constexpr std::size_t max_files = 6;
constexpr std::uint64_t max_tail = 256u << 10;
constexpr std::string_view marker = "\"compact_boundary\"";

bool of_subagent(const json& row) {
  return row.value("isSidechain", json()) == true;
}

std::optional<std::int64_t> automatic_pre_tokens(const json& row) {
  if (!row.is_object() || row.value("subtype", json()) != "compact_boundary" || of_subagent(row)) {
    return std::nullopt;
  }
  const auto metadata = row.find("compactMetadata");
  if (metadata == row.end() || !metadata->is_object()) return std::nullopt;
  const auto tokens = metadata->find("preTokens");
  if (metadata->value("trigger", json()) != "auto" || tokens == metadata->end() ||
      !tokens->is_number_unsigned()) {
    return std::nullopt;
  }
  return tokens->get<std::int64_t>();
}

/// The model of the last answer in the lines of `text`; empty where none has one.
std::string last_model(std::string_view text) {
  constexpr std::string_view key = "\"model\":\"";
  for (std::size_t at = text.rfind(key); at != std::string_view::npos;) {
    const std::size_t before = text.rfind('\n', at);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const json row = json_tree(text.substr(begin, text.find('\n', at) - begin));
    const bool answer = row.is_object() && row.value("type", json()) == "assistant" &&
                        !of_subagent(row) && row.contains("message") && row["message"].is_object();
    const json model = answer ? row["message"].value("model", json()) : json();
    if (model.is_string() && model != "<synthetic>") return model.get<std::string>();
    if (begin == 0) break;
    at = text.rfind(key, begin - 1);
  }
  return {};
}

void collect(const fs::path& path, std::unordered_set<std::string>& known,
             std::vector<PastCompaction>& found) {
  const std::string tail = tail_of(path, max_tail);
  std::vector<PastCompaction> in_file;
  for_each_line_with(tail, marker, [&](std::string_view line, std::size_t begin) {
    const json row = json_tree(line);
    const auto tokens = automatic_pre_tokens(row);
    if (!tokens) return;
    const json id = row.value("uuid", json());
    const bool is_new = !id.is_string() || known.insert(id.get<std::string>()).second;
    std::string model = is_new ? last_model(std::string_view(tail).substr(0, begin)) : "";
    if (!model.empty()) in_file.push_back({*tokens, std::move(model)});
  });
  found.insert(found.end(), in_file.rbegin(), in_file.rend());
}

}  // namespace

std::vector<PastCompaction> automatic_compactions(const fs::path& folder) {
  std::vector<PastCompaction> found;
  std::unordered_set<std::string> known;  // uuids of boundaries
  for (const fs::path& path : newest_transcripts(folder, max_files)) collect(path, known, found);
  return found;
}

}  // namespace context_rot::client
