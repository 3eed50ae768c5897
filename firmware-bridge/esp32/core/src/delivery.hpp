#pragma once
#include "board.hpp"

namespace acequia {

/** Brings what the log holds to the broker: one message at a time, and nothing is forgotten before its PUBACK. */
class Delivery {
 public:
  /** What the protocol allows; the buffer usually ends a batch earlier. */
  static constexpr size_t kMost = 500;
  /** Without a clock, a sample so young may leave undated: the server's clock is right for it. */
  static constexpr Ms kFresh = 5'000;

  explicit Delivery(Board& board) : board_(board) {}

  /** The next `telemetry` message; 0 = nothing to tell now, or one is on its way. */
  size_t next(char* buffer, size_t capacity, Ms now);
  /** PUBACK. */
  void acknowledged();
  /** The connection went, or the PUBACK did not come: the same samples go again. */
  void failed() { count_ = 0; }
  bool under_way() const { return count_ > 0; }

 private:
  enum class Fate : uint8_t { tell, tell_undated, wait, give_up };
  Fate fate_of(const Sample& sample, Ms now) const;

  Board& board_;
  SampleLog::Place places_[kMost];
  size_t count_ = 0;
};

}  // namespace acequia
