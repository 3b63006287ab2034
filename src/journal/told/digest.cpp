#include "journal/told/digest.h"

#include <algorithm>

#include "util/as_data.h"
#include "util/plain_text.h"
#include "util/redact.h"

namespace context_rot::journal {

std::string quote_data(std::string_view text, std::size_t max_bytes) {
  const std::string plain = plain_text(redact(text));
  std::string out;
  for (const char c : plain) {
    if (c == '(' && out.ends_with(']')) out += ' ';
    out += c;
  }
  return '"' + as_data(out, max_bytes) + '"';
}

std::vector<std::string> quote_all(const std::vector<std::string>& texts, std::size_t max_bytes) {
  std::vector<std::string> out;
  out.reserve(texts.size());
  for (const std::string& text : texts) out.push_back(quote_data(text, max_bytes));
  return out;
}

std::size_t Digest::room() const {
  const std::size_t used = text_.size() + reserved_;
  return used < max_bytes_ ? max_bytes_ - used : 0;
}

void Digest::paragraph(std::string_view text) {
  if (text.size() + 1 > room()) {
    left_out_ = true;
    return;
  }
  text_ += text;
  text_ += '\n';
}

void Digest::list(std::string_view title, const std::vector<std::string>& items,
                  std::size_t max_bytes) {
  if (items.empty()) return;
  constexpr std::string_view bullet = "- ";
  const std::size_t mark = bullet.size() + truncation_mark.size() + 1;
  const std::size_t most = std::min(room(), max_bytes);
  std::string added = std::string(title) + "\n";
  bool any = false;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::size_t needed = bullet.size() + items[i].size() + 1;
    const std::size_t kept_free = i + 1 < items.size() ? mark : 0;
    if (added.size() + needed + kept_free > most) {
      added += std::string(bullet) + std::string(truncation_mark) + "\n";
      break;
    }
    added += std::string(bullet) + items[i] + "\n";
    any = true;
  }
  if (!any || added.size() > most) {
    left_out_ = true;
    return;
  }
  text_ += added;
}

void Digest::ending(std::string_view text) {
  if (text_.size() + text.size() + 1 + truncation_mark.size() + 1 > max_bytes_) {
    left_out_ = true;
    return;
  }
  text_ += text;
  text_ += '\n';
}

std::string Digest::text() const {
  std::string out = text_;
  if (left_out_) out += truncation_mark;
  while (out.ends_with('\n')) out.pop_back();
  return out;
}

}  // namespace context_rot::journal
