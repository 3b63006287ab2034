// property-fork [RUNS [SEED]]: forks sessions made up at random, with random options, and looks
// whether the fork is what it must be. Exit 1 with the first session that shows a fault.

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "fork/fork_session.h"
#include "fork_fault.h"
#include "support/session.h"
#include "transcript/conversation.h"

namespace {

using namespace context_rot;
using nlohmann::ordered_json;
using transcript::BlockKind;
using transcript::Conversation;
using transcript::Entry;
using transcript::EntryKind;
namespace fs = std::filesystem;

/// A session as the client would write it, one line after the other.
class RandomSession {
 public:
  explicit RandomSession(std::uint64_t seed) : random_(seed) {}

  std::string make() {
    if (chance(3)) side_line("mode");
    const int turns = number(1, 12);
    for (int i = 0; i < turns; ++i) {
      if (i > 0 && chance(9)) compact();
      const std::string before = leaf_;
      turn();
      if (chance(10)) {  // taken back with /rewind: a dead branch
        leaf_ = before;
        turn();
      }
      if (chance(4)) side_line("file-history-snapshot");
    }
    if (chance(6)) out_ += R"({"type":"assistant","uuid":"torn)";
    return out_;
  }

 private:
  int number(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  bool chance(int of) { return number(1, of) == 1; }
  template <typename List>
  const auto& any(const List& list) {
    return list[static_cast<std::size_t>(number(0, static_cast<int>(std::size(list)) - 1))];
  }

  std::string put(ordered_json line, const std::string& parent) {
    const std::string uuid = "u" + std::to_string(++lines_);
    turn_.push_back(uuid);
    ordered_json full{
        {"parentUuid", parent.empty() ? ordered_json(nullptr) : ordered_json(parent)}};
    full.update(line);
    full["uuid"] = uuid;
    full["timestamp"] = format_utc(1000 * (time_ += number(1, 9)));
    out_ += full.dump() + "\n";
    return uuid;
  }

  void side_line(const std::string& type) {
    out_ += ordered_json{{"type", type}, {"value", ++lines_}}.dump() + "\n";
  }

  std::string words(int count) {
    static const char* const some[] = {"port",        "8080",  "redis",  "`login.ts`",
                                       "Error:",      "naïve", "数据库", "\"quoted\"",
                                       "line\nbreak", "база",  "😀",      "{json: 1}"};
    std::string out;
    for (int i = 0; i < count; ++i) out += std::string(i == 0 ? "" : " ") + any(some);
    return out;
  }

  std::string prompt() {
    static const char* const some[] = {"no, that's wrong: the port is 9090, not 8080",
                                       "revert that, let's drop this approach",
                                       "go on",
                                       "that did not work, it still fails",
                                       "which port is it?",
                                       "thanks",
                                       "no es 8080, es 9090",
                                       "undo all of that"};
    return chance(3) ? words(number(1, 8)) : any(some);
  }

  ordered_json usage() {
    context_ += number(0, 3000);
    return {{"input_tokens", 3},
            {"cache_creation_input_tokens", 10},
            {"cache_read_input_tokens", context_},
            {"output_tokens", number(1, 200)}};
  }

  ordered_json thinking() {
    if (chance(6)) return {{"type", "redacted_thinking"}, {"data", words(9)}};
    return {{"type", "thinking"}, {"thinking", chance(3) ? "" : words(9)}, {"signature", "s"}};
  }

  std::string answer_line(const std::string& id, ordered_json block, const ordered_json& use,
                          const std::string& parent) {
    return put({{"type", "assistant"},
                {"message",
                 {{"id", id},
                  {"model", "m"},
                  {"role", "assistant"},
                  {"content", ordered_json::array({std::move(block)})},
                  {"usage", use}}}},
               parent);
  }

  void turn() {
    turn_.clear();
    leaf_ = put({{"type", "user"}, {"message", {{"role", "user"}, {"content", prompt()}}}}, leaf_);
    if (chance(4)) {
      leaf_ = put({{"type", "attachment"},
                   {"attachment", {{"type", "file"}}},
                   {"rendered", {{{"content", words(number(1, 200))}}}}},
                  leaf_);
    }
    const int steps = number(0, 4);
    for (int i = 0; i < steps; ++i) step();
    if (!chance(12)) say();
  }

  void say() {
    const std::string id = "m" + std::to_string(++messages_);
    const auto use = usage();
    if (chance(3)) {
      leaf_ = answer_line(id, thinking(), use, leaf_);
    }
    const int texts = chance(5) ? 2 : 1;
    for (int i = 0; i < texts; ++i) {
      const std::string text =
          chance(3) ? "The port is 8080, in `login.ts`." : words(number(1, 300));
      leaf_ = answer_line(id, {{"type", "text"}, {"text", text}}, use, leaf_);
    }
  }

  void step() {
    static const char* const files[] = {"/p/a.ts", "/p/b.ts", "/p/c.ts"};
    static const char* const commands[] = {"npm test", "make", "ls -la"};
    const std::string id = "m" + std::to_string(++messages_);
    const auto use = usage();
    std::string chain = leaf_;
    if (chance(3)) {
      chain = answer_line(id, thinking(), use, chain);
    }
    const int calls = chance(3) ? number(2, 4) : 1;
    for (int i = 0; i < calls; ++i) {
      const std::string call = "t" + std::to_string(++calls_);
      const int kind = number(0, 2);
      const ordered_json input =
          kind == 0 ? ordered_json{{"file_path", any(files)}}
          : kind == 1
              ? ordered_json{{"file_path", any(files)}, {"old_string", "a"}, {"new_string", "b"}}
              : ordered_json{{"command", any(commands)}};
      const char* const name = kind == 0 ? "Read" : kind == 1 ? "Edit" : "Bash";
      const std::string asked = answer_line(
          id, {{"type", "tool_use"}, {"id", call}, {"name", name}, {"input", input}}, use, chain);
      ordered_json content = words(number(0, 400));
      if (chance(8)) {
        content = {{{"type", "text"}, {"text", words(5)}},
                   {{"type", "image"}, {"source", {{"data", "aaaa"}}}}};
      }
      ordered_json result{{"tool_use_id", call}, {"type", "tool_result"}, {"content", content}};
      if (chance(3)) result["is_error"] = true;
      const std::string answered = put({{"type", "user"},
                                        {"message", {{"role", "user"}, {"content", {result}}}},
                                        {"sourceToolAssistantUUID", asked},
                                        {"toolUseResult", "x"}},
                                       asked);
      chain = i + 1 < calls && chance(2) ? asked : answered;
      leaf_ = answered;
    }
  }

  void compact() {
    const std::string tail = leaf_;
    ordered_json metadata{{"trigger", "auto"}, {"preTokens", context_}, {"postTokens", 2000}};
    const std::string summary = "u" + std::to_string(lines_ + 2);
    if (chance(2) && !tail.empty()) {
      const std::vector<std::string> kept = chance(3) ? std::vector{tail} : turn_;
      metadata["preservedMessages"] = {
          {"anchorUuid", summary}, {"uuids", kept}, {"allUuids", kept}};
    }
    const std::string at = put(
        {{"type", "system"}, {"subtype", "compact_boundary"}, {"compactMetadata", metadata}}, "");
    leaf_ = put({{"type", "user"},
                 {"isCompactSummary", true},
                 {"message", {{"role", "user"}, {"content", "the summary"}}}},
                at);
    context_ = 2000;
  }

  std::mt19937_64 random_;
  std::string out_;
  std::string leaf_;
  std::vector<std::string> turn_;  // the lines of the turn
  int lines_ = 0;
  int messages_ = 0;
  int calls_ = 0;
  std::int64_t context_ = 4000;
  std::int64_t time_ = 1000;
};

fork::PlanOptions random_options(std::mt19937_64& random) {
  fork::PlanOptions out;
  for (std::size_t i = 0; i < out.kinds.size(); ++i) out.kinds[i] = random() % 4 != 0;
  if (random() % 4 == 0) out.max_tokens = 1 + static_cast<std::int64_t>(random() % 9000);
  out.thorough = random() % 3 == 0;
  out.keep_thinking = random() % 8 == 0;
  out.cache_is_warm = random() % 2 == 0;
  for (std::size_t i = 0; i < out.asked.size(); ++i) out.asked[i] = random() % 6 == 0;
  if (random() % 8 == 0) out.since = 1000 * static_cast<Milliseconds>(1000 + random() % 200);
  return out;
}

Conversation read(const fs::path& file) {
  return *transcript::read_session(file, transcript::Detail::content);
}

}  // namespace

