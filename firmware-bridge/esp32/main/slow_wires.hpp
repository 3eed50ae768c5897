#pragma once
#include "onewire_bus.h"

#include "ports.hpp"

/**
 * 1-Wire at any pin, I²C and RS-485 at their own. One task at a time. Source: espressif/onewire_bus 1.1.1, espressif/esp-modbus 2.1.2,
 * and what `i2c_wire.cpp` names.
 */
class SlowWires final : public acequia::WirePort {
 public:
  bool one_wire(int pin, const uint8_t* out, size_t out_length, uint8_t* in, size_t in_length) override;
  bool i2c(uint8_t address, const uint8_t* out, size_t out_length, uint8_t* in, size_t in_length) override;
  bool modbus(const acequia::Registers& ask, uint16_t* registers) override;
  void wait(int ms) override;
  /** Gives every pin back: the next map may have a relay on it. */
  void let_go();
  /** Calls `found` with the address of each device at `pin`, the family in the lowest byte. false: it cannot be asked. */
  bool search(int pin, void (*found)(uint64_t address));

 private:
  bool open_one_wire(int pin);
  bool open_rs485(uint32_t baud, char parity);
  void close_rs485();

  onewire_bus_handle_t bus_ = nullptr;
  int pin_ = -1;
  void* master_ = nullptr;
  uint32_t baud_ = 0;
  char parity_ = 'n';
};

/** The board's only I²C, at 100 kHz. false: no answer. */
bool i2c_transfer(uint8_t address, const uint8_t* out, size_t out_length, uint8_t* in, size_t in_length);
void i2c_let_go();
