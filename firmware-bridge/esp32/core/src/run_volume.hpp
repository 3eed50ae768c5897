#pragma once
#include "plans.hpp"
#include "points.hpp"

namespace acequia {

/**
 * The water of a run that ends by its volume: what a counter grew since its start, in millionths of its unit, which is m³. No
 * pulse for longer than its flow allows: its meter may be broken, and only its longest time ends it.
 */
class RunVolume {
 public:
  /** Time that pipes take to fill; a silence may always last this long. */
  static constexpr Ms kFilling = 180'000;
  /** Pulses that may be missing in a row at the slowest flow that reaches the volume in time. */
  static constexpr int64_t kMissed = 3;

  void begin(const Counter& counter, Ms now) { hear(static_cast<int64_t>(counter.total), counter, now); }
  /** After a restart, from the total at the start: the counter wrapped, lost its newest pulses, or began anew. */
  void go_on(uint64_t base, const Counter& counter, Ms now);
  /** `counter`: nullptr = it cannot be read now. true: the volume is reached. */
  bool reached(const PlannedRun& run, const Counter* counter, Ms now);
  /** Of a run that ends now; `kUnmeasured` when its meter cannot be believed. */
  int64_t litres(bool reached) const;

 private:
  static constexpr int64_t kLitre = 1'000;
  void hear(int64_t base, const Counter& counter, Ms now) {
    begun_ = true;
    base_ = base;
    heard_ = counter.total;
    heard_at_ = now;
  }

  int64_t base_ = 0;
  /** The newest total, and since when it has not grown. */
  uint64_t heard_ = 0;
  Ms heard_at_ = 0;
  /** false: its counter could not be read at its start, so nothing can be said. */
  bool begun_ = false;
  /** It was silent for too long, or could not be read. */
  bool silent_ = false;
  /** What it counted before it began anew is lost. */
  bool anew_ = false;
};

}  // namespace acequia
