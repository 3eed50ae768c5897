#pragma once
#include "ports.hpp"

namespace acequia {

/**
 * The five bytes of a DHT22: humidity and temperature in tenths, the latter with a sign bit, and a checksum. false: the
 * checksum is wrong, or no such sensor measures that (−40…80 °C, 0…100 %). Source: Aosong's AM2302 data sheet.
 */
inline bool decode_dht22(const uint8_t (&bytes)[5], Reading& reading) {
  if (static_cast<uint8_t>(bytes[0] + bytes[1] + bytes[2] + bytes[3]) != bytes[4]) return false;
  const int humidity = bytes[0] << 8 | bytes[1];
  const int magnitude = (bytes[2] & 0x7F) << 8 | bytes[3];
  const int temperature = (bytes[2] & 0x80) != 0 ? -magnitude : magnitude;
  // All zeros has a right checksum too: it is what a shorted wire says.
  if (humidity > 1'000 || temperature < -400 || temperature > 800 || (humidity == 0 && magnitude == 0)) return false;
  reading.humidity = static_cast<int16_t>(humidity * 10);
  reading.temperature = static_cast<int16_t>(temperature * 10);
  return true;
}

}  // namespace acequia
