/** What sensors on slow wires say, from their bytes to a point of measurement. */
#include <cmath>

#include "../src/points.hpp"
#include "../src/point_message.hpp"
#include "../src/slow_sensors.hpp"
#include "fakes.hpp"
#include "test.hpp"

namespace {

using namespace acequia;

/** With its checksum made right. */
Bytes rom_of(uint8_t serial) {
  Bytes rom{0x28, serial, 2, 3, 4, 5, 6};
  rom.push_back(crc8_maxim(rom.data(), 7));
  return rom;
}
std::string hex(const Bytes& bytes) {
  std::string text;
  char two[3];
  for (const uint8_t byte : bytes) {
    std::snprintf(two, sizeof two, "%02X", byte);
    text += two;
  }
  return text;
}

void reads_checksums() {
  // Maxim's application note 27, and Sensirion's data sheet: 0xBEEF gives 0x92.
  const uint8_t rom[] = {0x02, 0x1C, 0xB8, 0x01, 0x00, 0x00, 0x00};
  const uint8_t word[] = {0xBE, 0xEF};
  expect(crc8_maxim(rom, 7) == 0xA2, "Maxim's own example");
  expect(crc8_sensirion(word, 2) == 0x92, "Sensirion's own example");
}

int64_t celsius_of(std::initializer_list<int> low_high_config) {
  uint8_t bytes[9] = {0, 0, 0x4B, 0x46, 0x7F, 0xFF, 0x0C, 0x10, 0};
  const std::vector<int> given(low_high_config);
  bytes[0] = static_cast<uint8_t>(given[0]);
  bytes[1] = static_cast<uint8_t>(given[1]);
  if (given.size() > 2) bytes[4] = static_cast<uint8_t>(given[2]);
  bytes[8] = crc8_maxim(bytes, 8);
  int64_t value = -1;
  return decode_ds18b20(bytes, value) ? value : INT64_MIN;
}

void reads_ds18b20() {
  // Table 1 of its data sheet.
  expect(celsius_of({0x91, 0x01}) == 25'062'500, "25.0625");
  expect(celsius_of({0x5E, 0xFF}) == -10'125'000, "-10.125");
  expect(celsius_of({0x90, 0xFC}) == -55'000'000, "-55");
  expect(celsius_of({0xD0, 0x07}) == 125'000'000, "125");
  expect(celsius_of({0x97, 0x01, 0x1F}) == 25'000'000, "nine bits leave three undefined");
  expect(celsius_of({0x50, 0x05}) == INT64_MIN, "85 is what it says before it has measured");
  expect(celsius_of({0xE0, 0x07}) == INT64_MIN, "beyond what it measures");
  uint8_t zeros[9] = {};
  uint8_t ones[9];
  std::fill_n(ones, 9, uint8_t{0xFF});
  int64_t value = 0;
  expect(!decode_ds18b20(zeros, value) && !decode_ds18b20(ones, value), "a shorted wire, and one without a sensor");
}

void reads_sht4x_and_ads1115() {
  FakeWires wires;
  wires.sht4x(0x44, 0x6666, 0x8000);
  Point point;
  point.kind = PointKind::sht4x;
  point.wire.address = 0x44;
  point.wire.channel = 't';
  int64_t value = 0;
  expect(read_slow(wires, point, value) && std::llabs(value - 25'000'000) < 2'000, "a fifth of 0xFFFF twice is 25 degrees");
  point.wire.channel = 'h';
  expect(read_slow(wires, point, value) && std::llabs(value - 56'501'000) < 2'000, "half is 56.5 %");
  wires.measured[0x44][1] ^= 1;
  expect(!read_slow(wires, point, value), "a wrong checksum");
  wires.ads1115(0x48, 2, 8'000);
  point.kind = PointKind::ads1115;
  point.wire.address = 0x48;
  point.wire.channel = '2';
  expect(read_slow(wires, point, value) && value == 1'000'000, "one volt at its third input");
  wires.inputs[{0x48, 2}] = INT16_MAX;
  expect(!read_slow(wires, point, value), "more than its range");
  point.wire.address = 0x49;
  expect(!read_slow(wires, point, value), "nobody there");
}

/** In floating point, appendix 8.1 of its data sheet. */
double humidity_by_float(const Bme280Trim& trim, double fine, double raw) {
  double h = fine - 76'800.0;
  h = (raw - (trim.h4 * 64.0 + trim.h5 / 16'384.0 * h)) *
      (trim.h2 / 65'536.0 * (1.0 + trim.h6 / 67'108'864.0 * h * (1.0 + trim.h3 / 67'108'864.0 * h)));
  return std::clamp(h * (1.0 - trim.h1 * h / 524'288.0), 0.0, 100.0);
}

void reads_bme280() {
  const Bme280Example example;
  const Bme280Trim trim = read_trim(example.first, example.second);
  expect(trim.h2 == 370 && trim.h4 == 306 && trim.h5 == 50 && trim.h6 == 30, "its words");
  for (const int h : {20'000, 25'000, 30'000, 40'000}) {
    uint8_t bytes[8];
    Bme280Example::measured(h, bytes);
    Climate climate;
    expect(decode_bme280(trim, bytes, climate), "it is read");
    expect(climate.celsius == 25'080'000, "25.08 degrees");
    expect(std::llabs(climate.bar - 1'006'533) <= 2, "1006.53 hPa: " + std::to_string(climate.bar));
    const double wanted = humidity_by_float(trim, 128'422.0, h);
    expect(std::fabs(static_cast<double>(climate.percent) / 1e6 - wanted) < 0.02, "humidity as by the floating formula");
  }
  const uint8_t skipped[8] = {0x80, 0, 0, 0x80, 0, 0, 0x80, 0};
  Climate climate;
  expect(!decode_bme280(trim, skipped, climate), "what it did not measure");
}

void survives_any_bytes() {
  uint32_t seed = 1;
  const auto byte = [&] {
    seed = seed * 1'664'525 + 1'013'904'223;
    return static_cast<uint8_t>(seed >> 24);
  };
  int valid = 0;
  for (int i = 0; i < 200'000; ++i) {
    uint8_t first[Bme280Trim::kFirst];
    uint8_t second[Bme280Trim::kSecond];
    uint8_t bytes[9];
    for (auto& one : first) one = byte();
    for (auto& one : second) one = byte();
    for (auto& one : bytes) one = byte();
    const uint8_t eight[8] = {bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]};
    Climate climate;
    if (decode_bme280(read_trim(first, second), eight, climate)) {
      ++valid;
      expect(climate.percent >= 0 && climate.percent <= 100'000'000 && climate.celsius <= 85'000'000, "within its range");
    }
    const uint16_t registers[2] = {static_cast<uint16_t>(bytes[0] << 8 | bytes[1]), static_cast<uint16_t>(bytes[2] << 8 | bytes[3])};
    int64_t value = 0;
    int64_t result = 0;
    const auto format = static_cast<RegisterFormat>(bytes[4] % 8);
    const int64_t a = (int64_t{bytes[5]} << 42) - (int64_t{1} << 49);
    if (decode_registers(format, registers, value)) scaled(a, value, int64_t{bytes[6]} << 40, result);
  }
  expect(valid > 0, "some make sense");
}

int64_t number_of(RegisterFormat format, uint16_t one, uint16_t two) {
  const uint16_t registers[2] = {one, two};
  int64_t value = 0;
  return decode_registers(format, registers, value) ? value : INT64_MIN;
}

void reads_registers() {
  using F = RegisterFormat;
  expect(number_of(F::u16, 0xFFFE, 0) == 65'534'000'000, "u16");
  expect(number_of(F::s16, 0xFFFE, 0) == -2'000'000, "s16");
  expect(number_of(F::u32, 1, 2) == 65'538'000'000, "u32, the high word first");
  expect(number_of(F::u32_low, 2, 1) == 65'538'000'000, "and the low one");
  expect(number_of(F::s32, 0xFFFF, 0xFFFF) == -1'000'000, "s32");
  expect(number_of(F::f32, 0x4366, 0x3333) == 230'199'997, "230.2 V as a float has it");
  expect(number_of(F::f32_low, 0x3333, 0xC366) == -230'199'997, "and below zero, the low word first");
  expect(number_of(F::f32, 0x7FC0, 0) == INT64_MIN && number_of(F::f32, 0x7F80, 0) == INT64_MIN, "no number, and no end");
  expect(number_of(F::f32, 0x7149, 0xF2CA) == INT64_MIN, "1e30");
  expect(number_of(F::f32, 0, 1) == 0, "the least of all");
  FakeWires wires;
  Point point;
  point.kind = PointKind::modbus;
  point.wire = {{}, 9'600, 100, 3, F::s32, 'e', 7, '\0'};
  wires.words[{7, 3, 100}] = 0xFFFF;
  wires.words[{7, 3, 101}] = 0xFFFB;
  int64_t value = 0;
  expect(read_slow(wires, point, value) && value == -5'000'000, "two registers of a device");
  expect(wires.asked.baud == 9'600 && wires.asked.parity == 'e' && wires.asked.count == 2, "as it speaks");
}

void scales() {
  int64_t result = 0;
  expect(scaled(1'500'000, 2'000'000, -250'000, result) && result == 2'750'000, "1.5 times 2 less a quarter");
  expect(scaled(-1'000'001, 1'000'001, 0, result) && result == -1'000'002, "towards zero");
  expect(!scaled(1'000'000'000'000'000, 4'000'000'000'000'000, 0, result), "more than a point can say");
}

void keeps_time_in_a_clock() {
  FakeWires wires;
  BatteryClock clock{wires};
  Ms wall = 0;
  expect(!clock.read(wall), "none there");
  wires.registers[0x68][0x0F] = 0x80;
  expect(!clock.read(wall), "it stopped: nobody knows since when");
  for (const Ms at : {1'764'267'899'000LL, 1'772'236'800'000LL, 1'835'395'199'000LL, 4'102'444'799'000LL}) {
    expect(clock.write(at) && clock.read(wall) && wall == at, "what was set: " + std::to_string(at));
  }
  expect(!clock.write(4'102'444'800'000LL), "it has two digits of a year");
  wires.registers[0x68][0x02] = 0x52;
  expect(!clock.read(wall), "a clock of twelve hours");
}

Config points_of(const std::string& points) {
  const std::string text = "{\"rev\":1,\"relays\":[],\"sensors\":[],\"points\":[" + points + "]}";
  Config config;
  expect(parse_config(text.data(), text.size(), config), "the map holds");
  return config;
}

void reads_points_of_a_map() {
  const std::string rest = ",\"every_s\":10,\"a\":1,\"b\":0,\"dec\":2}";
  const auto kind = [&](const std::string& point) { return points_of("{\"n\":1," + point + rest).points[0].kind; };
  expect(kind("\"kind\":\"ds18b20\",\"pin\":5,\"addr\":\"" + hex(rom_of(9)) + "\"") == PointKind::ds18b20, "a DS18B20");
  Bytes wrong = rom_of(9);
  wrong[3] ^= 1;
  expect(kind("\"kind\":\"ds18b20\",\"pin\":5,\"addr\":\"" + hex(wrong) + "\"") == PointKind::unknown, "a mistyped address");
  expect(kind("\"kind\":\"ds18b20\",\"pin\":5") == PointKind::unknown, "none");
  expect(kind("\"kind\":\"sht4x\",\"addr\":68,\"ch\":\"h\"") == PointKind::sht4x, "an SHT4x");
  expect(kind("\"kind\":\"sht4x\",\"addr\":68,\"ch\":\"p\"") == PointKind::unknown, "it has no pressure");
  expect(kind("\"kind\":\"bme280\",\"addr\":118,\"ch\":\"p\"") == PointKind::bme280, "a BME280");
  expect(kind("\"kind\":\"ads1115\",\"addr\":72,\"ch\":\"4\"") == PointKind::unknown, "it has four inputs");
  const std::string meter = "\"kind\":\"modbus\",\"addr\":1,\"reg\":12,\"fn\":4,\"format\":\"f32l\",\"baud\":9600,\"parity\":";
  expect(kind(meter + "\"n\"") == PointKind::modbus && kind(meter + "\"x\"") == PointKind::unknown, "a register");
  expect(kind("\"kind\":\"laser\",\"lens\":[{}]") == PointKind::unknown, "what a later firmware reads");
}

void shares_wires() {
  FakePoints port;
  Points points{port};
  const std::string rest = ",\"every_s\":10,\"a\":1,\"b\":0,\"dec\":2}";
  const std::string one = "\"kind\":\"ds18b20\",\"pin\":5,\"addr\":\"";
  const Config config = points_of("{\"n\":1," + one + hex(rom_of(1)) + "\"" + rest + ",{\"n\":2," + one + hex(rom_of(2)) + "\"" +
                                  rest + ",{\"n\":3,\"kind\":\"pulsos\",\"pin\":5" + rest +
                                  ",{\"n\":4,\"kind\":\"sht4x\",\"addr\":68,\"ch\":\"t\"" + rest);
  PinSet taken;
  taken.put(kScl, true);
  points.configure(config, taken);
  port.slow.ds18b20(5, rom_of(1), 16 * 20);
  port.slow.ds18b20(5, rom_of(2), 16 * 30);
  port.slow.sht4x(0x44, 1, 1);
  Ms now = 0;
  int64_t value = 0;
  expect(!points.value(1, now, value) && points.unasked(1), "nothing before it was asked");
  Sample first;
  points.sample(now, true, first);
  expect(first.point_count == 2, "what was never asked is not told, what cannot be read is");
  for (; points.plan(now); now += 800) {
    points.work();
    points.note(now);
    if (now > 60'000) break;
  }
  expect(points.value(1, now, value) && value == 20'000'000, "the first");
  expect(points.value(2, now, value) && value == 30'000'000, "the second on the same wire");
  expect(!points.value(3, now, value), "a contact on a wire of sensors");
  expect(!points.value(4, now, value), "a bus with a relay on it");
  port.slow.scratchpads.erase({5, rom_of(1)});
  const int before = port.slow.questions;
  for (Ms until = now + 50'000; now < until; now += 1'000) {
    if (!points.plan(now)) continue;
    points.work();
    points.note(now);
  }
  expect(points.value(1, now, value), "one silence is no loss");
  for (Ms until = now + 250'000; now < until; now += 1'000) {
    if (!points.plan(now)) continue;
    points.work();
    points.note(now);
  }
  expect(!points.value(1, now, value) && points.value(2, now, value), "a minute is");
  // 60 times two of one, and at most twelve of the one that is dead.
  expect(port.slow.questions - before < 135, "a dead sensor is asked less: " + std::to_string(port.slow.questions - before));
  // While it is asked, the map gives its number to another wire.
  points.configure(points_of("{\"n\":2," + one + hex(rom_of(2)) + "\"" + rest), PinSet{});
  now += 5'000;
  expect(points.plan(now), "due");
  points.work();
  points.configure(points_of("{\"n\":2," + one + hex(rom_of(3)) + "\"" + rest), PinSet{});
  points.note(now);
  expect(!points.value(2, now, value) && points.unasked(2), "an answer of the wire before is dropped");
}

void counts_in_two_ways() {
  FakePoints port;
  Points points{port};
  const auto meter = [](int n, const std::string& pin_and_ms) {
    return "{\"n\":" + std::to_string(n) + ",\"kind\":\"pulsos\",\"pin\":" + pin_and_ms + ",\"every_s\":10,\"a\":1,\"b\":0,\"dec\":0}";
  };
  points.configure(points_of(meter(1, "27") + "," + meter(2, "26,\"ms\":0") + "," + meter(3, "25,\"ms\":201") + "," + meter(4, "27,\"ms\":0")), {});
  expect(port.still_of == std::map<int, int>{{26, 0}, {27, 20}}, "a contact, and an electronic output");
  port.pulses_of[26] = 900;
  port.pulses_of[27] = 9;
  points.tick();
  Counter counter;
  expect(points.counter(1, counter) && counter.total == 9'000'000, "the contact");
  expect(points.counter(2, counter) && counter.total == 900'000'000, "the output");
  expect(!points.counter(3, counter) && !points.counter(4, counter), "a time that is none, a contact that is counted otherwise already");
  port.pulses_of[27] = 3;
  points.configure(points_of(meter(1, "27,\"ms\":0")), {});
  port.pulses_of[27] = 5;
  points.tick();
  expect(points.counter(1, counter) && counter.total == 11'000'000, "its total goes on when it is counted in the other way");
  port.counters_left = false;
  points.configure(points_of(meter(1, "27,\"ms\":0") + "," + meter(5, "14,\"ms\":0")), {});
  expect(points.counter(1, counter) && !points.counter(5, counter), "no counter is left");
}

}  // namespace

int main() {
  test("checksums of 1-Wire and of Sensirion are those of their data sheets", reads_checksums);
  test("a DS18B20 says what its data sheet says, and never what it says before it has measured", reads_ds18b20);
  test("an SHT4x and an ADS1115 are read, and refused by checksum and range", reads_sht4x_and_ads1115);
  test("a BME280 says what its data sheet's example says, and humidity as its formula in floating point", reads_bme280);
  test("any bytes of a broken wire are a value within the range, or none", survives_any_bytes);
  test("registers of Modbus make numbers of eight formats", reads_registers);
  test("a value is scaled without overflow", scales);
  test("a battery clock keeps the time, and is not believed once it stopped", keeps_time_in_a_clock);
  test("a map names sensors on slow wires, and one that is not understood costs only itself", reads_points_of_a_map);
  test("sensors on slow wires share them, are asked in turn, and lose their value after a minute of silence", shares_wires);
  test("a contact and an electronic output are counted in two ways", counts_in_two_ways);
  return failures == 0 ? 0 : 1;
}
