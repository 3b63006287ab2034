#include "journal/store/store.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "journal/markdown/markdown.h"
#include "journal/model/words.h"
#include "util/atomic_file.h"
#include "util/file.h"
#include "util/file_lock.h"
#include "util/replace_file.h"
#include "util/trim.h"

namespace context_rot::journal {

namespace fs = std::filesystem;

namespace {

constexpr int max_attempts = 50;
constexpr int max_set_aside = 10000;

/// The journal, its archive and what was set aside, wherever in the repository.
constexpr std::string_view git_pattern = "**/.claude/session-journal*.md";

/// "DIR/NAME.INFIX.md" for "DIR/NAME.md".
fs::path beside(const fs::path& journal, const std::string& infix) {
  return journal.parent_path() /
         (journal.stem().string() + "." + infix + journal.extension().string());
}

std::vector<std::string> preamble_lines(config::Language language) {
  std::vector<std::string> lines;
  std::string_view rest = preamble_of(language);
  while (!rest.empty()) lines.emplace_back(take_line(rest));
  return lines;
}

/// The file's size; nothing where there is no file.
std::optional<std::uintmax_t> size_of(const fs::path& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  if (error) return std::nullopt;
  return size;
}

/// A journal that is in the way: its place beside the others, and back if need be.
class SetAside {
 public:
  static Result<SetAside> move(const fs::path& target) {
    for (int n = 1; n <= max_set_aside; ++n) {
      const fs::path place = beside(target, "broken-" + std::to_string(n));
      std::error_code error;
      if (fs::symlink_status(place, error).type() != fs::file_type::not_found) continue;
      if (::rename(target.c_str(), place.c_str()) != 0) {
        return Error{target.string() + ": " + std::strerror(errno)};
      }
      return SetAside(target, place);
    }
    return Error{target.string() + ": too many broken journals beside it"};
  }

  const fs::path& place() const { return place_; }

  void undo() const {
    // Only where nothing has taken the place meanwhile.
    if (::link(place_.c_str(), target_.c_str()) == 0) {
      ::unlink(place_.c_str());
    } else if (errno != EEXIST && !size_of(target_)) {  // no hard links here
      ::rename(place_.c_str(), target_.c_str());
    }
  }

 private:
  SetAside(fs::path target, fs::path place)
      : target_(std::move(target)), place_(std::move(place)) {}

  fs::path target_;
  fs::path place_;
};

/// The path without links and dots, of what is not there as far as it is; empty where the system
/// does not tell. The C library does it at a tenth of the cost.
std::string real_path(const fs::path& path) {
  char resolved[PATH_MAX];
  if (::realpath(path.c_str(), resolved) != nullptr) return resolved;
  std::error_code error;
  const fs::path real = fs::weakly_canonical(path, error);
  return error ? std::string() : real.string();
}

/// Whether a real path is that of the folder or below it.
bool is_within(const fs::path& folder, std::string_view path) {
  const std::string real = real_path(folder);
  if (real.empty() || !path.starts_with(real)) return false;
  return path.size() == real.size() || real.ends_with('/') || path[real.size()] == '/';
}

/// Fails where a link takes the file out of the project that it is to be in.
Result<void> check_inside(const JournalFile& file) {
  if (file.project.empty()) return {};
  const auto end = end_of_links(fs::absolute(file.path));  // also of one that leads to nothing yet
  if (!end) return Error{end.error()};
  const std::string real = real_path(*end);
  if (is_within(file.project, real) || is_within(file.project / ".claude", real)) {
    return {};
  }
  return Error{file.path.string() +
               ": leads out of the project by a link; for a journal elsewhere name it "
               "(journal.path) in your own configuration"};
}

/// The file at the end of the links, which may only be Markdown: neither a link that came with a
/// project nor a configuration makes a journal of a shell's start file.
Result<fs::path> markdown_at(const JournalFile& file) {
  if (auto inside = check_inside(file); !inside) return Error{inside.error()};
  auto target = end_of_links(fs::absolute(file.path));
  if (target && target->extension() != ".md") {
    return Error{target->string() + ": the name of a journal ends in .md; nothing was written"};
  }
  return target;
}

/// What archive() did: the file before (nothing: there was none) and after.
struct Archived {
  fs::path file;
  FileContent before;
  std::string after;
};

/// Takes sections out of the archive again whose journal still has them. Where that fails they
/// stand in both.
void undo(const Archived& archived) {
  [[maybe_unused]] const auto done =
      replace_if_unchanged(archived.file, archived.after, archived.before);
}

/// Adds sections to the archive's end; they are in it when this returns without an error.
Result<Archived> archive(const JournalFile& archive, const std::vector<Section>& sections) {
  if (const auto target = markdown_at(archive); !target) return Error{target.error()};
  const fs::path& file = archive.path;
  std::string added;
  for (const Section& section : sections) added += "\n" + render(section);
  for (int attempt = 0; attempt < max_attempts; ++attempt) {
    const auto before = read_content(file);
    if (!before) return Error{before.error()};
    std::string bytes = before->value_or("# Session journal: archive\n");
    // An update that was killed before the journal's turn.
    if (bytes.ends_with(added)) return Archived{file, *before, bytes};
    if (!bytes.ends_with('\n')) bytes += '\n';
    bytes += added;
    const auto replaced = replace_if_unchanged(file, *before, bytes);
    if (!replaced) return Error{replaced.error()};
    if (*replaced) return Archived{file, *before, std::move(bytes)};
  }
  return Error{file.string() + ": another program keeps changing it"};
}

class Update {
 public:
  /// `file` with its links followed.
  Update(JournalFile file, const StoreOptions& options, config::Language language,
         const std::function<void(Journal&)>& edit)
      : target_(std::move(file.path)),
        project_(std::move(file.project)),
        options_(options),
        language_(language),
        edit_(edit) {}

