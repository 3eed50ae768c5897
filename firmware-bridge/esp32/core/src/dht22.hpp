#pragma once
#include <algorithm>

#include "ports.hpp"

namespace acequia {

/**
 * The five bytes of a DHT22: humidity and temperature in tenths, the latter with a sign bit, and a checksum. false: the
 * checksum is wrong, or the value is out of range (−40…80 °C, 0…100 %). Up to 105 % is fog: 100 %. Source: Aosong's AM2302
 * data sheet.
 */
inline bool decode_dht22(const uint8_t (&bytes)[5], Reading& reading) {
  if (static_cast<uint8_t>(bytes[0] + bytes[1] + bytes[2] + bytes[3]) != bytes[4]) return false;
  const int humidity = bytes[0] << 8 | bytes[1];
  const int magnitude = (bytes[2] & 0x7F) << 8 | bytes[3];
  const int temperature = (bytes[2] & 0x80) != 0 ? -magnitude : magnitude;
  // A shorted wire reads as all zeros, which has a valid checksum.
  if (humidity > 1'050 || temperature < -400 || temperature > 800 || (humidity == 0 && magnitude == 0)) return false;
  reading.humidity = static_cast<int16_t>(std::min(humidity, 1'000) * 10);
  reading.temperature = static_cast<int16_t>(temperature * 10);
  return true;
}

/** Longest times that a DHT22 keeps its wire at a level, µs. Source: Aosong's AM2302 data sheet, table 6. */
struct Dht22Timing {
  /** A released line rises through its resistor: 10 m of cable at 4.7 kΩ need some 10 µs, a weak pull-up more. */
  static constexpr int kRise = 150;
  /** From the host's release until the sensor pulls low. */
  static constexpr int kRelease = 200;
  /** Its answer, low and then high: at most 85, plus a slow edge. */
  static constexpr int kAnswer = 120;
  /** Before each bit, low: 55. */
  static constexpr int kBitLow = 90;
  /** A bit, high: 30 for a 0, 75 for a 1. */
  static constexpr int kBitHigh = 110;
  static constexpr int kOne = 48;
};

/**
 * Reads a sensor's answer bit by bit. `wire.stays(level, most)`: µs that the wire stays at a level, -1 when it stays longer
 * than `most`. false: the answer was incomplete.
 */
template <typename Wire>
bool listen_dht22(Wire&& wire, uint8_t (&bytes)[5]) {
  using T = Dht22Timing;
  if (wire.stays(0, T::kRise) < 0 || wire.stays(1, T::kRelease) < 0) return false;
  if (wire.stays(0, T::kAnswer) < 0 || wire.stays(1, T::kAnswer) < 0) return false;
  for (int bit = 0; bit < 40; ++bit) {
    if (wire.stays(0, T::kBitLow) < 0) return false;
    const int high = wire.stays(1, T::kBitHigh);
    if (high < 0) return false;
    bytes[bit / 8] = static_cast<uint8_t>(bytes[bit / 8] << 1 | (high > T::kOne ? 1 : 0));
  }
  return true;
}

}  // namespace acequia
