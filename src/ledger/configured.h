#pragma once
// The detector as the user has configured it.

#include <string>
#include <vector>

#include "config/config.h"
#include "correction/detector.h"

namespace context_rot::ledger {

/// A detector as the configuration wants it, and what of that could not be done.
struct Configured {
  correction::Lexicon lexicon;
  correction::Limits limits;
  /// One line each, with the file and line: an unknown language or concept, a cue without words.
  /// What they speak of is left out.
  std::vector<std::string> problems;
};

/// Cues and cut-offs of a configuration.
Configured configured(const config::LoadedConfig& loaded);

}  // namespace context_rot::ledger
