#include "sensor_bytes.hpp"

#include <algorithm>
#include <cstring>

namespace acequia {
namespace {

constexpr int64_t kMillion = 1'000'000;
/** As a value of a point is bounded on the wire. */
constexpr int64_t kFarthest = kMillion * kMillion * 1'000;

uint16_t little(const uint8_t* bytes) { return static_cast<uint16_t>(bytes[0] | bytes[1] << 8); }
int16_t little_signed(const uint8_t* bytes) { return static_cast<int16_t>(little(bytes)); }
uint32_t big(const uint8_t* bytes) { return static_cast<uint32_t>(bytes[0] << 8 | bytes[1]); }

/** Of a float's bits, rounded half away from zero. */
bool of_float(uint32_t bits, int64_t& value) {
  const int exponent = static_cast<int>(bits >> 23 & 0xFF);
  if (exponent == 0xFF) return false;
  int64_t mantissa = static_cast<int64_t>(bits & 0x7F'FFFF) * kMillion;
  if (exponent != 0) mantissa += (int64_t{1} << 23) * kMillion;
  const int shift = std::max(exponent, 1) - 150;
  if (shift > 18) return false;
  int64_t size = 0;
  if (shift >= 0)
    size = mantissa << shift;
  else if (shift > -62)
    size = (mantissa + (int64_t{1} << (-shift - 1))) >> -shift;
  if (size > kFarthest) return false;
  value = bits >> 31 != 0 ? -size : size;
  return true;
}

}  // namespace

uint8_t crc8_maxim(const uint8_t* bytes, size_t length) {
  uint8_t crc = 0;
  for (size_t i = 0; i < length; ++i) {
    crc = static_cast<uint8_t>(crc ^ bytes[i]);
    for (int bit = 0; bit < 8; ++bit) crc = static_cast<uint8_t>((crc & 1) != 0 ? crc >> 1 ^ 0x8C : crc >> 1);
  }
  return crc;
}

uint8_t crc8_sensirion(const uint8_t* bytes, size_t length) {
  uint8_t crc = 0xFF;
  for (size_t i = 0; i < length; ++i) {
    crc = static_cast<uint8_t>(crc ^ bytes[i]);
    for (int bit = 0; bit < 8; ++bit) crc = static_cast<uint8_t>((crc & 0x80) != 0 ? crc << 1 ^ 0x31 : crc << 1);
  }
  return crc;
}

bool is_ds18b20(const uint8_t (&rom)[8]) { return rom[0] == 0x28 && crc8_maxim(rom, 7) == rom[7]; }

bool decode_ds18b20(const uint8_t (&scratchpad)[9], int64_t& celsius) {
  // A shorted wire reads as all zeros, which has a valid checksum; the configuration never does.
  if (crc8_maxim(scratchpad, 8) != scratchpad[8] || (scratchpad[4] & 0x9F) != 0x1F) return false;
  const int undefined = 3 - (scratchpad[4] >> 5 & 3);
  const int sixteenths = little_signed(scratchpad) & ~((1 << undefined) - 1);
  if (sixteenths == 85 * 16 || sixteenths < -55 * 16 || sixteenths > 125 * 16) return false;
  celsius = int64_t{sixteenths} * 62'500;
  return true;
}

bool decode_sht4x(const uint8_t (&bytes)[6], int64_t& celsius, int64_t& percent) {
  if (crc8_sensirion(bytes, 2) != bytes[2] || crc8_sensirion(bytes + 3, 2) != bytes[5]) return false;
  celsius = 175 * kMillion * int64_t{big(bytes)} / 65'535 - 45 * kMillion;
  percent = 125 * kMillion * int64_t{big(bytes + 3)} / 65'535 - 6 * kMillion;
  percent = std::clamp(percent, int64_t{0}, 100 * kMillion);
  return true;
}

bool decode_ads1115(const uint8_t (&bytes)[2], int64_t& volts) {
  const auto raw = static_cast<int16_t>(big(bytes));
  if (raw == INT16_MAX || raw == INT16_MIN) return false;
  volts = int64_t{raw} * 125;
  return true;
}

Bme280Trim read_trim(const uint8_t (&first)[Bme280Trim::kFirst], const uint8_t (&second)[Bme280Trim::kSecond]) {
  Bme280Trim trim;
  trim.t1 = little(first);
  trim.t2 = little_signed(first + 2);
  trim.t3 = little_signed(first + 4);
  trim.p1 = little(first + 6);
  int16_t* const pressures[] = {&trim.p2, &trim.p3, &trim.p4, &trim.p5, &trim.p6, &trim.p7, &trim.p8, &trim.p9};
  for (size_t i = 0; i < 8; ++i) *pressures[i] = little_signed(first + 8 + 2 * i);
  trim.h1 = first[25];
  trim.h2 = little_signed(second);
  trim.h3 = second[2];
  trim.h4 = static_cast<int16_t>(static_cast<int8_t>(second[3]) * 16 + (second[4] & 0x0F));
  trim.h5 = static_cast<int16_t>(static_cast<int8_t>(second[5]) * 16 + (second[4] >> 4));
  trim.h6 = static_cast<int8_t>(second[6]);
  return trim;
}

bool decode_bme280(const Bme280Trim& trim, const uint8_t (&bytes)[8], Climate& climate) {
  constexpr int32_t kSkipped = 0x80000;
  const int32_t raw_p = bytes[0] << 12 | bytes[1] << 4 | bytes[2] >> 4;
  const int32_t raw_t = bytes[3] << 12 | bytes[4] << 4 | bytes[5] >> 4;
  const auto raw_h = static_cast<int32_t>(big(bytes + 6));
  if (raw_p == kSkipped || raw_t == kSkipped || raw_h == 0x8000 || trim.t1 == 0 || trim.p1 == 0) return false;

  // In 64 bits, because bytes of a broken wire would overflow the 32 of the data sheet.
  const int64_t t_low = ((int64_t{raw_t} >> 3) - (int64_t{trim.t1} << 1)) * trim.t2 >> 11;
  const int64_t t_step = (int64_t{raw_t} >> 4) - trim.t1;
  const int64_t fine = t_low + ((t_step * t_step >> 12) * trim.t3 >> 14);
  const int64_t hundredths = (fine * 5 + 128) >> 8;

  int64_t var1 = fine - 128'000;
  int64_t var2 = var1 * var1 * trim.p6;
  var2 += var1 * trim.p5 * 131'072;
  var2 += int64_t{trim.p4} * (int64_t{1} << 35);
  var1 = (var1 * var1 * trim.p3 >> 8) + var1 * trim.p2 * 4'096;
  var1 = ((int64_t{1} << 47) + var1) / 8'192 * trim.p1 / (int64_t{1} << 20);
  if (var1 == 0) return false;
  int64_t pascals = (1'048'576 - int64_t{raw_p}) * (int64_t{1} << 31) - var2;
  if (pascals < 0 || pascals > (int64_t{1} << 51)) return false;
  pascals = pascals * 3'125 / var1;
  if (pascals < 0 || pascals > (int64_t{1} << 36)) return false;
  var1 = (int64_t{trim.p9} * (pascals >> 13) * (pascals >> 13)) >> 25;
  var2 = (int64_t{trim.p8} * pascals) >> 19;
  pascals = ((pascals + var1 + var2) >> 8) + int64_t{trim.p7} * 16;

  int64_t h = fine - 76'800;
  const int64_t left = (int64_t{raw_h} * 16'384 - int64_t{trim.h4} * 1'048'576 - int64_t{trim.h5} * h + 16'384) >> 15;
  const int64_t right = (((h * trim.h6 >> 10) * ((h * trim.h3 >> 11) + 32'768) >> 10) + 2'097'152) * trim.h2 + 8'192;
  h = std::clamp(left * (right >> 14), int64_t{INT32_MIN}, int64_t{INT32_MAX});
  h -= ((h >> 15) * (h >> 15) >> 7) * trim.h1 >> 4;
  h = std::clamp(h, int64_t{0}, int64_t{419'430'400}) >> 12;

  climate.celsius = hundredths * 10'000;
  climate.percent = h * kMillion / 1'024;
  climate.bar = pascals * 10 / 256;
  // Source: as above, table 1.
  return hundredths >= -4'000 && hundredths <= 8'500 && climate.bar >= 300'000 && climate.bar <= 1'100'000;
}

bool read_format(const char* word, RegisterFormat& format) {
  static constexpr const char* kNames[] = {"u16", "s16", "u32", "s32", "f32", "u32l", "s32l", "f32l"};
  for (size_t i = 0; i < sizeof kNames / sizeof *kNames; ++i) {
    if (std::strcmp(word, kNames[i]) != 0) continue;
    format = static_cast<RegisterFormat>(i);
    return true;
  }
  return false;
}

bool decode_registers(RegisterFormat format, const uint16_t (&registers)[2], int64_t& value) {
  const bool low_first = format >= RegisterFormat::u32_low;
  const uint32_t high = registers[low_first ? 1 : 0];
  const uint32_t both = high << 16 | registers[low_first ? 0 : 1];
  switch (format) {
    case RegisterFormat::u16:
      value = int64_t{registers[0]} * kMillion;
      return true;
    case RegisterFormat::s16:
      value = int64_t{static_cast<int16_t>(registers[0])} * kMillion;
      return true;
    case RegisterFormat::u32:
    case RegisterFormat::u32_low:
      value = int64_t{both} * kMillion;
      return true;
    case RegisterFormat::s32:
    case RegisterFormat::s32_low:
      value = int64_t{static_cast<int32_t>(both)} * kMillion;
      return true;
    case RegisterFormat::f32:
    case RegisterFormat::f32_low:
      return of_float(both, value);
  }
  return false;
}

bool scaled(int64_t a, int64_t value, int64_t b, int64_t& result) {
  // Xtensa has no integers of 128 bits.
  const int64_t part = value % kMillion;
  int64_t whole = 0;
  if (__builtin_mul_overflow(a, value / kMillion, &whole)) return false;
  const int64_t rest = a / kMillion * part + a % kMillion * part / kMillion;
  return !__builtin_add_overflow(whole, rest, &whole) && !__builtin_add_overflow(whole, b, &result);
}

}  // namespace acequia
