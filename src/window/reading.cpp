#include "window/reading.h"

#include "client/models.h"

namespace context_rot::window {

namespace {

/// Whether the client's numbers are of the model of the transcript's rows. Rows of earlier
/// clients do not say whether the long window was asked for.
bool same_model(const client::Snapshot& snapshot, const ContextUse& use) {
  if (use.model.empty() || snapshot.model == use.model) return true;
  return !use.model_asked && snapshot.model == use.model + "[1m]";
}

void set_window(Reading& reading, std::int64_t tokens, WindowFrom from) {
  reading.max = tokens;
  reading.window_from = from;
}

void find_window(Reading& reading, std::int64_t highest_use,
                 const std::optional<client::Snapshot>& snapshot, bool snapshot_counts,
                 const WindowSaid& said) {
  if (said.by_flag) return set_window(reading, *said.by_flag, WindowFrom::flag);
  if (snapshot_counts && snapshot->max) {
    return set_window(reading, *snapshot->max, WindowFrom::host);
  }
  if (said.by_configuration) {
    return set_window(reading, *said.by_configuration, WindowFrom::configuration);
  }
  if (client::asks_for_long_window(reading.model)) {
    return set_window(reading, client::long_window, WindowFrom::requested);
  }
  if (highest_use > client::standard_window) {
    return set_window(reading, client::long_window, WindowFrom::observed);
  }
  if (const auto facts = client::model_facts(reading.model)) {
    return set_window(reading, facts->window, WindowFrom::model_table);
  }
  if (said.shown_before) set_window(reading, *said.shown_before, WindowFrom::shown_before);
}

}  // namespace

std::optional<int> Reading::percent() const {
  if (!used || !max) return std::nullopt;
  return percent_of(*used, *max);
}

Reading read_meter(const ContextUse& use, std::int64_t highest_use,
                   const std::optional<client::Snapshot>& snapshot, const WindowSaid& said) {
  Reading reading;
  reading.model = use.model;
  const bool newer = snapshot && snapshot->time > use.time;
  if (newer && !snapshot->model.empty()) reading.model = snapshot->model;
  if (newer && snapshot->used) {
    reading.used = snapshot->used;
    reading.output = snapshot->output.value_or(0);
    reading.used_from = UsedFrom::host;
  } else if (use.origin == UseOrigin::boundary) {
    reading.used = use.used;
    reading.estimate = true;
    reading.used_from = UsedFrom::boundary;
  } else if (use.origin == UseOrigin::usage && !newer) {
    reading.used = use.used;
    reading.output = use.output;
    reading.used_from = UsedFrom::answer;
  } else if (use.unreported) {
    reading.used_from = UsedFrom::unreported;
  }
  // A newer snapshot without a number: the client has gone back to before the first answer.
  // After /model older numbers of the client speak of the model before.
  find_window(reading, highest_use, snapshot, snapshot && (newer || same_model(*snapshot, use)),
              said);
  return reading;
}

std::string_view describe(UsedFrom from) {
  switch (from) {
    case UsedFrom::host:
      return "the client's status line";
    case UsedFrom::answer:
      return "the last answer in the transcript";
    case UsedFrom::boundary:
      return "the client's estimate at the last compaction";
    case UsedFrom::unreported:
      return "unknown: there are answers, but the provider reports no usage";
    case UsedFrom::nothing:
      break;
  }
  return "no answer yet";
}

std::string_view describe(WindowFrom from) {
  switch (from) {
    case WindowFrom::flag:
      return "--max";
    case WindowFrom::host:
      return "the client's status line";
    case WindowFrom::configuration:
      return "the configuration";
    case WindowFrom::requested:
      return "the model asked for ([1m])";
    case WindowFrom::observed:
      return "more than 200k tokens seen in use";
    case WindowFrom::model_table:
      return "the table of models";
    case WindowFrom::shown_before:
      return "the client's status line, for this model before";
    case WindowFrom::unknown:
      break;
  }
  return "unknown model";
}

}  // namespace context_rot::window
