#pragma once
// A value or the reason why there is none, for everything that can fail in the open
// (files, foreign input). Programming errors are not results.

#include <string>
#include <utility>
#include <variant>

namespace context_rot {

/// Why something failed: one line without a final full stop, fit to stand behind
/// "program: " on stderr. It names the thing (path, option, line) it is about.
struct Error {
  std::string message;
};

/// Holds a T or an Error. Both are owned. Asking for the one that is not there is a
/// programming error (std::bad_variant_access).
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }
  T& operator*() & { return std::get<0>(state_); }
  const T& operator*() const& { return std::get<0>(state_); }
  T&& operator*() && { return std::get<0>(std::move(state_)); }
  T* operator->() { return &std::get<0>(state_); }
  const T* operator->() const { return &std::get<0>(state_); }
  /// The reason; only where there is no value.
  const std::string& error() const { return std::get<1>(state_).message; }

 private:
  std::variant<T, Error> state_;
};

/// The result of something done for its effect only.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)), failed_(true) {}

  explicit operator bool() const { return !failed_; }
  /// The reason; only where it failed.
  const std::string& error() const { return error_.message; }

 private:
  Error error_;
  bool failed_ = false;
};

}  // namespace context_rot
