#include "slow_sensors.hpp"

#include "sensor_bytes.hpp"

namespace acequia {
namespace {

/** A conversion of 12 bits. Source: Maxim's DS18B20 data sheet, table 2. */
constexpr int kDs18b20Ms = 750;

bool read_ds18b20(WirePort& wires, const Point& point, int64_t& value) {
  constexpr uint8_t kMatch = 0x55;
  constexpr uint8_t kConvert = 0x44;
  constexpr uint8_t kRead = 0xBE;
  uint8_t call[10] = {kMatch};
  std::memcpy(call + 1, point.wire.rom, 8);
  call[9] = kConvert;
  if (!wires.one_wire(point.pin, call, sizeof call, nullptr, 0)) return false;
  wires.wait(kDs18b20Ms);
  call[9] = kRead;
  uint8_t scratchpad[9];
  return wires.one_wire(point.pin, call, sizeof call, scratchpad, sizeof scratchpad) && decode_ds18b20(scratchpad, value);
}

/** Highest precision, some 9 ms. Source: Sensirion's SHT4x data sheet, 4.5. */
bool read_sht4x(WirePort& wires, const Point& point, int64_t& value) {
  constexpr uint8_t kMeasure = 0xFD;
  if (!wires.i2c(point.wire.address, &kMeasure, 1, nullptr, 0)) return false;
  wires.wait(10);
  uint8_t bytes[6];
  int64_t celsius = 0;
  int64_t percent = 0;
  if (!wires.i2c(point.wire.address, nullptr, 0, bytes, sizeof bytes) || !decode_sht4x(bytes, celsius, percent)) return false;
  value = point.wire.channel == 't' ? celsius : percent;
  return true;
}

/** One forced measurement, each once: at most 9.3 ms. Source: Bosch's BME280 data sheet, 5.4 and 9.1. */
bool read_bme280(WirePort& wires, const Point& point, int64_t& value) {
  constexpr uint8_t kIdentity = 0xD0;
  constexpr uint8_t kBme280 = 0x60;
  constexpr uint8_t kTrim[] = {0x88, 0xE1};
  constexpr uint8_t kHumidityOnce[] = {0xF2, 1};
  constexpr uint8_t kMeasure[] = {0xF4, 1 << 5 | 1 << 2 | 1};
  constexpr uint8_t kStatus = 0xF3;
  constexpr uint8_t kMeasuring = 1 << 3;
  constexpr uint8_t kResult = 0xF7;
  const uint8_t at = point.wire.address;
  uint8_t byte = 0;
  uint8_t first[Bme280Trim::kFirst];
  uint8_t second[Bme280Trim::kSecond];
  if (!wires.i2c(at, &kIdentity, 1, &byte, 1) || byte != kBme280) return false;
  if (!wires.i2c(at, &kTrim[0], 1, first, sizeof first) || !wires.i2c(at, &kTrim[1], 1, second, sizeof second)) return false;
  if (!wires.i2c(at, kHumidityOnce, 2, nullptr, 0) || !wires.i2c(at, kMeasure, 2, nullptr, 0)) return false;
  wires.wait(10);
  uint8_t bytes[8];
  if (!wires.i2c(at, &kStatus, 1, &byte, 1) || (byte & kMeasuring) != 0) return false;
  Climate climate;
  if (!wires.i2c(at, &kResult, 1, bytes, sizeof bytes) || !decode_bme280(read_trim(first, second), bytes, climate)) return false;
  value = point.wire.channel == 't' ? climate.celsius : point.wire.channel == 'h' ? climate.percent : climate.bar;
  return true;
}

/** One input against ground, ±4.096 V, 128 a second. Source: Texas Instruments' ADS1115 data sheet, 9.6. */
bool read_ads1115(WirePort& wires, const Point& point, int64_t& value) {
  constexpr uint8_t kResult = 0;
  constexpr uint8_t kConfig = 1;
  constexpr uint8_t kStart = 0x80;
  constexpr uint8_t kOnceAt4V = 0x40 | 0x02 | 0x01;
  const auto input = static_cast<uint8_t>(point.wire.channel - '0');
  const uint8_t start[] = {kConfig, static_cast<uint8_t>(kStart | kOnceAt4V | input << 4), 0x83};
  const uint8_t at = point.wire.address;
  if (!wires.i2c(at, start, sizeof start, nullptr, 0)) return false;
  wires.wait(10);
  uint8_t bytes[2];
  if (!wires.i2c(at, &kConfig, 1, bytes, 2) || (bytes[0] & kStart) == 0) return false;
  return wires.i2c(at, &kResult, 1, bytes, 2) && decode_ads1115(bytes, value);
}

bool read_modbus(WirePort& wires, const Point& point, int64_t& value) {
  uint16_t registers[2] = {};
  const Wire& wire = point.wire;
  const Registers ask{wire.address, wire.function, wire.reg, registers_of(wire.format), wire.baud, wire.parity};
  return wires.modbus(ask, registers) && decode_registers(wire.format, registers, value);
}

constexpr uint8_t kClockAddress = 0x68;
constexpr uint8_t kClockStatus = 0x0F;
/** The oscillator stopped. */
constexpr uint8_t kStopped = 0x80;

bool of_bcd(uint8_t byte, int most, int& value) {
  value = (byte >> 4) * 10 + (byte & 0x0F);
  return (byte & 0x0F) <= 9 && value <= most;
}
uint8_t to_bcd(int64_t value) { return static_cast<uint8_t>(value / 10 << 4 | value % 10); }

/** Days since 1970 of a date, and back. Source: Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms". */
int64_t days_of(int64_t year, int month, int day) {
  year -= month <= 2 ? 1 : 0;
  const int64_t of_era = year % 400;
  const int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return year / 400 * 146'097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719'468;
}

void date_of(int64_t days, int64_t& year, int64_t& month, int64_t& day) {
  days += 719'468;
  const int64_t of_era = days % 146'097;
  const int64_t years = (of_era - of_era / 1'460 + of_era / 36'524 - of_era / 146'096) / 365;
  const int64_t of_year = of_era - (365 * years + years / 4 - years / 100);
  const int64_t shifted = (5 * of_year + 2) / 153;
  day = of_year - (153 * shifted + 2) / 5 + 1;
  month = shifted < 10 ? shifted + 3 : shifted - 9;
  year = years + days / 146'097 * 400 + (month <= 2 ? 1 : 0);
}

}  // namespace

bool read_slow(WirePort& wires, const Point& point, int64_t& value) {
  switch (point.kind) {
    case PointKind::ds18b20:
      return read_ds18b20(wires, point, value);
    case PointKind::sht4x:
      return read_sht4x(wires, point, value);
    case PointKind::bme280:
      return read_bme280(wires, point, value);
    case PointKind::ads1115:
      return read_ads1115(wires, point, value);
    case PointKind::modbus:
      return read_modbus(wires, point, value);
    case PointKind::unknown:
    case PointKind::pulses:
    case PointKind::adc:
      break;
  }
  return false;
}

bool BatteryClock::read(Ms& wall) {
  uint8_t status = 0;
  uint8_t bytes[7];
  constexpr uint8_t kFirst = 0;
  if (!wires_.i2c(kClockAddress, &kClockStatus, 1, &status, 1) || (status & kStopped) != 0) return false;
  if (!wires_.i2c(kClockAddress, &kFirst, 1, bytes, sizeof bytes)) return false;
  int second = 0;
  int minute = 0;
  int hour = 0;
  int day = 0;
  int month = 0;
  int year = 0;
  // A clock in twelve hours was not set by this board.
  const bool whole = of_bcd(bytes[0], 59, second) && of_bcd(bytes[1], 59, minute) && of_bcd(bytes[2], 23, hour) &&
                     of_bcd(bytes[4], 31, day) && of_bcd(bytes[5] & 0x1F, 12, month) && of_bcd(bytes[6], 99, year);
  if (!whole || day < 1 || month < 1 || year < 25) return false;
  wall = ((days_of(2'000 + year, month, day) * 24 + hour) * 60 + minute) * 60'000 + second * 1'000;
  return true;
}

bool BatteryClock::write(Ms wall) {
  const int64_t seconds = wall / 1'000;
  int64_t year = 0;
  int64_t month = 0;
  int64_t day = 0;
  date_of(seconds / 86'400, year, month, day);
  if (year < 2'025 || year > 2'099) return false;
  const int64_t weekday = (seconds / 86'400 + 3) % 7 + 1;
  const uint8_t bytes[] = {0,
                           to_bcd(seconds % 60),
                           to_bcd(seconds / 60 % 60),
                           to_bcd(seconds / 3'600 % 24),
                           static_cast<uint8_t>(weekday),
                           to_bcd(day),
                           to_bcd(month),
                           to_bcd(year % 100)};
  uint8_t status[] = {kClockStatus, 0};
  if (!wires_.i2c(kClockAddress, bytes, sizeof bytes, nullptr, 0)) return false;
  if (!wires_.i2c(kClockAddress, status, 1, &status[1], 1)) return false;
  status[1] = static_cast<uint8_t>(status[1] & ~kStopped);
  return wires_.i2c(kClockAddress, status, sizeof status, nullptr, 0);
}

}  // namespace acequia
