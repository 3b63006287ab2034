#pragma once
// A list as a sorted set. Product-free.

#include <algorithm>

namespace context_rot {

/// Sorts the list and leaves one of equal elements.
template <typename List>
void sort_unique(List& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace context_rot
