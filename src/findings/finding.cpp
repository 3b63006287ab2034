#include "findings/finding.h"

#include <array>

namespace context_rot::findings {

namespace {

struct Names {
  std::string_view name;
  std::string_view title;
};

constexpr std::array<Names, kind_count> names{{
    {"corrected", "corrected answers"},
    {"abandoned", "abandoned work"},
    {"failed", "failed attempts"},
    {"stale_read", "stale reads"},
    {"duplicate", "duplicates"},
    {"oversized", "oversized output"},
    {"deleted_reference", "deleted files"},
    {"contradiction", "superseded decisions"},
    {"debug_noise", "debugging noise"},
    {"search", "answered searches"},
    {"notice", "outdated notices"},
    {"finished", "finished work"},
}};

constexpr std::array<std::string_view, 5> remedies{"note", "rewind", "drop", "read_again", "state"};

}  // namespace

std::string_view name_of(Kind kind) {
  return names[static_cast<std::size_t>(kind)].name;
}

std::string_view title_of(Kind kind) {
  return names[static_cast<std::size_t>(kind)].title;
}

std::string_view name_of(Remedy remedy) {
  return remedies[static_cast<std::size_t>(remedy)];
}

}  // namespace context_rot::findings
