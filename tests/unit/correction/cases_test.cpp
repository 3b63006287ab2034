// tests/data/corrections.txt, case by case.

#include <doctest/doctest.h>

#include <fstream>
#include <string>
#include <vector>

#include "correction/detector.h"

using namespace context_rot::correction;

namespace {

struct Case {
  int line = 0;
  std::string previous;
  std::string text;
  std::string label;
  bool missed = false;
  std::string wrong;      ///< X must hold this; empty: anything
  std::string clarified;  ///< Y must hold this
};

std::string unescaped(std::string text) {
  for (std::size_t at = 0; (at = text.find("\\n", at)) != std::string::npos;)
    text.replace(at, 2, "\n");
  return text;
}

void read_expectation(std::string text, Case& out) {
  for (bool first = true; !text.empty(); first = false) {
    const std::size_t end = std::min(text.find(" ; "), text.size());
    std::string part = text.substr(0, end);
    text.erase(0, std::min(end + 3, text.size()));
    if (first && part.starts_with("missed ")) {
      out.missed = true;
      part.erase(0, 7);
    }
    if (first) {
      out.label = part;
    } else {
      (part[0] == 'X' ? out.wrong : out.clarified) = part.substr(2);
    }
  }
}

std::vector<Case> read_cases() {
  std::ifstream in(CONTEXT_ROT_TEST_DATA "/corrections.txt");
  REQUIRE(in);
  std::vector<Case> out;
  Case now;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (line.empty() || line[0] == '#') continue;
    REQUIRE_MESSAGE(line.size() > 2, "line " << number);
    const std::string rest = line.substr(2);
    if (line[0] == '<') now = {number, unescaped(rest), {}, {}, false, {}, {}};
    if (line[0] == '>') now.text = unescaped(rest);
    if (line[0] != '=') continue;
    read_expectation(rest, now);
    out.push_back(now);
  }
  return out;
}

bool fits(const std::string& wanted, Label label) {
  if (wanted == "rejected") return label != Label::none;
  if (wanted == "failure") return label == Label::failure_report;
  return wanted == name_of(label);
}

}  // namespace

TEST_CASE("corrections.txt") {
  const Detector detector;
  const auto cases = read_cases();
  CHECK(cases.size() >= 150);
  for (const Case& c : cases) {
    const Verdict verdict = detector.detect({c.previous, c.text, {}});
    const std::string where = "line " + std::to_string(c.line) + ": " + c.text;
    if (c.missed) {
      WARN_MESSAGE(!fits(c.label, verdict.label), where << " is right now: take \"missed\" away");
      continue;
    }
    CHECK_MESSAGE(fits(c.label, verdict.label), where << " is " << name_of(verdict.label));
    if (!c.wrong.empty()) {
      CHECK_MESSAGE(verdict.wrong.value_or("").find(c.wrong) != std::string::npos,
                    where << ": X is " << verdict.wrong.value_or("(none)"));
    }
    if (!c.clarified.empty()) {
      CHECK_MESSAGE(verdict.clarified.value_or("").find(c.clarified) != std::string::npos,
                    where << ": Y is " << verdict.clarified.value_or("(none)"));
    }
  }
}
