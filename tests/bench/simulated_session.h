#pragma once
// A long working session, from prompt to prompt, as a transcript.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "filler_text.h"
#include "random.h"
#include "tool_call.h"
#include "transcript_rows.h"

namespace bench {

struct SessionOptions {
  std::size_t bytes = 0;  ///< about how long the file gets
  std::uint64_t seed = 1;
  std::size_t live_tokens = 0;     ///< the client compacts when the context is this large
  std::size_t line_bytes_max = 0;  ///< about how long a line may get
  std::string model;
};

/// Turns of prompts, tools and answers follow each other until the file is full; usage
/// grows with what is sent, and where it crosses `live_tokens` the session is compacted.
/// The same options give the same bytes everywhere.
class SimulatedSession {
 public:
  SimulatedSession(SessionOptions options, std::FILE* out);

  /// False where the file could not be written.
  bool write();

 private:
  struct Branch {
    std::optional<Uuid> leaf;
    std::size_t context = 0;
    std::size_t prompts = 0;
  };

  std::size_t left() const;
  void flush(std::size_t above);
  std::string prose(std::size_t bytes);
  void send(std::size_t bytes);

  void turn();
  void rewind();
  void prompt();
  void tools();
  void final_answer();
  void queued_prompt_arrives(const std::string& text);
  void compact();

  void announce_tools();
  void announce_place();
  void announce_project();
  void snapshot_prompt();
  void snapshot_tools();
  void note(std::string_view attachment_json, std::string_view rendered, std::string_view role);

  Answer request();

  SessionOptions options_;
  std::FILE* out_;
  bool failed_ = false;
  std::size_t flushed_ = 0;
  std::string buffer_;
  Random random_;
  FillerText filler_;
  TranscriptRows rows_;

  std::size_t head_text_;  // size of the client's own long texts
  bool has_head_;
  bool bare_;  // nothing but a prompt and an answer

  std::size_t context_;     // tokens the next request holds
  std::size_t cached_ = 0;  // tokens of it that the API has in its cache
  std::size_t dropped_ = 0;
  std::size_t typed_ = 0;    // prompts ever typed
  std::size_t prompts_ = 0;  // those of the active branch
  std::size_t requests_ = 0;
  bool new_prefix_ = true;  // the next request does not continue the one before
  bool tools_announced_ = false;
  std::optional<Uuid> last_request_;
  std::optional<Branch> rewind_target_;
  std::string last_prompt_;
  std::vector<Uuid> step_rows_;
  std::size_t step_tokens_ = 0;
};

}  // namespace bench
