// What the correction detector costs: microseconds for a usual prompt, and nanoseconds a byte
// for large ones of every sort, beside normal text of the same size.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "correction/detector.h"

using namespace context_rot::correction;

namespace {

using Clock = std::chrono::steady_clock;

/// The median time of one call in microseconds.
template <typename Work>
double microseconds(int rounds, const Work& work) {
  std::vector<double> times;
  for (int i = 0; i < rounds; ++i) {
    const auto start = Clock::now();
    work();
    times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
  }
  std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
  return times[static_cast<std::size_t>(rounds / 2)];
}

std::string repeated(const std::string& unit, std::size_t bytes) {
  std::string out;
  while (out.size() < bytes) out += unit;
  return out;
}

}  // namespace

int main() {
  const auto start = Clock::now();
  const Detector detector;
  const std::string previous = repeated(
      "I changed the query in src/db/users.ts, and the page shows the list sorted by name. ", 600);
  const std::string normal =
      "no, the list should be sorted by created_at, not by name. You also removed the filter, "
      "which "
      "I did not ask for. The header still shows the old title when I open the page. ";
  const std::string prompt = repeated(normal, 500).substr(0, 500);
  detector.detect({previous, prompt, {}});
  std::printf("first verdict after %.0f us\n",
              std::chrono::duration<double, std::micro>(Clock::now() - start).count());
  const std::string task = repeated("add a page that lists all users with a link to each. ", 500);
  std::printf("500 bytes, a correction      %7.1f us\n", microseconds(2001, [&] {
                detector.detect({previous, prompt, {}});
              }));
  std::printf("500 bytes, afterwards        %7.1f us\n", microseconds(2001, [&] {
                detector.detect({previous, prompt, "You're right, I apologize. Let me fix it."});
              }));
  std::printf("500 bytes, a task            %7.1f us\n", microseconds(2001, [&] {
                detector.detect({previous, task, {}});
              }));
  std::printf("8 bytes, \"continue\"          %7.1f us\n", microseconds(2001, [&] {
                detector.detect({previous, "continue", {}});
              }));

  constexpr std::size_t large = 1u << 20;
  const std::string text = repeated(normal, large);
  const double usual = microseconds(21, [&] { detector.detect({text, text, {}}); });
  std::printf("1 MB, normal text            %7.0f us\n", usual);
  const std::vector<std::pair<const char*, std::string>> others{
      {"spaces", " "},        {"\"no, \"", "no, "},
      {"one long word", "x"}, {"line feeds", "\n"},
      {"quotes", "\""},       {"apostrophes", "a'"},
      {"slashes", "/"},       {"log lines", "12:00:01 x\n"}};
  for (const auto& [name, unit] : others) {
    const std::string other = repeated(unit, large);
    const double time = microseconds(21, [&] { detector.detect({other, other, {}}); });
    std::printf("1 MB, %-22s %7.0f us, x %.2f of normal\n", name, time, time / usual);
  }
  return 0;
}
