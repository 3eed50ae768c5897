#pragma once
#include <cstddef>
#include <cstdint>

namespace acequia {

/** SHA-256 (FIPS 180-4), a piece at a time. */
class Sha256 {
 public:
  static constexpr size_t kBytes = 32;

  void begin();
  void add(const uint8_t* data, size_t length);
  void end(uint8_t (&digest)[kBytes]);

 private:
  static constexpr size_t kBlock = 64;
  void mix();

  uint32_t state_[8] = {};
  uint8_t block_[kBlock] = {};
  size_t filled_ = 0;
  uint64_t length_ = 0;
};

}  // namespace acequia
