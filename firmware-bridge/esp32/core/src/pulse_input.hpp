#pragma once
#include <atomic>
#include <cstdint>

namespace acequia {

/**
 * Counts the closings of a contact that bounces. Feed it the wire every {@link kEveryMs}; one closing counts when the wire stayed closed
 * for some time after it stayed open for as long: with {@link kStill} it follows up to 25 pulses a second.
 */
class PulseInput {
 public:
  static constexpr int kEveryMs = 4;
  static constexpr int kStill = 20;
  static constexpr int kLongestStill = 200;

  /** May be called from another task. */
  void still(int ms) { looks_.store((ms + kEveryMs - 1) / kEveryMs, std::memory_order_relaxed); }

  void feed(bool closed) {
    if (closed == closed_) {
      steady_ = 0;
      return;
    }
    if (++steady_ < looks_.load(std::memory_order_relaxed)) return;
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
  /** How often in a row the wire has to be the same. */
  std::atomic<int> looks_{kStill / kEveryMs};
  std::atomic<uint32_t> pulses_{0};
};

/**
 * The total of a counter of the chip. Where it begins anew a moment passes until its interrupt has added what was full, and in it the total
 * seems to fall.
 */
class ChipCounter {
 public:
  uint32_t seen(uint32_t total) {
    if (static_cast<int32_t>(total - most_) > 0) most_ = total;
    return most_;
  }

 private:
  uint32_t most_ = 0;
};

}  // namespace acequia
