#include "client/client_settings.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "client/managed.h"
#include "client/paths.h"
#include "util/file.h"
#include "util/json_text.h"
#include "util/json_tree.h"
#include "util/number.h"

namespace context_rot::client {

namespace fs = std::filesystem;

namespace {

using nlohmann::json;

json read_settings(const fs::path& file) {
  auto text = read_file(file, 16u << 20);
  if (!text) return {};
  const std::string_view body = std::string_view(*text).substr(byte_order_mark_length(*text));
  json settings = json_tree(body);
  return settings.is_object() ? settings : json();
}

std::optional<std::string> env_of(const json& settings, const std::string& name) {
  const auto env = settings.find("env");
  if (env == settings.end() || !env->is_object()) return std::nullopt;
  const auto value = env->find(name);
  if (value == env->end()) return std::nullopt;
  return value->is_string() ? value->get<std::string>() : value->dump();
}

bool is_on(const std::optional<std::string>& value) {
  return value && (*value == "1" || *value == "true" || *value == "yes" || *value == "on");
}

// No window is as large; a larger number stands for the model's own, as it does in the client.
constexpr std::int64_t most_tokens = 999'999'999'999'999;

std::optional<std::int64_t> count(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  const bool digits = !text->empty() && text->find_first_not_of("0123456789") == std::string::npos;
  const auto value = parse_count(*text);
  return !value && digits ? most_tokens : value;
}

/// A number of tokens in the settings: a whole one, whatever its size.
std::optional<std::int64_t> count(const json& value) {
  if (!value.is_number()) return std::nullopt;
  const double number = value.get<double>();
  if (!(number >= 0) || std::floor(number) != number) return std::nullopt;
  return number > static_cast<double>(most_tokens) ? most_tokens
                                                   : static_cast<std::int64_t>(number);
}

}  // namespace

CompactionSettings compaction_settings(const fs::path& project, const Environment& environment) {
  std::vector<json> files;  // strongest first
  for (const fs::path& file : managed_settings_files(managed_folder())) {
    files.push_back(read_settings(file));
  }
  if (!project.empty()) {
    files.push_back(read_settings(project / ".claude" / "settings.local.json"));
    files.push_back(read_settings(project / ".claude" / "settings.json"));
  }
  if (const auto client = client_folder(environment)) {
    files.push_back(read_settings(*client / "settings.json"));
  }
  const auto variable = [&](const std::string& name) -> std::optional<std::string> {
    if (auto value = environment(name)) return value;
    for (const json& settings : files) {
      if (auto value = env_of(settings, name)) return value;
    }
    return std::nullopt;
  };

  CompactionSettings found;
  found.off_by_environment =
      is_on(variable("DISABLE_AUTO_COMPACT")) || is_on(variable("DISABLE_COMPACT"));
  found.environment_window = count(variable("CLAUDE_CODE_AUTO_COMPACT_WINDOW"));
  found.environment_percent = count(variable("CLAUDE_AUTOCOMPACT_PCT_OVERRIDE"));
  if (found.environment_percent &&
      (*found.environment_percent < 1 || *found.environment_percent > 100)) {
    found.environment_percent.reset();
  }
  for (const json& settings : files) {
    const auto enabled = settings.find("autoCompactEnabled");
    if (!found.enabled_by_settings && enabled != settings.end() && enabled->is_boolean()) {
      found.enabled_by_settings = enabled->get<bool>();
    }
    const auto window = settings.find("autoCompactWindow");
    if (!found.settings_window && window != settings.end()) {
      found.settings_window = count(*window);
    }
  }
  return found;
}

}  // namespace context_rot::client
