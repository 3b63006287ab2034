#include "transcript_rows.h"

#include <charconv>
#include <chrono>
#include <cstdio>
#include <type_traits>
#include <utility>

namespace bench {
namespace {

void append(std::string& out, std::string_view text) {
  out += text;
}

template <typename Number>
requires std::is_integral_v<Number>
void append(std::string& out, Number value) {
  char digits[24];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

std::string uuid_list(const std::vector<Uuid>& uuids) {
  std::string list = "[";
  for (const Uuid& uuid : uuids) {
    if (list.size() > 1) list += ',';
    list += '"';
    list += uuid;
    list += '"';
  }
  return list + "]";
}

}  // namespace

TranscriptRows::TranscriptRows(std::string& out, Random& random, std::string model)
    : out_(out),
      random_(random),
      model_(std::move(model)),
      model_without_window_(model_.substr(0, model_.find('['))),
      session_(std::string_view(random.uuid())),
      shape_hash_(random.hash()) {
  common_ = R"(,"userType":"external","entrypoint":"cli","cwd":")" + std::string(folder()) +
            R"(","sessionId":")" + session_ + R"(","version":"2.1.332","gitBranch":"main")";
}

void TranscriptRows::add_slug() {
  constexpr std::string_view slug = R"(,"slug":"quiet-sorting-otter")";
  if (!common_.ends_with(slug)) common_ += slug;
}

template <typename... Parts>
void TranscriptRows::put(const Parts&... parts) {
  (append(out_, parts), ...);
}

void TranscriptRows::put_parent(const std::optional<Uuid>& parent) {
  if (parent) {
    put(R"({"parentUuid":")", *parent, R"(","isSidechain":false,)");
  } else {
    put(R"({"parentUuid":null,"isSidechain":false,)");
  }
}

void TranscriptRows::put_uuid_and_time() {
  put_uuid_and_time(random_.uuid());
}

void TranscriptRows::put_uuid_and_time(const Uuid& uuid) {
  leaf = uuid;
  ++messages_;
  put(R"("uuid":")", *leaf, R"(",)");
  put_time();
}

void TranscriptRows::put_time() {
  using namespace std::chrono;
  clock_ += 3;
  const sys_time<milliseconds> now{milliseconds(clock_)};
  const auto midnight = floor<days>(now);
  const year_month_day date(midnight);
  const hh_mm_ss time(now - midnight);
  char text[40];
  const int length = std::snprintf(
      text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", static_cast<int>(date.year()),
      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
      static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()),
      static_cast<int>(time.seconds().count()), static_cast<int>(time.subseconds().count()));
  put(R"("timestamp":")", std::string_view(text, static_cast<std::size_t>(length)), R"(")");
}

void TranscriptRows::put_end(Named named) {
  if (named == Named::twice) put(R"(,"session_id":")", session_, R"(")");
  put(common_, "}\n");
}

void TranscriptRows::prompt(std::string_view content_json, std::size_t index, bool has_image,
                            bool bare) {
  prompt_id_ = random_.uuid();
  const Uuid uuid = random_.uuid();
  if (!bare) {
    put(R"({"type":"file-history-snapshot","messageId":")", uuid, R"(","snapshot":{"messageId":")",
        uuid, R"(","trackedFileBackups":{},)");
    put_time();
    put(R"(},"isSnapshotUpdate":false})", "\n");
  }
  put_parent(leaf);
  put(R"("promptId":")", prompt_id_, R"(","type":"user","message":{"role":"user","content":)",
      content_json, "},");
  put_uuid_and_time(uuid);
  if (has_image) put(R"(,"imagePasteIds":[1])");
  put(R"(,"permissionMode":"default","origin":{"kind":"human"},"promptSource":"typed",)",
      R"("turnOrigin":"human","turnPosition":{"promptIndex":)", index, R"(,"turnIndex":)", index,
      "}");
  put_end(Named::once);
}

void TranscriptRows::image_companion() {
  put_parent(leaf);
  put(R"("promptId":")", prompt_id_, R"(","type":"user","message":{"role":"user","content":)",
      R"([{"type":"text","text":"[Image: source: /tmp/images/1.png]"}]},"isMeta":true,)",
      R"("turnCompanion":true,)");
  put_uuid_and_time();
  put(R"(,"rowSource":"local")");
  put_end(Named::once);
}

