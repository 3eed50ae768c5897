#pragma once
#include "messages.hpp"
#include "ports.hpp"

namespace acequia {

/** Asks the sensor of a point for its value, millionths. false: no valid answer. May take a second. */
bool read_slow(WirePort& wires, const Point& point, int64_t& value);

/** A DS3231 keeps UTC beside the board: ±2 ppm, over cuts of power. Source: Maxim's DS3231 data sheet, 8.1. */
class BatteryClock {
 public:
  explicit BatteryClock(WirePort& wires) : wires_(wires) {}
  /** false: none answered, it stopped since it was set, or what it says is no date from 2025 on. */
  bool read(Ms& wall);
  bool write(Ms wall);

 private:
  WirePort& wires_;
};

}  // namespace acequia