  Result<Updated> run() {
    for (int attempt = 0; attempt < max_attempts; ++attempt) {
      auto done = attempt_once();
      if (!done) {
        if (aside_) aside_->undo();
        return Error{done.error()};
      }
      if (*done) return std::move(out_);
    }
    if (aside_) aside_->undo();
    return Error{target_.string() + ": another program keeps changing it"};
  }

 private:
  /// False where the file was changed meanwhile.
  Result<bool> attempt_once() {
    auto before = read();
    if (!before) return Error{before.error()};
    Journal journal = *before ? parse(**before) : Journal();
    if (!*before) journal.preamble = preamble_lines(language_);
    const Journal as_read = journal;
    edit_(journal);
    const bool too_many = journal.sections.size() > options_.max_sections;
    if (journal == as_read && !too_many) return true;
    std::string bytes = render(journal);
    std::optional<Archived> archived;
    if (too_many || bytes.size() > options_.max_bytes) archived = make_room(journal, bytes);
    if (*before && bytes == **before) return true;  // nothing could be archived
    const auto replaced = replace_if_unchanged(target_, *before, bytes);
    if ((!replaced || !*replaced) && archived && !may_hold(bytes)) {
      undo(*archived);
      out_.archived = 0;
    }
    if (!replaced) return Error{replaced.error()};
    out_.written = *replaced;
    // What writers left that were killed, where it is nothing but an older or this state.
    if (*before && *replaced) remove_stale_replacements(target_, {**before, bytes});
    return *replaced;
  }

  /// The journal's text; nothing where there is none, or none any more.
  Result<FileContent> read() {
    const auto size = size_of(target_);
    std::optional<std::string> fault;
    FileContent content;
    if (size && *size > max_journal_bytes) {
      fault = "has more than " + std::to_string(max_journal_bytes) + " bytes";
    } else {
      auto got = read_content(target_);
      if (!got) return got;
      content = std::move(*got);
      if (content) fault = not_understood(*content);
    }
    if (!fault) return content;
    auto moved = SetAside::move(target_);
    if (!moved) return Error{moved.error()};
    out_.set_aside = moved->place();
    out_.notice = target_.string() + " " + *fault + "; it is kept as " +
                  moved->place().filename().string() + ", a new journal is begun";
    aside_ = std::move(*moved);
    return FileContent();
  }

  /// Whether the journal may be `bytes` now: a replacement can fail after the exchange. Sections
  /// that stand in both are better than such as stand in none.
  bool may_hold(const std::string& bytes) const {
    const auto now = read_content(target_);
    return !now || (*now && **now == bytes);
  }

