// Curation of message lists in the three formats: never a crash, a valid input has a valid output
// that reads back, and twice is the same as once. The first bytes choose format and options, up to
// the first "[" or "{".

#include <cstdlib>
#include <string>

#include "curate/curate.h"

namespace {

using namespace context_rot;
using namespace context_rot::curate;

CurateOptions options_of(std::string_view choice) {
  const auto at = [&](std::size_t i) {
    return i < choice.size() ? static_cast<unsigned char>(choice[i]) : 0U;
  };
  CurateOptions options;
  options.failed = static_cast<FailedMode>(at(1) % 4);
  options.max_failed = at(2) % 3;
  options.decay = static_cast<DecayAction>(at(3) % 3);
  options.half_life_turns = (at(3) & 4U) != 0 ? 0.1 : 2;
  if ((at(4) & 1U) != 0) options.clean_room = at(4) / 2 % 4;
  options.corrections = (at(5) & 1U) != 0;
  options.keep_thinking = (at(5) & 2U) != 0;
  return options;
}

}  // namespace

void test_input(const unsigned char* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string_view choice = text.substr(0, text.find_first_of("[{"));
  const unsigned format = choice.empty() ? 3U : static_cast<unsigned char>(choice[0]) % 4U;
  static const correction::Detector detector;
  const auto array =
      read_array(text.substr(choice.size()),
                 format < 3 ? std::optional<Format>(static_cast<Format>(format)) : std::nullopt);
  if (!array) return;
  const CurateOptions options = options_of(choice);
  const bool valid = validate(*array).empty();
  const auto curated = curate::curate(*array, options, array->query, detector);
  if (!curated) std::abort();  // it refused itself
  const auto read = read_array(write_array(curated->array), curated->array.format);
  if (!read) std::abort();
  if (!valid) return;
  if (!validate(*read).empty() || !unfaithful(*array, curated->array).empty()) std::abort();
  if (!options.keep_thinking && !broken_bindings(*array, curated->array).empty()) std::abort();
  if (options.corrections) return;  // may need more rounds than it is given
  const auto again = curate::curate(*read, options, array->query, detector);
  if (!again || write_array(again->array) != write_array(*read)) std::abort();
}
