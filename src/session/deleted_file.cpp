#include "session/deleted_file.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "session/moves.h"
#include "session/path_words.h"
#include "transcript/shell_line.h"
#include "transcript/turn.h"
#include "util/ascii.h"
#include "util/one_of.h"
#include "util/trim.h"

namespace context_rot::session {

using transcript::Conversation;
using transcript::Entry;
using transcript::EntryKind;

namespace {

/// In the order of what strings end with.
bool ends_before(std::string_view a, std::string_view b) {
  return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
}

/// The known paths, sorted by their ends: which of them a word in a text means. Each look-up is a
/// search in them, however many end alike.
class PathEnds {
 public:
  explicit PathEnds(std::vector<std::string_view> paths) : paths_(std::move(paths)) {
    std::sort(paths_.begin(), paths_.end(), ends_before);
  }

  /// The one path that `word` is the end of, from a folder's name on; a word with a folder that is
  /// itself one of the paths means that one. Empty where it is none, or may be several.
  std::string_view named_by(std::string_view word) const {
    const bool has_folder = word.find('/') != std::string_view::npos;
    const auto [begin, end] = ending_with(word);
    const bool is_path = begin != end && *begin == word;  // the shortest stands first
    if (is_path && has_folder) return *begin;
    if (word.front() == '/') return end - begin == 1 ? *begin : std::string_view();
    const auto [first, behind] = ending_with("/" + std::string(word));
    const auto count = behind - first + (is_path ? 1 : 0);
    return count != 1 ? std::string_view() : is_path ? *begin : *first;
  }

 private:
  using Place = std::vector<std::string_view>::const_iterator;

  std::pair<Place, Place> ending_with(std::string_view word) const {
    const auto end_of = [&](std::string_view path) {
      return path.substr(path.size() - std::min(path.size(), word.size()));
    };
    const auto begin = std::partition_point(
        paths_.begin(), paths_.end(),
        [&](std::string_view path) { return ends_before(end_of(path), word); });
    const auto end = std::partition_point(begin, paths_.end(), [&](std::string_view path) {
      return !ends_before(word, end_of(path));
    });
    return {begin, end};
  }

  std::vector<std::string_view> paths_;
};

/// Whether the line around `at`, as far as it is near, says that something was removed or renamed.
bool says_removed(std::string_view text, std::size_t at) {
  constexpr std::size_t near = 200;
  const std::string_view before = text.substr(at - std::min(at, near), std::min(at, near));
  const std::string_view behind = text.substr(at, near);
  const std::size_t feed = before.rfind('\n');
  std::string line(before.substr(feed + 1));
  line = ascii_lower(line.append(behind.substr(0, behind.find('\n'))));
  static constexpr std::array<std::string_view, 18> words{
      "delet",   "remov",  "gone",     "no longer", "renam",          "moved",
      "move ",   "replac", "obsolete", "unused",    "does not exist", "doesn't exist",
      "used to", "elimin", "borr",     "suprim",    "ya no",          "rm "};
  return contains_any(line, words);
}

bool removes(std::string_view command) {
  return command.starts_with("rm ") || command.starts_with("git rm ") ||
         command.starts_with("mv ") || command.starts_with("git mv ") ||
         command.starts_with("unlink ") || command.find(" rm ") != std::string_view::npos ||
         command.find(" mv ") != std::string_view::npos;
}

struct Known {
  std::size_t first_use = 0;
  std::size_t last_use = 0;
};

}  // namespace

std::vector<GoneFile> gone_files(const Conversation& conversation,
                                 const std::vector<transcript::ToolUse>& uses,
                                 const FileState& files, std::string_view folder) {
  std::unordered_map<std::string_view, Known> known;
  std::vector<std::string_view> order;
  for (std::size_t i = 0; i < uses.size(); ++i) {
    if (uses[i].file.empty() || !uses[i].succeeded()) continue;
    const auto [place, is_new] = known.try_emplace(uses[i].file, Known{i, i});
    place->second.last_use = i;
    if (is_new) order.push_back(uses[i].file);
  }
  const Moves moves(uses, folder, &files);
  std::vector<GoneFile> gone;
  for (const std::string_view path : order) {
    if (files.look(std::string(path)).presence != Presence::missing) continue;
    const std::string now = moves.now(std::string(path), known[path].last_use);
    if (now != path && files.look(now).presence != Presence::missing) continue;
    gone.push_back({std::string(path), known[path].last_use, {}, {}});
  }
  if (gone.empty()) return gone;

  std::unordered_map<std::string_view, std::size_t> places;
  // A word that means one of them ends with its name.
  std::unordered_set<std::string_view> names;
  std::array<bool, 256> last{};  // bytes of names: most words are out at a look
  for (std::size_t g = 0; g < gone.size(); ++g) {
    places.emplace(gone[g].path, g);
    names.insert(base_name(gone[g].path));
    last[static_cast<unsigned char>(gone[g].path.back())] = true;
  }
  const PathEnds ends(std::move(order));
  const auto for_each_mention = [&](std::string_view text, auto&& each) {
    for_each_path(text, [&](std::string_view word, std::size_t at) {
      if (!last[static_cast<unsigned char>(word.back())] || !names.contains(base_name(word)))
        return;
      const auto place = places.find(ends.named_by(word));
      if (place != places.end()) each(place->second, at);
    });
  };
  for (std::size_t i = 0; i < uses.size(); ++i) {
    if (uses[i].action != transcript::Action::run || !uses[i].succeeded() ||
        !removes(uses[i].target))
      continue;
    for_each_mention(uses[i].target, [&](std::size_t g, std::size_t) {
      if (i > gone[g].last_use) gone[g].removal = i;
    });
  }
  for (std::size_t e = 0; e < conversation.entries.size(); ++e) {
    const Entry& entry = conversation.entries[e];
    if (entry.sidechain || entry.api_error) continue;
    if (entry.kind != EntryKind::prompt && entry.kind != EntryKind::assistant) continue;
    const std::string text = transcript::text_of(entry);
    for_each_mention(text, [&](std::size_t g, std::size_t at) {
      GoneFile& file = gone[g];
      const transcript::ToolUse& since = uses[file.removal.value_or(file.last_use)];
      if (e <= since.result_entry.value_or(since.use_entry)) return;
      if (!file.references.empty() && file.references.back() == e) return;
      if (!says_removed(text, at)) file.references.push_back(e);
    });
  }
  return gone;
}

}  // namespace context_rot::session
