#include "config/config.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>
#include <string_view>

#include "client/paths.h"
#include "util/file.h"
#include "util/number.h"
#include "util/visible.h"

namespace context_rot::config {

namespace fs = std::filesystem;

namespace {

/// One key: how its text becomes a value, and what to say where it does not.
struct Setting {
  std::string_view key;
  std::string_view variable;           // empty: none
  std::function<std::string()> takes;  // completes "KEY takes ..."; made where it is said
  std::function<bool(Config&, const std::string&)> set;
  std::function<std::string(const Config&)> get;
  std::function<bool(Config&, const YAML::Node&)> set_node = {};  // lists and maps, in its place
};

/// For Setting::takes. `words` are a literal.
auto says(std::string_view words) {
  return [words] { return std::string(words); };
}

using Phrases = std::vector<std::string>;

/// A list of texts; one text stands for a list of one.
bool read_phrases(const YAML::Node& node, Phrases& out) {
  if (node.IsScalar()) {
    out.push_back(node.Scalar());
    return true;
  }
  return node.IsSequence() && std::all_of(node.begin(), node.end(), [&](const YAML::Node& item) {
           if (item.IsScalar()) out.push_back(item.Scalar());
           return item.IsScalar();
         });
}

std::string as_list(const Phrases& phrases) {
  std::string out;
  for (const std::string& phrase : phrases) out += (out.empty() ? "" : ", ") + phrase;
  return "[" + out + "]";
}

Setting list(std::string_view key, Phrases CorrectionConfig::*member) {
  return {key,
          "",
          says("a list"),
          {},
          [member](const Config& config) { return as_list(config.correction.*member); },
          [member](Config& config, const YAML::Node& node) {
            Phrases phrases;
            const bool good = read_phrases(node, phrases);
            if (good) config.correction.*member = std::move(phrases);
            return good;
          }};
}

using Cues = std::map<std::string, Phrases>;

Setting lists(std::string_view key, Cues CorrectionConfig::*member) {
  return {key,
          "",
          says("lists by concept"),
          {},
          [member](const Config& config) {
            std::string out;
            for (const auto& [name, phrases] : config.correction.*member) {
              out += (out.empty() ? "" : ", ") + name + ": " + as_list(phrases);
            }
            return "{" + out + "}";
          },
          [member](Config& config, const YAML::Node& node) {
            Cues cues;
            const bool good =
                node.IsMap() && std::all_of(node.begin(), node.end(), [&](auto item) {
                  return read_phrases(item.second, cues[item.first.template as<std::string>("")]);
                });
            if (good) config.correction.*member = std::move(cues);
            return good;
          }};
}

/// A share from 0 to 1, or "auto".
Setting share(std::string_view key, std::optional<double> CorrectionConfig::*member) {
  return {key, "", says("auto or a number from 0 to 1"),
          [member](Config& config, const std::string& text) {
            if (text == "auto") {
              config.correction.*member = std::nullopt;
              return true;
            }
            const auto value = parse_share(text);
            if (value) config.correction.*member = *value;
            return value.has_value();
          },
          [member](const Config& config) {
            const auto& value = config.correction.*member;
            return value ? format_share(*value) : std::string("auto");
          }};
}

Setting whole_number(std::string_view key, std::string_view variable, int Config::*member) {
  return {key, variable, says("a whole number from 0 to 100"),
          [member](Config& config, const std::string& text) {
            const auto value = parse_count(text);
            if (!value || *value > 100) return false;
            config.*member = static_cast<int>(*value);
            return true;
          },
          [member](const Config& config) { return std::to_string(config.*member); }};
}

template <typename T>
using Choices = std::span<const std::pair<std::string_view, T>>;

/// `member` is what std::invoke takes to reach the value in a Config; `choices` stays.
template <typename T, typename Member>
Setting choice(std::string_view key, std::string_view variable, Member member, Choices<T> choices) {
  return {key, variable,
          [choices] {
            std::string out = "one of";
            for (const auto& [name, value] : choices) out.append(" ").append(name);
            return out;
          },
          [member, choices](Config& config, const std::string& text) {
            for (const auto& [name, value] : choices) {
              if (name == text) {
                std::invoke(member, config) = value;
                return true;
              }
            }
            return false;
          },
          [member, choices](const Config& config) {
            for (const auto& [name, value] : choices) {
              if (value == std::invoke(member, config)) return std::string(name);
            }
            return std::string();
          }};
}

/// `part` is the member of Config that has `member`.
template <typename Part>
Setting on_off(std::string_view key, std::string_view variable, Part Config::*part,
               bool Part::*member) {
  static constexpr std::pair<std::string_view, bool> choices[] = {{"on", true}, {"off", false}};
  return choice<bool>(
      key, variable, [ part, member ](auto& config) -> auto& { return config.*part.*member; },
      choices);
}

/// Beyond how many bytes an output is shortened.
Setting byte_limit(std::string_view key, std::int64_t LiveConfig::*member) {
  return {key, "", says("a number of bytes from 2000 to 10000000"),
          [member](Config& config, const std::string& text) {
            const auto value = parse_count(text);
            if (!value || *value < 2000 || *value > 10'000'000) return false;
            config.live.*member = *value;
            return true;
          },
          [member](const Config& config) { return std::to_string(config.live.*member); }};
}

// Add a key here, its default to Config and its meaning to settings-templates/config.yaml.
std::span<const Setting> settings() {
  using std::string_view;
  static constexpr std::pair<string_view, std::optional<Language>> languages[] = {
      {"auto", std::nullopt}, {"en", Language::english}, {"es", Language::spanish}};
  static constexpr std::pair<string_view, Notify> notifies[] = {{"user", Notify::user},
                                                                {"model", Notify::model},
                                                                {"both", Notify::both},
                                                                {"off", Notify::off}};
  static const Setting all[] = {
      choice<std::optional<Language>>("language", "CONTEXT_ROT_LANGUAGE", &Config::language,
                                      languages),
      choice<Notify>("notify", "CONTEXT_ROT_NOTIFY", &Config::notify, notifies),
      whole_number("bands.yellow", "CONTEXT_ROT_YELLOW", &Config::band_yellow),
      whole_number("bands.red", "CONTEXT_ROT_RED", &Config::band_red),
      whole_number("bands.critical", "CONTEXT_ROT_CRITICAL", &Config::band_critical),
      whole_number("status.warn", "CONTEXT_METER_WARN", &Config::status_warn),
      whole_number("status.critical", "CONTEXT_METER_CRITICAL", &Config::status_critical),
      {"window", "", says("a number of tokens, or 0 to detect it"),
       [](Config& config, const std::string& text) {
         const auto value = parse_count(text);
         if (value) config.window = *value;
         return value.has_value();
       },
       [](const Config& config) { return std::to_string(config.window); }},
      on_off("correction.detect", "CONTEXT_ROT_CORRECTION", &Config::correction,
             &CorrectionConfig::detect),
      on_off("correction.confirm", "CONTEXT_ROT_CONFIRM", &Config::correction,
             &CorrectionConfig::confirm),
      on_off("correction.keep_text", "", &Config::correction, &CorrectionConfig::keep_text),
      share("correction.note_limit", &CorrectionConfig::note_limit),
      share("correction.grey_limit", &CorrectionConfig::grey_limit),
      share("correction.rejected_limit", &CorrectionConfig::rejected_limit),
      share("correction.correction_limit", &CorrectionConfig::correction_limit),
      list("correction.languages_off", &CorrectionConfig::languages_off),
      lists("correction.cues", &CorrectionConfig::cues),
      on_off("journal.enabled", "CONTEXT_ROT_JOURNAL", &Config::journal, &JournalConfig::enabled),
      {"journal.path", "", says("auto or a path"),
       [](Config& config, const std::string& text) {
         if (text.empty() || text.find('\0') != std::string::npos) return false;
         config.journal.path = text == "auto" ? "" : text;
         return true;
       },
       [](const Config& config) {
         return config.journal.path.empty() ? std::string("auto") : config.journal.path;
       }},
      {"journal.max_bytes", "", says("a number of bytes from 4096 to 4194304"),
       [](Config& config, const std::string& text) {
         const auto value = parse_count(text);
         if (!value || *value < 4096 || *value > (4 << 20)) return false;
         config.journal.max_bytes = *value;
         return true;
       },
       [](const Config& config) { return std::to_string(config.journal.max_bytes); }},
      on_off("live.trim", "CONTEXT_ROT_TRIM", &Config::live, &LiveConfig::trim),
      byte_limit("live.limit", &LiveConfig::limit),
      byte_limit("live.read_limit", &LiveConfig::read_limit),
      on_off("live.repeats", "CONTEXT_ROT_REPEATS", &Config::live, &LiveConfig::repeats),
  };
  return all;
}

const Setting* find_setting(const std::string& key) {
  const auto place = std::find_if(settings().begin(), settings().end(),
                                  [&](const Setting& setting) { return setting.key == key; });
  return place == settings().end() ? nullptr : &*place;
}

/// Levenshtein distance, one row at a time.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row.back();
}

std::string nearest_key(const std::string& key) {
  const auto distance = [&](const Setting& setting) {
    // "yellow" for "bands.yellow" is near, too.
    const std::size_t dot = setting.key.rfind('.');
    const auto last = dot == std::string::npos ? setting.key : setting.key.substr(dot + 1);
    return std::min(edit_distance(key, setting.key), edit_distance(key, last));
  };
  const auto best = std::min_element(
      settings().begin(), settings().end(),
      [&](const Setting& a, const Setting& b) { return distance(a) < distance(b); });
  const bool near = distance(*best) <= std::max<std::size_t>(2, key.size() / 2);
  return near ? std::string(best->key) : std::string();
}

/// Whether a path that is meant from a project's folder may name something outside of it.
bool leads_out(const std::string& text) {
  const fs::path path = fs::path(text).lexically_normal();
  return path.is_absolute() || text.starts_with("~") || (!path.empty() && *path.begin() == "..");
}

class Reader {
 public:
  explicit Reader(LoadedConfig& loaded) : loaded_(loaded) {}

