// tests/data/redaction.txt, case by case, and what holds for any text.

#include "util/redact.h"

#include <doctest/doctest.h>

#include <fstream>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "util/utf8.h"

using namespace context_rot;

namespace {

struct Case {
  int line = 0;
  std::string text;
  std::string redacted;
};

std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '~') continue;
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    ++i;
    out += text[i] == 'n' ? '\n' : text[i];
  }
  return out;
}

std::vector<Case> read_cases() {
  std::ifstream in(CONTEXT_ROT_TEST_DATA "/redaction.txt");
  REQUIRE(in);
  std::vector<Case> out;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (line.size() < 3 || line[0] == '#') continue;
    const std::string text = unescaped(std::string_view(line).substr(2));
    if (line[0] == '>') {
      out.back().redacted = text;
    } else {
      out.push_back({number, text, text});
    }
  }
  return out;
}

/// Texts put together from pieces of the cases, which meet where no case has them meet.
template <typename Each>
void for_each_mixture(int count, Each&& each) {
  const std::vector<Case> cases = read_cases();
  const std::vector<std::string> joints{"",
                                        " ",
                                        "\n",
                                        "\"",
                                        "=",
                                        ": ",
                                        "-",
                                        "_",
                                        "'",
                                        "\\n",
                                        "(",
                                        ".",
                                        "@",
                                        "é",
                                        "\xF0\x9F\x98\x80",
                                        "token=",
                                        "\"password\": \"",
                                        "-----"};
  std::mt19937 random(20261129);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  for (int i = 0; i < count; ++i) {
    std::string text;
    for (std::size_t part = 0; part < 2 + below(6); ++part) {
      const std::string& from = cases[below(cases.size())].text;
      const std::size_t begin = below(3) == 0 ? below(from.size()) : 0;
      const std::size_t length = below(3) == 0 ? below(from.size()) : from.size();
      text += from.substr(begin, length) + joints[below(joints.size())];
    }
    each(text);
  }
}

}  // namespace

TEST_CASE("secrets go, look-alikes stay") {
  std::set<std::string> kinds;
  int look_alikes = 0;
  for (const Case& c : read_cases()) {
    CAPTURE(c.line);
    CHECK(redact(c.text) == c.redacted);
    CHECK(redact(c.redacted) == c.redacted);
    const std::size_t mark = c.redacted.find("[redacted: ");
    if (c.text == c.redacted) {
      ++look_alikes;
    } else {
      kinds.insert(c.redacted.substr(mark, c.redacted.find(']', mark) - mark));
    }
  }
  CHECK(kinds.size() >= 20);
  CHECK(look_alikes >= 20);
}

TEST_CASE("redacting twice is redacting once") {
  for_each_mixture(40000, [](const std::string& text) {
    const std::string once = redact(text);
    if (redact(once) != once) {
      CAPTURE(text);
      CHECK(redact(once) == once);
    }
  });
}

TEST_CASE("well-formed UTF-8 stays well formed, and any bytes are taken") {
  for_each_mixture(5000, [](const std::string& text) {
    const std::string valid = repair_utf8(text);
    const std::string out = redact(valid);
    if (repair_utf8(out) != out) {
      CAPTURE(valid);
      CHECK(repair_utf8(out) == out);
    }
  });
  std::mt19937 random(7);
  for (int i = 0; i < 2000; ++i) {
    std::string bytes;
    for (int n = 0; n < 200; ++n) bytes += static_cast<char>(random() & 0xFF);
    redact("token=" + bytes + "password: \"" + bytes);
  }
}

TEST_CASE("a password told in a sentence goes whole, however long") {
  std::string value = "xK1";
  while (value.size() < 300) value += "\u00e9";
  for (const std::string end : {"", " and so on", "' and so on"}) {
    CHECK(redact("the password is " + value + end) == "the password is [redacted: password]" + end);
  }
}

TEST_CASE("texts that could be read again and again are not") {
  // Each takes minutes where the time is quadratic.
  for (const std::string piece : {"token=$",
                                  "password=(",
                                  "token=token",
                                  "sk-ant-",
                                  "eyJ",
                                  "eyJa-",
                                  "-----BEGIN PRIVATE KEY-----\n",
                                  "-----END PRIVATE KEY-----",
                                  "://a:",
                                  "Authorization: Bearer (",
                                  "password=\"\\\"",
                                  "--token ",
                                  "<token>",
                                  "-----BEGIN PRIVATE KEY-----\nComment: a",
                                  "A\n",
                                  "12345678:",
                                  "=",
                                  "xoxb-",
                                  "token: ",
                                  "token\\\"=\\\""}) {
    CAPTURE(piece);
    std::string text;
    while (text.size() < 4u << 20) text += piece;
    CHECK(redact(text).size() > 0);
  }
}
