#include "setup/files_setup.h"

#include <unistd.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "setup/inside.h"
#include "setup/links.h"
#include "setup/settings_memory.h"
#include "setup/settings_merge.h"
#include "setup/side_folder.h"
#include "util/atomic_file.h"
#include "util/checksum.h"
#include "util/replace_file.h"
#include "util/temporary_file.h"

namespace context_rot::setup {

namespace fs = std::filesystem;

namespace {

constexpr const char* staging_start = ".new-";

bool is_users_to_change(Kind kind) {
  return kind == Kind::skill || kind == Kind::config;
}

/// What stands at a piece's path. Unreadable counts as foreign.
enum class Present { nothing, same, ours, changed, foreign };

/// Whether what stands at a program's path can be run; true for anything else.
bool is_runnable(const Place& place, const Piece& piece) {
  return piece.kind != Kind::program || ::access((place.root / piece.path).c_str(), X_OK) == 0;
}

Present present(const Place& place, const Manifest& manifest, const Piece& piece) {
  const auto content = read_content(place.root / piece.path);
  if (!content) return Present::foreign;
  if (!*content) return Present::nothing;
  const Installed* known = manifest.find(piece.path);
  if (known == nullptr) {
    return is_users_to_change(piece.kind) ? Present::foreign : Present::changed;
  }
  // A copy that lost its mode is written anew, too.
  if (**content == piece.content->bytes)
    return is_runnable(place, piece) ? Present::same : Present::ours;
  return checksum(**content) == known->mark ? Present::ours : Present::changed;
}

/// The pieces that are to be written, split from those that stay as the user has them.
struct Selection {
  std::vector<const Piece*> write;
  std::vector<std::string> notices;
};

/// A skill is taken or left as a whole: the folder below skills/.
std::string unit_of(const Piece& piece) {
  if (piece.kind != Kind::skill) return piece.path;
  return piece.path.substr(0, piece.path.find('/', std::string("skills/").size()));
}

Selection select(const Place& place, const Manifest& manifest, const std::vector<Piece>& pieces) {
  Selection selection;
  std::map<std::string, std::string> left;  // unit -> why
  for (const Piece& piece : pieces) {
    if (is_behind_a_link(place, piece.path))
      left[unit_of(piece)] = "is behind a link and stays as it is";
    if (!is_users_to_change(piece.kind) || left.contains(unit_of(piece))) continue;
    const Present there = present(place, manifest, piece);
    if (there == Present::foreign) left[unit_of(piece)] = "is not ours and stays as it is";
    if (there == Present::changed) left[unit_of(piece)] = "was changed and stays as it is";
  }
  for (const Piece& piece : pieces) {
    if (left.count(unit_of(piece)) != 0) continue;
    if (piece.kind == Kind::ignore_file && present(place, manifest, piece) != Present::nothing) {
      continue;
    }
    selection.write.push_back(&piece);
  }
  for (const auto& [unit, why] : left) {
    selection.notices.push_back("note: " + (place.root / unit).string() + " " + why);
  }
  return selection;
}

/// The folders on the way to a file below the root that do not exist, outer ones first.
Result<void> note_missing_folders(const Place& place, const std::string& path, Manifest& manifest) {
  fs::path folder;
  for (const fs::path& part : fs::path(path).parent_path()) {
    folder /= part;
    const auto there = is_there(place.root / folder);
    if (!there) return Error{there.error()};
    if (!*there) manifest.put_folder(folder.generic_string());
  }
  return {};
}

/// A folder for new files, gone with the object.
class Staging {
 public:
  explicit Staging(const Place& place)
      : path_(place.data() / (staging_start + std::to_string(::getpid()))) {}
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;
  ~Staging() {
    std::error_code error;
    fs::remove_all(path_, error);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

void remove_stale_staging(const Place& place) {
  std::error_code error;
  std::vector<fs::path> stale;
  for (fs::directory_iterator entry(place.data(), error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().filename().string().rfind(staging_start, 0) == 0) {
      stale.push_back(entry->path());
    }
  }
  for (const fs::path& path : stale) fs::remove_all(path, error);
}

/// Where each content lies already, or has been put.
using Homes = std::map<const Content*, fs::path>;

/// Writes a piece to a path that is free, as a link to a file of the same content where there is
/// one and the file system has such links.
Result<void> stage(const fs::path& path, const Piece& piece, Homes& homes) {
  const auto home = homes.find(piece.content.get());
  if (home != homes.end()) {
    std::error_code error;
    fs::create_hard_link(home->second, path, error);
    if (!error) return {};
  }
  auto written = write_file_atomically(path, piece.content->bytes, without_umask(piece.mode));
  if (written) homes.emplace(piece.content.get(), path);
  return written;
}

/// `homes` has the pieces that stay as they are.
Result<void> put_in_place(const Place& place, const std::vector<const Piece*>& pieces,
                          Homes homes) {
  remove_stale_staging(place);
  const Staging staging(place);
  std::error_code error;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    fs::create_directories(staging.path(), error);
    if (error) return Error{staging.path().string() + ": " + error.message()};
    const auto staged = stage(staging.path() / std::to_string(i), *pieces[i], homes);
    if (!staged) return staged;
  }
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const fs::path target = place.root / pieces[i]->path;
    fs::create_directories(target.parent_path(), error);
    if (!error) fs::rename(staging.path() / std::to_string(i), target, error);
    if (error) return Error{target.string() + ": " + error.message()};
  }
  return {};
}

/// Removes a file of ours below the root; one that was changed since stays and is told of.
void remove_installed(const Place& place, const Installed& file, Report& report) {
  const fs::path path = place.root / file.path;
  std::error_code error;
  if (is_behind_a_link(place, file.path)) {
    if (fs::exists(path, error))
      report.lines.push_back("kept: " + path.string() + " (behind a link)");
    return;
  }
  if (is_users_to_change(file.kind)) {
    const auto content = read_content(path);
    if (!content || !*content) return;
    if (checksum(**content) != file.mark) {
      report.lines.push_back("kept: " + path.string() + " (you changed it)");
      return;
    }
  }
  fs::remove(path, error);
}

/// Removes what the last version had and this one has not.
void remove_outdated(const Place& place, const Manifest& old, const std::vector<Piece>& pieces,
                     Manifest& manifest, Report& report) {
  for (const Installed& file : old.files) {
    const bool wanted = file.kind == Kind::link || file.kind == Kind::config ||
                        file.kind == Kind::ignore_file ||
                        std::any_of(pieces.begin(), pieces.end(),
                                    [&](const Piece& piece) { return piece.path == file.path; });
    if (wanted) continue;
    remove_installed(place, file, report);
    auto& files = manifest.files;
    files.erase(std::remove_if(files.begin(), files.end(),
                               [&](const auto& other) { return other.path == file.path; }),
                files.end());
    ::rmdir((place.root / file.path).parent_path().c_str());  // only if it is empty now
  }
}

void count(const Place& place, const std::vector<Piece>& pieces, Report& report) {
  std::size_t programs = 0;
  std::vector<std::string> skills;
  for (const Piece& piece : pieces) {
    if (piece.kind == Kind::program) ++programs;
    if (piece.kind == Kind::skill && (skills.empty() || skills.back() != unit_of(piece))) {
      skills.push_back(unit_of(piece));
    }
  }
  report.lines.push_back("programs: " + std::to_string(programs) + " in " + place.bin().string());
  if (!skills.empty()) {
    report.lines.push_back("skills: " + std::to_string(skills.size()) + " in " +
                           (place.root / "skills").string());
  }
}

bool holds_only(const fs::path& folder, const std::set<fs::path>& names) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (names.count(entry->path().filename()) == 0) return false;
  }
  return true;
}