  void read_file(const ConfigFile& file) {
    file_ = file.name;
    is_projects_ = file.is_projects;
    try {
      const YAML::Node root = YAML::Load(file.text);
      if (root.IsNull()) return;
      if (!root.IsMap()) {
        problem(root.Mark(), "is not a list of \"key: value\"");
        return;
      }
      read_map(root, "", 0);
    } catch (const YAML::Exception& error) {
      problem(error.mark, error.msg);
    }
  }

  void read_environment(const Environment& environment) {
    for (const Setting& setting : settings()) {
      if (setting.variable.empty()) continue;
      const std::string variable(setting.variable);
      const auto text = environment(variable);
      if (!text) continue;
      if (setting.set(loaded_.config, *text)) {
        loaded_.origins[std::string(setting.key)] = variable;
      } else {
        loaded_.problems.push_back(variable + " takes " + setting.takes() + ", not " +
                                   in_quotes(*text));
      }
    }
  }

 private:
  void problem(const YAML::Mark& mark, const std::string& text) {
    std::string place = file_;
    if (!mark.is_null()) place += ":" + std::to_string(mark.line + 1);
    loaded_.problems.push_back(place + ": " + visible(text));  // keys and values are foreign
  }

  void read_map(const YAML::Node& map, const std::string& prefix, int depth) {
    for (const auto& member : map) {
      const std::string key = prefix + member.first.as<std::string>("");
      const bool is_group =
          std::any_of(settings().begin(), settings().end(),
                      [&](const Setting& setting) { return setting.key.starts_with(key + "."); });
      if (is_group && member.second.IsMap() && depth < 4) {
        read_map(member.second, key + ".", depth + 1);
      } else {
        read_value(key, member.first, member.second);
      }
    }
  }

