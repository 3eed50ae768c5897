#pragma once
#include "ports.hpp"
#include "slow_wires.hpp"

/**
 * Pulses at GPIOs, voltages at the pins of ADC1, and what hangs on slow wires. A timer looks at every contact, so that it may bounce; electronic outputs are
 * counted by the chip. Source: ESP-IDF 5.1, `esp_timer.h`, `driver/pulse_cnt.h`, `esp_adc/adc_oneshot.h`, `esp_adc/adc_cali_scheme.h`.
 */
class Meters final : public acequia::PointPort {
 public:
  bool count(int pin, int still_ms) override;
  uint32_t pulses(int pin) override;
  /** The mean of some conversions, which take less than 1 ms together. */
  bool millivolts(int pin, int32_t& value) override;
  SlowWires& wires() override { return wires_; }

 private:
  SlowWires wires_;
};
