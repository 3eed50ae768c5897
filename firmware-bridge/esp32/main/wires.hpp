#pragma once
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

/** DHT22 (AM2302) sensors, one wire each. */
class Dht22Sensors final : public acequia::SensorPort {
 public:
  bool read(int pin, acequia::Reading& reading) override;
};

/** Pins that this build and this module have for themselves. */
acequia::BoardPins own_pins();

enum class Light { unprovisioned, no_network, no_broker, connected };
/** Drives the status LED; call it about ten times a second. `taken`: a relay or a sensor uses its pin. */
void show_light(Light light, bool taken);
