#pragma once
#include <array>
#include <map>
#include <string>
#include <vector>

#include "../src/ports.hpp"
#include "../src/sensor_bytes.hpp"

/** Devices on slow wires, as their data sheets have them. */
namespace acequia {

using Bytes = std::vector<uint8_t>;

/** Of temperature and pressure the worked example of the BMP280's data sheet (BST-BMP280-DS001, 8.1), whose formulas are the same. */
struct Bme280Example {
  static constexpr int kT = 519'888;
  static constexpr int kP = 415'148;
  uint8_t first[Bme280Trim::kFirst] = {};
  /** H2 = 370, H3 = 0, H4 = 306, H5 = 50, H6 = 30. */
  uint8_t second[Bme280Trim::kSecond] = {0x72, 0x01, 0x00, 0x13, 0x22, 0x03, 0x1E};

  Bme280Example() {
    const int words[] = {27'504, 26'435, -1'000, 36'477, -10'685, 3'024, 2'855, 140, -7, 15'500, -14'600, 6'000};
    for (size_t i = 0; i < 12; ++i) {
      first[2 * i] = static_cast<uint8_t>(words[i]);
      first[2 * i + 1] = static_cast<uint8_t>(words[i] >> 8);
    }
    first[25] = 75;
  }
  /** `h`: the word of the humidity. */
  static void measured(int h, uint8_t (&bytes)[8]) {
    const int said[] = {kP >> 12, kP >> 4, (kP & 15) << 4, kT >> 12, kT >> 4, (kT & 15) << 4, h >> 8, h};
    for (size_t i = 0; i < 8; ++i) bytes[i] = static_cast<uint8_t>(said[i]);
  }
};

class FakeWires : public WirePort {
 public:
  bool one_wire(int pin, const uint8_t* out, size_t out_length, uint8_t* in, size_t in_length) override {
    const Bytes said(out, out + out_length);
    const auto found = scratchpads.find({pin, Bytes(said.begin() + 1, said.begin() + 9)});
    ++questions;
    if (found == scratchpads.end() || said[0] != 0x55) return false;
    if (said[9] == 0x44) converting = waited;
    // Before its conversion is over it repeats the last one.
    if (said[9] == 0xBE && waited - converting >= 750) copy(found->second, in, in_length);
    return true;
  }

  bool i2c(uint8_t address, const uint8_t* out, size_t out_length, uint8_t* in, size_t in_length) override {
    ++questions;
    const auto found = registers.find(address);
    if (found == registers.end()) return false;
    if (out_length > 0) at_ = out[0];
    for (size_t i = 1; i < out_length; ++i) found->second[static_cast<uint8_t>(at_ + i - 1)] = out[i];
    if (address >= 0x44 && address <= 0x46) {
      if (in_length > 0 && at_ == 0xFD) copy(measured[address], in, in_length);
      return in_length == 0 || at_ == 0xFD;
    }
    if (address >= 0x48 && address <= 0x4B) return converter(address, out_length, in, in_length);
    for (size_t i = 0; i < in_length; ++i) in[i] = found->second[static_cast<uint8_t>(at_ + i)];
    return true;
  }

  bool modbus(const Registers& ask, uint16_t* into) override {
    ++questions;
    asked = ask;
    for (uint8_t i = 0; i < ask.count; ++i) {
      const auto found = words.find({ask.address, ask.function, static_cast<uint16_t>(ask.first + i)});
      if (found == words.end()) return false;
      into[i] = found->second;
    }
    return true;
  }
  void wait(int ms) override { waited += ms; }

  void ds18b20(int pin, const Bytes& rom, int sixteenths) {
    Bytes bytes{static_cast<uint8_t>(sixteenths), static_cast<uint8_t>(sixteenths >> 8), 0x4B, 0x46, 0x7F, 0xFF, 0x0C, 0x10};
    bytes.push_back(crc8_maxim(bytes.data(), 8));
    scratchpads[{pin, rom}] = bytes;
  }
  void sht4x(uint8_t address, uint16_t t, uint16_t h) {
    registers[address];
    Bytes bytes;
    for (const uint16_t word : {t, h}) {
      const uint8_t pair[] = {static_cast<uint8_t>(word >> 8), static_cast<uint8_t>(word)};
      bytes.insert(bytes.end(), {pair[0], pair[1], crc8_sensirion(pair, 2)});
    }
    measured[address] = bytes;
  }
  /** The example, with this word for the humidity. */
  void bme280(uint8_t address, int h) {
    const Bme280Example example;
    auto& own = registers[address];
    own[0xD0] = 0x60;
    for (uint8_t i = 0; i < Bme280Trim::kFirst; ++i) own[static_cast<uint8_t>(0x88 + i)] = example.first[i];
    for (uint8_t i = 0; i < Bme280Trim::kSecond; ++i) own[static_cast<uint8_t>(0xE1 + i)] = example.second[i];
    uint8_t bytes[8];
    Bme280Example::measured(h, bytes);
    for (uint8_t i = 0; i < sizeof bytes; ++i) own[static_cast<uint8_t>(0xF7 + i)] = bytes[i];
  }
  void ads1115(uint8_t address, int input, int16_t raw) {
    registers[address];
    inputs[{address, input}] = raw;
  }

  std::map<std::pair<int, Bytes>, Bytes> scratchpads;
  /** A device answers when it is here. */
  std::map<uint8_t, std::map<uint8_t, uint8_t>> registers;
  std::map<uint8_t, Bytes> measured;
  std::map<std::pair<uint8_t, int>, int16_t> inputs;
  std::map<std::array<uint16_t, 3>, uint16_t> words;
  Registers asked;
  int64_t waited = 0;
  int questions = 0;

 private:
  static void copy(const Bytes& from, uint8_t* in, size_t length) {
    for (size_t i = 0; i < length && i < from.size(); ++i) in[i] = from[i];
  }
  bool converter(uint8_t address, size_t out_length, uint8_t* in, size_t in_length) {
    auto& config = registers[address];
    if (out_length == 3) config[1] = static_cast<uint8_t>(config[1] | 0x80);
    const auto raw = static_cast<uint16_t>(inputs[{address, (config[1] >> 4 & 7) - 4}]);
    if (at_ == 1 && in_length > 0) copy({config[1], config[2]}, in, in_length);
    if (at_ == 0 && in_length > 0) copy({static_cast<uint8_t>(raw >> 8), static_cast<uint8_t>(raw)}, in, in_length);
    return true;
  }

  uint8_t at_ = 0;
  int64_t converting = 0;
};

}  // namespace acequia
