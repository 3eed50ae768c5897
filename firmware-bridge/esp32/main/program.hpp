#pragma once
#include "image.hpp"
#include "ports.hpp"
#include "sdkconfig.h"
#include "storage.hpp"

/** What the chip runs; on trial unless its boot loader was told to keep it. Source: ESP-IDF, `esp_ota_ops.h`, `esp_app_desc.h`. */
acequia::Image running_image();

#ifdef CONFIG_ACEQUIA_UPDATE
/** The two slots. Source: ESP-IDF, `esp_ota_ops.h`, `esp_image_format.h`. */
class Program final : public acequia::ImagePort {
 public:
  Program();
  acequia::FlashPort& slot() override { return slot_; }
  bool signed_well() override;
  bool start_next() override;
  [[noreturn]] void restart() override;
  bool keep() override;
  void roll_back() override;

 private:
  const esp_partition_t* free_;
  PartitionFlash slot_;
};
#endif