  void read_value(const std::string& key, const YAML::Node& name, const YAML::Node& value) {
    const Setting* setting = find_setting(key);
    if (setting == nullptr) {
      const std::string near = nearest_key(key);
      problem(name.Mark(), "unknown key " + in_quotes(key) +
                               (near.empty() ? "" : "; did you mean " + in_quotes(near) + "?"));
      return;
    }
    const std::string text = value.IsScalar() ? value.Scalar() : "";
    if (is_projects_ && key == "journal.path" && leads_out(text)) {
      problem(name.Mark(), key + " takes a path inside the project here, not " + in_quotes(text) +
                               "; any other is for the user's own configuration");
      return;
    }
    const bool good = setting->set_node ? setting->set_node(loaded_.config, value)
                                        : value.IsScalar() && setting->set(loaded_.config, text);
    if (!good) {
      problem(name.Mark(), key + " takes " + setting->takes() +
                               (value.IsScalar() ? ", not " + in_quotes(text) : ""));
      return;
    }
    loaded_.origins[key] = file_ + ":" + std::to_string(value.Mark().line + 1);
  }

  LoadedConfig& loaded_;
  std::string file_;
  bool is_projects_ = false;
};

void check_limits(LoadedConfig& loaded) {
  Config& config = loaded.config;
  const Config defaults;
  if (!(config.band_yellow < config.band_red && config.band_red < config.band_critical)) {
    loaded.problems.push_back(
        "the band limits must rise: yellow " + std::to_string(config.band_yellow) + ", red " +
        std::to_string(config.band_red) + ", critical " + std::to_string(config.band_critical));
    config.band_yellow = defaults.band_yellow;
    config.band_red = defaults.band_red;
    config.band_critical = defaults.band_critical;
  }
  if (!(config.status_warn < config.status_critical)) {
    loaded.problems.push_back("the status limits must rise: warn " +
                              std::to_string(config.status_warn) + ", critical " +
                              std::to_string(config.status_critical));
    config.status_warn = defaults.status_warn;
    config.status_critical = defaults.status_critical;
  }
}

}  // namespace

