#include "dht22.hpp"

#include <algorithm>

#include "driver/gpio.h"
#include "esp_timer.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"
#include "wires.hpp"

namespace {

/** One that is asked more often repeats its last answer. */
constexpr acequia::Ms kRest = 2'500;

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

bool ask(int pin, acequia::Reading& reading) {
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

}  // namespace

bool Dht22Sensors::read(int pin, acequia::Reading& reading) {
  reading = readings_[pin];
  return states_[pin] == State::answered;
}

void Dht22Sensors::measure(acequia::PinSet pins, acequia::Ms now) {
  int oldest = -1;
  for (int pin = 0; pin < acequia::kPins; ++pin) {
    if (!pins.has(pin)) {
      states_[pin] = State::unasked;
      continue;
    }
    if (asked(pin) && now - asked_at_[pin] < kRest) continue;
    if (oldest < 0 || !asked(pin) || (asked(oldest) && asked_at_[pin] < asked_at_[oldest])) oldest = pin;
  }
  if (oldest < 0) return;
  acequia::Reading reading;
  const bool answered = ask(oldest, reading);
  asked_at_[oldest] = now;
  // One answer that was disturbed on its way is no silence.
  silences_[oldest] = answered ? 0 : static_cast<uint8_t>(std::min(silences_[oldest] + 1, 2));
  if (answered) readings_[oldest] = reading;
  if (answered || silences_[oldest] > 1 || !asked(oldest)) states_[oldest] = answered ? State::answered : State::silent;
}
