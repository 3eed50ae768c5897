#include "wires.hpp"

#include "driver/gpio.h"
#include "esp_efuse.h"
#include "esp_timer.h"
#include "sdkconfig.h"

namespace {

#ifdef CONFIG_ACEQUIA_RELAY_ACTIVE_LOW
constexpr bool kActiveLow = true;
#else
constexpr bool kActiveLow = false;
#endif

gpio_num_t gpio(int pin) { return static_cast<gpio_num_t>(pin); }
uint32_t level(bool on) { return on != kActiveLow ? 1 : 0; }

}  // namespace

/**
 * A restart, a panic and a watchdog leave the GPIO registers as they were. gpio_reset_pin would pull every pin up, which
 * turns active-high relays on.
 */
void GpioPins::release(int pin) {
  const acequia::Pull pull = acequia::power_on_pull(pin);
  gpio_config_t config = {};
  config.pin_bit_mask = 1ULL << pin;
  config.mode = GPIO_MODE_INPUT;
  config.pull_up_en = pull == acequia::Pull::up ? GPIO_PULLUP_ENABLE : GPIO_PULLUP_DISABLE;
  config.pull_down_en = pull == acequia::Pull::down ? GPIO_PULLDOWN_ENABLE : GPIO_PULLDOWN_DISABLE;
  config.intr_type = GPIO_INTR_DISABLE;
  ESP_ERROR_CHECK(gpio_config(&config));
}

/** 16 and 17 are memory where PSRAM is used, and in every package with memory inside (all but the first two). */
acequia::BoardPins own_pins() {
  bool memory = esp_efuse_get_pkg_ver() > 1;
#ifdef CONFIG_SPIRAM
  memory = true;
#endif
  return {CONFIG_ACEQUIA_LED_PIN, memory ? acequia::pin_range(16, 17) : acequia::PinSet{}};
}

void GpioPins::attach(int pin) {
  // The level before the direction, so that the relay sees no moment of on.
  gpio_set_level(gpio(pin), level(false));
  gpio_config_t config = {};
  config.pin_bit_mask = 1ULL << pin;
  config.mode = GPIO_MODE_INPUT_OUTPUT;
  config.pull_up_en = GPIO_PULLUP_DISABLE;
  config.pull_down_en = GPIO_PULLDOWN_DISABLE;
  config.intr_type = GPIO_INTR_DISABLE;
  ESP_ERROR_CHECK(gpio_config(&config));
  gpio_set_level(gpio(pin), level(false));
}

void GpioPins::write(int pin, bool on) { gpio_set_level(gpio(pin), level(on)); }

bool GpioPins::read(int pin) { return (gpio_get_level(gpio(pin)) != 0) != kActiveLow; }

void show_light(Light light, bool taken) {
  constexpr int kPin = CONFIG_ACEQUIA_LED_PIN;
  if (kPin < 0 || taken) return;
  static bool ready = false;
  if (!ready) {
    gpio_reset_pin(gpio(kPin));
    gpio_set_direction(gpio(kPin), GPIO_MODE_OUTPUT);
    ready = true;
  }
  const int64_t ms = esp_timer_get_time() / 1000;
  bool on = true;
  switch (light) {
    case Light::unprovisioned:
      on = ms % 200 < 100;
      break;
    case Light::no_network:
      on = ms % 2000 < 1000;
      break;
    case Light::no_broker:
      on = ms % 2000 < 100 || (ms % 2000 >= 300 && ms % 2000 < 400);
      break;
    case Light::connected:
      break;
  }
  gpio_set_level(gpio(kPin), on ? 1 : 0);
}
