#pragma once
#include "ports.hpp"

/** Relays on GPIOs. Source: ESP-IDF 5, `driver/gpio.h`. */
class GpioPins final : public acequia::PinPort {
 public:
  void attach(int pin) override;
  void write(int pin, bool on) override;
  /** The level of the wire itself: a pin that is held by something else shows; a welded contact does not. */
  bool read(int pin) override;
};

/** DHT22 (AM2302) sensors, one wire each. */
class Dht22Sensors final : public acequia::SensorPort {
 public:
  bool read(int pin, acequia::Reading& reading) override;
};

enum class Light { unprovisioned, no_network, no_broker, connected };
/** The status LED; to be called some ten times a second. `taken`: a relay has its pin. */
void show_light(Light light, bool taken);
