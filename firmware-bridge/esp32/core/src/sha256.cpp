#include "sha256.hpp"

#include <algorithm>

namespace acequia {
namespace {

constexpr uint32_t kRounds[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
    0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
    0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
    0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

constexpr uint32_t turned(uint32_t value, int bits) { return value >> bits | value << (32 - bits); }

}  // namespace

void Sha256::begin() {
  static constexpr uint32_t kFirst[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::copy_n(kFirst, 8, state_);
  filled_ = 0;
  length_ = 0;
}

void Sha256::add(const uint8_t* data, size_t length) {
  length_ += length;
  while (length > 0) {
    const size_t part = std::min(length, kBlock - filled_);
    std::copy_n(data, part, block_ + filled_);
    filled_ += part;
    data += part;
    length -= part;
    if (filled_ < kBlock) return;
    mix();
    filled_ = 0;
  }
}

void Sha256::end(uint8_t (&digest)[kBytes]) {
  const uint64_t bits = length_ * 8;
  const uint8_t one = 0x80;
  add(&one, 1);
  const uint8_t zero = 0;
  while (filled_ != kBlock - 8) add(&zero, 1);
  uint8_t size[8];
  for (int i = 0; i < 8; ++i) size[i] = static_cast<uint8_t>(bits >> (56 - 8 * i));
  add(size, sizeof size);
  for (size_t i = 0; i < kBytes; ++i) digest[i] = static_cast<uint8_t>(state_[i / 4] >> (24 - 8 * (i % 4)));
}

void Sha256::mix() {
  uint32_t words[64];
  for (size_t i = 0; i < 16; ++i)
    words[i] = uint32_t{block_[4 * i]} << 24 | uint32_t{block_[4 * i + 1]} << 16 | uint32_t{block_[4 * i + 2]} << 8 |
               uint32_t{block_[4 * i + 3]};
  for (size_t i = 16; i < 64; ++i) {
    const uint32_t near = turned(words[i - 15], 7) ^ turned(words[i - 15], 18) ^ words[i - 15] >> 3;
    const uint32_t far = turned(words[i - 2], 17) ^ turned(words[i - 2], 19) ^ words[i - 2] >> 10;
    words[i] = words[i - 16] + near + words[i - 7] + far;
  }
  uint32_t s[8];
  std::copy_n(state_, 8, s);
  for (size_t i = 0; i < 64; ++i) {
    const uint32_t up = turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25);
    const uint32_t chosen = (s[4] & s[5]) ^ (~s[4] & s[6]);
    const uint32_t first = s[7] + up + chosen + kRounds[i] + words[i];
    const uint32_t down = turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22);
    const uint32_t most = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
    std::copy_backward(s, s + 7, s + 8);
    s[4] += first;
    s[0] = first + down + most;
  }
  for (size_t i = 0; i < 8; ++i) state_[i] += s[i];
}

}  // namespace acequia
