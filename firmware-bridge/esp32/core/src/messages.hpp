#pragma once
#include <cstddef>
#include <cstdint>

#include "json.hpp"
#include "pins.hpp"
#include "ports.hpp"
#include "pulse_input.hpp"
#include "sensor_bytes.hpp"

/** The board's side of the wire: `firmware-bridge/protocol/asyncapi.yaml`, checked against the console's own schemas. */
namespace acequia {

/** Longest accepted message, bytes. */
constexpr size_t kMaxMessage = 16 * 1024;
constexpr int64_t kWeek = 7 * 86'400;
constexpr int kMaxItems = 40;
constexpr int kMaxInterlocks = 16;
constexpr int64_t kMaxDelay = 600;
constexpr int64_t kDay = 86'400;
constexpr size_t kMaxProtections = 16;

struct CommandId {
  static constexpr size_t kLongest = 64;
  char text[kLongest] = {};
  uint8_t length = 0;
  bool operator==(const CommandId& other) const {
    return length == other.length && std::memcmp(text, other.text, length) == 0;
  }
};

/** Of a run, a rule or a protection. */
struct ShortId {
  static constexpr size_t kLongest = 36;
  char text[kLongest] = {};
  uint8_t length = 0;
  bool operator==(const ShortId& other) const {
    return length == other.length && std::memcmp(text, other.text, length) == 0;
  }
};

struct Command {
  CommandId id;
  int pin = -1;
  bool on = false;
  /** Seconds; 0 = no limit in the command. */
  uint32_t max_s = 0;
  /** Wall clock. */
  Ms exp = 0;
};

struct Interlock {
  /** true: no two of `pins` are ever on together. false: `pin` is on only while one of `pins` is. */
  bool exclusive = true;
  PinSet pins;
  int pin = -1;
  /** How long one of `pins` must have been on before `pin` may turn on. */
  uint32_t on_delay_s = 0;
  /** How long `pin` must have been off before the last of `pins` turns off. */
  uint32_t off_delay_s = 0;
};

/** Version of a retained message. Another epoch is newer regardless of its `rev`: the server was restored. */
struct Version {
  int64_t epoch = 0;
  int64_t rev = -1;
  bool older_than(const Version& other) const { return epoch == other.epoch && rev < other.rev; }
  /** It is taken, because a server may have had a wrong date when it was installed, but never silently. */
  bool of_older_installation(const Version& other) const { return other.rev >= 0 && epoch < other.epoch; }
  bool operator==(const Version& other) const { return epoch == other.epoch && rev == other.rev; }
};

/** `unknown`: one of newer firmware, which this board cannot read. */
enum class PointKind : uint8_t { unknown, pulses, adc, ds18b20, sht4x, bme280, ads1115, modbus };

/** Where on its wire the sensor of a point is. */
struct Wire {
  /** Of 1-Wire, the family first. */
  uint8_t rom[8] = {};
  /** Of Modbus. */
  uint32_t baud = 0;
  uint16_t reg = 0;
  uint8_t function = 0;
  RegisterFormat format = RegisterFormat::u16;
  char parity = 'n';
  /** Of I²C or Modbus. */
  uint8_t address = 0;
  /** `t`, `h`, `p`, or an input from `0` to `3`. */
  char channel = '\0';
  bool operator==(const Wire& other) const {
    return std::memcmp(rom, other.rom, sizeof rom) == 0 && baud == other.baud && reg == other.reg && function == other.function &&
           format == other.format && parity == other.parity && address == other.address && channel == other.channel;
  }
};

/** A point of measurement: its value is `a` times what the sensor says (pulses, volts, degrees, a register) plus `b`. */
struct Point {
  static constexpr int64_t kLargest = 127;
  uint8_t n = 0;
  PointKind kind = PointKind::unknown;
  uint8_t decimals = 0;
  /** Of pulses: how long the contact has to be still, ms; 0 = it does not bounce. */
  uint8_t still_ms = PulseInput::kStill;
  /** -1 = it hangs on a bus with pins of its own. */
  int pin = -1;
  uint32_t every_s = 0;
  Wire wire;
  /** Millionths. */
  int64_t a = 0;
  int64_t b = 0;
};

/** The pin map. Arrays by pin; 0 = unused. */
struct Config {
  Version version;
  uint32_t relay_max_s[kPins] = {};
  uint32_t relay_min_off_s[kPins] = {};
  /** Locked-out pins. */
  PinSet locked;
  uint32_t sensor_every_s[kPins] = {};
  Interlock interlocks[kMaxInterlocks];
  size_t interlock_count = 0;
  Point points[kMaxItems];
  size_t point_count = 0;
};

/** false: not a command, so it gets no answer. */
bool parse_command(const char* text, size_t length, Command& command);
/** false: not a pin map; `config` must not be used then. */
bool parse_config(const char* text, size_t length, Config& config);

enum class Refusal : uint8_t {
  none,
  expired,
  unknown_pin,
  unfit_pin,
  locked,
  protection,
  min_off,
  interlock,
  clock_unset,
  clock_skewed
};

/** A board's answer to a command. */
struct Result {
  CommandId id;
  Refusal refusal = Refusal::none;
  int pin = -1;
  /** State of the pin after the command. */
  bool on = false;
  /** The answer waits until the pin is off: an interlock holds it until its pump has stopped. */
  bool later = false;
};

/** As on the wire, e.g. `interlock`. */
const char* name_of(Refusal refusal);

/** Bytes written, 0 when they do not fit. */
size_t write_result(const Result& result, char* buffer, size_t capacity);

}  // namespace acequia