LoadedConfig read_config(const std::vector<ConfigFile>& files, const Environment& environment) {
  LoadedConfig loaded;
  Reader reader(loaded);
  for (const ConfigFile& file : files) reader.read_file(file);
  reader.read_environment(environment);
  check_limits(loaded);
  return loaded;
}

LoadedConfig load_config(const fs::path& project, const Environment& environment) {
  std::vector<ConfigFile> files;
  std::vector<std::string> unreadable;
  const auto read = [&](const fs::path& path, bool is_projects) {
    std::error_code error;
    if (!fs::exists(path, error)) return;
    auto text = read_file(path, 1u << 20);
    if (text) {
      files.push_back({path.string(), *std::move(text), is_projects});
    } else {
      unreadable.push_back(text.error());
    }
  };
  const fs::path of_project = project / ".claude/context-rot/config.yaml";
  bool is_users = project.empty();
  if (const auto client = client::client_folder(environment)) {
    const fs::path of_user = *client / "context-rot/config.yaml";
    std::error_code error;
    is_users = is_users || fs::equivalent(of_user, of_project, error);  // a session in the home
    read(of_user, false);
  }
  if (!is_users) read(of_project, true);
  LoadedConfig loaded = read_config(files, environment);
  loaded.problems.insert(loaded.problems.begin(), unreadable.begin(), unreadable.end());
  return loaded;
}

Language language_of(const Config& config, const Environment& environment) {
  if (config.language) return *config.language;
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    if (const auto locale = environment(name)) {
      return locale->starts_with("es") ? Language::spanish : Language::english;
    }
  }
  return Language::english;
}

std::vector<std::pair<std::string, std::string>> config_values(const Config& config) {
  std::vector<std::pair<std::string, std::string>> values;
  for (const Setting& setting : settings()) values.emplace_back(setting.key, setting.get(config));
  return values;
}

}  // namespace context_rot::config
