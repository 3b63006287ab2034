#include "findings/analysis.h"

#include "ledger/configured.h"
#include "ledger/ledger_file.h"

namespace context_rot::findings {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t ledger_bytes = 8u << 20;

std::vector<ledger::LedgerEntry> ledger_of(const fs::path& data, std::string_view session) {
  if (data.empty()) return {};
  const auto text = ledger::ledger_end(data, ledger_bytes);
  if (!text) return {};
  return ledger::filtered(ledger::read_ledger(*text).entries, {{}, {}, std::string(session), {}});
}

/// What cannot be read is left to the hooks to complain of.
correction::Model own_model(const fs::path& data) {
  auto model = ledger::model_of(data);
  return model ? *std::move(model) : correction::Model();
}

}  // namespace

Analysis::Analysis(transcript::Conversation read, const fs::path& project,
                   std::vector<ledger::LedgerEntry> entries, correction::Detector judge)
    : conversation(std::move(read)),
      files(project),
      ledger(std::move(entries)),
      detector(std::move(judge)),
      view(session::view_of(conversation, {&files, project.string(), &ledger, &detector})),
      findings(find_all(view)) {}

std::unique_ptr<Analysis> analyse(transcript::Conversation conversation, const fs::path& project,
                                  const fs::path& data, std::string_view session,
                                  const config::LoadedConfig& loaded) {
  ledger::Configured configured = ledger::configured(loaded);
  return std::make_unique<Analysis>(
      std::move(conversation), project, ledger_of(data, session),
      correction::Detector(std::move(configured.lexicon), own_model(data), configured.limits));
}

}  // namespace context_rot::findings
