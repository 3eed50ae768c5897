#pragma once
#include "points.hpp"

namespace acequia {

/** What flow is wrong at a meter with these valves behind it; l/h. */
struct FlowLimit {
  /** `burst` and `missing`: while one of them is open, more or less than they take. `leak`: water with all of them shut. */
  enum class Kind : uint8_t { no, burst, missing, leak };
  static constexpr size_t kMost = 16;
  static constexpr int64_t kMaxFlow = 10'000'000;
  static constexpr int64_t kMaxPercent = 1'000;

  Kind kind = Kind::no;
  uint32_t percent = 0;
  /** Taken also with all of them shut. */
  uint32_t base = 0;
  PinSet pins;
  struct Valve {
    int pin = -1;
    uint32_t lph = 0;
  } valves[kMost];
  size_t count = 0;

  int64_t expected(PinSet open) const;
};

/**
 * Follows a meter beside a flow: what passes beyond it fills a store, what stays below empties it. So a burst is seen by the second of two pulses
 * that come too close, and flow that is right never fills it, however seldom the meter pulses or the board looks.
 */
class FlowWatch {
 public:
  /** Pulses that may be missing in a row at the lowest flow that is right. */
  static constexpr int64_t kMissed = 3;

  /** false: none of what it watches is so, or for less than `grace` since a valve moved. Call it in each round. */
  bool watches(const FlowLimit& limit, PinSet on, Ms grace, Ms now);
  /** `for_ms`: how much more than the limit lets pass in this time may be beyond it. true: the flow is wrong. */
  bool wrong(const FlowLimit& limit, const Counter& counter, Ms for_ms, Ms now);
  /** Forgets what passed. */
  void rest() { follows_ = false; }

  /** As measured when it was wrong, and what the open valves take; l/h. */
  int64_t lph() const { return lph_; }
  int64_t expected() const { return expected_; }

 private:
  /** A board looks four times a second, and may be late once. */
  static constexpr Ms kLate = 500;
  /** Of a store: 1 ml at 1 l/h for 1 ms. */
  static constexpr int64_t kScale = 3'600;

  bool begun_ = false;
  bool follows_ = false;
  PinSet open_;
  Ms moved_at_ = 0;
  uint64_t heard_ = 0;
  Ms heard_at_ = 0;
  int64_t store_ = 0;
  /** Since the store was empty, ml. */
  int64_t grown_ = 0;
  Ms since_ = 0;
  int64_t lph_ = -1;
  int64_t expected_ = 0;
};

}  // namespace acequia
