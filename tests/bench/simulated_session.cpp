#include "simulated_session.h"

#include <algorithm>
#include <utility>

namespace bench {
namespace {

using Kind = FillerText::Kind;

constexpr std::size_t base_tokens = 14000;  // system prompt and tools
constexpr std::size_t answer_overhead = 3200;
constexpr std::string_view tool_names[] = {"Agent", "Bash",       "Edit", "Read",
                                           "Skill", "ToolSearch", "Write"};

std::size_t tokens_of(std::size_t bytes) {
  return bytes * 10 / 36;
}

std::string quoted(std::string_view text) {
  return '"' + std::string(text) + '"';
}

}  // namespace

SimulatedSession::SimulatedSession(SessionOptions options, std::FILE* out)
    : options_(std::move(options)),
      out_(out),
      random_(options_.seed),
      filler_(random_),
      rows_(buffer_, random_, options_.model),
      head_text_(std::clamp<std::size_t>(
          options_.bytes / 128, 200, std::min<std::size_t>(options_.line_bytes_max / 2, 48000))),
      has_head_(options_.bytes >= 65536),
      bare_(options_.bytes < 4096),
      context_(base_tokens) {}

bool SimulatedSession::write() {
  if (!bare_) rows_.modes();
  do {
    turn();
  } while (left() > 2 * answer_overhead && !failed_);
  flush(0);
  return !failed_;
}

std::size_t SimulatedSession::left() const {
  const std::size_t written = flushed_ + buffer_.size();
  return options_.bytes > written ? options_.bytes - written : 0;
}

void SimulatedSession::flush(std::size_t above) {
  if (buffer_.size() <= above) return;
  if (std::fwrite(buffer_.data(), 1, buffer_.size(), out_) != buffer_.size()) failed_ = true;
  flushed_ += buffer_.size();
  buffer_.clear();
}

std::string SimulatedSession::prose(std::size_t bytes) {
  std::string text;
  filler_.append(text, Kind::prose, filler_.any_line(random_),
                 filler_.lines_in(Kind::prose, bytes));
  return text;
}

void SimulatedSession::send(std::size_t bytes) {
  context_ += tokens_of(bytes);
}

void SimulatedSession::turn() {
  constexpr std::int64_t minute = 60000;
  if (rewind_target_ && random_.one_in(15)) {
    rewind();
  } else {
    rewind_target_ = Branch{rows_.leaf, context_, prompts_};
    prompt();
  }
  const bool away = random_.one_in(8);
  rows_.wait(minute / 3 + static_cast<std::int64_t>(random_.below(minute * (away ? 60 : 2))));
  if (away) cached_ = 0;  // the cache of the API lives five minutes

  for (std::size_t steps = random_.mostly_low(0, 30); steps > 0 && left() > 4 * answer_overhead;
       --steps) {
    tools();
    if (context_ >= options_.live_tokens && left() > head_text_ * 3 + 6 * answer_overhead) {
      compact();
    }
    flush(1 << 20);
  }
  final_answer();
  if (bare_) return;
  rows_.turn_end();
  rows_.last_prompt(last_prompt_);
  rows_.modes();
  flush(1 << 20);
}

/// The last turn is undone and another prompt takes its place.
void SimulatedSession::rewind() {
  rows_.leaf = rewind_target_->leaf;
  context_ = rewind_target_->context;
  prompts_ = rewind_target_->prompts;
  cached_ = std::min(cached_, context_);
  prompt();
  rows_.rewind_mark();
}

void SimulatedSession::prompt() {
  last_prompt_ = "Prompt " + std::to_string(++typed_) + ": ";  // so that each can be told apart
  last_prompt_ += filler_.line(Kind::prose, filler_.any_line(random_));
  std::string text = last_prompt_;
  if (random_.one_in(4)) text += "\\n" + prose(random_.mostly_low(100, 1500));
  const bool has_image = random_.one_in(40) && left() > 20 * answer_overhead;
  const bool first = !rows_.leaf;
  if (has_image) {
    std::string image = "iVBORw0KGgoAAAANSUhEUgAA";
    const std::size_t bytes =
        random_.mostly_low(2000, std::min(options_.line_bytes_max, left() / 8));
    filler_.append_base64(image, random_.below(65536), bytes);
    rows_.prompt(R"([{"type":"text","text":")" + text +
                     R"("},{"type":"image","source":{"type":"base64","media_type":"image/png",)" +
                     R"("data":")" + image + R"("}}])",
                 ++prompts_, true, bare_);
    rows_.image_companion();
    context_ += 1500;
  } else {
    rows_.prompt(quoted(text), ++prompts_, false, bare_);
  }
  send(text.size());
  if (first && has_head_) {
    announce_place();
    announce_tools();
    announce_project();
    snapshot_prompt();
  }
}

