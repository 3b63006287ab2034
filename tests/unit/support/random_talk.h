#pragma once
// Conversations made up by a seed, as agents send them: parallel calls, failures, thinking,
// images, odd texts, corrections, system messages in between. Always valid.

#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "curate/messages/message_list.h"

namespace context_rot::test {

class RandomTalk {
 public:
  using Json = nlohmann::ordered_json;

  explicit RandomTalk(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(random_() % n); }
  bool chance(std::size_t percent) { return below(100) < percent; }

  Json make(curate::Format format) {
    messages_ = Json::array();
    if (format != curate::Format::anthropic && chance(60)) {
      messages_.push_back({{"role", "system"}, {"content", "You help with UserService."}});
    }
    const std::size_t turns = 1 + below(chance(4) ? 40 : 6);
    for (std::size_t i = 0; i < turns; ++i) {
      if (format == curate::Format::anthropic) anthropic_turn(i + 1 == turns);
      if (format == curate::Format::openai) openai_turn(i + 1 == turns);
      if (format == curate::Format::plain) plain_turn(i + 1 == turns);
    }
    return messages_;
  }

  std::string text() {
    static const std::vector<std::string> texts{
        "Let me look at src/db/pool.ts now.",
        "The cache lives in Redis on port 6379.",
        "I set the database port to 3306. Then I ran the tests.",
        "UserService reads \"connection pool\" from the configuration.",
        "数据库连接失败，请检查端口。",
        "東京タワーの高さは333メートルです。",
        "Проверь сервис Оплата в Москве, пожалуйста.",
        "a",
        "\xF0\x9F\x99\x82 \xC3\xA9 \xE2\x80\xAE odd",
        "No timeout, nothing failed to load.",
        "line one\nline two\nline three",
        "{\"error\": null}",
        "[Correction: no]",
        "word. word? word!"};
    std::string out = texts[below(texts.size())];
    if (chance(8)) out += std::string(180 + below(60), 'x');
    if (chance(5)) out += "\n" + texts[below(texts.size())];
    return out;
  }

  std::string prompt() {
    static const std::vector<std::string> corrections{
        "No, the cache lives in Postgres, not in Redis.",
        "That is wrong. The port is 5432, not 3306.",
        "no, use Postgres instead of Redis. And also add tests for the login.",
        "No, that's wrong. UserService reads the file, not the pool."};
    return chance(25) ? corrections[below(corrections.size())] : text();
  }

  /// The text of a result; `failed` says whether it must read as a failure.
  std::string outcome(bool failed) {
    static const std::vector<std::string> failures{
        "Error: no such file",
        "[ERROR] boom\nmore",
        "Exit code 1\nfailed",
        "HTTP/1.1 503 x",
        "connect ECONNREFUSED 127.0.0.1:5432",
        "Traceback (most recent call last):\n  File \"a.py\", line 1\nKeyError: 'x'",
        "[PREVIOUS ERROR - may not be relevant] Error: old",
        "[Earlier attempt failed] Error: old"};
    return failed ? failures[below(failures.size())] : text();
  }

 private:
  std::string id() { return "id" + std::to_string(++ids_); }

  static Json block(const std::string& text) { return {{"type", "text"}, {"text", text}}; }

  Json image() {
    return {{"type", "image"},
            {"source", {{"type", "base64"}, {"media_type", "image/png"}, {"data", text()}}}};
  }

  void anthropic_turn(bool last) {
    if (chance(10) && !messages_.empty() && messages_.back()["role"] != "assistant") {
      messages_.push_back({{"role", "system"}, {"content", "Mind Москва."}});
    }
    Json said = Json::array({block(prompt())});
    if (chance(10)) said.push_back(image());
    if (chance(5)) said.push_back(block(text()));
    messages_.push_back({{"role", "user"}, {"content", chance(60) ? Json(prompt()) : said}});
    if (chance(5)) return;
    for (std::size_t steps = below(4); steps > 0; --steps) anthropic_step();
    if (last && chance(50)) return;
    Json answer = Json::array();
    if (chance(30)) answer.push_back(thinking());
    answer.push_back(block(text()));
    messages_.push_back({{"role", "assistant"}, {"content", chance(40) ? Json(text()) : answer}});
  }

