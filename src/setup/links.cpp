#include "setup/links.h"

#include "setup/inside.h"

namespace context_rot::setup {

namespace fs = std::filesystem;

namespace {

enum class Outcome { linked, kept, failed };

bool leads_to_toolkit(const fs::path& target) {
  const fs::path bin = target.parent_path();
  return bin.filename() == "bin" && bin.parent_path().filename() == "context-rot";
}

Outcome make_link(const fs::path& link, const fs::path& target) {
  std::error_code error;
  const auto status = fs::symlink_status(link, error);
  if (fs::exists(status)) {
    if (!fs::is_symlink(status)) return Outcome::kept;
    const fs::path present = fs::read_symlink(link, error);
    if (present == target) return Outcome::linked;
    if (!leads_to_toolkit(present) || fs::exists(present, error)) return Outcome::kept;
    fs::remove(link, error);
  }
  fs::create_symlink(target, link, error);
  return error ? Outcome::failed : Outcome::linked;
}

}  // namespace

std::set<std::string> plan_links(const Place& place, const fs::path& folder,
                                 const std::vector<Piece>& pieces, Manifest& manifest) {
  std::set<std::string> planned;
  std::error_code error;
  for (fs::path missing = folder; !fs::exists(missing, error) && missing.has_relative_path();
       missing = missing.parent_path()) {
    manifest.put_folder(missing.string());
  }
  for (const Piece& piece : pieces) {
    const std::string name = fs::path(piece.path).filename().string();
    if (piece.kind != Kind::program || !is_command(name)) continue;
    const fs::path target = fs::absolute(place.root / piece.path).lexically_normal();
    manifest.put({(folder / name).string(), Kind::link, target.string()});
    planned.insert((folder / name).string());
  }
  return planned;
}

void make_links(const fs::path& folder, const std::set<std::string>& planned, Manifest& manifest,
                Report& report) {
  std::error_code error;
  fs::create_directories(folder, error);
  std::vector<Installed> files;
  std::size_t linked = 0;
  for (Installed& file : manifest.files) {
    if (planned.contains(file.path)) {
      const Outcome outcome = make_link(file.path, file.mark);
      if (outcome != Outcome::linked) {
        const bool kept = outcome == Outcome::kept;
        report.lines.push_back("note: " + file.path +
                               (kept ? " is not ours and stays as it is" : " could not be made"));
        continue;
      }
      ++linked;
    }
    files.push_back(std::move(file));
  }
  manifest.files = std::move(files);
  report.lines.push_back("commands: " + std::to_string(linked) + " linked in " + folder.string());
}

bool remove_link(const Place& place, const Installed& link) {
  std::error_code error;
  const fs::path path = link.path;  // an earlier version kept a relative one as it was given
  return fs::is_symlink(fs::symlink_status(path, error)) &&
         fs::read_symlink(path, error) == fs::path(link.mark) &&
         leads_to_commands_of(place, link.mark) && fs::remove(path, error);
}

}  // namespace context_rot::setup
