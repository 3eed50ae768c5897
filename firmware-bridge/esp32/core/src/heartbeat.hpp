#pragma once
#include <atomic>

#include "ports.hpp"

namespace acequia {

/** Watches a task that may wait longer than the chip's own watchdog allows, e.g. for a TLS handshake or DNS. */
class Heartbeat {
 public:
  /** Longer than any single call of the network stack. */
  static constexpr uint32_t kLongest = 120'000;

  /** Times in ms modulo 2^32, which the chip reads and writes in one go. */
  void beat(Ms now) { last_ = static_cast<uint32_t>(now); }
  bool stopped(Ms now) const { return static_cast<uint32_t>(now) - last_ > kLongest; }

 private:
  std::atomic<uint32_t> last_{0};
};

}  // namespace acequia