Answer SimulatedSession::request() {
  if (new_prefix_ && has_head_) {
    std::string tools = "[";
    for (const auto name : tool_names) {
      if (tools.size() > 1) tools += ',';
      tools += R"({"name":)" + quoted(name) + R"(,"description":")" +
               prose(head_text_ / std::size(tool_names) / 2) +
               R"(","input_schema":{"type":"object","properties":{}}})";
    }
    rows_.request_shape(prose(head_text_ / 6), tools + "]");
    rows_.request_blob(R"({"role":"user","content":[{"type":"text","text":")" + last_prompt_ +
                       R"("}]})");
    rows_.request_blob(R"({"role":"system","content":[{"type":"text","text":")" +
                       prose(head_text_ / 5) + R"("}],"output_config":{"effort":"medium"}})");
    last_request_.reset();
    requests_ = 0;
  }
  new_prefix_ = false;
  Answer answer;
  answer.message_id = random_.id("msg_01", 22);
  answer.request_id = random_.id("req_011", 21);
  if (bare_) {
    answer.request = random_.uuid();
  } else {
    answer.request = rows_.request(last_request_, 2 * requests_);
  }
  last_request_ = answer.request;
  ++requests_;
  answer.usage.cache_read = std::min(cached_, context_);
  const std::size_t fresh = context_ - answer.usage.cache_read;
  answer.usage.input = std::min<std::size_t>(fresh, 3 + random_.below(8));
  answer.usage.cache_creation = fresh - answer.usage.input;
  cached_ = context_;
  rows_.wait(900 + static_cast<std::int64_t>(random_.below(20000)));
  return answer;
}

