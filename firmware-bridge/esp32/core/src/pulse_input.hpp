#pragma once
#include <atomic>
#include <cstdint>

namespace acequia {

/**
 * Counts the closings of a contact that bounces. Feed it the wire every {@link kEveryMs}; one closing counts when the wire stayed closed
 * for {@link kSteadyMs} after it stayed open for as long, so it follows up to 25 pulses a second.
 */
class PulseInput {
 public:
  static constexpr int kEveryMs = 4;
  static constexpr int kSteadyMs = 20;

  void feed(bool closed) {
    if (closed == closed_) {
      steady_ = 0;
      return;
    }
    if (++steady_ < kSteadyMs / kEveryMs) return;
    steady_ = 0;
    closed_ = closed;
    if (closed) pulses_.store(pulses_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }

  /** Since the boot; wraps at 2^32. May be read from another task. */
  uint32_t pulses() const { return pulses_.load(std::memory_order_relaxed); }

 private:
  /** As at the boot: a contact that is closed then has counted before. */
  bool closed_ = true;
  int steady_ = 0;
  std::atomic<uint32_t> pulses_{0};
};

}  // namespace acequia
