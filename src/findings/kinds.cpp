#include "findings/kinds.h"

#include "findings/find.h"

namespace context_rot::findings {

namespace {

constexpr std::array<KindRow, kind_count> rows{{
#define KIND(the_name, ...) \
  KindRow{.kind = Kind::the_name, .name = #the_name, .find = find_##the_name, __VA_ARGS__},
#include "findings/kinds.inc"
#undef KIND
}};

struct RemedyRow {
  std::string_view name;
  config::InBoth title;
};

constexpr std::array<RemedyRow, 5> remedies{{
    {"note",
     {"keep the correction as a note in the place of the answer",
      "dejar la corrección como nota en lugar de la respuesta"}},
    {"rewind", {"go back to the prompt before it", "volver al mensaje anterior"}},
    {"drop", {"leave it out when compacting", "dejarlo fuera al compactar"}},
    {"read_again",
     {"drop it, and read the file again when it is needed",
      "quitarlo, y leer el archivo de nuevo cuando haga falta"}},
    {"state", {"say once which one holds", "decir una vez cuál vale"}},
}};

}  // namespace

const KindRow& kind_row(Kind kind) {
  return rows[static_cast<std::size_t>(kind)];
}

Finding finding_of(Kind kind) {
  Finding out;
  out.kind = kind;
  out.remedy = kind_row(kind).remedy;
  return out;
}

std::string_view name_of(Remedy remedy) {
  return remedies[static_cast<std::size_t>(remedy)].name;
}

std::string_view title_of(Remedy remedy, config::Language language) {
  return remedies[static_cast<std::size_t>(remedy)].title.in(language);
}

}  // namespace context_rot::findings
