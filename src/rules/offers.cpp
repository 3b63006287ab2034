#include "rules/offers.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "rules/proposed.h"
#include "rules/rule.h"
#include "texts/texts.h"
#include "util/append_file.h"
#include "util/as_data.h"
#include "util/atomic_file.h"
#include "util/file.h"
#include "util/json_tree.h"

namespace context_rot::rules {

namespace {

constexpr std::size_t max_offers_bytes = 1u << 20;

Offer* numbered(std::vector<Offer>& offers, std::int64_t number) {
  const auto found = std::find_if(offers.begin(), offers.end(),
                                  [&](const Offer& offer) { return offer.number == number; });
  return found == offers.end() ? nullptr : &*found;
}

/// The offer as told from now on.
Result<std::vector<Offer>> due(const std::filesystem::path& file, Offer offer) {
  if (auto done = add_offer_event(file, offer_event(offer.number, "offered")); !done) {
    return Error{done.error()};
  }
  offer.offered = true;
  return std::vector<Offer>{std::move(offer)};
}

}  // namespace

std::vector<Offer> read_offers(std::string_view text) {
  std::vector<Offer> out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const auto event = json_tree(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!event.is_object() || !event.contains("number") || !event["number"].is_number_integer()) {
      continue;
    }
    const auto number = event["number"].get<std::int64_t>();
    const std::string what = text_member(event, "event");
    Offer* known = numbered(out, number);
    if (what == "seen" && known == nullptr && number > 0) {
      Offer offer{number, as_data(text_member(event, "rule"), max_rule_bytes),
                  text_member(event, "entry")};
      if (!offer.rule.empty()) out.push_back(std::move(offer));
    } else if (known != nullptr) {
      known->offered = known->offered || what == "offered";
      known->kept = known->kept || what == "kept";
    }
  }
  return out;
}

std::string seen_event(const Offer& offer, Milliseconds time) {
  return json_line(nlohmann::ordered_json{{"event", "seen"},
                                          {"number", offer.number},
                                          {"rule", offer.rule},
                                          {"entry", offer.entry},
                                          {"time", format_local(time)}});
}

std::string offer_event(std::int64_t number, std::string_view what) {
  return json_line(nlohmann::ordered_json{{"event", what}, {"number", number}});
}

const Offer* alike_offer(const std::vector<Offer>& offers, std::string_view rule) {
  constexpr std::ptrdiff_t looked_at = 200;
  const auto end = offers.rbegin() + std::min(looked_at, std::ssize(offers));
  const auto found = std::find_if(offers.rbegin(), end,
                                  [&](const Offer& offer) { return are_alike(offer.rule, rule); });
  return found == end ? nullptr : &*found;
}

Result<std::vector<Offer>> load_offers(const std::filesystem::path& file) {
  std::error_code error;
  const bool is_there = !file.empty() && std::filesystem::exists(file, error);
  if (error) return Error{file.string() + ": " + error.message()};
  if (!is_there) return std::vector<Offer>();
  const auto text = read_file(file, max_offers_bytes);
  if (!text) return Error{text.error()};
  return read_offers(*text);
}

Result<void> add_offer_event(const std::filesystem::path& file, std::string_view event) {
  if (file.empty()) return Error{"no folder of yours: neither HOME nor CLAUDE_CONFIG_DIR is set"};
  if (auto made = create_private_folders(file.parent_path()); !made) return made;
  return append_line(file, event);
}

Result<std::vector<Offer>> typed(const std::filesystem::path& file, std::string_view rule,
                                 std::string_view entry, const std::vector<std::string>& kept,
                                 Milliseconds time) {
  const auto like_rule = [&](const std::string& other) { return are_alike(other, rule); };
  if (std::any_of(kept.begin(), kept.end(), like_rule)) return std::vector<Offer>();
  const auto offers = load_offers(file);
  if (!offers) return Error{offers.error()};
  if (const Offer* before = alike_offer(*offers, rule)) {
    return before->offered || before->kept ? std::vector<Offer>() : due(file, *before);
  }
  if (entry.empty()) return std::vector<Offer>();
  std::int64_t highest = 0;
  for (const Offer& offer : *offers) highest = std::max(highest, offer.number);
  const Offer offer{highest + 1, std::string(rule), std::string(entry)};
  if (auto done = add_offer_event(file, seen_event(offer, time)); !done) return Error{done.error()};
  return std::vector<Offer>();
}

Result<std::vector<Offer>> confirmed(const std::filesystem::path& file, std::string_view entry) {
  const auto offers = load_offers(file);
  if (!offers) return Error{offers.error()};
  for (const Offer& offer : *offers) {
    if (offer.entry == entry && !offer.offered && !offer.kept) return due(file, offer);
  }
  return std::vector<Offer>();
}

std::string offer_text(const std::vector<Offer>& due, config::Language language,
                       std::string_view program) {
  if (due.empty()) return {};
  const std::string number = std::to_string(due[0].number);
  using texts::Text;
  return texts::Texts(language)(Text::rule_offer,
                                {{"rule", due[0].rule}, {"command", program}, {"number", number}});
}

}  // namespace context_rot::rules