/// The files in the memory, apart from or only the copies of settings.
std::vector<fs::path> in_memory(const Place& place, bool copies) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator entry(place.memory(), error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const bool is_copy = name.rfind('.', 0) != 0 && name.find(backup_mark) != std::string::npos;
    if (is_copy == copies) files.push_back(entry->path());
  }
  return files;
}

/// Whether there is more in the data folder than what goes with it.
bool keeps_something(const Place& place) {
  return !in_memory(place, true).empty() ||
         !holds_only(place.data(), {".gitignore", place.memory().filename()});
}

/// Leaves nothing but the copies of settings in the memory.
void clear_memory(const Place& place) {
  std::error_code error;
  for (const fs::path& file : in_memory(place, false)) fs::remove(file, error);
  ::rmdir(place.memory().c_str());
}

/// An installation without a list, by hand or broken: its programs are known by name.
void programs_in(const Place& place, Manifest& manifest) {
  std::error_code error;
  for (const char* folder : {"context-rot/bin", "context-rot/settings-templates"}) {
    for (fs::directory_iterator entry(place.root / folder, error), end; !error && entry != end;
         entry.increment(error)) {
      const std::string name = entry->path().filename().string();
      const bool ours =
          is_command(name) || name.rfind("hook-", 0) == 0 || entry->path().extension() == ".json";
      if (ours) manifest.put({std::string(folder) + "/" + name, Kind::program, ""});
    }
  }
  manifest.put({"context-rot/.gitignore", Kind::ignore_file, ""});
}

