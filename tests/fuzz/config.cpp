// Fuzzes the configuration: a user's and a project's file, separated by a byte 0x1F. Whatever is in
// them, every value in effect is one that the programs can work with.

#include <cstdint>
#include <string>

#include "config/config.h"
#include "ledger/configured.h"
#include "require.h"
#include "util/visible.h"

using namespace context_rot;

namespace {

void check(const config::Config& config) {
  require(0 <= config.band_yellow && config.band_yellow < config.band_red &&
          config.band_red < config.band_critical && config.band_critical <= 100);
  require(0 <= config.status_warn && config.status_warn < config.status_critical &&
          config.status_critical <= 100);
  require(config.window >= 0 && config.journal.max_bytes > 0);
  require(config.live.limit > 0 && config.live.read_limit > 0);
  for (const auto& limit : {config.correction.rejected_limit, config.correction.correction_limit,
                            config.correction.note_limit}) {
    require(!limit || (*limit >= 0 && *limit <= 1));
  }
}

void check_lines(const std::vector<std::string>& problems) {
  for (const auto& problem : problems) {
    require(!problem.empty() && problem.find('\n') == std::string::npos);
    require(visible(problem) == problem);
  }
}

}  // namespace

void test_input(const std::uint8_t* data, std::size_t size) {
  std::string_view rest = text_of_input(data, size);
  const std::string user(take_part(rest));
  const std::string project(rest);
  const auto loaded = config::read_config({{"user.yaml", user}, {"project.yaml", project, true}},
                                          [](const std::string&) { return std::nullopt; });
  check(loaded.config);
  check_lines(loaded.problems);
  require(config::config_values(loaded.config).size() == config::config_values({}).size());
  check_lines(ledger::configured(loaded).problems);
}
