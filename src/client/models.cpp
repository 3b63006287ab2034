#include "client/models.h"

#include <algorithm>
#include <array>
#include <string>

#include "util/ascii.h"

namespace context_rot::client {

namespace {

struct Row {
  std::string_view name;
  ModelFacts facts;
};

// Add a model here; the order does not matter. A client test asks the real client for each.
constexpr std::array table = {
    Row{"claude-opus-5-5", {long_window, AutoCompact::yes}},
    Row{"claude-opus-5", {long_window, AutoCompact::yes}},
    Row{"claude-opus-4-8", {long_window, AutoCompact::yes}},
    Row{"claude-opus-4-7", {long_window, AutoCompact::yes}},
    Row{"claude-sonnet-5-5", {long_window, AutoCompact::yes}},
    Row{"claude-sonnet-5", {long_window, AutoCompact::yes}},
    Row{"claude-haiku-5-5", {long_window, AutoCompact::yes}},
    Row{"claude-fable-5-2", {long_window, AutoCompact::yes}},
    Row{"claude-fable-5-1", {long_window, AutoCompact::yes}},
    Row{"claude-fable-5", {long_window, AutoCompact::yes}},
    Row{"claude-mythos-5-2", {long_window, AutoCompact::yes}},
    Row{"claude-mythos-5-1", {long_window, AutoCompact::yes}},
    Row{"claude-mythos-5", {long_window, AutoCompact::yes}},
    Row{"claude-opus-4-6", {standard_window, AutoCompact::yes}},
    Row{"claude-sonnet-4-6", {standard_window, AutoCompact::yes}},
    // Whether these are compacted ahead of the limit differs between versions of the client.
    Row{"claude-opus-4-5", {standard_window, AutoCompact::unknown}},
    Row{"claude-sonnet-4-0", {standard_window, AutoCompact::unknown}},
    Row{"claude-sonnet-4", {standard_window, AutoCompact::unknown}},
    Row{"claude-sonnet-4-5", {standard_window, AutoCompact::no}},
    Row{"claude-haiku-4-5", {standard_window, AutoCompact::no}},
    // Gone from the client, which takes its newest in their place: from transcripts only.
    Row{"claude-opus-4-1", {standard_window, AutoCompact::unknown}},
    Row{"claude-opus-4-0", {standard_window, AutoCompact::unknown}},
    Row{"claude-opus-4", {standard_window, AutoCompact::unknown}},
    Row{"claude-3-7-sonnet", {standard_window, AutoCompact::unknown}},
    Row{"claude-3-5-sonnet", {standard_window, AutoCompact::unknown}},
    Row{"claude-3-5-haiku", {standard_window, AutoCompact::unknown}},
};

/// Whether what stands behind a name leaves it a whole one: not a further version number
/// ("-5" behind "claude-sonnet-4"), but a date of eight digits is welcome.
bool name_ends(std::string_view rest) {
  if (rest.empty()) return true;
  if (is_digit(rest.front())) return false;
  if (rest.size() < 2 || rest.front() != '-' || !is_digit(rest[1])) return true;
  rest.remove_prefix(1);
  const auto digits = std::find_if_not(rest.begin(), rest.end(), is_digit) - rest.begin();
  return digits == 8;
}

/// Whether `name`, not empty, stands in `text` as a whole name, in front or behind a provider's.
bool names(std::string_view text, std::string_view name) {
  const std::size_t at = name.empty() ? std::string_view::npos : text.find(name);
  if (at == std::string_view::npos || !name_ends(text.substr(at + name.size()))) return false;
  return at == 0 || text[at - 1] == '.' || text[at - 1] == '/';
}

std::string without_long_window(std::string_view model) {
  std::string text = ascii_lower(model);
  if (const std::size_t at = text.find("[1m]"); at != std::string::npos) text.resize(at);
  return text;
}

}  // namespace

bool same_model(std::string_view a, std::string_view b) {
  const std::string one = without_long_window(a);
  const std::string other = without_long_window(b);
  return names(one, other) || names(other, one);
}

std::optional<ModelFacts> model_facts(std::string_view model) {
  const std::string text = ascii_lower(model);
  const Row* best = nullptr;
  for (const Row& row : table) {
    const std::size_t at = text.find(row.name);
    if (at == std::string::npos) continue;
    if (!name_ends(std::string_view(text).substr(at + row.name.size()))) continue;
    if (best == nullptr || row.name.size() > best->name.size()) best = &row;
  }
  if (best == nullptr) return std::nullopt;
  return best->facts;
}

bool asks_for_long_window(std::string_view model) {
  const std::string text = ascii_lower(model);
  return text.find("[1m]") != std::string::npos || text.find("(1m context)") != std::string::npos;
}

}  // namespace context_rot::client