/// One answer that calls tools, and what they return.
void SimulatedSession::tools() {
  const std::size_t count = random_.one_in(5) ? 2 + random_.below(3) : 1;
  std::size_t bytes = random_.mostly_low(200, 20000);
  if (random_.one_in(150)) bytes = random_.mostly_low(20000, options_.line_bytes_max * 4 / 5);
  bytes = std::min({bytes, options_.line_bytes_max * 4 / 5, left() / 4});
  std::vector<ToolCall> calls;
  for (std::size_t i = 0; i < count; ++i) {
    calls.push_back(make_tool_call(random_, filler_, TranscriptRows::folder(), bytes / count));
  }
  std::string thinking;
  if (random_.one_in(3)) {
    thinking = R"({"type":"thinking","thinking":")" + prose(random_.mostly_low(100, 2500)) +
               R"(","signature":")";
    filler_.append_base64(thinking, random_.below(65536), 600);
    thinking += R"("})";
  }
  std::string text;
  if (!random_.one_in(3)) {
    text = R"({"type":"text","text":")" + prose(random_.mostly_low(60, 600)) + R"("})";
  }

  Answer answer = request();
  const std::size_t context_before = context_;
  std::size_t output = thinking.size() + text.size();
  for (const auto& call : calls) output += call.input.size() + 60;
  answer.usage.output = tokens_of(output);
  send(output);

  step_rows_.clear();
  if (!thinking.empty()) {
    step_rows_.push_back(rows_.assistant(answer, Block::thinking, thinking));
  }
  if (!text.empty()) step_rows_.push_back(rows_.assistant(answer, Block::text, text));

  // A result is written when its tool is done: while the answer still streams, in the order
  // of the calls, or the first call last. Only the way to the last row written is the chain.
  enum { streaming, in_order, first_last };
  const std::size_t order = random_.below(3);
  const auto put_result = [&](const ToolCall& call, const Uuid& source) {
    rows_.tool_result(call, source);
    step_rows_.push_back(*rows_.leaf);
    send(call.content.size() - call.image_bytes);
    if (call.image_bytes > 0) context_ += 1500;
  };
  std::vector<Uuid> sources;
  for (const auto& call : calls) {
    sources.push_back(rows_.assistant(answer, Block::tool_use,
                                      R"({"type":"tool_use","id":")" + call.id + R"(","name":")" +
                                          call.name + R"(","input":)" + call.input + "}"));
    step_rows_.push_back(sources.back());
    if (order == streaming) put_result(call, sources.back());
  }
  std::string queued;
  if (order != streaming) {
    if (random_.one_in(2)) {
      rows_.last_prompt(last_prompt_);
      rows_.modes();
    }
    if (random_.one_in(25)) {
      queued = filler_.line(Kind::prose, filler_.any_line(random_));
      rows_.queue_operation("enqueue", queued);
    }
    rows_.wait(40 + static_cast<std::int64_t>(random_.below(4000)));
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t which = order == first_last ? (i + 1) % count : i;
      put_result(calls[which], sources[which]);
    }
  }
  step_tokens_ = context_ - context_before;
  if (!tools_announced_ && has_head_) snapshot_tools();
  if (!queued.empty()) queued_prompt_arrives(queued);
}

void SimulatedSession::queued_prompt_arrives(const std::string& text) {
  rows_.queue_operation("remove", text);
  const Uuid source = random_.uuid();
  const Uuid delivery = random_.uuid();
  note(R"({"type":"queued_command","prompt":")" + text + R"(","source_uuid":")" +
           std::string(source) + R"(","delivery_id":")" + std::string(delivery) +
           R"(","commandMode":"prompt","origin":{"kind":"human"},"humanTurn":true})",
       R"(The user sent a new message while you were working:\n)" + text, "system");
}

void SimulatedSession::final_answer() {
  std::size_t bytes = random_.mostly_low(200, 4000);
  const std::size_t room = left() > answer_overhead ? left() - answer_overhead : 0;
  if (room < 6 * answer_overhead) bytes = std::min(room, options_.line_bytes_max / 2);
  const std::string text =
      R"({"type":"text","text":")" + (bare_ ? std::string("Done.") : prose(bytes)) + R"("})";
  Answer answer = request();
  answer.ends_turn = true;
  answer.usage.output = tokens_of(text.size());
  send(text.size());
  rows_.assistant(answer, Block::text, text);
  if (!tools_announced_ && has_head_) snapshot_tools();
}

void SimulatedSession::compact() {
  constexpr std::size_t head_tokens = 3000;
  const std::string summary = prose(random_.mostly_low(4000, 12000));
  Compaction compaction;
  compaction.pre_tokens = context_;
  compaction.summary = random_.uuid();
  // The newest messages stay as they are where they are small.
  const bool keeps = step_tokens_ < options_.live_tokens / 20 && !random_.one_in(4);
  if (keeps) compaction.preserved = step_rows_;
  compaction.post_tokens = tokens_of(summary.size()) + head_tokens + (keeps ? step_tokens_ : 0);
  dropped_ += compaction.pre_tokens - std::min(compaction.pre_tokens, compaction.post_tokens);
  compaction.dropped_tokens = dropped_;

  rows_.last_prompt(last_prompt_);
  rows_.modes();
  rows_.wait(45000);
  rows_.boundary(compaction);
  announce_project();
  rows_.summary(compaction.summary, summary, prompts_);
  context_ = base_tokens + compaction.post_tokens;
  cached_ = base_tokens;
  announce_tools();
  announce_place();
  snapshot_prompt();
  new_prefix_ = true;
  tools_announced_ = false;
  rewind_target_.reset();
}

