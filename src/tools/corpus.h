#pragma once
// Labelled exchanges, read into numbers for training and evaluation.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "correction/lexicon.h"
#include "tools/logistic.h"
#include "util/result.h"

namespace context_rot::tools {

/// One labelled exchange.
struct Sample {
  std::vector<FeatureValue> live;   ///< without the answer that followed
  std::vector<FeatureValue> next;   ///< what that answer adds
  std::vector<FeatureValue> alone;  ///< `live` where the answer before is not known
  bool rejected = false;            ///< label "correction" or "failure_report"
  bool correction = false;          ///< label "correction"
  bool excused = false;             ///< correction/excuse.h: no rejection whatever the weights say
  int confidence = 3;               ///< 1 arguable to 3 certain
  bool for_rejected = false;        ///< made up: "rejected" learns from it too
  std::uint32_t group = 0;
  std::string language;
  std::string kind;         ///< of a correction, as the data says
  std::uint32_t kinds = 0;  ///< what it looks like: kinds_of()
};

/// All of a file.
struct Corpus {
  std::vector<std::string> features;  ///< names by id
  std::vector<std::string> groups;    ///< names by number
  std::vector<Sample> samples;
  std::vector<Sample> also;  ///< exchanges made up for training; nothing is measured on them
};

/// Reads labelled exchanges, one JSON object a line: `text`, `label` ("correction",
/// "failure_report", anything else is neither); optional `previous_assistant`, `next_assistant`,
/// `kind`,
/// `group` (lines that belong together; a line without one stands alone), `lang`, `confidence`.
/// Fails with "line N: reason".
/// `also` are texts of made-up exchanges (made_up.h), which go to `Corpus::also`. Fails with
/// "made up, line N: reason" where one of them cannot be read.
Result<Corpus> read_corpus(std::string_view lines, const std::vector<std::string>& also,
                           const correction::Lexicon& lexicon);

}  // namespace context_rot::tools