/// Removes the folders that the installation made, where they are empty: those below the root, and
/// elsewhere those in which a link of ours was until now.
void remove_emptied(const Place& place, std::vector<std::string> folders,
                    const std::vector<fs::path>& unlinked) {
  std::sort(folders.rbegin(), folders.rend());  // inner ones first
  for (const std::string& folder : folders) {
    if (folder.empty()) continue;
    const bool held_link = std::any_of(unlinked.begin(), unlinked.end(), [&](const fs::path& link) {
      return is_within(folder, link);
    });
    if (held_link) {
      ::rmdir(folder.c_str());
    } else if (is_folder_of_ours(folder) && !is_behind_a_link(place, folder)) {
      ::rmdir((place.root / folder).c_str());
    }
  }
}

/// What is in the data folder but for the ignore file and `without`, in a fixed order.
std::string recorded(const Place& place, const std::string& without = "") {
  std::error_code error;
  std::set<std::string> found;
  for (fs::directory_iterator entry(place.data(), error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name != ".gitignore" && name != without) found.insert(name);
  }
  std::string names;
  for (const std::string& name : found) names += (names.empty() ? "" : ", ") + name;
  return names;
}

void tell_what_goes(const Place& place, Report& report) {
  const std::string names = recorded(place, place.memory().filename().string());
  if (!names.empty()) {
    report.lines.push_back("removed: " + place.data().string() + " (" + names + ")");
  }
}

void tell_what_stays(const Place& place, Report& report) {
  const std::string names = recorded(place);
  if (!names.empty()) {
    report.lines.push_back("kept: " + place.data().string() + " (" + names +
                           "); --purge removes it");
  }
}

}  // namespace

Report check_files(const Place& place, const FilesRequest& request) {
  auto pieces = gather_pieces(place, request);
  if (!pieces) return Report::failed(1, pieces.error());
  auto manifest = load_manifest(place);
  if (!manifest) return Report::failed(1, manifest.error());
  Report report;
  count(place, *pieces, report);
  const Selection selection = select(place, *manifest, *pieces);
  report.lines.insert(report.lines.end(), selection.notices.begin(), selection.notices.end());
  return report;
}

