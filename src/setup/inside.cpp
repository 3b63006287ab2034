#include "setup/inside.h"

#include <algorithm>
#include <filesystem>

#include "setup/payload.h"

namespace context_rot::setup {

namespace fs = std::filesystem;

namespace {

constexpr const char* program_folder = "context-rot/bin";
constexpr const char* fragment_folder = "context-rot/settings-templates";
constexpr const char* skill_folder = "skills";

/// Whether a text is a path without "." and "..", doubled and closing slashes.
bool is_plain(const std::string& text) {
  const fs::path path(text);
  return !text.empty() && text.find('\0') == std::string::npos && path.has_filename() &&
         path.lexically_normal().generic_string() == text && *path.begin() != ".." && text != ".";
}

bool is_below(const fs::path& folder, const fs::path& path) {
  return path != folder && is_within(folder, path);
}

bool is_program_in_place(const fs::path& path) {
  return path.parent_path() == program_folder && is_program(path.filename().string());
}

/// A link of ours, wherever it is, has the name of the command that it leads to.
bool is_link_in_place(const Installed& file) {
  const fs::path target(file.mark);
  return is_plain(file.mark) && target.is_absolute() && is_command(target.filename().string()) &&
         target.filename() == fs::path(file.path).filename() &&
         target.parent_path().filename() == "bin" &&
         target.parent_path().parent_path().filename() == "context-rot";
}

bool is_in_place(const Installed& file) {
  const fs::path path(file.path);
  if (file.kind == Kind::link) {
    // Earlier versions kept a relative path as it was given.
    return path.has_filename() && file.path.find('\0') == std::string::npos &&
           is_link_in_place(file);
  }
  if (!is_plain(file.path) || path.is_absolute()) return false;
  switch (file.kind) {
    case Kind::program:
      return is_program_in_place(path);
    case Kind::fragment:
      return is_below(fragment_folder, path);
    case Kind::skill:
      return is_below(skill_folder, path.parent_path());
    case Kind::config:
      return path == "context-rot/config.yaml";
    case Kind::ignore_file:
      return path == "context-rot/.gitignore";
    case Kind::link:
      break;
  }
  return false;
}

bool is_folder_in_place(const std::string& folder, const Manifest& manifest) {
  if (folder.empty() || is_folder_of_ours(folder)) return true;
  return std::any_of(manifest.files.begin(), manifest.files.end(), [&](const Installed& file) {
    return file.kind == Kind::link && is_within(folder, fs::path(file.path).parent_path());
  });
}

}  // namespace

bool is_within(const fs::path& folder, const fs::path& path) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

bool is_folder_of_ours(const std::string& folder) {
  return is_plain(folder) && (is_within("context-rot", folder) || is_within(skill_folder, folder));
}

std::optional<std::string> path_out_of_place(const Manifest& manifest) {
  for (const Installed& file : manifest.files) {
    if (is_in_place(file)) continue;
    return file.kind == Kind::link ? file.path + " -> " + file.mark : file.path;
  }
  for (const std::string& folder : manifest.folders) {
    if (!is_folder_in_place(folder, manifest)) return folder;
  }
  return std::nullopt;
}

bool is_behind_a_link(const Place& place, const std::string& path) {
  if (!place.is_project) return false;
  fs::path folder = place.root;
  for (const fs::path& part : fs::path(path).parent_path()) {
    folder /= part;
    std::error_code error;
    if (fs::is_symlink(fs::symlink_status(folder, error))) return true;
  }
  return false;
}

Result<void> check_own_folders(const Place& place) {
  if (!place.is_project) return {};
  for (const fs::path& folder :
       {place.data(), place.bin(), place.root / fragment_folder, place.memory()}) {
    std::error_code error;
    if (!fs::is_symlink(fs::symlink_status(folder, error))) continue;
    return Error{folder.string() + ": is a link; what it leads to is left alone"};
  }
  return {};
}

bool leads_to_commands_of(const Place& place, const std::string& target) {
  std::error_code error;
  const fs::path folder = fs::path(target).parent_path();
  if (folder == fs::absolute(place.bin(), error).lexically_normal()) return true;
  // The same folder by another name, or one that is gone: the project was moved.
  return fs::equivalent(folder, place.bin(), error) ||
         !fs::exists(fs::symlink_status(target, error));
}

}  // namespace context_rot::setup
