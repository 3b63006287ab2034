#include "filler_text.h"

#include <algorithm>
#include <charconv>
#include <span>

namespace bench {
namespace {

constexpr std::string_view english[] = {
    "the",      "request", "handler", "returns", "a",      "stale", "cache",  "entry",
    "because",  "lock",    "is",      "taken",   "before", "check", "please", "keep",
    "tests",    "green",   "and",     "move",    "retry",  "into",  "client", "without",
    "changing", "its",     "public",  "types",   "order",  "total", "wrong",  "when"};
constexpr std::string_view spanish[] = {
    "el",     "módulo", "añade", "una",    "validación", "según",  "configuración", "rápida",
    "además", "sesión", "no",    "guarda", "también",    "cuándo", "error",         "pequeño"};
constexpr std::string_view german[] = {"die",   "Prüfung",   "läuft", "über", "größere",
                                       "Menge", "Schlüssel", "heißt", "für",  "nächste"};
constexpr std::string_view east[] = {"設定", "ファイルを", "確認してから", "テストを", "実行する",
                                     "缓存", "更新",       "세션",         "기록",     "数据库"};
constexpr std::string_view other[] = {"проверка", "кэша",  "ошибка", "τιμή",
                                      "שלום",     "مرحبا", "नमस्ते",   "e\xcc\x81t\xc3\xa9",
                                      "naïve",    "Łódź"};
// Everything JSON or a terminal treats in its own way, as the client escapes it.
constexpr std::string_view odd[] = {"`loadOrder()`",
                                    R"(\"quoted\")",
                                    R"(C:\\temp\\new)",
                                    R"(tab\tstop)",
                                    "🚀",
                                    "👩‍👩‍👧",
                                    "→",
                                    "½ €",
                                    "<b>&amp;</b>",
                                    R"(\u001b[2mdim\u001b[22m)",
                                    "\xe2\x80\xa8",  // U+2028, which JSON leaves bare
                                    "src/order/total.ts:42"};
constexpr std::string_view code[] = {
    R"(export async function @(@: string): Promise<@> {)",
    R"(  const @ = await @.get(\"@\", { retry: 3 });)",
    R"(  if (!@) throw new Error(`@ is missing: ${@}`);)",
    R"(    return @.filter((@) => @.total > 0 && @.id !== null);)",
    R"(  // keep @ before @, or the lock is taken twice)",
    R"(\t@ := make(map[string]@, len(@)))",
    R"(    def @(self, @: dict) -> \"@\":)",
    R"(        self.@[\"@\"] = re.sub(r\"\\s+\", \" \", @))",
    R"(})",
    R"()",
    R"(  expect(@(@)).toEqual({ name: \"Ñandú\", sum: \"12 €\" });)"};
constexpr std::string_view names[] = {"order",  "total", "session", "cache",  "user",  "store",
                                      "config", "item",  "result",  "client", "entry", "queue"};
constexpr std::string_view logs[] = {R"(2026-03-02T10:15:@.#Z [info] @: handled @ in # ms)",
                                     R"(\u001b[32m✓\u001b[39m tests/@/@.test.ts (# ms))",
                                     R"(-rw-r--r-- 1 dev dev # Mar  2 10:15 src/@/@.ts)",
                                     R"(    at @ (/home/demo/shop/src/@/@.ts:#:7))",
                                     R"(warning: unused variable `@` in src/@.ts)",
                                     R"(commit #: rename @ to @ — façade)",
                                     R"({\"level\":\"error\",\"msg\":\"@ failed\",\"code\":#})"};

template <std::size_t N>
std::string_view any_of(Random& random, const std::string_view (&words)[N]) {
  return words[random.below(N)];
}

std::span<const std::string_view> any_language(Random& random) {
  switch (random.below(12)) {
    case 0:
      return german;
    case 1:
      return east;
    case 2:
      return other;
    case 3:
    case 4:
      return spanish;
    default:
      return english;
  }
}

void add_prose(std::string& out, Random& random) {
  const auto words = any_language(random);
  for (std::size_t left = 6 + random.below(16); left > 0; --left) {
    out += random.one_in(14) ? any_of(random, odd) : words[random.below(words.size())];
    out += left > 1 ? " " : ".";
  }
}

/// `@` in the pattern becomes a name, `#` a number.
void add_pattern(std::string& out, Random& random, std::string_view pattern) {
  for (const char c : pattern) {
    if (c == '@') {
      out += any_of(random, names);
    } else if (c == '#') {
      out += std::to_string(random.below(9999));
    } else {
      out += c;
    }
  }
}

}  // namespace

FillerText::FillerText(Random& random) {
  for (const Kind kind : {Kind::prose, Kind::code, Kind::log}) {
    Pool& made = pools_[static_cast<std::size_t>(kind)];
    for (std::size_t i = 0; i < lines_per_kind; ++i) {
      if (kind == Kind::prose) add_prose(made.text, random);
      if (kind == Kind::code) add_pattern(made.text, random, any_of(random, code));
      if (kind == Kind::log) add_pattern(made.text, random, any_of(random, logs));
      made.text += "\\n";
      made.ends.push_back(made.text.size());
    }
  }
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < 65536; ++i) base64_ += digits[random.below(digits.size())];
}

std::size_t FillerText::lines_in(Kind kind, std::size_t bytes) const {
  return bytes * lines_per_kind / pool(kind).text.size() + 1;
}

std::string_view FillerText::line(Kind kind, std::size_t index) const {
  const Pool& from = pool(kind);
  const std::size_t at = index % lines_per_kind;
  return std::string_view(from.text).substr(start(from, at), from.ends[at] - start(from, at) - 2);
}

void FillerText::append(std::string& out, Kind kind, std::size_t first, std::size_t count) const {
  const Pool& from = pool(kind);
  while (count > 0) {
    const std::size_t at = first % lines_per_kind;
    const std::size_t run = std::min(count, lines_per_kind - at);
    const std::size_t begin = start(from, at);
    out.append(from.text, begin, from.ends[at + run - 1] - begin);
    first += run;
    count -= run;
  }
}

void FillerText::append_numbered(std::string& out, Kind kind, std::size_t first,
                                 std::size_t count) const {
  const Pool& from = pool(kind);
  char number[24];
  const auto put_number = [&](std::size_t value) {
    out.append(number, std::to_chars(number, number + sizeof number, value).ptr);
    out += "\\t";
  };
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = (first + i) % lines_per_kind;
    put_number(i + 1);
    out.append(from.text, start(from, at), from.ends[at] - start(from, at));
  }
  put_number(count + 1);  // the tool counts the empty line behind the last line break
}

void FillerText::append_base64(std::string& out, std::size_t first, std::size_t length) const {
  length -= length % 4;
  while (length > 0) {
    const std::size_t at = first % base64_.size();
    const std::size_t run = std::min(length, base64_.size() - at);
    out.append(base64_, at, run);
    first += run;
    length -= run;
  }
}

}  // namespace bench