Report install_files(const Place& place, const FilesRequest& request) {
  auto pieces = gather_pieces(place, request);
  if (!pieces) return Report::failed(1, pieces.error());
  auto manifest = load_manifest(place);
  if (!manifest) return Report::failed(1, manifest.error());
  const Manifest old = *manifest;
  const Selection selection = select(place, old, *pieces);
  std::vector<const Piece*> write;
  Homes homes;
  for (const Piece* piece : selection.write) {
    if (auto noted = note_missing_folders(place, piece->path, *manifest); !noted) {
      return Report::failed(1, noted.error());
    }
    if (present(place, old, *piece) != Present::same) {
      write.push_back(piece);
    } else {
      homes.emplace(piece->content.get(), place.root / piece->path);
    }
    manifest->put({piece->path, piece->kind, piece->content->mark});
  }
  Report report;
  count(place, *pieces, report);
  const fs::path link_folder = request.links.empty() ? fs::path() : tidy(request.links);
  std::set<std::string> links;
  if (!link_folder.empty()) links = plan_links(place, link_folder, *pieces, *manifest);
  // The list first: what is in it and not there hurts nobody, the reverse would stay for ever.
  Manifest both = old;
  for (const Installed& file : manifest->files) both.put(file);
  for (const std::string& folder : manifest->folders) both.put_folder(folder);
  if (auto saved = save_manifest(place, both); !saved) return Report::failed(1, saved.error());
  if (auto put = put_in_place(place, write, std::move(homes)); !put)
    return Report::failed(1, put.error());
  remove_outdated(place, old, *pieces, *manifest, report);
  if (!link_folder.empty()) make_links(link_folder, links, *manifest, report);
  if (auto saved = save_manifest(place, *manifest); !saved) {
    return Report::failed(1, saved.error());
  }
  report.lines.insert(report.lines.end(), selection.notices.begin(), selection.notices.end());
  return report;
}

Report check_uninstall_files(const Place& place) {
  auto manifest = load_manifest(place);
  if (!manifest) return Report::failed(1, manifest.error());
  if (manifest->files.empty()) programs_in(place, *manifest);
  Report report;
  for (const Installed& file : manifest->files) {
    std::error_code error;
    const fs::path path = file.kind == Kind::link ? fs::path(file.path) : place.root / file.path;
    if (fs::exists(fs::symlink_status(path, error))) {
      report.lines.push_back("removes: " + path.string());
    }
  }
  return report;
}

Report uninstall_files(const Place& place, bool purge) {
  auto manifest = load_manifest(place);
  if (!manifest) return Report::failed(1, manifest.error());
  if (manifest->files.empty()) programs_in(place, *manifest);
  Report report;
  remove_stale_staging(place);
  remove_stale_side_folders(place.root);
  remove_stale_side_folders(place.data());
  remove_left_behind(place.root);
  remove_left_behind(place.data());
  std::vector<fs::path> unlinked;
  for (const Installed& file : manifest->files) {
    if (file.kind == Kind::link) {
      if (remove_link(place, file)) unlinked.push_back(file.path);
    } else if (file.kind != Kind::ignore_file) {
      remove_installed(place, file, report);
    }
  }
  ::rmdir(place.bin().c_str());
  ::rmdir((place.data() / "settings-templates").c_str());
  remove_emptied(place, manifest->folders, unlinked);
  const bool made_root =
      std::find(manifest->folders.begin(), manifest->folders.end(), "") != manifest->folders.end();
  if (purge) tell_what_goes(place, report);
  // The memory goes in the same moment as the folder that it tells of.
  Result<void> gone;
  if (!purge && keeps_something(place)) {
    clear_memory(place);
  } else if (made_root && holds_only(place.root, {place.data().filename()})) {
    gone = remove_whole(place.root);
  } else if (fs::exists(place.data())) {
    gone = remove_whole(place.data());
  }
  if (!gone) return Report::failed(1, gone.error());
  tell_what_stays(place, report);
  return report;
}

}  // namespace context_rot::setup
