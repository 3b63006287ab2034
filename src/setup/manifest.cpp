#include "setup/manifest.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>

#include "setup/inside.h"
#include "setup/side_folder.h"
#include "util/atomic_file.h"
#include "util/replace_file.h"
#include "util/visible.h"

namespace context_rot::setup {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

constexpr int manifest_version = 1;
constexpr const char* manifest_name = "files.json";
constexpr std::pair<Kind, const char*> kind_names[] = {
    {Kind::program, "program"}, {Kind::fragment, "fragment"},       {Kind::skill, "skill"},
    {Kind::config, "config"},   {Kind::ignore_file, "ignore-file"}, {Kind::link, "link"}};

Json to_json(const Installed& file) {
  Json entry = {{"path", file.path}, {"mark", file.mark}};
  for (const auto& [kind, name] : kind_names) {
    if (kind == file.kind) entry["kind"] = name;
  }
  return entry;
}

/// Throws Json::exception on anything unexpected.
Installed to_installed(const Json& entry) {
  Installed file;
  file.path = entry.at("path").get<std::string>();
  file.mark = entry.at("mark").get<std::string>();
  const auto wanted = entry.at("kind").get<std::string>();
  for (const auto& [kind, name] : kind_names) {
    if (wanted != name) continue;
    file.kind = kind;
    return file;
  }
  throw std::runtime_error("kind");
}

Result<void> make_folder(const fs::path& folder, mode_t mode) {
  struct stat status {};
  if (::mkdir(folder.c_str(), mode) == 0) return {};
  const int reason = errno;
  if (::stat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) return {};
  return Error{folder.string() + ": " + std::strerror(reason == EEXIST ? ENOTDIR : reason)};
}

Result<void> write_manifest(const fs::path& file, const Manifest& manifest) {
  Json tree = {{"version", manifest_version}, {"files", Json::array()}};
  tree["folders"] = manifest.folders;
  std::map<std::string, Json> by_path;  // the same list whatever happened on the way to it
  for (const Installed& installed : manifest.files) by_path[installed.path] = to_json(installed);
  for (const auto& [path, entry] : by_path) tree["files"].push_back(entry);
  return write_own_file(file, tree.dump(1) + "\n");
}

/// Makes a folder with the folders in it, the last of which gets the manifest, and only then
/// gives it its name: so it is never there without the manifest that tells of it.
Result<void> make_whole(const fs::path& folder, const std::vector<std::string>& inner,
                        const Manifest& manifest, mode_t mode) {
  const fs::path side = side_folder(folder);
  if (auto made = make_folder(side, mode); !made) return made;
  for (const std::string& name : inner) {
    const bool is_memory = &name == &inner.back();
    if (auto made = make_folder(side / name, is_memory ? 0700 : mode); !made) return made;
  }
  auto written = write_manifest(side / inner.back() / manifest_name, manifest);
  std::error_code error;
  if (written) fs::rename(side, folder, error);
  if (error) written = Error{folder.string() + ": " + error.message()};
  if (!written) fs::remove_all(side, error);
  return written;
}

}  // namespace

const Installed* Manifest::find(const std::string& path) const {
  const auto found =
      std::find_if(files.begin(), files.end(), [&](const auto& file) { return file.path == path; });
  return found == files.end() ? nullptr : &*found;
}

void Manifest::put(Installed file) {
  const auto same = [&](const auto& other) { return other.path == file.path; };
  const auto present = std::find_if(files.begin(), files.end(), same);
  if (present != files.end()) {
    *present = std::move(file);
  } else {
    files.push_back(std::move(file));
  }
}

void Manifest::put_folder(const std::string& folder) {
  if (std::find(folders.begin(), folders.end(), folder) == folders.end()) {
    folders.push_back(folder);
  }
}

fs::path manifest_file(const Place& place) {
  return place.memory() / manifest_name;
}

Result<Manifest> load_manifest(const Place& place) {
  if (auto own = check_own_folders(place); !own) return Error{own.error()};
  const auto text = read_content(manifest_file(place));
  if (!text) return Error{text.error()};
  Manifest manifest;
  if (!*text) return manifest;
  try {
    const Json tree = Json::parse(**text);
    if (tree.at("version") != manifest_version) throw std::runtime_error("version");
    for (const auto& entry : tree.at("files")) manifest.files.push_back(to_installed(entry));
    manifest.folders = tree.at("folders").get<std::vector<std::string>>();
  } catch (const std::exception&) {
    return Error{manifest_file(place).string() +
                 ": not understood; move it away to go on without it"};
  }
  if (const auto path = path_out_of_place(manifest)) {
    return Error{
        manifest_file(place).string() + ": names " + in_quotes(*path) +
        ", which no installation puts there; nothing was changed; move that list away to " +
        "go on without it"};
  }
  return manifest;
}

Result<void> save_manifest(const Place& place, const Manifest& manifest) {
  return write_manifest(manifest_file(place), manifest);
}

Result<void> prepare_folders(const Place& place) {
  if (auto own = check_own_folders(place); !own) return own;
  remove_stale_side_folders(place.root);
  remove_stale_side_folders(place.data());
  // What cannot be told must not become "it was not there": uninstall would take it away.
  const auto listed = is_there(manifest_file(place));
  const auto root = is_there(place.root);
  const auto data = is_there(place.data());
  for (const auto* known : {&listed, &root, &data}) {
    if (!*known) return Error{known->error()};
  }
  if (*listed) return {};
  const mode_t mode = place.is_project ? 0777 : 0700;  // less the umask
  Manifest manifest;
  if (!*root) {
    manifest.put_folder("");
    return make_whole(place.root, {"context-rot", "context-rot/install"}, manifest, mode);
  }
  if (!*data) return make_whole(place.data(), {"install"}, manifest, mode);
  if (auto made = make_folder(place.memory(), 0700); !made) return made;
  return save_manifest(place, manifest);
}

}  // namespace context_rot::setup
