#include "correction/weights_file.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace context_rot::correction {

namespace {

using std::string_view;

std::string number(double value, int digits) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
  return buffer;
}

std::vector<string_view> fields_of(string_view line) {
  std::vector<string_view> out;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(' '), line.size());
    if (end > 0) out.push_back(line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return out;
}

/// strtod reads more forms than std::from_chars, which some C++ libraries lack for double: those
/// are refused by their letters. No program of ours sets a locale, so that its point is a point.
template <typename Number>
bool read_number(string_view text, Number& out) {
  if (text.empty() || text.find_first_not_of("0123456789.eE+-") != string_view::npos) return false;
  if (text[0] == '+') return false;
  const std::string copy(text);
  char* end = nullptr;
  const double value = std::strtod(copy.c_str(), &end);
  out = static_cast<Number>(value);
  return end == copy.c_str() + copy.size() && std::isfinite(value);
}

template <typename Numbers>
bool read_numbers(const std::vector<string_view>& fields, std::size_t from, Numbers& out) {
  if (fields.size() != from + out.size()) return false;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (!read_number(fields[from + i], out[i])) return false;
  }
  return true;
}

bool read_parameter(const std::vector<string_view>& fields, ModeParameters& mode) {
  if (fields.size() < 3) return false;
  if (fields[1] == "rejected") return read_numbers(fields, 2, mode.rejected);
  if (fields[1] == "correction") return read_numbers(fields, 2, mode.correction);
  double* cut = fields[1] == "rejected-cut"     ? &mode.rejected_cut
                : fields[1] == "correction-cut" ? &mode.correction_cut
                : fields[1] == "note-cut"       ? &mode.note_cut
                                                : nullptr;
  return cut != nullptr && fields.size() == 3 && read_number(fields[2], *cut);
}

void append_mode(std::string& out, string_view name, const ModeParameters& mode) {
  const std::string head(name);
  out += head + " rejected";
  for (const double value : mode.rejected) out += ' ' + number(value, 5);
  out += '\n' + head + " correction";
  for (const double value : mode.correction) out += ' ' + number(value, 5);
  out += '\n' + head + " rejected-cut " + number(mode.rejected_cut, 3);
  out += '\n' + head + " correction-cut " + number(mode.correction_cut, 3);
  out += '\n' + head + " note-cut " + number(mode.note_cut, 3) + '\n';
}

}  // namespace

std::string format_weights(const WeightsFile& file) {
  std::string out;
  for (const std::string& comment : file.comments)
    out += comment.empty() ? "#\n" : "# " + comment + '\n';
  append_mode(out, "live", file.modes[0]);
  append_mode(out, "after", file.modes[1]);
  for (const auto& [name, weights] : file.features) {
    out += name;
    for (const float weight : weights)
      out += ' ' + (weight == 0 ? std::string("0") : number(weight, 2));
    out += '\n';
  }
  return out;
}

Result<WeightsFile> parse_weights(string_view text) {
  WeightsFile out;
  for (std::size_t line_number = 1; !text.empty(); ++line_number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    if (line[0] == '#') {
      out.comments.emplace_back(line.substr(std::min<std::size_t>(2, line.size())));
      continue;
    }
    const auto fields = fields_of(line);
    const auto wrong = [&](const char* reason) {
      return Error{"line " + std::to_string(line_number) + ": " + reason};
    };
    if (fields.empty()) continue;
    if (fields[0] == "live" || fields[0] == "after") {
      if (!read_parameter(fields, out.modes[fields[0] == "live" ? 0 : 1])) {
        return wrong("no such parameter, or not its numbers");
      }
      continue;
    }
    FeatureWeights weights{};
    if (!read_numbers(fields, 1, weights)) return wrong("a feature needs a name and six numbers");
    if (!out.features.empty() && out.features.back().first >= fields[0]) {
      return wrong("features must be sorted and different");
    }
    out.features.emplace_back(fields[0], weights);
  }
  return out;
}

}  // namespace context_rot::correction
