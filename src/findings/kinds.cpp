#include "findings/kinds.h"

#include "findings/find.h"
#include "texts/texts.h"

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
  texts::Text title;
};

constexpr std::array<RemedyRow, 5> remedies{{{"note", texts::Text::remedy_note},
                                             {"rewind", texts::Text::remedy_rewind},
                                             {"drop", texts::Text::remedy_drop},
                                             {"read_again", texts::Text::remedy_read_again},
                                             {"state", texts::Text::remedy_state}}};

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
  return texts::raw(remedies[static_cast<std::size_t>(remedy)].title, language);
}

}  // namespace context_rot::findings
