#include "findings/line_set.h"
#include "util/invariant.h"

#include <algorithm>

namespace context_rot::findings {

void LineCover::add(transcript::LineSpan span) {
  CONTEXT_ROT_INVARIANT(span.first <= span.last);
  auto place = spans_.upper_bound(span.first);
  if (place != spans_.begin()) {
    const auto before = std::prev(place);
    if (before->second >= span.first - 1) {
      span.first = before->first;
      span.last = std::max(span.last, before->second);
      place = spans_.erase(before);
    }
  }
  while (place != spans_.end() && (span.last == INT64_MAX || place->first <= span.last + 1)) {
    span.last = std::max(span.last, place->second);
    place = spans_.erase(place);
  }
  spans_.emplace(span.first, span.last);
}

bool LineCover::covers(transcript::LineSpan span) const {
  CONTEXT_ROT_INVARIANT(span.first <= span.last);
  const auto behind = spans_.upper_bound(span.first);
  return behind != spans_.begin() && std::prev(behind)->second >= span.last;
}

std::int64_t LineCover::count(transcript::LineSpan span) const {
  std::int64_t lines = 0;
  auto place = spans_.upper_bound(span.first);
  if (place != spans_.begin()) --place;
  for (; place != spans_.end() && place->first <= span.last; ++place) {
    const std::int64_t first = std::max(place->first, span.first);
    const std::int64_t last = std::min(place->second, span.last);
    if (last >= first) lines += last - first + 1;
  }
  return lines;
}

}  // namespace context_rot::findings