  /// Nothing where nothing was archived.
  std::optional<Archived> make_room(const Journal& journal, std::string& bytes) {
    Journal smaller = journal;
    const std::vector<Section> old = fit(smaller, options_.max_bytes, options_.max_sections);
    if (old.empty()) return std::nullopt;
    auto archived = archive({archive_file(target_), project_}, old);
    if (!archived) {
      out_.notice = "nothing could be archived: " + archived.error();
      return std::nullopt;
    }
    out_.archived = old.size();
    bytes = render(smaller);
    return *std::move(archived);
  }

  fs::path target_;
  fs::path project_;
  const StoreOptions& options_;
  config::Language language_;
  const std::function<void(Journal&)>& edit_;
  std::optional<SetAside> aside_;
  Updated out_;
};

/// The folder of the main working tree that `project` stands for in a linked one, or where it is
/// gone already, as a worktree is when its session ends; else `project`.
fs::path lasting_project(const fs::path& project, const std::optional<GitCheckout>& checkout) {
  std::error_code error;
  const bool is_here = fs::is_directory(project, error);
  if (!checkout || checkout->main.empty() || (is_here && !checkout->is_linked())) return project;
  const fs::path below = project.lexically_normal().lexically_relative(checkout->root);
  const fs::path there = below == "." ? checkout->main : checkout->main / below;
  return fs::is_directory(there, error) ? there : checkout->main;
}

}  // namespace

JournalFile journal_file(const config::JournalConfig& config, const fs::path& project,
                         const Environment& environment) {
  if (config.path.empty()) {
    auto checkout = git_checkout_of(project);
    const fs::path lasting = lasting_project(project, checkout);
    JournalFile file(lasting / ".claude/session-journal.md", lasting);
    file.checkout = std::move(checkout);
    return file;
  }
  if (config.path.starts_with("~/")) {
    if (const auto home = environment("HOME")) return fs::path(*home) / config.path.substr(2);
  }
  const fs::path path = fs::path(config.path).lexically_normal();
  const bool leads_out = path.is_absolute() || (!path.empty() && *path.begin() == "..");
  // An absolute path stays as it is.
  return {project / config.path, leads_out ? fs::path() : project};
}

fs::path archive_file(const fs::path& journal) {
  return beside(journal, "archive");
}

Result<Updated> update_journal(const JournalFile& file, const StoreOptions& options,
                               config::Language language,
                               const std::function<void(Journal&)>& edit) {
  auto target = markdown_at(file);
  if (!target) return Error{target.error()};
  if (auto made = create_private_folders(target->parent_path()); !made) return Error{made.error()};
  const auto lock = FileLock::acquire_folder(target->parent_path(), options.patience);
  if (!lock) return Error{lock.error()};
  if (file.checkout && !size_of(*target)) {
    // Where that cannot be, the journal is written all the same.
    [[maybe_unused]] const auto done = exclude_from_git(*file.checkout, git_pattern);
  }
  return Update({std::move(*target), file.project}, options, language, edit).run();
}

Result<Journal> read_journal(const JournalFile& file) {
  if (auto inside = check_inside(file); !inside) return Error{inside.error()};
  const fs::path& path = file.path;
  const auto size = size_of(path);
  if (size && *size > max_journal_bytes) {
    return Error{path.string() + ": has more than " + std::to_string(max_journal_bytes) + " bytes"};
  }
  const auto content = read_content(path);
  if (!content) return Error{content.error()};
  if (!*content) return Journal();
  if (const auto fault = not_understood(**content)) return Error{path.string() + ": " + *fault};
  return parse(**content);
}

std::vector<Section> fit(Journal& journal, std::size_t max_bytes, std::size_t max_sections) {
  std::vector<std::size_t> order(journal.sections.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  // Of sections of one time the one further down is the older.
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const auto& sections = journal.sections;
    return sections[a].time != sections[b].time ? sections[a].time < sections[b].time : a > b;
  });
  std::size_t size = render(journal).size();
  std::vector<bool> goes(order.size());
  std::vector<Section> out;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t stay = order.size() - i;
    if (stay <= max_sections && (size <= max_bytes || stay == 1)) break;
    const Section& section = journal.sections[order[i]];
    size -= std::min(size, render(section).size() + 1);
    goes[order[i]] = true;
    out.push_back(section);
  }
  std::vector<Section> left;
  for (std::size_t i = 0; i < goes.size(); ++i) {
    if (!goes[i]) left.push_back(std::move(journal.sections[i]));
  }
  journal.sections = std::move(left);
  return out;
}

}  // namespace context_rot::journal
