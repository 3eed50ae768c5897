/** I²C by ESP-IDF's driver of its version. Source: ESP-IDF, `driver/i2c_master.h` from 5.2 on, `driver/i2c.h` before. */
#include "esp_idf_version.h"
#include "pins.hpp"
#include "slow_wires.hpp"

#if ESP_IDF_VERSION >= ESP_IDF_VERSION_VAL(5, 2, 0)
#include "driver/i2c_master.h"
#else
#include "driver/i2c.h"
#endif

namespace {

constexpr uint32_t kHertz = 100'000;
constexpr int kPatienceMs = 50;
constexpr auto kSda = static_cast<gpio_num_t>(acequia::kSda);
constexpr auto kScl = static_cast<gpio_num_t>(acequia::kScl);

}  // namespace

#if ESP_IDF_VERSION >= ESP_IDF_VERSION_VAL(5, 2, 0)

namespace {

i2c_master_bus_handle_t bus = nullptr;
i2c_master_dev_handle_t device = nullptr;
uint8_t chosen = 0;

bool open(uint8_t address) {
  if (bus == nullptr) {
    i2c_master_bus_config_t config = {};
    config.i2c_port = -1;
    config.sda_io_num = kSda;
    config.scl_io_num = kScl;
    config.clk_source = I2C_CLK_SRC_DEFAULT;
    config.glitch_ignore_cnt = 7;
    config.flags.enable_internal_pullup = 1;
    if (i2c_new_master_bus(&config, &bus) != ESP_OK) bus = nullptr;
  }
  if (bus == nullptr || (device != nullptr && chosen == address)) return bus != nullptr;
  if (device != nullptr) i2c_master_bus_rm_device(device);
  device = nullptr;
  i2c_device_config_t config = {};
  config.dev_addr_length = I2C_ADDR_BIT_LEN_7;
  config.device_address = address;
  config.scl_speed_hz = kHertz;
  if (i2c_master_bus_add_device(bus, &config, &device) != ESP_OK) device = nullptr;
  chosen = address;
  return device != nullptr;
}

}  // namespace

bool i2c_transfer(uint8_t address, const uint8_t* out, size_t out_length, uint8_t* in, size_t in_length) {
  if (!open(address)) return false;
  if (in_length == 0) return i2c_master_transmit(device, out, out_length, kPatienceMs) == ESP_OK;
  if (out_length == 0) return i2c_master_receive(device, in, in_length, kPatienceMs) == ESP_OK;
  return i2c_master_transmit_receive(device, out, out_length, in, in_length, kPatienceMs) == ESP_OK;
}

void i2c_let_go() {
  if (device != nullptr) i2c_master_bus_rm_device(device);
  device = nullptr;
  if (bus != nullptr) i2c_del_master_bus(bus);
  bus = nullptr;
}

#else

namespace {

constexpr i2c_port_t kPort = I2C_NUM_0;
bool ready = false;

bool open() {
  if (ready) return true;
  i2c_config_t config = {};
  config.mode = I2C_MODE_MASTER;
  config.sda_io_num = kSda;
  config.scl_io_num = kScl;
  config.sda_pullup_en = true;
  config.scl_pullup_en = true;
  config.master.clk_speed = kHertz;
  ready = i2c_param_config(kPort, &config) == ESP_OK && i2c_driver_install(kPort, I2C_MODE_MASTER, 0, 0, 0) == ESP_OK;
  return ready;
}

}  // namespace

bool i2c_transfer(uint8_t address, const uint8_t* out, size_t out_length, uint8_t* in, size_t in_length) {
  if (!open()) return false;
  constexpr TickType_t kPatience = pdMS_TO_TICKS(kPatienceMs);
  if (in_length == 0) return i2c_master_write_to_device(kPort, address, out, out_length, kPatience) == ESP_OK;
  if (out_length == 0) return i2c_master_read_from_device(kPort, address, in, in_length, kPatience) == ESP_OK;
  return i2c_master_write_read_device(kPort, address, out, out_length, in, in_length, kPatience) == ESP_OK;
}

void i2c_let_go() {
  if (ready) i2c_driver_delete(kPort);
  ready = false;
}

#endif
