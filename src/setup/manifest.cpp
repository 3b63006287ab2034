#include "setup/manifest.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "util/atomic_file.h"
#include "util/replace_file.h"

namespace context_rot::setup {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr int manifest_version = 1;
constexpr std::pair<Kind, const char*> kind_names[] = {
    {Kind::program, "program"}, {Kind::fragment, "fragment"},       {Kind::skill, "skill"},
    {Kind::config, "config"},   {Kind::ignore_file, "ignore-file"}, {Kind::link, "link"}};

json to_json(const Installed& file) {
  json entry = {{"path", file.path}, {"mark", file.mark}};
  for (const auto& [kind, name] : kind_names) {
    if (kind == file.kind) entry["kind"] = name;
  }
  return entry;
}

/// Throws json::exception on anything unexpected.
Installed to_installed(const json& entry) {
  Installed file;
  file.path = entry.at("path").get<std::string>();
  file.mark = entry.at("mark").get<std::string>();
  const auto wanted = entry.at("kind").get<std::string>();
  for (const auto& [kind, name] : kind_names) {
    if (wanted == name) file.kind = kind;
  }
  return file;
}

bool holds_nothing_but(const fs::path& folder, const std::string& name) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().filename() != name) return false;
  }
  return !error;
}

Result<void> make_folder(const fs::path& folder, mode_t mode) {
  struct stat status {};
  if (::mkdir(folder.c_str(), mode) == 0) return {};
  const int reason = errno;
  if (::stat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) return {};
  return Error{folder.string() + ": " + std::strerror(reason == EEXIST ? ENOTDIR : reason)};
}

}  // namespace

const Installed* Manifest::find(const std::string& path) const {
  const auto found =
      std::find_if(files.begin(), files.end(), [&](const auto& file) { return file.path == path; });
  return found == files.end() ? nullptr : &*found;
}

void Manifest::put(Installed file) {
  const auto same = [&](const auto& other) { return other.path == file.path; };
  files.erase(std::remove_if(files.begin(), files.end(), same), files.end());
  files.push_back(std::move(file));
}

void Manifest::put_folder(const std::string& folder) {
  if (std::find(folders.begin(), folders.end(), folder) == folders.end()) {
    folders.push_back(folder);
  }
}

fs::path manifest_file(const Place& place) {
  return place.memory() / "files.json";
}

Result<Manifest> load_manifest(const Place& place) {
  const auto text = read_content(manifest_file(place));
  if (!text) return Error{text.error()};
  Manifest manifest;
  if (!*text) return manifest;
  try {
    const json tree = json::parse(**text);
    if (tree.at("version") != manifest_version) throw std::runtime_error("version");
    for (const auto& entry : tree.at("files")) manifest.files.push_back(to_installed(entry));
    manifest.folders = tree.at("folders").get<std::vector<std::string>>();
  } catch (const std::exception&) {
    return Error{manifest_file(place).string() +
                 ": not understood; move it away to go on without it"};
  }
  return manifest;
}

Result<void> save_manifest(const Place& place, const Manifest& manifest) {
  json tree = {{"version", manifest_version}, {"files", json::array()}};
  tree["folders"] = manifest.folders;
  for (const Installed& file : manifest.files) tree["files"].push_back(to_json(file));
  return write_file_atomically(manifest_file(place), tree.dump(1) + "\n", 0600);
}

Result<void> prepare_folders(const Place& place) {
  std::error_code error;
  if (fs::exists(manifest_file(place), error)) return {};
  Manifest manifest;
  // A folder with nothing but ours in it is from a run that did not come to its end.
  if (!fs::exists(place.root, error) ||
      (fs::exists(place.data(), error) &&
       holds_nothing_but(place.root, place.data().filename().string()))) {
    manifest.put_folder("");
  }
  constexpr mode_t open_to_all = 0777;  // the umask applies
  constexpr mode_t for_the_user = 0700;
  const std::pair<fs::path, mode_t> folders[] = {
      {place.root, place.is_project ? open_to_all : for_the_user},
      {place.data(), place.is_project ? open_to_all : for_the_user},
      {place.memory(), for_the_user}};
  for (const auto& [folder, mode] : folders) {
    if (auto made = make_folder(folder, mode); !made) return made;
  }
  return save_manifest(place, manifest);
}

}  // namespace context_rot::setup
