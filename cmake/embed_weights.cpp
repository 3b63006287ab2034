// Build-time only: turns src/correction/weights.txt into the table of weights_table.h.
//
//   embed-weights OUTPUT.cpp WEIGHTS.txt

#include <cstdio>
#include <exception>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "correction/weights_table.h"

namespace {

using namespace context_rot::correction;

std::string literal(float value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.9eF", static_cast<double>(value));
  return buffer;
}

void write(std::ostream& out, const WeightsFile& file) {
  std::vector<WeightRow> rows;
  for (const auto& [name, weights] : file.features) rows.push_back({name_key(name), weights});
  if (rows.size() >= 0xFFFF) throw std::runtime_error("too many features for a 16-bit slot");
  out.precision(9);
  out << "// Written by cmake/embed_weights.cpp. Do not edit.\n"
         "#include \"correction/weights_table.h\"\n\nnamespace context_rot::correction {\n\n"
         "namespace {\n\nconstexpr std::array<WeightRow, "
      << rows.size() << "> rows{{\n";
  for (const WeightRow& row : rows) {
    out << "    {" << row.key << "u, {";
    for (const float weight : row.weights) out << literal(weight) << ", ";
    out << "}},\n";
  }
  const auto slots = make_slots(rows);
  out << "}};\nconstexpr std::array<std::uint16_t, " << slots.size() << "> slots{{\n";
  for (const std::uint16_t slot : slots) out << slot << ",\n";
  out << "}};\n\n}  // namespace\n\nconst WeightsTable weights_table{slots, rows, {{\n";
  for (const ModeParameters& mode : file.modes) {
    out << "    {{" << mode.rejected[0] << ", " << mode.rejected[1] << "}, {" << mode.correction[0]
        << ", " << mode.correction[1] << ", " << mode.correction[2] << "}, " << mode.rejected_cut
        << ", " << mode.correction_cut << ", " << mode.note_cut << "},\n";
  }
  out << "}}};\n\n}  // namespace context_rot::correction\n";
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 3) throw std::runtime_error("usage: embed-weights OUTPUT.cpp WEIGHTS.txt");
    std::ifstream in(argv[2], std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    if (!in) throw std::runtime_error(std::string(argv[2]) + ": cannot be read");
    const auto file = parse_weights(text.str());
    if (!file) throw std::runtime_error(std::string(argv[2]) + ": " + file.error());
    std::ofstream out(argv[1]);
    write(out, *file);
    if (!out.flush()) throw std::runtime_error(std::string(argv[1]) + ": cannot be written");
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "embed-weights: %s\n", error.what());
    return 1;
  }
}
