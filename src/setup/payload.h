#pragma once
// What an installation consists of, beside the settings: programs, template fragments,
// skills, and the files that go with them.

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "setup/manifest.h"
#include "util/result.h"

namespace context_rot::setup {

/// Where the pieces come from.
struct FilesRequest {
  std::filesystem::path programs;   ///< a folder of built programs
  std::filesystem::path fragments;  ///< settings-templates/
  std::filesystem::path skills;     ///< skills/; empty or missing: none
  std::filesystem::path links;      ///< where to put links to the commands; empty: none
  std::string language = "en";      ///< of the skills: "en" or "es"
  bool fix_language = false;        ///< whether the programs are to speak it too
};

/// What is in a file.
struct Content {
  std::string bytes;
  std::string mark;  ///< their checksum
};

/// One file to be there. Programs of the same bytes share one content: they are names of one file,
/// whether the folder that they come from has them as links or as copies.
struct Piece {
  std::string path;  ///< below place.root
  Kind kind;
  std::shared_ptr<const Content> content;  ///< never null
  mode_t mode;                             ///< before the umask
};

/// Reads everything that is to be installed. Of a skill's files, NAME.es.md is the Spanish
/// form of NAME.md and is installed under that name, or not at all; the programs' folder,
/// written ${CLAUDE_PLUGIN_ROOT}/bin in a skill, becomes the one of the place. Fails where a
/// file can not be read or no program is found.
Result<std::vector<Piece>> gather_pieces(const Place& place, const FilesRequest& request);

/// Whether a program is one that people run by name: those get links.
bool is_command(const std::string& name);

/// Whether a file name is that of a program of ours: a command or a hook.
bool is_program(const std::string& name);

}  // namespace context_rot::setup
