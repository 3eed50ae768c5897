/**
 * The thin layer between the portable core and the chip. Two tasks: `control` keeps the relays and never waits for a
 * network; `red` does everything that can wait. They share the board for moments only.
 */
#include <cstdlib>

#include "board.hpp"
#include "broker.hpp"
#include "delivery.hpp"
#include "esp_log.h"
#include "esp_random.h"
#include "esp_task_wdt.h"
#include "esp_timer.h"
#include "freertos/FreeRTOS.h"
#include "freertos/semphr.h"
#include "freertos/task.h"
#include "network.hpp"
#include "sdkconfig.h"
#include "serial_console.hpp"
#include "storage.hpp"
#include "wires.hpp"

namespace {

constexpr char kTag[] = "placa";
constexpr int kTickMs = 100;

GpioPins pins;
Dht22Sensors sensors;
PartitionFlash flash;
NvsConfig config;
acequia::SampleLog samples{flash};
acequia::Board board{pins, sensors, samples, config};
acequia::Delivery delivery{board};
SemaphoreHandle_t mutex;
Settings settings;

acequia::Ms now() { return esp_timer_get_time() / 1000; }

Light light() {
  if (!settings.complete()) return Light::unprovisioned;
  if (!network_is_up()) return Light::no_network;
  return broker_is_up() ? Light::connected : Light::no_broker;
}

/** Its own watchdog: if it stops, the board reboots, and with that every relay is off. */
void control(void*) {
  ESP_ERROR_CHECK(esp_task_wdt_add(nullptr));
  for (;;) {
    acequia::Ms wall = 0;
    const bool synced = time_has_come(wall);
    xSemaphoreTake(mutex, portMAX_DELAY);
    if (synced) board.clock().set(wall, now());
    board.tick(now());
    const bool taken = board.relays().known().has(CONFIG_ACEQUIA_LED_PIN);
    xSemaphoreGive(mutex);
    show_light(light(), taken);
    ESP_ERROR_CHECK(esp_task_wdt_reset());
    vTaskDelay(pdMS_TO_TICKS(kTickMs));
  }
}

void network(void*) {
  start_network(settings);
  talk(Shared{board, delivery, mutex}, settings);
}

}  // namespace

extern "C" void app_main() {
  open_nvs();
  if (!flash.open()) {
    ESP_LOGE(kTag, "falta la partición \"muestras\": graba la tabla de particiones de este proyecto");
    std::abort();
  }
  // The relays first: everything else may take its time.
  samples.mount();
  board.boot(esp_random(), now());
  ESP_LOGI(kTag, "relevadores apagados; %lu muestras por entregar", static_cast<unsigned long>(samples.pending()));

  mutex = xSemaphoreCreateMutex();
  configASSERT(mutex != nullptr);
  settings = load_settings();
  // Core 1: Wi-Fi works on core 0, and reading a DHT22 must not be interrupted.
  xTaskCreatePinnedToCore(control, "control", 8'192, nullptr, 10, nullptr, 1);
  if (settings.complete()) {
    xTaskCreatePinnedToCore(network, "red", 8'192, nullptr, 5, nullptr, 0);
  } else {
    ESP_LOGW(kTag, "faltan datos: escribe \"help\" en esta consola");
  }
  start_serial_console();
}
