#include "ledger/configured.h"

#include "util/visible.h"

namespace context_rot::ledger {

Configured configured(const config::LoadedConfig& loaded) {
  const config::CorrectionConfig& wanted = loaded.config.correction;
  Configured out;
  out.limits = {wanted.rejected_limit, wanted.correction_limit, wanted.note_limit,
                wanted.grey_limit};
  const auto check = [&](const char* key, const Result<void>& done) {
    if (done) return;
    const auto origin = loaded.origins.find(key);
    out.problems.push_back((origin == loaded.origins.end() ? "" : origin->second + ": ") + key +
                           ": " + visible(done.error()));
  };
  for (const std::string& language : wanted.languages_off) {
    check("correction.languages_off", out.lexicon.switch_off(language));
  }
  for (const auto& [name, phrases] : wanted.cues) {
    for (const std::string& phrase : phrases) {
      check("correction.cues", out.lexicon.add(name, phrase));
    }
  }
  return out;
}

}  // namespace context_rot::ledger
