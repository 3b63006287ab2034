/// Reads a whole transcript and finds what no longer helps, as context-health does, and says what
/// it found and what each step took:
///
///   full-health FILE
#include <chrono>
#include <cstdio>

#include "advice/score.h"
#include "findings/findings.h"
#include "findings/kinds.h"

namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

int main(int argc, char** argv) {
  using namespace context_rot;
  if (argc != 2) {
    std::fprintf(stderr, "usage: full-health FILE\n");
    return 2;
  }
  const auto start = std::chrono::steady_clock::now();
  const auto conversation = transcript::read_session(argv[1], transcript::Detail::content);
  if (!conversation) {
    std::fprintf(stderr, "full-health: %s\n", conversation.error().c_str());
    return 1;
  }
  const double read = seconds_since(start);
  const session::DiskFiles files("/");
  const auto view = session::view_of(*conversation, {&files, "", nullptr, nullptr});
  const double viewed = seconds_since(start) - read;
  const findings::Findings findings = findings::find_all(view);
  const double total = seconds_since(start);
  const double megabytes = static_cast<double>(conversation->stats.file_bytes) / 1e6;
  std::printf("read %.3f s, view %.3f s, findings %.3f s, %.0f MB/s\n", read, viewed,
              total - read - viewed, megabytes / total);
  std::printf("entries=%zu turns=%zu uses=%zu tokens=%lld overhead=%lld signal=%d score=%d\n",
              conversation->entries.size(), view.turns.size(), view.uses.size(),
              static_cast<long long>(findings.total),
              static_cast<long long>(view.attribution.overhead), findings.signal(),
              advice::score_of(advice::evidence_counts(view)));
  for (const findings::Kind kind : findings::all_kinds) {
    const findings::KindSum& sum = findings.sums[kind];
    const std::string name(findings::kind_row(kind).name);
    std::printf("  %-18s %4zu findings %5zu entries %8lld tokens\n", name.c_str(), sum.findings,
                sum.entries, static_cast<long long>(sum.tokens));
  }
}