int main(int argc, char** argv) {
  const long runs = argc > 1 ? std::atol(argv[1]) : 2000;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const test::TempFolder folder;
  const auto file = folder.path() / "session.jsonl";
  long edits = 0;
  long forks = 0;
  long thoughts = 0;
  long left_alone = 0;
  for (long run = 0; run < runs; ++run) {
    const std::uint64_t own = seed * 1000003 + static_cast<std::uint64_t>(run);
    std::mt19937_64 random(own);
    const std::string text = RandomSession(own).make();
    folder.write("session.jsonl", text);
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(random() % 2));
    fork::ForkRequest request;
    request.transcript = file;
    request.project = folder.path();
    request.options = random_options(random);
    const auto made = fork::fork_session(request, {});
    std::string fault = test::content_of(file) == text ? "" : "the original was written to";
    if (made && fault.empty()) {
      ++forks;
      edits += static_cast<long>(made->plan.edits.size());
      thoughts += static_cast<long>(made->plan.thinking.blocks);
      left_alone += static_cast<long>(made->plan.left_alone.entries);
      fault = test::fault_of(*made, read(file), request.options.keep_thinking);
      // A second fork with the same options finds nothing that the first has not; kinds apart that
      // were given another one's entries.
      request.transcript = made->file;
      fs::last_write_time(made->file, fs::file_time_type::clock::now() - std::chrono::hours(1));
      request.options.max_tokens.reset();
      if (fault.empty()) {
        const auto again = fork::fork_session(request, {});
        if (!again)
          fault = "the fork cannot be forked: " + again.error();
        else
          fault = test::fault_of(*again, read(made->file), request.options.keep_thinking);
        if (again) fs::remove(again->file);
      }
      fs::remove(made->file);
    }
    if (fault.empty()) continue;
    const char* const kept = "property-fork.jsonl";
    std::printf("run %ld (seed %llu): %s\nthe session is in %s\n", run,
                static_cast<unsigned long long>(seed), fault.c_str(), kept);
    std::ofstream(kept, std::ios::binary) << text;
    return 1;
  }
  std::printf(
      "%ld sessions, %ld forked, %ld entries changed, %ld left alone, %ld blocks of thinking "
      "dropped, no fault\n",
      runs, forks, edits, left_alone, thoughts);
  const bool enough = edits > runs && thoughts > runs / 2 && left_alone > 0;
  return forks * 2 > runs && enough ? 0 : 1;
}
