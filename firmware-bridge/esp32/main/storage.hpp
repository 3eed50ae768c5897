#pragma once
#include "esp_partition.h"
#include "ports.hpp"

/** A partition of raw flash. Source: ESP-IDF, `esp_partition.h`. */
class PartitionFlash final : public acequia::FlashPort {
 public:
  explicit PartitionFlash(const esp_partition_t* partition = nullptr) : partition_(partition) {}
  /** false: this board was flashed without that partition. */
  bool open(const char* name, uint8_t subtype);
  size_t sectors() const override;
  bool read(size_t offset, void* data, size_t length) override;
  bool write(size_t offset, const void* data, size_t length) override;
  bool erase(size_t sector) override;
  void yield() override;

 private:
  const esp_partition_t* partition_;
};

/** The retained messages, in the NVS partition `documentos`; how far an update is, beside the settings, which no error erases. */
class NvsDocuments final : public acequia::DocumentStore {
 public:
  size_t load(acequia::Document document, char* text, size_t capacity) override;
  bool save(acequia::Document document, const char* text, size_t length) override;
};

/** The settings that a technician types once. Texts end with NUL. */
struct Settings {
  char ssid[33] = "";
  char wifi_password[65] = "";
  /** `mqtt://host:1883` or `mqtts://host:8883`. */
  char broker[129] = "";
  /** The board's number, also its MQTT user name. */
  char number[11] = "";
  char password[65] = "";
  char time_server[65] = "pool.ntp.org";
  /** `ds3231`, or nothing. */
  char battery_clock[8] = "";

  bool complete() const { return ssid[0] && broker[0] && number[0] && password[0]; }
};

/** 2 when there is room for two programs, 1 on a board that was flashed before that. */
int partition_table();
/** Opens the retained messages. Call it first, because the relays need the pin map. */
void open_documents();
/** Opens Wi-Fi's own data and the technician's settings. */
void open_settings();
Settings load_settings();
/** Names are `ssid`, `wifi_clave`, `servidor`, `placa`, `clave`, `hora`, `reloj`. */
bool save_setting(const char* name, const char* value);
/** Erases pin map, agenda and rules: with other credentials they may belong to another board. */
void forget_documents();