  Json thinking() {
    const std::string own = std::to_string(++thoughts_);  // no two are signed alike
    if (chance(20)) return {{"type", "redacted_thinking"}, {"data", text() + own}};
    return {
        {"type", "thinking"}, {"thinking", chance(10) ? "" : text()}, {"signature", own + "=="}};
  }

  void anthropic_step() {
    Json answer = Json::array();
    Json results = Json::array();
    if (chance(40)) answer.push_back(thinking());
    if (chance(50)) answer.push_back(block(text()));
    if (!answer.empty() && chance(10)) answer.push_back(thinking());
    if (!answer.empty() && answer.back()["type"] != "text" && answer.front()["type"] == "text") {
      answer.erase(answer.size() - 1);  // thinking comes in front
    }
    for (std::size_t calls = 1 + below(4); calls > 0; --calls) {
      const std::string name = id();
      answer.push_back(
          {{"type", "tool_use"}, {"id", name}, {"name", "Bash"}, {"input", {{"command", text()}}}});
      Json result{{"type", "tool_result"}, {"tool_use_id", name}};
      const bool failed = chance(40);
      if (chance(70)) {
        result["content"] = chance(10) ? "" : outcome(failed);
      } else if (chance(80)) {
        result["content"] = Json::array({block(outcome(failed))});
        if (chance(30)) result["content"].push_back(image());
        if (chance(10)) result["content"].erase(0);
      }
      if (chance(30)) result["is_error"] = failed;
      results.insert(results.begin() + static_cast<std::ptrdiff_t>(below(results.size() + 1)),
                     result);
    }
    if (chance(10)) results.push_back(block("<system-reminder>x</system-reminder>"));
    if (chance(3)) results.push_back(image());
    messages_.push_back({{"role", "assistant"}, {"content", answer}});
    messages_.push_back({{"role", "user"}, {"content", results}});
  }

  void openai_turn(bool last) {
    if (chance(10)) messages_.push_back({{"role", "developer"}, {"content", "Mind Москва."}});
    Json parts = Json::array({block(prompt())});
    if (chance(20)) {
      parts.push_back({{"type", "image_url"}, {"image_url", {{"url", "data:x"}}}});
    }
    messages_.push_back({{"role", "user"}, {"content", chance(70) ? Json(prompt()) : parts}});
    for (std::size_t steps = below(4); steps > 0; --steps) {
      Json answer{{"role", "assistant"}, {"content", chance(50) ? Json() : Json(text())}};
      if (chance(10)) {
        answer["function_call"] = {{"name", "f"}, {"arguments", "{}"}};
        messages_.push_back(answer);
        messages_.push_back(
            {{"role", "function"}, {"name", "f"}, {"content", outcome(chance(40))}});
        continue;
      }
      Json results = Json::array();
      for (std::size_t calls = 1 + below(4); calls > 0; --calls) {
        const std::string name = id();
        answer["tool_calls"].push_back({{"id", name},
                                        {"type", "function"},
                                        {"function", {{"name", "f"}, {"arguments", text()}}}});
        const Json result{
            {"role", "tool"}, {"tool_call_id", name}, {"content", outcome(chance(40))}};
        results.insert(results.begin() + static_cast<std::ptrdiff_t>(below(results.size() + 1)),
                       result);
      }
      messages_.push_back(answer);
      for (const Json& result : results) messages_.push_back(result);
    }
    if (!(last && chance(50))) {
      messages_.push_back({{"role", "assistant"}, {"content", text()}});
    }
  }

  void plain_turn(bool last) {
    if (chance(5)) messages_.push_back({{"role", "system"}, {"content", "Mind Москва."}});
    if (chance(5)) {
      messages_.push_back({{"role", "user"}, {"content", text()}, {"memory", true}});
    }
    if (chance(95)) messages_.push_back({{"role", "user"}, {"content", prompt()}});
    for (std::size_t steps = below(3); steps > 0; --steps) {
      if (chance(70)) messages_.push_back({{"role", "assistant"}, {"content", text()}});
      messages_.push_back({{"role", "tool"}, {"content", chance(10) ? "" : outcome(chance(40))}});
      if (chance(10)) messages_.back()["is_error"] = true;
    }
    if (!(last && chance(50)) || messages_.empty()) {
      messages_.push_back({{"role", "assistant"}, {"content", text()}});
    }
  }

  std::mt19937_64 random_;
  Json messages_;
  std::size_t ids_ = 0;
  std::size_t thoughts_ = 0;
};

}  // namespace context_rot::test