Uuid TranscriptRows::assistant(Answer& answer, Block kind, std::string_view block_json) {
  put_parent(leaf);
  put(R"("message":{"id":")", answer.message_id, R"(","type":"message","role":"assistant",)",
      R"("model":")", model_without_window_, R"(","content":[)", block_json, R"(],"stop_reason":")",
      answer.ends_turn ? "end_turn" : "tool_use",
      R"(","stop_sequence":null,"usage":{"input_tokens":)", answer.usage.input,
      R"(,"cache_creation_input_tokens":)", answer.usage.cache_creation,
      R"(,"cache_read_input_tokens":)", answer.usage.cache_read, R"(,"output_tokens":)",
      answer.usage.output, R"(,"output_tokens_details":{"thinking_tokens":0},"server_tool_use":)",
      R"({"web_search_requests":0,"web_fetch_requests":0},"service_tier":"standard",)",
      R"("cache_creation":{"ephemeral_1h_input_tokens":0,"ephemeral_5m_input_tokens":)",
      answer.usage.cache_creation,
      R"(},"inference_geo":"","iterations":[],"speed":"standard","fallback_credit":null},)",
      R"("stop_details":null},)");
  if (kind == Block::thinking) put(R"("thinkingDurationMs":812,"thinkingDisplay":"omitted",)");
  if (kind == Block::tool_use) put(R"("toolInputStreamMs":21,)");
  put(R"("apiBlockIndex":)", answer.blocks++, R"(,"requestId":")", answer.request_id,
      R"(","requestRef":")", answer.request, R"(","requestedModel":")", model_,
      R"(","promptCacheRequested":"5m","type":"assistant",)");
  put_uuid_and_time();
  put(R"(,"effort":"medium","perTurnEffort":"medium","madeBy":"model")");
  put_end(Named::twice);
  return *leaf;
}

void TranscriptRows::tool_result(const ToolCall& call, const Uuid& source) {
  put_parent(source);
  put(R"("promptId":")", prompt_id_, R"(","type":"user","message":{"role":"user","content":[)");
  if (call.failed) {
    put(R"({"type":"tool_result","content":)", call.content, R"(,"is_error":true,"tool_use_id":")",
        call.id, R"("}]},)");
  } else {
    put(R"({"tool_use_id":")", call.id, R"(","type":"tool_result","content":)", call.content,
        call.has_error_flag ? R"(,"is_error":false)" : "", "}]},");
  }
  put_uuid_and_time();
  put(R"(,"toolUseResult":)", call.result, call.has_error_flag ? R"(,"sandboxed":false)" : "",
      R"(,"sourceToolAssistantUUID":")", source,
      R"(","permissionDecision":{"decision":"accept","source":"config","reasonType":"mode"})");
  put_end(Named::twice);
}

void TranscriptRows::attachment(std::string_view attachment_json, std::string_view rendered,
                                std::string_view role) {
  put_parent(leaf);
  put(R"("attachment":)", attachment_json, R"(,"type":"attachment",)");
  put_uuid_and_time();
  if (!role.empty()) {
    put(R"(,"rendered":[{"content":"<system-reminder>\n)", rendered,
        R"(\n</system-reminder>"}],"renderedRole":")", role, R"(")");
  }
  put_end(Named::once);
}

void TranscriptRows::boundary(const Compaction& compaction) {
  add_slug();
  put(R"({"parentUuid":null,"logicalParentUuid":")", *leaf,
      R"(","isSidechain":false,"type":"system","subtype":"compact_boundary",)",
      R"("content":"Conversation compacted","level":"info","compactMetadata":)",
      R"({"trigger":"auto","preTokens":)", compaction.pre_tokens, R"(,"postTokens":)",
      compaction.post_tokens, R"(,"cumulativeDroppedTokens":)", compaction.dropped_tokens,
      R"(,"durationMs":41200)");
  if (!compaction.preserved.empty()) {
    const std::string uuids = uuid_list(compaction.preserved);
    put(R"(,"preservedSegment":{"headUuid":")", compaction.preserved.front(), R"(","anchorUuid":")",
        compaction.summary, R"(","tailUuid":")", compaction.preserved.back(),
        R"("},"preservedMessages":{"anchorUuid":")", compaction.summary, R"(","uuids":)", uuids,
        R"(,"allUuids":)", uuids, "}");
  }
  put(R"(,"preCompactOrganizationsCoverStart":false,"runningTurnPrompt":{}},)");
  put_uuid_and_time();
  put_end(Named::once);
}

