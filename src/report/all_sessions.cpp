#include "report/all_sessions.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "findings/analysis.h"
#include "session/typed.h"
#include "util/excerpt.h"

namespace context_rot::report {

namespace fs = std::filesystem;

namespace {

RankedSession rank(const fs::path& path, Result<transcript::Conversation> conversation,
                   const config::LoadedConfig& loaded) {
  RankedSession out;
  out.transcript = path;
  if (!conversation) {
    out.problem = conversation.error();
    return out;
  }
  const auto analysis = findings::analyse(*std::move(conversation), "", "", path.stem().string(), loaded);
  const advice::Counts counts = advice::evidence_counts(analysis->view);
  out.score = advice::score_of(counts);
  out.signal = analysis->findings.signal();
  out.tokens = analysis->findings.total;
  out.noise = analysis->findings.noise;
  out.messages = counts.messages;
  for (const auto& entry : analysis->conversation.entries)
    out.last = std::max(out.last, entry.time);
  for (const transcript::Turn& turn : analysis->view.turns) {
    if (turn.opened && out.title.empty()) {
      out.title = excerpt(session::typed_text(analysis->conversation.entries[turn.prompt]), 60);
    }
  }
  return out;
}

}  // namespace

std::vector<RankedSession> rank_sessions(
    const std::vector<fs::path>& transcripts, const config::LoadedConfig& loaded,
    const std::function<Result<transcript::Conversation>(const fs::path&)>& read,
    const std::function<void(std::size_t)>& progress) {
  std::vector<RankedSession> out(transcripts.size());
  std::atomic<std::size_t> next = 0;
  std::atomic<std::size_t> done = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < transcripts.size(); i = next++) {
      out[i] = rank(transcripts[i], read(transcripts[i]), loaded);
      progress(++done);
    }
  };
  const std::size_t count =
      std::min<std::size_t>(std::max(1u, std::thread::hardware_concurrency()), transcripts.size());
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < count; ++i) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();

  std::erase_if(out, [](const RankedSession& s) { return s.problem.empty() && s.messages == 0; });
  std::stable_sort(out.begin(), out.end(), [](const RankedSession& a, const RankedSession& b) {
    return a.score != b.score ? a.score > b.score : a.noise > b.noise;
  });
  return out;
}

std::vector<fs::path> transcripts_in(const fs::path& folder) {
  std::vector<fs::path> out;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code gone;
    if (entry->path().extension() == ".jsonl" && entry->is_regular_file(gone)) {
      out.push_back(entry->path());
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace context_rot::report
