#pragma once
#include "ports.hpp"

namespace acequia {

/**
 * Waits between attempts to connect: a random part (full jitter) of a ceiling that doubles from 1 s to 60 s, so that
 * a thousand boards that fell together do not return together.
 */
class Backoff {
 public:
  static constexpr uint32_t kFirst = 1'000;
  static constexpr uint32_t kLongest = 60'000;
  /** After a connection of this length the waits start small again. */
  static constexpr Ms kStable = 10'000;

  /** Wait before the next attempt, ms. `random`: 32 random bits. */
  uint32_t next(uint32_t random) {
    const uint32_t ceiling = attempts_ >= 6 ? kLongest : kFirst << attempts_;
    if (attempts_ < 6) ++attempts_;
    return static_cast<uint32_t>((uint64_t{random} * ceiling) >> 32);
  }
  void up(Ms now) {
    since_ = now;
    is_up_ = true;
  }
  void down(Ms now) {
    if (is_up_ && now - since_ >= kStable) attempts_ = 0;
    is_up_ = false;
  }

 private:
  uint32_t attempts_ = 0;
  Ms since_ = 0;
  bool is_up_ = false;
};

}  // namespace acequia