void SimulatedSession::note(std::string_view attachment_json, std::string_view rendered,
                            std::string_view role) {
  rows_.attachment(attachment_json, rendered, role);
  send(rendered.size());
}

void SimulatedSession::announce_place() {
  note(R"({"type":"environment","snapshot":{"workingDirectory":")" +
           std::string(TranscriptRows::folder()) +
           R"(","isWorktree":false,"isGitRepo":true,"additionalWorkingDirectories":[],)" +
           R"("platform":"linux","shell":"bash","osVersion":"Linux 6.1"}})",
       R"(# Environment\nYou have been invoked in the following environment:\n - Platform: linux)",
       "system");
  const std::string id = options_.model.substr(0, options_.model.find('['));
  note(R"({"type":"model","identity":{"modelId":")" + id + R"("},"text":"The exact model ID is )" +
           id + R"(."})",
       "The exact model ID is " + id + ".", "system");
}

void SimulatedSession::announce_tools() {
  note(R"({"type":"deferred_tools_delta","addedNames":["WebFetch","WebSearch"],)"
       R"("addedLines":["WebFetch","WebSearch"],"removedNames":[],"wireHiddenNames":[],)"
       R"("readdedNames":[]})",
       R"(The following deferred tools are now available via ToolSearch:\nWebFetch\nWebSearch)",
       "system");
  note(R"({"type":"agent_listing_delta","addedTypes":["Explore","general-purpose"],)"
       R"("addedLines":[],"builtInTypes":["Explore","general-purpose"],"builtInPluginTypes":[],)"
       R"("removedTypes":[],"isInitial":true,"showConcurrencyNote":true})",
       R"(Available agent types: Explore, general-purpose)", "system");
  const std::string skills = prose(head_text_ / 8);
  note(R"({"type":"skill_listing","content":")" + skills +
           R"(","skillCount":2,"isInitial":true,"names":["init","security-review"],"digests":[]})",
       skills, "system");
}

void SimulatedSession::announce_project() {
  const std::string rules = prose(head_text_ / 16);
  note(R"({"type":"instructions","files":[{"path":")" + std::string(TranscriptRows::folder()) +
           R"(/CLAUDE.md","type":"Project","content":")" + rules + R"("}]})",
       rules, "user");
  const std::string status = R"(Current branch: main\n\nStatus:\nM src/order/total.ts)";
  note(R"({"type":"session_context","context":{"gitStatus":")" + status + R"("}})", status, "user");
  note(R"({"type":"date","date":"2026-03-02"})", "Today's date is 2026-03-02.", "system");
}

void SimulatedSession::snapshot_prompt() {
  rows_.attachment(R"({"type":"prompt_snapshot","systemPrompt":[")" + prose(head_text_ / 6) +
                       R"("],"reminderFold":false,"echoWireToolInputs":false,)" +
                       R"("contextRendering":"announced"})",
                   "", "");
}

/// The second snapshot, with the tools, comes behind the first rows of an answer.
void SimulatedSession::snapshot_tools() {
  std::string tools;
  for (const auto name : tool_names) {
    if (!tools.empty()) tools += ',';
    const std::string described = R"("name":)" + quoted(name) + R"(,"description":")" +
                                  prose(head_text_ / std::size(tool_names) / 2) + '"';
    tools += "{" + described + R"(,"schema":{)" + described +
             R"(,"input_schema":{"type":"object","properties":{},"additionalProperties":false}}})";
  }
  rows_.attachment(R"({"type":"prompt_snapshot","systemPrompt":[")" + prose(head_text_ / 6) +
                       R"("],"tools":[)" + tools +
                       R"(],"cliPrefix":"You are a Claude agent.","reminderFold":false,)" +
                       R"("systemTurns":true,"toolChangeHeader":true,"inlineTools":false,)" +
                       R"("keptReminders":false,"echoWireToolInputs":false,)" +
                       R"("contextRendering":"announced"})",
                   "", "");
  tools_announced_ = true;
}

}  // namespace bench
