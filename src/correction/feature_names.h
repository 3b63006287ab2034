#pragma once
// Naming features without an allocation for each.

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

#include "correction/features.h"

namespace context_rot::correction {

/// Builds names in one buffer and hands them to a sink, which it does not own.
class FeatureNames {
 public:
  explicit FeatureNames(FeatureSink& sink) : sink_(sink) {}

  /// Gives the sink the feature that the parts name together.
  void add(float value, std::initializer_list<std::string_view> parts) {
    buffer_.clear();
    for (const std::string_view part : parts) buffer_ += part;
    sink_.add(buffer_, value);
  }
  /// A feature that is there or not.
  void flag(std::string_view name) { sink_.add(name, 1); }
  /// A count in buckets: "n:v3". Every prompt has one of each, so that they weigh less.
  void bucket(std::string_view name, int count, int low, int high) {
    add(0.5F, {name, std::to_string(std::clamp(count, low, high))});
  }

 private:
  FeatureSink& sink_;
  std::string buffer_;
};

}  // namespace context_rot::correction
