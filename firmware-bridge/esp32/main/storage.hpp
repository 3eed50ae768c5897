#pragma once
#include "esp_partition.h"
#include "ports.hpp"

/** The partition `muestras`. Source: ESP-IDF 5, `esp_partition.h`. */
class PartitionFlash final : public acequia::FlashPort {
 public:
  /** false: this board was flashed without that partition. */
  bool open();
  size_t sectors() const override;
  bool read(size_t offset, void* data, size_t length) override;
  bool write(size_t offset, const void* data, size_t length) override;
  bool erase(size_t sector) override;

 private:
  const esp_partition_t* partition_ = nullptr;
};

/** The last pin map, in NVS. */
class NvsConfig final : public acequia::ConfigStore {
 public:
  size_t load(char* text, size_t capacity) override;
  void save(const char* text, size_t length) override;
};

/** What a technician types in once. Texts end with NUL. */
struct Settings {
  char ssid[33] = "";
  char wifi_password[65] = "";
  /** `mqtt://host:1883` or `mqtts://host:8883`. */
  char broker[129] = "";
  /** The board's number, which is its MQTT user name too. */
  char number[11] = "";
  char password[65] = "";
  char time_server[65] = "pool.ntp.org";

  bool complete() const { return ssid[0] && broker[0] && number[0] && password[0]; }
};

void open_nvs();
Settings load_settings();
/** Names are `ssid`, `wifi_clave`, `servidor`, `placa`, `clave`, `hora`. */
bool save_setting(const char* name, const char* value);
/** Forgets the pin map: it is another board's once the number changes. */
void forget_config();
