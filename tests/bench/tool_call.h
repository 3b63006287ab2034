#pragma once
// One call of one tool with its result, in the shapes the client stores.

#include <cstddef>
#include <string>
#include <string_view>

#include "filler_text.h"
#include "random.h"

namespace bench {

struct ToolCall {
  std::string id;
  std::string name;
  std::string input;    ///< JSON object
  std::string content;  ///< JSON value of the tool_result: what the model gets
  std::string result;   ///< JSON value of toolUseResult: what the client keeps for itself
  bool failed = false;
  bool has_error_flag = false;  ///< Bash says is_error even where it is false
  std::size_t image_bytes = 0;  ///< part of `content` that is an image, not text
};

/// A call whose content and result together take about `bytes`. `folder` is the
/// working directory.
ToolCall make_tool_call(Random& random, const FillerText& filler, std::string_view folder,
                        std::size_t bytes);

}  // namespace bench
