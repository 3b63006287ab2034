#include "journal/store/audit_file.h"

#include "client/transcripts.h"
#include "util/atomic_file.h"
#include "util/file.h"
#include "util/invariant.h"
#include "util/old_files.h"

namespace context_rot::journal {

namespace fs = std::filesystem;

namespace {

fs::path mark_file(const fs::path& data, std::string_view session) {
  return data / "audits" / (std::string(session) + ".untold");
}

}  // namespace

fs::path audit_file(const fs::path& data, std::string_view session) {
  CONTEXT_ROT_INVARIANT(client::is_session_id(session));
  return data / "audits" / (std::string(session) + ".json");
}

Result<void> keep_audit(const fs::path& data, std::string_view session, const Audit& audit) {
  if (auto made = create_own_folder(data / "audits"); !made) return made;
  std::error_code error;
  fs::remove(mark_file(data, session), error);  // of an earlier compaction: it is superseded
  remove_old_files(data / "audits", {.files = 400}, [](const std::string& name) {  // two a session
    const fs::path file(name);
    return (file.extension() == ".json" || file.extension() == ".untold") &&
           client::is_session_id(file.stem().string());
  });
  if (auto kept = write_own_file(audit_file(data, session), json_of(audit) + "\n"); !kept) {
    return kept;
  }
  if (audit.clean()) return {};
  return write_own_file(mark_file(data, session), "");
}

std::optional<Audit> read_audit(const fs::path& data, std::string_view session) {
  const auto text = read_file(audit_file(data, session), 1u << 20);
  return text ? audit_of(*text) : std::nullopt;
}

std::optional<Audit> take_audit(const fs::path& data, std::string_view session) {
  std::error_code error;
  if (fs::is_symlink(fs::symlink_status(data / "audits", error))) return std::nullopt;
  if (!fs::remove(mark_file(data, session), error) || error) return std::nullopt;
  return read_audit(data, session);
}

}  // namespace context_rot::journal
