#include "curate/one_line.h"

#include "util/as_data.h"

namespace context_rot::curate {

bool is_short_line(std::string_view text) {
  return text.size() < line_limit && text.find_first_of("\r\n") == std::string_view::npos;
}

std::string short_line(std::string_view opening, std::string_view text) {
  std::string out(opening);
  return out += as_data(text, line_limit - 1 - opening.size());
}

}  // namespace context_rot::curate
