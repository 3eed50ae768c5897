#include "point_message.hpp"

#include "read.hpp"

namespace acequia {
namespace {

/** What was valid of a point. */
struct Found {
  bool pin = false;
  bool still = true;
  bool rom = false;
  bool reg = false;
  bool function = false;
  bool format = false;
  bool baud = false;
  bool parity = false;
  bool common[4] = {};
};

bool of_hex(char digit, uint8_t& value) {
  if (digit >= '0' && digit <= '9')
    value = static_cast<uint8_t>(digit - '0');
  else if (digit >= 'A' && digit <= 'F')
    value = static_cast<uint8_t>(digit - 'A' + 10);
  else
    return false;
  return true;
}

/** Of 1-Wire sixteen digits, of the other buses a number. */
void read_address(JsonReader& json, Wire& wire, Found& found) {
  if (!json.is_text()) {
    int64_t address = 0;
    json.integer(1, 247, address);
    wire.address = static_cast<uint8_t>(address);
    return;
  }
  char text[17];
  if (!read_word(json, text, sizeof text) || std::strlen(text) != 16) return;
  for (size_t i = 0; i < 8; ++i) {
    uint8_t high = 0;
    uint8_t low = 0;
    if (!of_hex(text[2 * i], high) || !of_hex(text[2 * i + 1], low)) return;
    wire.rom[i] = static_cast<uint8_t>(high << 4 | low);
  }
  found.rom = is_ds18b20(wire.rom);
}

bool read_parity(JsonReader& json, char& parity) {
  char word[2];
  if (!read_word(json, word, sizeof word)) return false;
  parity = word[0];
  return parity == 'n' || parity == 'e' || parity == 'o';
}

bool between(char channel, char first, char last) { return channel >= first && channel <= last; }

PointKind kind_of(const char* kind, const Wire& wire, const Found& found) {
  const auto is = [&](const char* name) { return std::strcmp(kind, name) == 0; };
  const uint8_t at = wire.address;
  const char channel = wire.channel;
  const bool climate = channel == 't' || channel == 'h';
  if (is("pulsos") && found.pin && found.still) return PointKind::pulses;
  if (is("adc") && found.pin) return PointKind::adc;
  if (is("ds18b20") && found.pin && found.rom) return PointKind::ds18b20;
  if (is("sht4x") && at >= 0x44 && at <= 0x46 && climate) return PointKind::sht4x;
  if (is("bme280") && (at == 0x76 || at == 0x77) && (climate || channel == 'p')) return PointKind::bme280;
  if (is("ads1115") && at >= 0x48 && at <= 0x4B && between(channel, '0', '3')) return PointKind::ads1115;
  if (is("modbus") && at > 0 && found.reg && found.function && found.format && found.baud && found.parity)
    return PointKind::modbus;
  return PointKind::unknown;
}

}  // namespace

bool read_point(JsonReader& json, Point& point) {
  point = Point{};
  Wire& wire = point.wire;
  Found found;
  char kind[16] = "";
  int64_t number = 0;
  const bool object = json.object([&](Text key) {
    if (key.is("n")) {
      point.n = json.integer(1, Point::kLargest, number) ? static_cast<uint8_t>(number) : uint8_t{0};
    } else if (key.is("kind")) {
      read_word(json, kind, sizeof kind);
    } else if (key.is("pin")) {
      found.pin = read_any_pin(json, point.pin);
    } else if (key.is("ms")) {
      found.still = json.integer(0, PulseInput::kLongestStill, number);
      point.still_ms = static_cast<uint8_t>(number);
    } else if (key.is("addr")) {
      read_address(json, wire, found);
    } else if (key.is("ch")) {
      char word[2];
      wire.channel = read_word(json, word, sizeof word) ? word[0] : '\0';
    } else if (key.is("reg")) {
      found.reg = json.integer(0, UINT16_MAX, number);
      wire.reg = static_cast<uint16_t>(number);
    } else if (key.is("fn")) {
      found.function = json.integer(3, 4, number);
      wire.function = static_cast<uint8_t>(number);
    } else if (key.is("format")) {
      char word[5];
      found.format = read_word(json, word, sizeof word) && read_format(word, wire.format);
    } else if (key.is("baud")) {
      found.baud = json.integer(1'200, 115'200, number);
      wire.baud = static_cast<uint32_t>(number);
    } else if (key.is("parity")) {
      found.parity = read_parity(json, wire.parity);
    } else if (key.is("every_s")) {
      found.common[0] = read_seconds(json, 1, kWeek, point.every_s);
    } else if (key.is("a")) {
      found.common[1] = read_value(json, point.a);
    } else if (key.is("b")) {
      found.common[2] = read_value(json, point.b);
    } else if (key.is("dec")) {
      found.common[3] = json.integer(0, 6, number);
      point.decimals = static_cast<uint8_t>(number);
    } else {
      json.skip();
    }
  });
  // A point that is not understood has no value; the rest of the map holds.
  const bool whole = found.common[0] && found.common[1] && found.common[2] && found.common[3];
  point.kind = whole ? kind_of(kind, wire, found) : PointKind::unknown;
  if (point.kind != PointKind::pulses) point.still_ms = PulseInput::kStill;
  if (!found.common[3]) point.decimals = 0;
  if (point.every_s == 0) point.every_s = 60;
  return object;
}

}  // namespace acequia
