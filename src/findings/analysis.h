#pragma once
// A session with all that is known about it: its ledger, the disk, the findings.

#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "config/config.h"
#include "correction/detector.h"
#include "findings/findings.h"
#include "ledger/ledger.h"
#include "session/file_state.h"
#include "session/session_view.h"

namespace context_rot::findings {

/// Owns what the view and the findings point into.
struct Analysis {
  Analysis(transcript::Conversation read, const std::filesystem::path& project,
           std::vector<ledger::LedgerEntry> entries, correction::Detector judge);
  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;

  transcript::Conversation conversation;
  session::DiskFiles files;
  std::vector<ledger::LedgerEntry> ledger;  ///< of this session
  correction::Detector detector;
  session::SessionView view;
  Findings findings;
};

/// Analyses a conversation that was read with Detail::content. The ledger is read from `data`
/// (nowhere where empty); one that is missing or cannot be read has no entries. The
/// configuration's cues and cut-offs apply.
std::unique_ptr<Analysis> analyse(transcript::Conversation conversation,
                                  const std::filesystem::path& project,
                                  const std::filesystem::path& data, std::string_view session,
                                  const config::LoadedConfig& loaded);

}  // namespace context_rot::findings
