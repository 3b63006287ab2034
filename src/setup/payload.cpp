#include "setup/payload.h"

#include <unistd.h>

#include <algorithm>

#include "util/checksum.h"
#include "util/file.h"

namespace context_rot::setup {

namespace fs = std::filesystem;

namespace {

/// The regular files below a folder, as paths relative to it, sorted; none where it is not there.
Result<std::vector<fs::path>> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const bool is_file = entry->is_regular_file(error);
    if (error) break;
    if (is_file) files.push_back(entry->path().lexically_relative(folder));
  }
  if (error && error != std::errc::no_such_file_or_directory) {
    return Error{folder.string() + ": " + error.message()};
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::shared_ptr<const Content> content_of(std::string bytes) {
  std::string mark = checksum(bytes);
  return std::make_shared<const Content>(Content{std::move(bytes), std::move(mark)});
}

/// The content of a program: that of an earlier piece where it is the same.
std::shared_ptr<const Content> shared_content(const std::vector<Piece>& pieces, std::string bytes) {
  const auto same = std::find_if(pieces.begin(), pieces.end(),
                                 [&](const Piece& piece) { return piece.content->bytes == bytes; });
  return same != pieces.end() ? same->content : content_of(std::move(bytes));
}

Result<void> add_programs(std::vector<Piece>& pieces, const fs::path& folder) {
  const auto files = files_below(folder);
  if (!files) return Error{files.error()};
  for (const fs::path& name : *files) {
    if (name.has_parent_path() || !is_program(name.string())) continue;
    if (::access((folder / name).c_str(), X_OK) != 0) continue;
    auto bytes = read_file(folder / name);
    if (!bytes) return Error{bytes.error()};
    pieces.push_back({(fs::path("context-rot/bin") / name).generic_string(), Kind::program,
                      shared_content(pieces, *std::move(bytes)), 0777});
  }
  if (pieces.empty()) return Error{folder.string() + ": no programs of the toolkit here"};
  return {};
}

Result<void> add_fragments(std::vector<Piece>& pieces, const fs::path& folder) {
  const auto files = files_below(folder);
  if (!files) return Error{files.error()};
  for (const fs::path& name : *files) {
    auto bytes = read_file(folder / name);
    if (!bytes) return Error{bytes.error()};
    const fs::path target = fs::path("context-rot/settings-templates") / name;
    pieces.push_back(
        {target.generic_string(), Kind::fragment, content_of(*std::move(bytes)), 0666});
  }
  return {};
}

std::string with_programs_of(std::string text, const Place& place) {
  constexpr std::string_view in_plugin = "${CLAUDE_PLUGIN_ROOT}/bin";
  const std::string fixed = place.bin_in_settings();
  const std::string here = fixed.empty() ? "${CLAUDE_PROJECT_DIR}/.claude/context-rot/bin" : fixed;
  for (std::size_t at = text.find(in_plugin); at != std::string::npos;
       at = text.find(in_plugin, at + here.size())) {
    text.replace(at, in_plugin.size(), here);
  }
  return text;
}

/// The name under which a skill's file is installed, empty where it is for another language.
fs::path name_in_language(const std::vector<fs::path>& files, const fs::path& file,
                          const std::string& language) {
  const std::string name = file.string();
  for (const std::string other : {"en", "es"}) {
    const std::string ending = "." + other + ".md";
    if (name.size() > ending.size() &&
        name.compare(name.size() - ending.size(), ending.size(), ending) == 0) {
      const std::string plain = name.substr(0, name.size() - ending.size()) + ".md";
      return other == language ? fs::path(plain) : fs::path();
    }
  }
  fs::path special = file;
  special.replace_extension("." + language + ".md");
  const bool is_replaced =
      file.extension() == ".md" && std::find(files.begin(), files.end(), special) != files.end();
  return is_replaced ? fs::path() : file;
}

Result<void> add_skills(std::vector<Piece>& pieces, const FilesRequest& request, const Place& place) {
  if (request.skills.empty()) return {};
  const auto files = files_below(request.skills);
  if (!files) return Error{files.error()};
  for (const fs::path& file : *files) {
    const fs::path name = name_in_language(*files, file, request.language);
    if (name.empty() || !file.has_parent_path()) continue;
    auto bytes = read_file(request.skills / file);
    if (!bytes) return Error{bytes.error()};
    pieces.push_back({(fs::path("skills") / name).generic_string(), Kind::skill,
                      content_of(with_programs_of(*std::move(bytes), place)), 0666});
  }
  return {};
}

}  // namespace

bool is_command(const std::string& name) {
  return name.starts_with("context-") || name.starts_with("correction-");
}

bool is_program(const std::string& name) {
  return is_command(name) || name.starts_with("hook-");
}

Result<std::vector<Piece>> gather_pieces(const Place& place, const FilesRequest& request) {
  std::vector<Piece> pieces;
  if (auto added = add_programs(pieces, request.programs); !added) return Error{added.error()};
  if (auto added = add_fragments(pieces, request.fragments); !added) return Error{added.error()};
  if (auto added = add_skills(pieces, request, place); !added) return Error{added.error()};
  if (place.is_project) {
    pieces.push_back({"context-rot/.gitignore", Kind::ignore_file, content_of("*\n"), 0666});
  }
  if (request.fix_language) {
    pieces.push_back({"context-rot/config.yaml", Kind::config,
                      content_of("language: " + request.language + "\n"), 0666});
  }
  return pieces;
}

}  // namespace context_rot::setup
