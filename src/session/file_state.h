#pragma once
// What is on disk now, behind an interface: findings are checked against it.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>

#include "util/time.h"

namespace context_rot::session {

enum class Presence : std::uint8_t {
  unknown,  ///< not allowed to look, or the path says nothing (empty, relative without a folder)
  missing,
  present,  ///< a regular file
  other,    ///< a folder, a device
};

/// What is known of one path.
struct FileFacts {
  Presence presence = Presence::unknown;
  std::optional<std::uint64_t> size;     ///< bytes
  std::optional<Milliseconds> modified;  ///< last change of the content
};

/// Answers for files; the real ones are DiskFiles, tests make up their own.
class FileState {
 public:
  virtual ~FileState() = default;
  /// About the file of that path (UTF-8, as a tool was given it). Never fails: what cannot be
  /// told is unknown.
  virtual FileFacts look(const std::string& path) const = 0;
  /// The content of that file; nothing where it cannot be read or is larger than a MB.
  virtual std::optional<std::string> content(const std::string& path) const = 0;
};

/// The disk. Follows symbolic links; relative paths are taken from `folder`. A file is missing only
/// where its folder is there, or it lay in `folder`, which is: of a project that was renamed, of
/// another machine's home, of a drive ("C:\\x") nothing is known. Looks at each path once and
/// remembers it, so that one report tells one story.
class DiskFiles : public FileState {
 public:
  explicit DiskFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}
  FileFacts look(const std::string& path) const override;
  std::optional<std::string> content(const std::string& path) const override;

 private:
  std::filesystem::path folder_;
  mutable std::unordered_map<std::string, FileFacts> seen_;
};

}  // namespace context_rot::session
