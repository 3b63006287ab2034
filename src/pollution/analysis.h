#pragma once
// A session with all that is known about it: its ledger, the disk, the findings.

#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "correction/detector.h"
#include "correction/ledger.h"
#include "host/config.h"
#include "pollution/file_state.h"
#include "pollution/findings.h"
#include "pollution/session_view.h"

namespace context_rot::pollution {

/// Owns what the view and the findings point into.
struct Analysis {
  Analysis(transcript::Conversation read, const std::filesystem::path& project,
           std::vector<correction::LedgerEntry> entries, correction::Detector judge);
  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;

  transcript::Conversation conversation;
  DiskFiles files;
  std::vector<correction::LedgerEntry> ledger;  ///< of this session
  correction::Detector detector;
  SessionView view;
  Findings findings;
};

/// Analyses a conversation that was read with Detail::content. The ledger is read from `data`
/// (nowhere where empty); one that is missing or cannot be read has no entries. The
/// configuration's cues and cut-offs apply.
std::unique_ptr<Analysis> analyse(transcript::Conversation conversation,
                                  const std::filesystem::path& project,
                                  const std::filesystem::path& data, std::string_view session,
                                  const host::LoadedConfig& loaded);

}  // namespace context_rot::pollution
