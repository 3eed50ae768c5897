#include "program.hpp"

#include <algorithm>

#include "esp_app_desc.h"
#include "esp_ota_ops.h"
#include "esp_system.h"

#ifdef CONFIG_ACEQUIA_UPDATE
#include "esp_flash_partitions.h"
#include "esp_image_format.h"
#endif

acequia::Image running_image() {
  acequia::Image image;
  const esp_app_desc_t& own = *esp_app_get_description();
  std::copy_n(own.version, sizeof image.version - 1, image.version);
  std::copy_n(own.project_name, sizeof image.model - 1, image.model);
  image.secure_version = own.secure_version;
  const esp_partition_t* partition = esp_ota_get_running_partition();
  image.slot = partition != nullptr && partition->subtype == ESP_PARTITION_SUBTYPE_APP_OTA_1 ? 1 : 0;
  esp_ota_img_states_t state = ESP_OTA_IMG_UNDEFINED;
  image.trial = esp_ota_get_state_partition(partition, &state) == ESP_OK && state == ESP_OTA_IMG_PENDING_VERIFY;
  return image;
}

#ifdef CONFIG_ACEQUIA_UPDATE

Program::Program() : free_(esp_ota_get_next_update_partition(nullptr)), slot_(free_) {}

/** With CONFIG_SECURE_SIGNED_ON_UPDATE this also checks the signature. */
bool Program::signed_well() {
  if (free_ == nullptr) return false;
  const esp_partition_pos_t place = {free_->address, free_->size};
  esp_image_metadata_t found = {};
  return esp_image_verify(ESP_IMAGE_VERIFY, &place, &found) == ESP_OK;
}

bool Program::start_next() { return free_ != nullptr && esp_ota_set_boot_partition(free_) == ESP_OK; }

void Program::restart() { esp_restart(); }

bool Program::keep() { return esp_ota_mark_app_valid_cancel_rollback() == ESP_OK; }

/** Returns only when there is nothing to go back to. */
void Program::roll_back() { esp_ota_mark_app_invalid_rollback_and_reboot(); }

#endif
