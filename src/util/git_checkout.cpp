#include "util/git_checkout.h"

#include <string>

#include "util/append_file.h"
#include "util/file.h"

namespace context_rot {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t max_path_file = 8192;
constexpr std::size_t max_exclude_file = 1u << 20;

/// The path in a file of one line, relative to `base`; empty where there is none.
fs::path path_in(const fs::path& file, const fs::path& base, std::string_view before = "") {
  const auto text = read_file(file, max_path_file);
  if (!text || !text->starts_with(before)) return {};
  std::string name = text->substr(before.size());
  while (!name.empty() && (name.back() == '\n' || name.back() == '\r')) name.pop_back();
  if (name.empty() || name.find('\n') != std::string::npos) return {};
  return (base / name).lexically_normal();
}

bool is_same(const fs::path& one, const fs::path& other) {
  std::error_code error;
  return !one.empty() && !other.empty() && fs::equivalent(one, other, error);
}

bool is_real_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(fs::symlink_status(path, error));
}

/// Of a working tree whose .git is a file. Both sides have to name each other.
std::optional<GitCheckout> linked_checkout(const fs::path& root) {
  const fs::path own = path_in(root / ".git", root, "gitdir: ");
  if (own.empty()) return std::nullopt;
  const fs::path common = path_in(own / "commondir", own);
  if (!is_same(own.parent_path(), common / "worktrees")) return std::nullopt;
  if (!is_same(path_in(own / "gitdir", own), root / ".git")) return std::nullopt;
  // "<common>/" ends in an empty name.
  const fs::path folder = common.has_filename() ? common : common.parent_path();
  return GitCheckout{root, folder, folder.filename() == ".git" ? folder.parent_path() : fs::path()};
}

}  // namespace

std::optional<GitCheckout> git_checkout_of(const fs::path& folder) {
  std::error_code error;
  for (fs::path at = folder.lexically_normal(); at.is_absolute(); at = at.parent_path()) {
    const auto status = fs::symlink_status(at / ".git", error);
    if (fs::is_directory(status) && fs::exists(at / ".git" / "HEAD", error)) {
      return GitCheckout{at, at / ".git", at};
    }
    if (fs::is_regular_file(status)) return linked_checkout(at);
    if (at == at.parent_path()) break;
  }
  return std::nullopt;
}

Result<void> exclude_from_git(const GitCheckout& checkout, std::string_view pattern) {
  const fs::path folder = checkout.common / "info";
  const fs::path file = folder / "exclude";
  std::error_code error;
  if (!fs::exists(fs::symlink_status(folder, error))) fs::create_directory(folder, error);
  if (!is_real_folder(checkout.common) || !is_real_folder(folder)) {
    return Error{folder.string() + ": is no folder"};
  }
  const auto status = fs::symlink_status(file, error);
  if (fs::exists(status)) {
    if (!fs::is_regular_file(status)) return Error{file.string() + ": is no file"};
    const auto text = read_file(file, max_exclude_file);
    if (!text) return Error{text.error()};
    const std::string lines = "\n" + *text + "\n";
    if (lines.find("\n" + std::string(pattern) + "\n") != std::string::npos) return {};
  }
  return append_line(file, pattern);
}

}  // namespace context_rot
