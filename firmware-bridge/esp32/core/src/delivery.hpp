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

  /** Most samples that one call looks at or marks: a mark is a write to flash, under the lock that the relays need. */
  static constexpr size_t kPerCall = 64;

  explicit Delivery(Board& board) : board_(board) {}

  /** The next `telemetry` message; 0 = nothing to tell now, or one is on its way, or there was too much to look at: ask again. */
  size_t next(char* buffer, size_t capacity, Ms now);
  /** PUBACK. */
  void acknowledged();
  /** The connection went, or the PUBACK did not come: the same samples go again. */
  void failed();

 private:
  enum class Fate : uint8_t { tell, tell_undated, wait, give_up };
  Fate fate_of(const Sample& sample, Ms now) const;
  void mark();

  Board& board_;
  SampleLog::Place places_[kMost];
  size_t count_ = 0;
  /** Of those that were acknowledged, how many are marked; `count_` of them still under way when there was no PUBACK. */
  size_t marked_ = 0;
  bool acknowledged_ = false;
  /** Where the next message begins: everything before it was delivered, is under way, or waits for the time. */
  SampleLog::Place from_;
  bool dated_ = false;
};

}  // namespace acequia
