#include "window/attribution.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <random>

#include "findings/findings.h"
#include "support/session.h"
#include "support/talk.h"
#include "window/token_estimate.h"

using namespace context_rot;
using namespace context_rot::findings;
using namespace context_rot::session;
using namespace context_rot::window;
using test::Talk;
using transcript::EntryKind;

namespace {

/// The tokens of the entries in front of the last answer that reported, with the overhead.
std::int64_t explained(const transcript::Conversation& conversation, const Attribution& a) {
  std::size_t last = 0;
  std::size_t boundary = 0;
  for (std::size_t i = 0; i < conversation.entries.size(); ++i) {
    if (conversation.entries[i].kind == EntryKind::boundary) boundary = i;
  }
  for (std::size_t i = boundary; i < conversation.entries.size(); ++i) {
    const auto& entry = conversation.entries[i];
    if (entry.kind == EntryKind::assistant && !entry.synthetic && !entry.api_error &&
        !entry.sidechain && !entry.preserved && entry.usage && entry.usage->context() > 0) {
      last = i;
    }
  }
  return std::accumulate(a.tokens.begin(), a.tokens.begin() + static_cast<std::ptrdiff_t>(last),
                         a.overhead);
}

void check_sums(const transcript::Conversation& conversation) {
  const Attribution a = attribute(conversation);
  REQUIRE(a.tokens.size() == conversation.entries.size());
  CHECK(std::all_of(a.tokens.begin(), a.tokens.end(), [](std::int64_t t) { return t >= 0; }));
  CHECK(a.overhead >= 0);
  const auto all = std::accumulate(a.tokens.begin(), a.tokens.end(), a.overhead);
  CHECK(all == a.total());
  if (a.measure == Measure::reported) CHECK(explained(conversation, a) == a.reported);
}

}  // namespace

TEST_CASE("growth is shared out in proportion") {
  Talk talk;
  talk.prompt(std::string(400, 'a'));
  talk.ask("Read", {{"file_path", "/p/a"}});
  talk.usage(10000, 50);
  transcript::Block block;
  block.kind = transcript::BlockKind::tool_result;
  block.tool_use_id = "id1";
  block.text = std::string(8000, 'a');
  const auto result = talk.add(EntryKind::tool_result, block);
  const auto prompt = talk.prompt(std::string(4000, 'a'));
  talk.says("done");
  talk.usage(14000, 5);
  const Attribution a = attribute(talk.conversation);
  CHECK(a.measure == Measure::reported);
  CHECK(a.reported == 14000);
  CHECK(a.since == 5);
  CHECK(a.tokens[0] == 104);
  CHECK(a.overhead == 9896);  // system prompt and tools
  CHECK(a.tokens[1] + a.tokens[result] + a.tokens[prompt] == 4000);
  CHECK(a.tokens[result] > 1.9 * static_cast<double>(a.tokens[prompt]));
  check_sums(talk.conversation);
}

TEST_CASE("growth that no entry can explain is overhead") {
  Talk talk;
  talk.prompt("hello");
  talk.says("hi");
  talk.usage(1000, 10);
  talk.prompt("again");
  talk.says("hi");
  talk.usage(131000, 10);  // tools were added
  const Attribution a = attribute(talk.conversation);
  CHECK(a.tokens[2] < 40);
  CHECK(a.overhead > 130000);
  check_sums(talk.conversation);
}

TEST_CASE("a count that falls scales what was there before") {
  Talk talk;
  talk.prompt(std::string(4000, 'a'));
  talk.says("hi");
  talk.usage(10000, 100);
  talk.prompt(std::string(400, 'a'));
  talk.says("hi");
  talk.usage(5000, 100);
  const Attribution a = attribute(talk.conversation);
  CHECK(a.reported == 5000);
  CHECK(a.tokens[2] > 90);
  CHECK(a.tokens[0] < 600);
  check_sums(talk.conversation);
}

TEST_CASE("without any usage the estimates stand") {
  Talk talk;
  talk.prompt(std::string(4000, 'a'));
  talk.says(std::string(400, 'a'));
  const Attribution a = attribute(talk.conversation);
  CHECK(a.measure == Measure::estimate);
  CHECK(a.overhead == 0);
  CHECK(a.since == 1000 + 100 + 8);
  check_sums({});
}

TEST_CASE("after a compaction the client's estimate counts, and kept usage does not") {
  Talk talk;
  talk.add(EntryKind::boundary, Talk::text_block("Conversation compacted"));
  talk.conversation.entries.back().compaction = transcript::Compaction{true, 160000, 4000};
  talk.add(EntryKind::summary, Talk::text_block(std::string(4000, 's')));
  talk.says("kept");
  talk.usage(160000, 1);
  talk.conversation.entries.back().preserved = true;
  Attribution a = attribute(talk.conversation);
  CHECK(a.measure == Measure::boundary);
  CHECK(a.reported == 4000);
  CHECK(a.tokens[1] > 900);
  check_sums(talk.conversation);
  talk.prompt("go on");
  talk.says("ok");
  talk.usage(6000, 10);
  a = attribute(talk.conversation);
  CHECK(a.measure == Measure::reported);
  CHECK(a.reported == 6000);
  check_sums(talk.conversation);
}

