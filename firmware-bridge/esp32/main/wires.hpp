#pragma once
#include <atomic>

#include "pins.hpp"
#include "ports.hpp"

/** Relays on GPIOs. Source: ESP-IDF 5, `driver/gpio.h`. */
class GpioPins final : public acequia::PinPort {
 public:
  void release(int pin) override;
  void attach(int pin) override;
  void write(int pin, bool on) override;
  /** The wire's own level: it shows a pin held by other hardware, not a welded contact. */
  bool read(int pin) override;
};

/** DHT22 (AM2302) sensors, one wire each. Their task measures, the board's takes what was measured. */
class Dht22Sensors final : public acequia::SensorPort {
 public:
  bool read(int pin, acequia::Reading& reading) override;
  bool asked(int pin) override { return states_[pin] != State::unasked; }
  /** Asks one of `pins` that had its rest, and forgets the others. May block for about 25 ms. */
  void measure(acequia::PinSet pins, acequia::Ms now);

 private:
  enum class State : uint8_t { unasked, silent, answered };
  std::atomic<State> states_[acequia::kPins] = {};
  std::atomic<acequia::Reading> readings_[acequia::kPins] = {};
  acequia::Ms asked_at_[acequia::kPins] = {};
  uint8_t silences_[acequia::kPins] = {};
};

/** Pins that this build and this module have for themselves. */
acequia::BoardPins own_pins();

enum class Light { unprovisioned, no_network, no_broker, connected };
/** Drives the status LED; call it about ten times a second. `taken`: a relay or a sensor uses its pin. */
void show_light(Light light, bool taken);
