#include "chip_state.hpp"

#include <algorithm>
#include <cstdio>

#include "esp_system.h"
#include "esp_wifi.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"

namespace {

acequia::Reset reason() {
  switch (esp_reset_reason()) {
    case ESP_RST_POWERON:
      return acequia::Reset::power;
    case ESP_RST_BROWNOUT:
      return acequia::Reset::brownout;
    case ESP_RST_SW:
      return acequia::Reset::software;
    case ESP_RST_PANIC:
      return acequia::Reset::panic;
    case ESP_RST_INT_WDT:
    case ESP_RST_TASK_WDT:
    case ESP_RST_WDT:
      return acequia::Reset::watchdog;
    default:
      return acequia::Reset::other;
  }
}

}  // namespace

void read_chip(acequia::Chip& chip) {
  chip.reset = reason();
  chip.heap = esp_get_minimum_free_heap_size();
  chip.stack = uxTaskGetStackHighWaterMark(nullptr);
  for (const char* name : {"control", "sensores", "actualizar"}) {
    const TaskHandle_t task = xTaskGetHandle(name);
    if (task != nullptr) chip.stack = std::min<uint32_t>(chip.stack, uxTaskGetStackHighWaterMark(task));
  }
  wifi_ap_record_t point = {};
  if (esp_wifi_sta_get_ap_info(&point) != ESP_OK) return;
  const uint8_t* b = point.bssid;
  std::snprintf(chip.bssid, sizeof chip.bssid, "%02x:%02x:%02x:%02x:%02x:%02x", b[0], b[1], b[2], b[3], b[4], b[5]);
}
