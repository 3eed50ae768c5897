#pragma once
#include "board.hpp"

namespace acequia {

/** Sends the samples of the log to the broker, one message at a time; each stays in the log until its PUBACK. */
class Delivery {
 public:
  /** The protocol's limit; the buffer is usually full before. */
  static constexpr size_t kMost = 500;
  /** Without a clock, a sample younger than this leaves undated, and the server dates it. */
  static constexpr Ms kFresh = 5'000;

  /** Most samples that one call looks at or marks: a mark is a write to flash, under the lock that the relays need. */
  static constexpr size_t kPerCall = 64;

  explicit Delivery(Board& board) : board_(board) {}

  /** Writes the next `telemetry` message. 0 = nothing to send, one is under way, or the search continues in the next call. */
  size_t next(char* buffer, size_t capacity, Ms now);
  /** PUBACK. */
  void acknowledged();
  /** No PUBACK came: the same samples are sent again. */
  void failed();

 private:
  enum class Fate : uint8_t { tell, tell_undated, wait, give_up };
  Fate fate_of(const Sample& sample, Ms now) const;
  void mark();

  Board& board_;
  SampleLog::Place places_[kMost];
  size_t count_ = 0;
  /** How many of the acknowledged samples are marked. */
  size_t marked_ = 0;
  bool acknowledged_ = false;
  /** Where the next message begins: everything before it was delivered, is under way, or waits for the time. */
  SampleLog::Place from_;
  bool dated_ = false;
};

}  // namespace acequia
