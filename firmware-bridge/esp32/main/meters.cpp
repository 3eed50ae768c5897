#include "meters.hpp"

#include <atomic>

#include "driver/gpio.h"
#include "driver/pulse_cnt.h"
#include "esp_adc/adc_cali.h"
#include "esp_adc/adc_cali_scheme.h"
#include "esp_adc/adc_oneshot.h"
#include "esp_timer.h"
#include "pins.hpp"
#include "pulse_input.hpp"

namespace {

constexpr int kReadings = 8;
/** Up to about 3.1 V. */
constexpr adc_atten_t kRange = ADC_ATTEN_DB_12;
/** Where a counter of the chip is full. */
constexpr int kFull = 32'767;
/** Shorter is noise. Its filter reaches to 1,023 cycles of 80 MHz, which is no time for a contact to settle in. */
constexpr uint32_t kGlitchNs = 10'000;

acequia::PulseInput inputs[acequia::kPins];
/** A bit a pin. */
std::atomic<uint64_t> counting{0};

/** Pulses of an electronic output. The chip has eight counters, and none is given back: a board's meters stay. */
struct Counter {
  pcnt_unit_handle_t unit = nullptr;
  acequia::ChipCounter total;
  bool in_use = false;
};
Counter counters[acequia::kPins];

adc_oneshot_unit_handle_t converter = nullptr;
adc_cali_handle_t calibration = nullptr;

void look(void*) {
  const acequia::PinSet pins{counting.load()};
  for (int pin = 0; pin < acequia::kPins; ++pin)
    if (pins.has(pin)) inputs[pin].feed(gpio_get_level(static_cast<gpio_num_t>(pin)) == 0);
}

bool start_counter(int pin, Counter& counter) {
  if (counter.unit != nullptr) return true;
  pcnt_unit_handle_t unit = nullptr;
  pcnt_unit_config_t limits = {};
  limits.low_limit = -1;
  limits.high_limit = kFull;
  limits.flags.accum_count = true;
  if (pcnt_new_unit(&limits, &unit) != ESP_OK) return false;
  pcnt_glitch_filter_config_t filter = {};
  filter.max_glitch_ns = kGlitchNs;
  pcnt_chan_config_t wire = {};
  wire.edge_gpio_num = pin;
  wire.level_gpio_num = -1;
  pcnt_channel_handle_t channel = nullptr;
  const bool counts =
      pcnt_unit_set_glitch_filter(unit, &filter) == ESP_OK && pcnt_new_channel(unit, &wire, &channel) == ESP_OK &&
      pcnt_channel_set_edge_action(channel, PCNT_CHANNEL_EDGE_ACTION_HOLD, PCNT_CHANNEL_EDGE_ACTION_INCREASE) == ESP_OK &&
      pcnt_unit_add_watch_point(unit, kFull) == ESP_OK && pcnt_unit_enable(unit) == ESP_OK &&
      pcnt_unit_clear_count(unit) == ESP_OK && pcnt_unit_start(unit) == ESP_OK;
  if (counts) counter.unit = unit;
  return counts;
}

bool start_converter() {
  if (converter != nullptr) return calibration != nullptr;
  adc_oneshot_unit_init_cfg_t unit = {};
  unit.unit_id = ADC_UNIT_1;
  adc_cali_line_fitting_config_t fitting = {};
  fitting.unit_id = ADC_UNIT_1;
  fitting.atten = kRange;
  fitting.bitwidth = ADC_BITWIDTH_DEFAULT;
  // For the first chips, whose own reference voltage is not in their fuses.
  fitting.default_vref = 1'100;
  return adc_oneshot_new_unit(&unit, &converter) == ESP_OK &&
         adc_cali_create_scheme_line_fitting(&fitting, &calibration) == ESP_OK;
}

}  // namespace

bool Meters::count(int pin, int still_ms) {
  static esp_timer_handle_t timer = nullptr;
  gpio_config_t config = {};
  config.pin_bit_mask = 1ULL << pin;
  config.mode = GPIO_MODE_INPUT;
  // A contact to ground. The inputs 34 to 39 have no resistor of their own: the guide asks for one outside.
  config.pull_up_en = acequia::kInputPins.has(pin) ? GPIO_PULLUP_DISABLE : GPIO_PULLUP_ENABLE;
  config.pull_down_en = GPIO_PULLDOWN_DISABLE;
  config.intr_type = GPIO_INTR_DISABLE;
  ESP_ERROR_CHECK(gpio_config(&config));
  counters[pin].in_use = still_ms == 0;
  if (still_ms == 0) {
    counting.fetch_and(~(1ULL << pin));
    return start_counter(pin, counters[pin]);
  }
  inputs[pin].still(still_ms);
  counting.fetch_or(1ULL << pin);
  if (timer != nullptr) return true;
  esp_timer_create_args_t every = {};
  every.callback = look;
  every.name = "pulsos";
  ESP_ERROR_CHECK(esp_timer_create(&every, &timer));
  ESP_ERROR_CHECK(esp_timer_start_periodic(timer, acequia::PulseInput::kEveryMs * 1'000));
  return true;
}

uint32_t Meters::pulses(int pin) {
  Counter& counter = counters[pin];
  if (!counter.in_use) return inputs[pin].pulses();
  int total = 0;
  if (counter.unit != nullptr) pcnt_unit_get_count(counter.unit, &total);
  return counter.total.seen(static_cast<uint32_t>(total));
}

bool Meters::millivolts(int pin, int32_t& value) {
  adc_unit_t unit = ADC_UNIT_1;
  adc_channel_t channel = ADC_CHANNEL_0;
  adc_oneshot_chan_cfg_t config = {};
  config.atten = kRange;
  config.bitwidth = ADC_BITWIDTH_DEFAULT;
  if (adc_oneshot_io_to_channel(pin, &unit, &channel) != ESP_OK || unit != ADC_UNIT_1 || !start_converter()) return false;
  if (adc_oneshot_config_channel(converter, channel, &config) != ESP_OK) return false;
  int32_t sum = 0;
  for (int i = 0; i < kReadings; ++i) {
    int raw = 0;
    int voltage = 0;
    if (adc_oneshot_read(converter, channel, &raw) != ESP_OK) return false;
    if (adc_cali_raw_to_voltage(calibration, raw, &voltage) != ESP_OK) return false;
    sum += voltage;
  }
  value = sum / kReadings;
  return true;
}
