#include "fork/fork_session.h"

#include <algorithm>
#include <chrono>
#include <memory>

#include "fork/complete_turn.h"
#include "transcript/load.h"
#include "util/atomic_file.h"
#include "util/time.h"
#include "util/uuid.h"

namespace context_rot::fork {

namespace fs = std::filesystem;
using transcript::Conversation;
using transcript::SessionLines;

namespace {

/// The longer of the two times for which the client's prompt cache is kept after a request.
constexpr Milliseconds longest_cached = 60 * 60 * 1000;

bool was_just_written(const fs::path& path) {
  std::error_code error;
  const auto time = fs::last_write_time(path, error);
  if (error) return false;
  const auto age = fs::file_time_type::clock::now() - time;
  return age < std::chrono::seconds(10);
}

/// Cuts the turn that is running; returns whether there was one.
bool cut_running_turn(Conversation& conversation) {
  const std::size_t count = entries_of_complete_turns(conversation);
  if (count == conversation.entries.size()) return false;
  conversation.entries.erase(conversation.entries.begin() + static_cast<std::ptrdiff_t>(count),
                             conversation.entries.end());
  return true;
}

bool speaks(const Conversation& conversation) {
  return std::any_of(conversation.entries.begin(), conversation.entries.end(),
                     [](const transcript::Entry& entry) {
                       return entry.kind == transcript::EntryKind::assistant ||
                              transcript::starts_prompt_hook(entry);
                     });
}

/// Buffers lines and copies ranges of the original, so that a large file costs few calls.
class Writer {
 public:
  Writer(AtomicFile& out, const ReadFile& original) : out_(out), original_(original) {}

  Result<void> put(const Piece& piece) {
    if (const auto* text = std::get_if<std::string>(&piece)) {
      if (auto done = put_bytes(*text); !done) return done;
    } else if (auto done = copy(std::get<ByteRange>(piece)); !done) {
      return done;
    }
    return put_bytes("\n");
  }

  Result<void> flush() {
    auto done = out_.write(buffer_);
    buffer_.clear();
    return done;
  }

 private:
  static constexpr std::size_t room = 1u << 20;

  Result<void> put_bytes(std::string_view bytes) {
    buffer_ += bytes;
    return buffer_.size() < room ? Result<void>() : flush();
  }

  Result<void> copy(ByteRange range) {
    for (std::uint64_t done = 0; done < range.length;) {
      const auto part =
          static_cast<std::size_t>(std::min<std::uint64_t>(range.length - done, room));
      const std::size_t at = buffer_.size();
      buffer_.resize(at + part);
      const auto got = original_.read_at(range.offset + done, buffer_.data() + at, part);
      if (!got) return Error{got.error()};
      if (*got < part) return Error{"the session's file became shorter while it was copied"};
      done += part;
      if (buffer_.size() < room) continue;
      if (auto flushed = flush(); !flushed) return flushed;
    }
    return {};
  }

  AtomicFile& out_;
  const ReadFile& original_;
  std::string buffer_;
};

Result<void> write(const fs::path& path, const Composition& composition, const ReadFile& original) {
  auto file = AtomicFile::create(path, 0600);
  if (!file) return Error{file.error()};
  Writer writer(*file, original);
  for (const Piece& piece : composition.lines) {
    if (auto done = writer.put(piece); !done) return done;
  }
  if (auto done = writer.flush(); !done) return done;
  return file->commit();
}

}  // namespace

Result<Fork> fork_session(const ForkRequest& request, const config::LoadedConfig& loaded) {
  const bool just_written = was_just_written(request.transcript);
  auto lines = transcript::read_session_lines(request.transcript);
  if (!lines) return Error{lines.error()};
  auto conversation =
      transcript::load(lines->file, lines->index, lines->branch, transcript::Detail::content);
  if (!conversation) return Error{conversation.error()};
  Fork out;
  const bool may_run = lines->growing || just_written || request.is_running;
  const bool cut = may_run && cut_running_turn(*conversation);
  if (!speaks(*conversation)) {
    return Error{request.transcript.string() +
                 (cut ? ": its first turn is still running" : ": there is no conversation in it")};
  }
  if (cut) out.cut_at = conversation->entries.back().time;
  out.names.session = random_uuid();
  out.names.from = request.transcript.stem().string();
  out.names.made = now();
  out.file = request.transcript.parent_path() / (out.names.session + ".jsonl");
  out.analysis = findings::analyse(*std::move(conversation), request.project, request.data,
                                    out.names.from, loaded);
  PlanOptions options = request.options;
  const Milliseconds last = out.analysis->conversation.entries.back().time;
  options.cache_is_warm = options.cache_is_warm || out.names.made - last < longest_cached;
  out.plan = plan_fork(*out.analysis, options);
  auto composition = compose(*lines, out.analysis->conversation, out.plan, out.names);
  if (!composition) return Error{composition.error()};
  out.composition = *std::move(composition);
  if (request.dry_run) return out;
  if (auto done = write(out.file, out.composition, lines->file); !done) return Error{done.error()};
  out.written = true;
  return out;
}

}  // namespace context_rot::fork
