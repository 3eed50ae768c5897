#include "slow_wires.hpp"

#include "driver/uart.h"
#include "esp_modbus_master.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"
#include "onewire_device.h"
#include "pins.hpp"

namespace {

constexpr uart_port_t kRs485 = UART_NUM_2;
constexpr uint32_t kPatienceMs = 500;

/** esp-modbus starts only with a table; the board's own is its pin map. */
const mb_parameter_descriptor_t kTable[] = {
    {0, "", "", 1, MB_PARAM_HOLDING, 0, 1, 0, PARAM_TYPE_U16, PARAM_SIZE_U16, {}, PAR_PERMS_READ}};

uart_parity_t parity_of(char parity) {
  return parity == 'e' ? UART_PARITY_EVEN : parity == 'o' ? UART_PARITY_ODD : UART_PARITY_DISABLE;
}

}  // namespace

bool SlowWires::open_one_wire(int pin) {
  if (bus_ != nullptr && pin_ == pin) return true;
  if (bus_ != nullptr) onewire_bus_del(bus_);
  bus_ = nullptr;
  onewire_bus_config_t bus = {};
  bus.bus_gpio_num = pin;
  // Enough for one sensor on a short wire; others need 4.7 kΩ to 3.3 V.
  bus.flags.en_pull_up = 1;
  onewire_bus_rmt_config_t rmt = {};
  rmt.max_rx_bytes = 10;
  if (onewire_new_bus_rmt(&bus, &rmt, &bus_) != ESP_OK) bus_ = nullptr;
  pin_ = pin;
  return bus_ != nullptr;
}

bool SlowWires::one_wire(int pin, const uint8_t* out, size_t out_length, uint8_t* in, size_t in_length) {
  if (!open_one_wire(pin) || onewire_bus_reset(bus_) != ESP_OK) return false;
  if (onewire_bus_write_bytes(bus_, out, static_cast<uint8_t>(out_length)) != ESP_OK) return false;
  return in_length == 0 || onewire_bus_read_bytes(bus_, in, in_length) == ESP_OK;
}

bool SlowWires::search(int pin, void (*found)(uint64_t address)) {
  onewire_device_iter_handle_t each = nullptr;
  if (!open_one_wire(pin) || onewire_new_device_iter(bus_, &each) != ESP_OK) return false;
  onewire_device_t device = {};
  while (onewire_device_iter_get_next(each, &device) == ESP_OK) found(device.address);
  return onewire_del_device_iter(each) == ESP_OK;
}

bool SlowWires::i2c(uint8_t address, const uint8_t* out, size_t out_length, uint8_t* in, size_t in_length) {
  return i2c_transfer(address, out, out_length, in, in_length);
}

bool SlowWires::open_rs485(uint32_t baud, char parity) {
  if (master_ != nullptr && baud_ == baud && parity_ == parity) return true;
  close_rs485();
  mb_communication_info_t line = {};
  line.ser_opts.mode = MB_RTU;
  line.ser_opts.port = kRs485;
  line.ser_opts.baudrate = baud;
  line.ser_opts.parity = parity_of(parity);
  line.ser_opts.data_bits = UART_DATA_8_BITS;
  line.ser_opts.stop_bits = UART_STOP_BITS_1;
  line.ser_opts.response_tout_ms = kPatienceMs;
  if (mbc_master_create_serial(&line, &master_) != ESP_OK) master_ = nullptr;
  if (master_ == nullptr) return false;
  baud_ = baud;
  parity_ = parity;
  const bool ready = uart_set_pin(kRs485, acequia::kRs485Tx, acequia::kRs485Rx, acequia::kRs485Speaks, UART_PIN_NO_CHANGE) == ESP_OK &&
                     mbc_master_set_descriptor(master_, kTable, 1) == ESP_OK &&
                     uart_set_mode(kRs485, UART_MODE_RS485_HALF_DUPLEX) == ESP_OK && mbc_master_start(master_) == ESP_OK;
  if (!ready) close_rs485();
  return ready;
}

void SlowWires::close_rs485() {
  if (master_ != nullptr) mbc_master_delete(master_);
  master_ = nullptr;
}

bool SlowWires::modbus(const acequia::Registers& ask, uint16_t* registers) {
  if (!open_rs485(ask.baud, ask.parity)) return false;
  mb_param_request_t request = {};
  request.slave_addr = ask.address;
  request.command = ask.function;
  request.reg_start = ask.first;
  request.reg_size = ask.count;
  return mbc_master_send_request(master_, &request, registers) == ESP_OK;
}

void SlowWires::wait(int ms) { vTaskDelay(pdMS_TO_TICKS(ms) + 1); }

void SlowWires::let_go() {
  if (bus_ != nullptr) onewire_bus_del(bus_);
  bus_ = nullptr;
  i2c_let_go();
  close_rs485();
}