TEST_CASE("weights") {
  CHECK(estimate_tokens("") == 0);
  CHECK(estimate_tokens("abcd") == 1);
  CHECK(estimate_tokens("\u4f60\u597d") == 2);
  Talk talk;
  transcript::Block image;
  image.kind = transcript::BlockKind::image;
  image.images = 1;
  image.image_bytes = 4u << 20;
  talk.add(EntryKind::prompt, image);
  talk.says("thought about it");
  talk.usage(1000, 2500);  // most of it thinking
  talk.add(EntryKind::system, Talk::text_block("turn_duration"));
  talk.says("broke off");
  talk.usage(4000, 1);
  talk.conversation.entries.back().aborted = true;
  const auto& entries = talk.conversation.entries;
  CHECK(weight_of(entries[0]).estimate < 2000);
  CHECK(weight_of(entries[1]).estimate == 2500);
  CHECK(weight_of(entries[2]).estimate == 0);
  CHECK(weight_of(entries[3]).estimate == 7);
  check_sums(talk.conversation);
}

TEST_CASE("the sums hold on every transcript that the client wrote") {
  int files = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(CONTEXT_ROT_TEST_DATA "/transcripts")) {
    if (file.path().extension() != ".jsonl") continue;
    CAPTURE(file.path().string());
    const auto conversation = transcript::read_session(file.path(), transcript::Detail::content);
    REQUIRE(conversation);
    check_sums(*conversation);
    ++files;
    // and no entry is in two findings, nor counted twice
    const SessionView view = view_of(*conversation, {});
    const Findings findings = find_all(view);
    CHECK(findings.noise <= view.attribution.total());
  }
  CHECK(files > 20);
}

TEST_CASE("the sums hold on any session, and no entry is in two findings") {
  std::mt19937 random(5);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const std::vector<std::string> prompts{"run the tests",
                                         "no, the port is 8080, not 80",
                                         "revert that",
                                         "go on",
                                         "let's drop this approach",
                                         "decided to use Redis for the lock",
                                         "decided to use Postgres for the lock",
                                         "it still fails"};
  for (int session = 0; session < 300; ++session) {
    Talk talk;
    test::MemoryFiles files;
    std::int64_t context = 1000 + below(20000);
    for (int step = 0; step < 60; ++step) {
      const std::string path = "/p/f" + std::to_string(below(4)) + ".ts";
      switch (below(9)) {
        case 0:
          talk.prompt(prompts[static_cast<std::size_t>(below(8))]);
          break;
        case 1:
          talk.read(path, std::string(static_cast<std::size_t>(below(3000)), 'x'));
          break;
        case 2:
          talk.read_lines(path, 1 + below(50), 1 + below(80));
          break;
        case 3:
          talk.edit(path);
          break;
        case 4:
          talk.fail("npm test -- f" + std::to_string(below(3)));
          break;
        case 5:
          talk.run("npm test", std::string(300, 'y'));
          break;
        case 6:
          talk.run("cat x", std::string(static_cast<std::size_t>(below(60000)), 'z'));
          break;
        case 7:
          talk.says("The port is 80. " + path + " is ready.");
          break;
        default:
          if (below(8) == 0) {
            talk.add(EntryKind::boundary, Talk::text_block("x"));
            talk.add(EntryKind::summary, Talk::text_block("summary"));
          }
          break;
      }
      if (talk.conversation.entries.empty()) continue;
      if (below(4) == 0 && talk.conversation.entries.back().kind == EntryKind::assistant) {
        context = std::max(1, static_cast<int>(context) + below(9000) - 1000);
        talk.usage(context, below(600));
      }
    }
    for (int f = 0; f < 4; ++f) {
      const std::string path = "/p/f" + std::to_string(f) + ".ts";
      if (below(2))
        files.missing(path);
      else
        files.present(path, Talk::start + below(90000));
    }
    check_sums(talk.conversation);
    const SessionView view = view_of(talk.conversation, {&files, "/p", nullptr, nullptr});
    const Findings findings = find_all(view);
    std::vector<int> owners(talk.conversation.entries.size());
    std::int64_t tokens = 0;
    for (const Finding& finding : findings.list) {
      CHECK_FALSE(finding.entries.empty());
      CHECK_FALSE(finding.evidence.empty());
      CHECK(std::is_sorted(finding.entries.begin(), finding.entries.end()));
      for (const std::size_t entry : finding.entries) {
        ++owners.at(entry);
        tokens += view.attribution.tokens[entry];
      }
    }
    CHECK(std::all_of(owners.begin(), owners.end(), [](int n) { return n <= 1; }));
    CHECK(tokens == findings.noise);
    CHECK(findings.noise <= findings.total);
  }
}
