// property-curate [RUNS [SEED [thinking]]]: curates conversations made up at random with random
// options and looks whether the result is what it must be, by an oracle of its own. With `thinking`
// as many different conversations, all of them with thinking. Exit 1 with the first that shows a
// fault.

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "curate/curate.h"
#include "curate/failed_results.h"
#include "curate/messages/pairs.h"
#include "support/random_talk.h"

namespace {

using namespace context_rot;
using namespace context_rot::curate;

/// The rules once more, told another way than in src/curate/validate: by pulling the messages
/// through one small automaton. Empty where all is well.
std::string oracle(const Json& messages, Format format) {
  std::multiset<std::string> awaited;
  std::set<std::string> used;
  bool user_seen = false;
  if (messages.empty()) return "empty list";
  for (const Json& message : messages) {
    const auto role = message.at("role").get<std::string>();
    const bool has_content = message.contains("content") && !message["content"].is_null();
    if (has_content && message["content"].is_array() && message["content"].empty()) return "[]";
    if (format == Format::plain) {
      if (!has_content) return "no content";
      if (role != "tool" && message["content"] == "") return "empty content";
      continue;
    }
    if (format == Format::openai) {
      if (role == "tool") {
        const auto at = awaited.find(message.at("tool_call_id").get<std::string>());
        if (at == awaited.end()) return "result without call";
        awaited.erase(at);
        continue;
      }
      if (!awaited.empty()) return "call without result";
      if (message.contains("tool_calls") && message["tool_calls"].empty()) return "no calls";
      if (!has_content && !message.contains("tool_calls") && !message.contains("function_call")) {
        return "nothing in it";
      }
      if (message.contains("tool_calls")) {
        for (const Json& call : message["tool_calls"]) awaited.insert(call.at("id"));
      }
      continue;
    }
    if (role == "system") {
      if (!awaited.empty()) return "system between call and result";
      continue;
    }
    if (!user_seen && role != "user") return "first is not the user's";
    user_seen = true;
    if (!has_content || message["content"] == "") return "no content";
    if (message["content"].is_string()) {
      if (!awaited.empty()) return "call without result";
      continue;
    }
    std::multiset<std::string> asked;
    bool text_seen = false;
    std::string kinds;
    for (const Json& block : message["content"]) {
      const auto type = block.at("type").get<std::string>();
      kinds += type == "thinking" || type == "redacted_thinking" ? 'h' : 'x';
      if (type == "text" && block.at("text") == "") return "empty text";
      if (type == "tool_result") {
        const auto at = awaited.find(block.at("tool_use_id").get<std::string>());
        if (role != "user" || text_seen || at == awaited.end()) return "result out of place";
        awaited.erase(at);
        if (block.contains("content") && block["content"].is_array()) {
          for (const Json& part : block["content"]) {
            if (part.at("type") == "text" && part.at("text") == "") return "empty text in result";
          }
        }
      } else {
        text_seen = true;
      }
      if (type == "tool_use") {
        if (role != "assistant" || !used.insert(block.at("id")).second) return "bad call";
        asked.insert(block.at("id"));
      }
    }
    if (!awaited.empty()) return "call without result";
    if (kinds.find('h') != std::string::npos && (kinds.front() != 'h' || kinds.back() == 'h')) {
      return "thinking out of place";
    }
    awaited = asked;
  }
  return awaited.empty() ? "" : "call without result at the end";
}

Json list_of(const MessageArray& array) {
  Json out = Json::array();
  for (const Message& message : array.messages) out.push_back(message.json);
  return out;
}

std::size_t results_in(const MessageArray& array, std::string_view opening, std::string_view line) {
  std::size_t count = 0;
  for (const Message& message : array.messages) {
    for (const ToolResult& result : results_of(message.json, array.format)) {
      const Json& at = result_at(message.json, result.slot);
      const std::string text = at.contains("content") ? text_of_content(at["content"]) : "";
      count += text.starts_with(opening) && (line.empty() || text.find('\n') == text.npos) ? 1 : 0;
    }
  }
  return count;
}

/// Messages of the input that the changes account for: their own, and the answers whose calls
/// went with a result.
std::set<std::size_t> accounted(const MessageArray& before, const Curated& curated) {
  std::set<std::size_t> out;
  for (const Change& change : curated.changes) out.insert(change.origin);
  for (const Pair& pair : pairs_of(before)) {
    if (out.count(pair.result_message) != 0) out.insert(pair.call_message);
  }
  return out;
}

std::string counts_fault(const MessageArray& before, const Curated& curated,
                         const CurateOptions& options) {
  const Counts& counts = curated.counts;
  if (counts.original != before.messages.size()) return "originalCount";
  if (counts.curated != curated.array.messages.size()) return "curatedCount";
  if (options.decay == DecayAction::drop || options.clean_room) return {};
  const MessageArray& after = curated.array;
  if (results_in(before, "", "") - results_in(after, "", "") != counts.failed_removed) {
    return "failedRemoved";
  }
  if (options.decay != DecayAction::keep) return {};
  const auto more = [&](std::string_view opening, std::string_view line) {
    return results_in(after, opening, line) - results_in(before, opening, line);
  };
  if (options.failed == FailedMode::deprioritize &&
      more(deprioritized_prefix, "") != counts.failed_deprioritized) {
    return "failedDeprioritized";
  }
  if (options.failed == FailedMode::summarize &&
      more(summary_prefix, "1") != counts.failed_summarized) {
    return "failedSummarized";
  }
  return {};
}

bool is_thinking_block(const Json& block) {
  const auto type = block.at("type").get<std::string>();
  return type == "thinking" || type == "redacted_thinking";
}

/// A message without its thinking.
Json spoken(Json message) {
  if (!message.contains("content") || !message["content"].is_array()) return message;
  Json left = Json::array();
  for (const Json& block : message["content"]) {
    if (!is_thinking_block(block)) left.push_back(block);
  }
  message["content"] = left;
  return message;
}

/// What the API would sign a block of thinking with.
struct Signed {
  std::size_t prefix = 0;    ///< hash of all that stands before it, thinking left out
  std::string before;        ///< the thinking before it; empty for the first
  std::size_t position = 0;  ///< how much stands before it
};

/// Every block of thinking, as it is written, with what it is signed for.
std::vector<std::pair<std::string, Signed>> signatures_of(const MessageArray& array) {
  std::vector<std::pair<std::string, Signed>> out;
  Signed now;
  for (const Message& message : array.messages) {
    const auto role = message.json.at("role").get<std::string>();
    const auto add = [&](const std::string& text) {
      now.prefix = std::hash<std::string>()(std::to_string(now.prefix) + role + text);
      ++now.position;
    };
    const auto content = message.json.find("content");
    if (content == message.json.end() || !content->is_array()) {
      add(message.json.dump());
      continue;
    }
    for (const Json& block : *content) {
      if (!is_thinking_block(block)) {
        add(block.dump());
        continue;
      }
      out.emplace_back(block.dump(), now);
      now.before = block.dump();
    }
  }
  return out;
}

std::size_t thinking_left = 0;  // over all runs

/// Whether each block of thinking that was kept has its exact prefix, and the thinking before it.
std::string binding_fault(const MessageArray& before, const MessageArray& after) {
  std::map<std::string, Signed> made;
  for (const auto& [block, sign] : signatures_of(before)) made[block] = sign;
  bool first = true;
  for (const auto& [block, sign] : signatures_of(after)) {
    ++thinking_left;
    const auto place = made.find(block);
    if (place == made.end()) return "thinking that was not there: " + block;
    const Signed& then = place->second;
    if (then.prefix != sign.prefix || then.position != sign.position) {
      return "thinking behind a change: " + block;
    }
    if (!first && then.before != sign.before) return "a gap before thinking: " + block;
    first = false;
  }
  return {};
}

/// What is wrong with the result; empty where nothing is.
std::string fault_of(const MessageArray& before, const Curated& curated,
                     const CurateOptions& options, const std::string& query,
                     const correction::Detector& detector) {
  const MessageArray& after = curated.array;
  if (!curated.input_faults.empty()) {
    return "valid input called invalid: " + curated.input_faults.front().reason;
  }
  if (const auto fault = oracle(list_of(after), after.format); !fault.empty()) return fault;
  const auto known = accounted(before, curated);
  std::set<std::size_t> there;
  std::size_t previous = 0;
  for (const Message& message : after.messages) {
    if (!there.empty() && message.origin <= previous) return "order";
    previous = message.origin;
    there.insert(message.origin);
    const Json& then = before.messages[message.origin].json;
    if (known.count(message.origin) == 0 && spoken(message.json) != spoken(then)) {
      return "changed without being said: " + std::to_string(message.origin);
    }
    if (known.count(message.origin) == 0 && message.raw.empty() && message.json == then) {
      return "bytes lost";
    }
  }
  for (const Message& message : before.messages) {
    const Role role = role_of(message.json);
    const bool gone = there.count(message.origin) == 0;
    if (gone && known.count(message.origin) == 0) return "gone without being said";
    if (gone && (role == Role::system || role == Role::memory)) return "system gone";
  }
  if (const auto fault = counts_fault(before, curated, options); !fault.empty()) return fault;
  if (before.format == Format::anthropic && !options.keep_thinking) {
    if (const auto fault = binding_fault(before, after); !fault.empty()) return fault;
    if (const auto faults = broken_bindings(before, after); !faults.empty()) {
      return "valid thinking called invalid: " + faults.front().reason;
    }
  }
  if (before.format == Format::anthropic &&
      signatures_of(before).size() - signatures_of(after).size() !=
          curated.counts.thinking.blocks) {
    return "thinkingDropped";
  }
  const auto read = read_array(write_array(after), after.format);
  if (!read || list_of(*read) != list_of(after)) return "does not read back";
  const auto again = curate::curate(*read, options, query, detector);
  if (!again) return "twice: " + again.error();
  if (list_of(again->array) != list_of(after)) {
    return "not idempotent: " + (again->changes.empty() ? ""
                                                        : again->changes.front().what + " " +
                                                              again->changes.front().why);
  }
  return {};
}

CurateOptions random_options(test::RandomTalk& random) {
  CurateOptions options;
  options.failed = static_cast<FailedMode>(random.below(4));
  options.max_failed = random.below(3);
  options.decay = static_cast<DecayAction>(random.below(3));
  static constexpr double half_lives[]{0.2, 1, 3, 10};
  options.half_life_turns = half_lives[random.below(4)];
  static constexpr double weights[]{0, 0.1, 0.4, 1};
  options.min_weight = weights[random.below(4)];
  if (random.chance(30)) options.clean_room = random.below(6);
  options.corrections = random.chance(40);
  options.keep_thinking = random.chance(10);
  return options;
}

std::string random_query(test::RandomTalk& random) {
  static const std::string queries[]{"",
                                     "",
                                     "How does UserService use `src/db/pool.ts`?",
                                     "数据库连接失败的原因是什么",
                                     "東京タワーはどこ",
                                     "Что с Оплатой в Москве?",
                                     "Why is Redis slow? \"connection pool\""};
  return queries[random.below(std::size(queries))];
}

/// Curates one list once; prints what is wrong. Adds to the sums.
bool try_one(const MessageArray& before, unsigned long seed, const correction::Detector& detector,
             std::map<std::string, std::size_t>& sums) {
  test::RandomTalk random(seed);
  const CurateOptions options = random_options(random);
  const std::string query = random_query(random);
  const auto curated = curate::curate(before, options, query, detector);
  const std::string fault =
      curated ? fault_of(before, *curated, options, query, detector) : curated.error();
  if (!fault.empty()) {
    std::printf(
        "%s\nfailed %d max %zu decay %d half-life %g weight %g clean room %ld "
        "corrections %d keep thinking %d query %s\n%s\n->\n%s\n",
        fault.c_str(), static_cast<int>(options.failed), options.max_failed,
        static_cast<int>(options.decay), options.half_life_turns, options.min_weight,
        options.clean_room ? static_cast<long>(*options.clean_room) : -1L,
        options.corrections ? 1 : 0, options.keep_thinking ? 1 : 0, query.c_str(),
        write_array(before).c_str(), curated ? write_array(curated->array).c_str() : "");
    return false;
  }
  const Counts& counts = curated->counts;
  sums["messages"] += counts.original;
  sums["left"] += counts.curated;
  sums["failed removed"] += counts.failed_removed;
  sums["deprioritized"] += counts.failed_deprioritized;
  sums["summarized"] += counts.failed_summarized;
  sums["decay removed"] += counts.decay_removed;
  sums["decay shortened"] += counts.decay_shortened;
  sums["clean room"] += counts.clean_room_removed;
  sums["corrections"] += counts.corrections;
  sums["thinking dropped"] += counts.thinking.blocks;
  return true;
}

/// A list that has thinking.
MessageArray thoughtful_list(unsigned long seed) {
  for (unsigned long more = 0;; ++more) {
    test::RandomTalk talk(seed * 31 + more * 1000003);
    auto array = *read_array(talk.make(Format::anthropic).dump(), Format::anthropic);
    if (thinking_in(array).blocks > 0) return array;
  }
}

/// Lists of all formats.
bool try_lists(unsigned long runs, unsigned long seed, const correction::Detector& detector,
               std::map<std::string, std::size_t>& sums) {
  constexpr unsigned long options_each = 5;  // sets of options for one conversation
  MessageArray before;
  for (unsigned long run = 0; run < runs; ++run) {
    if (run % options_each == 0) {
      test::RandomTalk talk(seed * 1000003 + run);
      const Format format = static_cast<Format>(talk.below(3));
      before = *read_array(talk.make(format).dump(), format);
    }
    if (!try_one(before, seed * 7919 + run * 31 + 5, detector, sums)) return false;
  }
  return true;
}

/// Lists that have thinking, each once.
bool try_thinking(unsigned long runs, unsigned long seed, const correction::Detector& detector,
                  std::map<std::string, std::size_t>& sums) {
  for (unsigned long run = 0; run < runs; ++run) {
    const MessageArray list = thoughtful_list(seed * 7907 + run);
    if (!try_one(list, seed * 6007 + run, detector, sums)) return false;
  }
  return thinking_left > runs / 2 && sums["thinking dropped"] > runs / 2;
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned long runs = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 100000;
  const unsigned long seed = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1;
  const bool thinking = argc > 3 && std::string_view(argv[3]) == "thinking";
  const correction::Detector detector;
  std::map<std::string, std::size_t> sums;
  const bool done =
      thinking ? try_thinking(runs, seed, detector, sums) : try_lists(runs, seed, detector, sums);
  std::printf("%lu runs %s;", runs, done ? "without a fault" : "were to be made");
  for (const auto& [name, sum] : sums) std::printf(" %s %zu", name.c_str(), sum);
  std::printf(" thinking left %zu\n", thinking_left);
  return done ? 0 : 1;
}
