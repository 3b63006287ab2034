#include "texts/texts.h"

#include <algorithm>
#include <array>
#include <vector>

namespace context_rot::texts {

namespace {

using Table = std::array<std::string_view, text_count>;

constexpr Table names{
#define TEXT(name, words) #name,
#include "texts/english.inc"
#undef TEXT
};

constexpr Table english{
#define TEXT(name, words) words,
#include "texts/english.inc"
#undef TEXT
};

constexpr Table spanish = []() {
  Table table{};
#define TEXT(name, words) table[static_cast<std::size_t>(Text::name)] = words;
#include "texts/spanish.inc"
#undef TEXT
  return table;
}();

const Table& table_of(config::Language language) {
  return language == config::Language::spanish ? spanish : english;
}

}  // namespace

std::string_view raw(Text text, config::Language language) {
  const std::size_t index = static_cast<std::size_t>(text);
  const std::string_view own = table_of(language)[index];
  return own.empty() ? english[index] : own;
}

std::string_view name_of(Text text) {
  return names[static_cast<std::size_t>(text)];
}

bool has(Text text, config::Language language) {
  return !table_of(language)[static_cast<std::size_t>(text)].empty();
}

std::string text_of(Text text, config::Language language, std::span<const Value> values) {
  std::string_view rest = raw(text, language);
  std::string out;
  for (;;) {
    const std::size_t open = rest.find('{');
    const std::size_t close = open == rest.npos ? rest.npos : rest.find('}', open);
    if (close == rest.npos) return out.append(rest);
    const std::string_view name = rest.substr(open + 1, close - open - 1);
    const auto value = std::find_if(values.begin(), values.end(),
                                    [&](const Value& one) { return one.name == name; });
    out.append(rest.substr(0, open));
    out.append(value == values.end() ? rest.substr(open, close + 1 - open) : value->is);
    rest.remove_prefix(close + 1);
  }
}

std::string Texts::counted(std::size_t times, Text one, Text several,
                           std::initializer_list<Value> values) const {
  const std::string count = std::to_string(times);
  std::vector<Value> all(values);
  all.push_back({"times", count});
  return text_of(times == 1 ? one : several, language_, all);
}

}  // namespace context_rot::texts
