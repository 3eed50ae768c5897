#include "storage.hpp"

#include <cstdlib>
#include <cstring>

#include "esp_log.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"
#include "nvs.h"
#include "nvs_flash.h"

namespace {

constexpr char kSpace[] = "acequia";
constexpr char kDocuments[] = "documentos";
constexpr char kAccounts[] = "cuentas";
constexpr char kTag[] = "memoria";

/** An NVS handle that is closed at the end of its scope. */
class Nvs {
 public:
  Nvs(const char* partition, nvs_open_mode_t mode)
      : open_(nvs_open_from_partition(partition, kSpace, mode, &handle_) == ESP_OK) {}
  ~Nvs() {
    if (open_) nvs_close(handle_);
  }
  Nvs(const Nvs&) = delete;
  Nvs& operator=(const Nvs&) = delete;
  bool is_open() const { return open_; }
  nvs_handle_t handle() const { return handle_; }

 private:
  nvs_handle_t handle_ = 0;
  bool open_;
};

void load_text(const Nvs& nvs, const char* name, char* text, size_t capacity) {
  size_t length = capacity;
  char* kept = static_cast<char*>(std::malloc(capacity));
  if (kept && nvs_get_str(nvs.handle(), name, kept, &length) == ESP_OK) std::memcpy(text, kept, length);
  std::free(kept);
}

const char* name_of(acequia::Document document) {
  switch (document) {
    case acequia::Document::config:
      return "config";
    case acequia::Document::agenda:
      return "agenda";
    case acequia::Document::control:
      return "control";
    case acequia::Document::refused:
      return "rechazados";
    case acequia::Document::tripped:
      return "protecciones";
    case acequia::Document::wear:
      return "desgaste";
    case acequia::Document::update:
      return "actualizar";
  }
  return "";
}

/** The floor of updates outlives documents that are damaged or forgotten. */
const char* partition_of(acequia::Document document) {
  return document == acequia::Document::update ? kAccounts : kDocuments;
}

/** Erases an unreadable partition if its data may be lost; otherwise leaves it, and the board runs without it. */
void open_partition(const char* name, bool may_be_lost) {
  esp_err_t error = nvs_flash_init_partition(name);
  if (error != ESP_OK && may_be_lost) {
    ESP_LOGE(kTag, "%s: %s; se borra", name, esp_err_to_name(error));
    if (nvs_flash_erase_partition(name) == ESP_OK) error = nvs_flash_init_partition(name);
  }
  if (error != ESP_OK) ESP_LOGE(kTag, "%s: %s", name, esp_err_to_name(error));
}

}  // namespace

bool PartitionFlash::open(const char* name, uint8_t subtype) {
  partition_ = esp_partition_find_first(ESP_PARTITION_TYPE_DATA, static_cast<esp_partition_subtype_t>(subtype), name);
  return partition_ != nullptr;
}

void PartitionFlash::yield() { vTaskDelay(1); }

/** A board of the first table has no second slot. */
size_t PartitionFlash::sectors() const { return partition_ == nullptr ? 0 : partition_->size / kSector; }

bool PartitionFlash::read(size_t offset, void* data, size_t length) {
  return esp_partition_read(partition_, offset, data, length) == ESP_OK;
}

bool PartitionFlash::write(size_t offset, const void* data, size_t length) {
  return esp_partition_write(partition_, offset, data, length) == ESP_OK;
}

bool PartitionFlash::erase(size_t sector) {
  return esp_partition_erase_range(partition_, sector * kSector, kSector) == ESP_OK;
}

size_t NvsDocuments::load(acequia::Document document, char* text, size_t capacity) {
  const Nvs nvs{partition_of(document), NVS_READONLY};
  size_t length = capacity;
  if (!nvs.is_open() || nvs_get_blob(nvs.handle(), name_of(document), text, &length) != ESP_OK) return 0;
  return length;
}

bool NvsDocuments::save(acequia::Document document, const char* text, size_t length) {
  const Nvs nvs{partition_of(document), NVS_READWRITE};
  if (!nvs.is_open()) return false;
  const char* name = name_of(document);
  // The same message comes with each connection: an unchanged one is not written to flash.
  size_t kept_length = 0;
  if (nvs_get_blob(nvs.handle(), name, nullptr, &kept_length) == ESP_OK && kept_length == length) {
    char* kept = static_cast<char*>(std::malloc(length));
    const bool same = kept && nvs_get_blob(nvs.handle(), name, kept, &kept_length) == ESP_OK &&
                      std::memcmp(kept, text, length) == 0;
    std::free(kept);
    if (same) return true;
  }
  if (nvs_set_blob(nvs.handle(), name, text, length) == ESP_OK && nvs_commit(nvs.handle()) == ESP_OK) return true;
  ESP_LOGE(kTag, "no se pudo guardar: %s", name);
  return false;
}

int partition_table() {
  return esp_partition_find_first(ESP_PARTITION_TYPE_APP, ESP_PARTITION_SUBTYPE_APP_OTA_1, nullptr) != nullptr ? 2 : 1;
}

void open_documents() { open_partition(kDocuments, true); }

void open_settings() {
  open_partition(NVS_DEFAULT_PART_NAME, true);
  open_partition(kAccounts, false);
}

Settings load_settings() {
  Settings settings;
  const Nvs nvs{kAccounts, NVS_READONLY};
  if (!nvs.is_open()) return settings;
  load_text(nvs, "ssid", settings.ssid, sizeof settings.ssid);
  load_text(nvs, "wifi_clave", settings.wifi_password, sizeof settings.wifi_password);
  load_text(nvs, "servidor", settings.broker, sizeof settings.broker);
  load_text(nvs, "placa", settings.number, sizeof settings.number);
  load_text(nvs, "clave", settings.password, sizeof settings.password);
  load_text(nvs, "hora", settings.time_server, sizeof settings.time_server);
  load_text(nvs, "reloj", settings.battery_clock, sizeof settings.battery_clock);
  return settings;
}

bool save_setting(const char* name, const char* value) {
  const Nvs nvs{kAccounts, NVS_READWRITE};
  return nvs.is_open() && nvs_set_str(nvs.handle(), name, value) == ESP_OK && nvs_commit(nvs.handle()) == ESP_OK;
}

void forget_documents() {
  const Nvs nvs{kDocuments, NVS_READWRITE};
  if (nvs.is_open() && nvs_erase_all(nvs.handle()) == ESP_OK) nvs_commit(nvs.handle());
}
