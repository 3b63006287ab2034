#pragma once
// The rows of a session transcript, field by field as Claude Code 2.1.332 writes them.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "random.h"
#include "tool_call.h"

namespace bench {

struct Usage {
  std::size_t input = 0;
  std::size_t cache_creation = 0;
  std::size_t cache_read = 0;
  std::size_t output = 0;
};

/// What the rows of one API answer have in common.
struct Answer {
  std::string message_id;
  std::string request_id;
  Uuid request;
  Usage usage;
  bool ends_turn = false;
  std::size_t blocks = 0;  ///< rows written so far
};

enum class Block { text, thinking, tool_use };

/// What a compact_boundary says about the compaction.
struct Compaction {
  std::size_t pre_tokens = 0;
  std::size_t post_tokens = 0;
  std::size_t dropped_tokens = 0;
  Uuid summary;                 ///< the row the kept ones come behind
  std::vector<Uuid> preserved;  ///< rows that stay in the context; may be empty
};

/// Appends rows to a buffer. Rows of the conversation get `leaf` as their parent and
/// become the leaf; time goes on with every row. Parameters named `..._json` are JSON
/// values, other texts are already escaped.
class TranscriptRows {
 public:
  /// `model` may end in "[1m]"; the buffer and the random numbers must outlive this.
  TranscriptRows(std::string& out, Random& random, std::string model);

  std::optional<Uuid> leaf;

  const std::string& model() const { return model_; }
  static std::string_view folder() { return "/home/demo/shop"; }
  void wait(std::int64_t milliseconds) { clock_ += milliseconds; }
  /// From the first compaction on the client adds a name of the session to each row.
  void add_slug();

  /// With the snapshot of edited files that comes before each prompt, unless `bare`.
  void prompt(std::string_view content_json, std::size_t index, bool has_image, bool bare);
  void image_companion();
  Uuid assistant(Answer& answer, Block kind, std::string_view block_json);
  void tool_result(const ToolCall& call, const Uuid& source);
  void attachment(std::string_view attachment_json, std::string_view rendered,
                  std::string_view role);
  void boundary(const Compaction& compaction);
  void summary(const Uuid& uuid, std::string_view text, std::size_t index);
  void turn_end();

  void request_shape(std::string_view system, std::string_view tools_json);
  void request_blob(std::string_view message_json);
  Uuid request(const std::optional<Uuid>& base, std::size_t kept);
  void queue_operation(std::string_view operation, std::string_view content);
  void last_prompt(std::string_view text);
  /// What /rewind leaves behind the prompt that replaces others.
  void rewind_mark();
  /// The client repeats its modes whenever it has saved the session.
  void modes();

 private:
  template <typename... Parts>
  void put(const Parts&... parts);
  void put_parent(const std::optional<Uuid>& parent);
  void put_uuid_and_time();
  void put_uuid_and_time(const Uuid& uuid);
  void put_time();
  /// Rows written while a request is under way name the session twice.
  enum class Named { once, twice };
  void put_end(Named named);

  std::string& out_;
  Random& random_;
  std::string model_;
  std::string model_without_window_;
  std::string session_;
  std::string common_;
  std::string shape_hash_;
  Uuid prompt_id_;
  std::size_t messages_ = 0;
  std::int64_t clock_ = 1772442000000;  // 2026-03-02T09:00:00Z in milliseconds
};

}  // namespace bench
