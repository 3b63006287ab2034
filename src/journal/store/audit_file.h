#pragma once
// The audit of a session's last compaction, kept until the next prompt has told the model of it,
// and for `context-journal audit` beyond that.

#include <filesystem>
#include <optional>
#include <string_view>

#include "journal/facts/audit.h"
#include "util/result.h"

namespace context_rot::journal {

/// <data>/audits/<session>.json; `session` must be one (client::is_session_id).
std::filesystem::path audit_file(const std::filesystem::path& data, std::string_view session);

/// Keeps an audit, and marks it as not yet told where it has something to say. Those of sessions whose
/// last compaction is more than 30 days past go, and the oldest beyond 200.
Result<void> keep_audit(const std::filesystem::path& data, std::string_view session,
                        const Audit& audit);

/// The audit of a session; nothing where there is none, or where the file is no audit.
std::optional<Audit> read_audit(const std::filesystem::path& data, std::string_view session);

/// The audit if it has not been told; at most one caller gets it, once.
std::optional<Audit> take_audit(const std::filesystem::path& data, std::string_view session);

}  // namespace context_rot::journal
