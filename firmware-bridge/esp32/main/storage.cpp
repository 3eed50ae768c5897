#include "storage.hpp"

#include <cstdlib>
#include <cstring>

#include "esp_log.h"
#include "nvs.h"
#include "nvs_flash.h"

namespace {

constexpr char kSpace[] = "acequia";
constexpr char kConfig[] = "config";
constexpr char kTag[] = "memoria";

/** NVS, closed again at the end of its scope. */
class Nvs {
 public:
  explicit Nvs(nvs_open_mode_t mode) : open_(nvs_open(kSpace, mode, &handle_) == ESP_OK) {}
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

}  // namespace

bool PartitionFlash::open() {
  partition_ = esp_partition_find_first(ESP_PARTITION_TYPE_DATA, static_cast<esp_partition_subtype_t>(0x40), "muestras");
  return partition_ != nullptr;
}

size_t PartitionFlash::sectors() const { return partition_->size / kSector; }

bool PartitionFlash::read(size_t offset, void* data, size_t length) {
  return esp_partition_read(partition_, offset, data, length) == ESP_OK;
}

bool PartitionFlash::write(size_t offset, const void* data, size_t length) {
  return esp_partition_write(partition_, offset, data, length) == ESP_OK;
}

bool PartitionFlash::erase(size_t sector) {
  return esp_partition_erase_range(partition_, sector * kSector, kSector) == ESP_OK;
}

size_t NvsConfig::load(char* text, size_t capacity) {
  const Nvs nvs{NVS_READONLY};
  size_t length = capacity;
  if (!nvs.is_open() || nvs_get_blob(nvs.handle(), kConfig, text, &length) != ESP_OK) return 0;
  return length;
}

void NvsConfig::save(const char* text, size_t length) {
  const Nvs nvs{NVS_READWRITE};
  if (!nvs.is_open()) return;
  // It comes with each connect, and is the same nearly always: flash is not written for that.
  size_t kept_length = 0;
  if (nvs_get_blob(nvs.handle(), kConfig, nullptr, &kept_length) == ESP_OK && kept_length == length) {
    char* kept = static_cast<char*>(std::malloc(length));
    const bool same = kept && nvs_get_blob(nvs.handle(), kConfig, kept, &kept_length) == ESP_OK &&
                      std::memcmp(kept, text, length) == 0;
    std::free(kept);
    if (same) return;
  }
  if (nvs_set_blob(nvs.handle(), kConfig, text, length) != ESP_OK || nvs_commit(nvs.handle()) != ESP_OK)
    ESP_LOGE(kTag, "el mapa de pines no se pudo guardar");
}

void open_nvs() {
  const esp_err_t error = nvs_flash_init();
  if (error == ESP_ERR_NVS_NO_FREE_PAGES || error == ESP_ERR_NVS_NEW_VERSION_FOUND) {
    ESP_ERROR_CHECK(nvs_flash_erase());
    ESP_ERROR_CHECK(nvs_flash_init());
    return;
  }
  ESP_ERROR_CHECK(error);
}

Settings load_settings() {
  Settings settings;
  const Nvs nvs{NVS_READONLY};
  if (!nvs.is_open()) return settings;
  load_text(nvs, "ssid", settings.ssid, sizeof settings.ssid);
  load_text(nvs, "wifi_clave", settings.wifi_password, sizeof settings.wifi_password);
  load_text(nvs, "servidor", settings.broker, sizeof settings.broker);
  load_text(nvs, "placa", settings.number, sizeof settings.number);
  load_text(nvs, "clave", settings.password, sizeof settings.password);
  load_text(nvs, "hora", settings.time_server, sizeof settings.time_server);
  return settings;
}

bool save_setting(const char* name, const char* value) {
  const Nvs nvs{NVS_READWRITE};
  return nvs.is_open() && nvs_set_str(nvs.handle(), name, value) == ESP_OK && nvs_commit(nvs.handle()) == ESP_OK;
}

void forget_config() {
  const Nvs nvs{NVS_READWRITE};
  if (nvs.is_open() && nvs_erase_key(nvs.handle(), kConfig) == ESP_OK) nvs_commit(nvs.handle());
}
