#pragma once
#include <cstdint>

namespace acequia {

/** Writes little-endian numbers on every machine. */
class Packer {
 public:
  explicit Packer(uint8_t* at) : at_(at) {}
  void put(uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) *at_++ = static_cast<uint8_t>(value >> (8 * i));
  }

 private:
  uint8_t* at_;
};

/** Reads little-endian numbers. */
class Unpacker {
 public:
  explicit Unpacker(const uint8_t* at) : at_(at) {}
  uint64_t take(int bytes) {
    uint64_t value = 0;
    for (int i = 0; i < bytes; ++i) value |= uint64_t{*at_++} << (8 * i);
    return value;
  }

 private:
  const uint8_t* at_;
};


}  // namespace acequia
