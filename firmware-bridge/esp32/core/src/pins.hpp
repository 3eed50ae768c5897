#pragma once
#include <cstdint>

namespace acequia {

/** GPIO numbers of an ESP32 go from 0 to 39. */
constexpr int kPins = 40;

/** A set of GPIOs. */
class PinSet {
 public:
  constexpr PinSet() = default;
  constexpr explicit PinSet(uint64_t bits) : bits_(bits) {}
  constexpr bool has(int pin) const { return pin >= 0 && pin < kPins && ((bits_ >> pin) & 1u) != 0; }
  constexpr void put(int pin, bool member) {
    if (pin < 0 || pin >= kPins) return;
    const uint64_t bit = uint64_t{1} << pin;
    bits_ = member ? (bits_ | bit) : (bits_ & ~bit);
  }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool more_than_one() const { return (bits_ & (bits_ - 1)) != 0; }
  constexpr uint64_t bits() const { return bits_; }
  constexpr PinSet operator&(PinSet other) const { return PinSet{bits_ & other.bits_}; }
  constexpr PinSet operator|(PinSet other) const { return PinSet{bits_ | other.bits_}; }
  constexpr PinSet without(int pin) const {
    PinSet rest{bits_};
    rest.put(pin, false);
    return rest;
  }
  constexpr bool operator==(PinSet other) const { return bits_ == other.bits_; }
  constexpr bool operator!=(PinSet other) const { return bits_ != other.bits_; }

 private:
  uint64_t bits_ = 0;
};

constexpr PinSet pin_range(int from, int to) {
  PinSet set;
  for (int pin = from; pin <= to; ++pin) set.put(pin, true);
  return set;
}

/** 20, 24 and 28 to 31 do not exist. Source: Espressif's ESP32 datasheet, as contracts' PINES_ESP32. */
constexpr PinSet kExistingPins{pin_range(0, 19).bits() | pin_range(21, 23).bits() | pin_range(25, 27).bits() |
                               pin_range(32, 39).bits()};

/** The flash that the program runs from: to touch one of these stops the board. */
constexpr PinSet kFlashPins{pin_range(6, 11)};
/** Inputs without a driver and without resistors. */
constexpr PinSet kInputPins{pin_range(34, 39)};
constexpr PinSet kSerialPins{pin_range(1, 1).bits() | pin_range(3, 3).bits()};
/** The converter of these works beside Wi-Fi. Source: Espressif's ESP32 datasheet, ADC1. */
constexpr PinSet kAdcPins{pin_range(32, 36).bits() | pin_range(39, 39).bits()};
/** Of I²C, the chip's usual ones. */
constexpr int kSda = 21;
constexpr int kScl = 22;
constexpr PinSet kI2cPins{pin_range(kSda, kScl).bits()};
/** Of RS-485, half duplex: what it hears, what it says, and when it speaks. */
constexpr int kRs485Rx = 16;
constexpr int kRs485Tx = 17;
constexpr int kRs485Speaks = 4;
constexpr PinSet kRs485Pins{pin_range(kRs485Rx, kRs485Tx).bits() | pin_range(kRs485Speaks, kRs485Speaks).bits()};
/** High at power-on, it makes the chip feed its flash with 1.8 V, and the board does not start. */
constexpr int kFlashVoltagePin = 12;

/**
 * Pins that no relay may use: on the serial port the chip writes at each boot (the relay would rattle); inputs cannot
 * drive anything.
 */
constexpr PinSet kUnfitForRelay{kSerialPins.bits() | kFlashPins.bits() | kInputPins.bits()};

/** The resistor that a pin has of itself after power-on. */
enum class Pull : uint8_t { none, up, down };

/** Source: Espressif's ESP32 datasheet, appendix "IO_MUX", column "After Reset" (wpu, wpd). */
constexpr Pull power_on_pull(int pin) {
  switch (pin) {
    case 0:
    case 5:
    case 14:
    case 15:
      return Pull::up;
    case 2:
    case 4:
    case 12:
    case 13:
      return Pull::down;
    default:
      return Pull::none;
  }
}

/** What a build or a module has on pins that others may use. */
struct BoardPins {
  /** The status LED; -1 = none. */
  int led = -1;
  /** Pins of flash or PSRAM besides 6 to 11. */
  PinSet memory;
};

constexpr bool pin_exists(int pin) { return kExistingPins.has(pin); }
constexpr bool pin_drives_relay(int pin) { return pin_exists(pin) && !kUnfitForRelay.has(pin); }
/** A DHT's wire is pulled low first, which an input cannot do. */
constexpr bool pin_reads_dht(int pin) { return pin_exists(pin) && !kFlashPins.has(pin) && !kInputPins.has(pin); }

}  // namespace acequia