void TranscriptRows::summary(const Uuid& uuid, std::string_view text, std::size_t index) {
  put_parent(leaf);
  put(R"("promptId":")", prompt_id_, R"(","type":"user","message":{"role":"user","content":")",
      R"(This session is being continued from a previous conversation that ran out of context. )",
      R"(The summary below covers the earlier portion of the conversation.\n\nSummary:\n)", text,
      R"("},"isVisibleInTranscriptOnly":true,"isCompactSummary":true,)");
  put_uuid_and_time(uuid);
  put(R"(,"turnPosition":{"promptIndex":)", index, R"(,"turnIndex":)", index,
      R"(},"turnOrigin":"human")");
  put_end(Named::once);
}

void TranscriptRows::turn_end() {
  put_parent(leaf);
  put(R"("type":"system","subtype":"stop_hook_summary","hookCount":1,"hookInfos":)",
      R"([{"command":"/home/demo/bin/stop-hook","durationMs":6}],"hookErrors":[],)",
      R"("failedHookErrorIndexes":[],"hookAdditionalContext":[],"preventedContinuation":false,)",
      R"("stopReason":"","hasOutput":false,"level":"suggestion",)");
  put_uuid_and_time();
  put(R"(,"toolUseID":")", random_.uuid(), R"(")");
  put_end(Named::twice);
  put_parent(leaf);
  put(R"("type":"system","subtype":"turn_duration","durationMs":48123,"messageCount":)", messages_,
      ",");
  put_uuid_and_time();
  put(R"(,"isMeta":false)");
  put_end(Named::once);
}

void TranscriptRows::request_shape(std::string_view system, std::string_view tools_json) {
  put(R"({"type":"api-request-shape","sessionId":")", session_, R"(","shapeHash":")", shape_hash_,
      R"(",)");
  put_time();
  put(R"(,"version":"2.1.332","shape":{"system":[{"type":"text","text":")", system,
      R"("}],"tools":)", tools_json, "}}\n");
}

void TranscriptRows::request_blob(std::string_view message_json) {
  put(R"({"type":"api-request-blob","sessionId":")", session_, R"(","hash":")", random_.hash(),
      R"(","message":)", message_json, "}\n");
}

Uuid TranscriptRows::request(const std::optional<Uuid>& base, std::size_t kept) {
  const Uuid id = random_.uuid();
  const std::string known = random_.hash();
  const std::string added = random_.hash();
  const std::string digest = random_.hash();
  put(R"({"type":"api-request","sessionId":")", session_, R"(","id":")", id, R"(",)");
  put_time();
  put(R"(,"version":"2.1.332","querySource":"repl_main_thread","shapeHash":")", shape_hash_,
      R"(","params":{"model":")", model_,
      R"(","betas":["claude-code-20250219","interleaved-thinking-2025-05-14",)",
      R"("context-management-2025-06-27","per-turn-control-2026-07-01","effort-2025-11-24"],)",
      R"("max_tokens":128000,"thinking":{"type":"adaptive","display":"updates"},)",
      R"("context_management":{"edits":[{"type":"clear_thinking_20251015","keep":"all"}]},)",
      R"("output_config":{"effort":"medium"}},"thread":{"type":"none"},)",
      R"("echoWireToolInputs":false,)");
  if (base) put(R"("base":")", *base, R"(",)");
  put(R"("keep":)", kept, R"(,"tail":[")", known, R"(",")", added,
      R"("],"cacheControl":[{"path":["system",0],"value":{"type":"ephemeral"}},)",
      R"({"path":["messages",)", kept + 1,
      R"(,"content",0],"value":{"type":"ephemeral"}}],"requestDigest":")", digest, R"("})", "\n");
  return id;
}

void TranscriptRows::queue_operation(std::string_view operation, std::string_view content) {
  put(R"({"type":"queue-operation","operation":")", operation, R"(",)");
  put_time();
  put(R"(,"sessionId":")", session_, R"(","content":")", content, R"("})", "\n");
}

void TranscriptRows::last_prompt(std::string_view text) {
  put(R"({"type":"last-prompt","lastPrompt":")", text, R"(","leafUuid":")", *leaf,
      R"(","sessionId":")", session_, R"("})", "\n");
}

void TranscriptRows::rewind_mark() {
  put(R"({"type":"last-prompt","leafUuid":"00000000-0000-0000-0000-000000000000",)",
      R"("explicit":true,"sessionId":")", session_, R"("})", "\n");
}

void TranscriptRows::modes() {
  put(R"({"type":"mode","mode":"normal","sessionId":")", session_, R"("})", "\n",
      R"({"type":"permission-mode","permissionMode":"default","sessionId":")", session_, R"("})",
      "\n", R"({"type":"atis-latch","atis":"","sessionId":")", session_, R"("})", "\n");
}

}  // namespace bench
