#include "session/moves.h"

#include <algorithm>

#include "transcript/shell_line.h"
#include "util/trim.h"
#include "util/utf8.h"

namespace context_rot::session {

namespace {

constexpr std::size_t longest_command = 4096;

std::string in_folder(std::string_view folder, const std::string& path) {
  if (path.starts_with('/') || path.starts_with('~') || folder.empty()) return path;
  std::string_view relative = path;
  while (relative.starts_with("./")) relative.remove_prefix(2);
  return std::string(folder) + (folder.ends_with('/') ? "" : "/") + std::string(relative);
}

/// The paths of a move: all but the last go to the last. Empty for another command.
std::vector<std::string> paths_of_move(const transcript::SimpleCommand& command) {
  const auto& words = command.words;
  const bool git = base_name(words[0]) == "git" && words.size() > 1 && words[1] == "mv";
  if (!git && base_name(words[0]) != "mv") return {};
  std::vector<std::string> out;
  for (std::size_t w = git ? 2 : 1; w < words.size(); ++w) {
    if (!transcript::is_option(words[w])) out.push_back(transcript::unquoted(words[w]));
  }
  if (out.size() < 2) out.clear();
  return out;
}

}  // namespace

Moves::Moves(const std::vector<transcript::ToolUse>& uses, std::string_view folder,
             const FileState* files) {
  for (std::size_t i = 0; i < uses.size(); ++i) {
    const transcript::ToolUse& use = uses[i];
    if (use.action != transcript::Action::run || !use.succeeded()) continue;
    if (use.command.find("mv ") == std::string::npos) continue;
    std::string here(folder);
    for (const transcript::SimpleCommand& command :
         transcript::simple_commands(cut_utf8(use.command, longest_command))) {
      if (command.words[0] == "cd" && command.words.size() == 2) {
        here = in_folder(here, transcript::unquoted(command.words[1]));
      }
      std::vector<std::string> paths = paths_of_move(command);
      if (paths.empty()) continue;
      const std::string target = in_folder(here, paths.back());
      paths.pop_back();
      const bool is_folder = paths.size() > 1 || target.ends_with('/') ||
                             (files && files->look(target).presence == Presence::other);
      for (const std::string& path : paths) {
        std::string to = target;
        if (is_folder) to += (to.ends_with('/') ? "" : "/") + std::string(base_name(path));
        add(i, in_folder(here, path), std::move(to));
      }
    }
  }
}

void Moves::add(std::size_t use, std::string from, std::string to) {
  by_path_[std::move(from)].emplace_back(use, std::move(to));
}

std::string Moves::now(const std::string& path, std::size_t at) const {
  if (by_path_.empty()) return path;
  constexpr int most = 16;  // a file that is moved more often is lost sight of
  std::string out = path;
  for (int step = 0; step < most; ++step) {
    const auto place = by_path_.find(out);
    if (place == by_path_.end()) break;
    const auto& moves = place->second;
    const auto next =
        std::upper_bound(moves.begin(), moves.end(), at,
                         [](std::size_t use, const auto& move) { return use < move.first; });
    if (next == moves.end()) break;
    at = next->first;
    out = next->second;
  }
  return out;
}

}  // namespace context_rot::session
