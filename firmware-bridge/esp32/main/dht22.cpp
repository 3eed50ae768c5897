#include "dht22.hpp"

#include "driver/gpio.h"
#include "esp_timer.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"
#include "wires.hpp"

namespace {

portMUX_TYPE lock = portMUX_INITIALIZER_UNLOCKED;

class GpioWire {
 public:
  explicit GpioWire(gpio_num_t pin) : pin_(pin) {}
  int stays(int level, int most) const {
    const int64_t since = esp_timer_get_time();
    while (gpio_get_level(pin_) == level)
      if (esp_timer_get_time() - since > most) return -1;
    return static_cast<int>(esp_timer_get_time() - since);
  }

 private:
  gpio_num_t pin_;
};

}  // namespace

bool Dht22Sensors::read(int pin, acequia::Reading& reading) {
  const auto gpio = static_cast<gpio_num_t>(pin);
  gpio_config_t config = {};
  config.pin_bit_mask = 1ULL << pin;
  config.mode = GPIO_MODE_INPUT_OUTPUT_OD;
  // The internal pull-up is enough for short wires; long ones need 4.7 kΩ to 3.3 V.
  config.pull_up_en = GPIO_PULLUP_ENABLE;
  config.intr_type = GPIO_INTR_DISABLE;
  if (gpio_config(&config) != ESP_OK) return false;

  gpio_set_level(gpio, 0);
  vTaskDelay(pdMS_TO_TICKS(2));
  uint8_t bytes[5] = {};
  portENTER_CRITICAL(&lock);
  gpio_set_level(gpio, 1);
  const bool heard = acequia::listen_dht22(GpioWire{gpio}, bytes);
  portEXIT_CRITICAL(&lock);
  return heard && acequia::decode_dht22(bytes, reading);
}
