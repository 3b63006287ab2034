#include "curate/clean_room.h"

namespace context_rot::curate {

Plan plan_clean_room(const MessageArray& array, const CurateOptions& options,
                     const Entities& entities) {
  Plan plan;
  if (!options.clean_room || array.messages.size() <= *options.clean_room) return plan;
  std::vector<bool> goes(array.messages.size());
  const std::size_t old = array.messages.size() - *options.clean_room;
  for (std::size_t i = 0; i < old; ++i) {
    goes[i] = entities.empty() || !entities.mentioned_in(mentions_of(array.messages[i].json));
  }
  goes = closed(array, goes);
  for (std::size_t i = 0; i < goes.size(); ++i) {
    if (!goes[i]) continue;
    Step step;
    step.act = Act::drop;
    step.reason = Reason::clean_room;
    step.message = i;
    step.what = "removed";
    step.why = "not among the last " + std::to_string(*options.clean_room) +
               ", and does not name what the query is about";
    plan.push_back(std::move(step));
  }
  return plan;
}

}  // namespace context_rot::curate
