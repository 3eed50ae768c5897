/**
 * The layer between the portable core and the chip. Three tasks: `control` drives the relays and never waits for a network or a
 * sensor; `sensores` asks the sensors; `red` does everything else that may block. Each holds the board's lock only briefly.
 */
#include <sys/time.h>

#include <atomic>
#include <cstdlib>

#include "board.hpp"
#include "broker.hpp"
#include "delivery.hpp"
#include "esp_log.h"
#include "esp_random.h"
#include "esp_system.h"
#include "esp_task_wdt.h"
#include "esp_timer.h"
#include "freertos/FreeRTOS.h"
#include "freertos/semphr.h"
#include "freertos/task.h"
#include "heartbeat.hpp"
#include "meters.hpp"
#include "network.hpp"
#include "program.hpp"
#include "sdkconfig.h"
#include "serial_console.hpp"
#include "slow_sensors.hpp"
#include "storage.hpp"
#include "wires.hpp"

#ifdef CONFIG_ACEQUIA_UPDATE
#include "http_source.hpp"
#endif

namespace {

constexpr char kTag[] = "placa";
constexpr int kTickMs = 100;
#ifdef CONFIG_ACEQUIA_UPDATE
constexpr int kUpdateMs = 500;
#endif
/** 2025, s since 1970: a clock below this was never set. */
constexpr time_t kNotBefore = 1'735'689'600;

GpioPins pins;
Dht22Sensors sensors;
Meters meters;
PartitionFlash flash;
PartitionFlash run_flash;
NvsDocuments documents;
acequia::SampleLog samples{flash};
acequia::RunLog runs{run_flash};
acequia::Board board{pins, sensors, meters, samples, runs, documents, own_pins()};
acequia::Delivery delivery{board};
acequia::Heartbeat heart;
SemaphoreHandle_t mutex;
/** Of who is at a sensor's wire; taken before `mutex`. */
SemaphoreHandle_t sensing;
Settings settings;
acequia::BatteryClock battery_clock{meters.wires()};
/** The battery's clock is to be set. */
std::atomic<bool> time_is_new{false};

acequia::Ms now() { return esp_timer_get_time() / 1000; }

Light light() {
  if (!settings.complete()) return Light::unprovisioned;
  if (!network_is_up()) return Light::no_network;
  return broker_is_up() ? Light::connected : Light::no_broker;
}

#ifdef CONFIG_ACEQUIA_UPDATE
acequia::Update& updates() {
  static Program program;
  static HttpSource source;
  static acequia::Update update{program, source, documents};
  return update;
}

/** Waits for the network and the flash as long as it must; the board's lock it holds only to ask and to note. */
void update(void*) {
  acequia::Update& update = updates();
  for (;;) {
    xSemaphoreTake(mutex, portMAX_DELAY);
    const bool off = board.relays().on().empty();
    const acequia::Update::Around around{off, board.quiet(now(), acequia::Update::kQuiet), board.sound()};
    const acequia::Update::Job job = update.plan(around, now());
    // Under the lock, so that nothing turns a relay on before it. It comes back only when there is nothing to go back to.
    const bool last = job == acequia::Update::Job::restart || job == acequia::Update::Job::roll_back;
    if (last) {
      update.work();
      update.note(now());
    }
    xSemaphoreGive(mutex);
    if (last || job == acequia::Update::Job::none) {
      vTaskDelay(pdMS_TO_TICKS(kUpdateMs));
      continue;
    }
    update.work();
    xSemaphoreTake(mutex, portMAX_DELAY);
    update.note(now());
    xSemaphoreGive(mutex);
    vTaskDelay(1);
  }
}
#endif

/** Its wires are free of relays and sensors. Call it under the board's lock. */
bool has_battery_clock() {
  return settings.battery_clock[0] && !board.uses(acequia::kSda) && !board.uses(acequia::kScl);
}

/** Reads sensors, which may block for a second, without the board's lock: no relay waits for one. */
void sense(void*) {
  for (;;) {
    xSemaphoreTake(sensing, portMAX_DELAY);
    xSemaphoreTake(mutex, portMAX_DELAY);
    const bool due = board.points().plan(now());
    const acequia::PinSet climate = board.sensor_pins();
    const bool sets_clock = has_battery_clock() && time_is_new.exchange(false);
    const acequia::Ms wall = board.clock().wall(now());
    xSemaphoreGive(mutex);
    if (sets_clock && !battery_clock.write(wall)) ESP_LOGW(kTag, "el reloj con pila no contesta");
    sensors.measure(climate, now());
    if (due) {
      board.points().work();
      xSemaphoreTake(mutex, portMAX_DELAY);
      board.points().note(now());
      xSemaphoreGive(mutex);
    }
    xSemaphoreGive(sensing);
    vTaskDelay(pdMS_TO_TICKS(due ? kTickMs : 2 * kTickMs));
  }
}

/** For the technician: never where a relay is, nor memory, nor this console. */
bool search_one_wire(int pin, void (*found)(uint64_t address)) {
  if (!acequia::pin_reads_dht(pin) || acequia::kSerialPins.has(pin) || own_pins().memory.has(pin)) return false;
  xSemaphoreTake(sensing, portMAX_DELAY);
  xSemaphoreTake(mutex, portMAX_DELAY);
  const bool taken = board.uses(pin);
  xSemaphoreGive(mutex);
  const bool searched = !taken && meters.wires().search(pin, found);
  xSemaphoreGive(sensing);
  return searched;
}

/** Has its own watchdog: when this task stops, the board reboots, and every relay goes off. */
void control(void*) {
  ESP_ERROR_CHECK(esp_task_wdt_add(nullptr));
  for (;;) {
    acequia::Ms wall = 0;
    const bool synced = time_has_come(wall);
    xSemaphoreTake(mutex, portMAX_DELAY);
    const bool doubted = synced && !board.clock().set(wall, now());
    if (synced && !doubted) time_is_new = true;
    const acequia::Ms believed = board.clock().wall(now());
    board.tick(now());
    const bool isolated = settings.complete() && board.isolated(now());
    const bool taken = board.uses(CONFIG_ACEQUIA_LED_PIN);
    xSemaphoreGive(mutex);
    if (doubted) {
      ESP_LOGW(kTag, "hora muy distinta de la que había: se pregunta otra vez");
      doubt_time(believed);
    }
    if (isolated || (settings.complete() && heart.stopped(now()))) {
      ESP_LOGE(kTag, "%s: la placa se reinicia", isolated ? "mucho tiempo sin servidor" : "la tarea de red no responde");
      esp_restart();
    }
    show_light(light(), taken);
    ESP_ERROR_CHECK(esp_task_wdt_reset());
    vTaskDelay(pdMS_TO_TICKS(kTickMs));
  }
}

void network(void*) {
  start_network(settings);
#ifdef CONFIG_ACEQUIA_UPDATE
  acequia::Update* const taken = partition_table() > 1 ? &updates() : nullptr;
#else
  acequia::Update* const taken = nullptr;
#endif
  talk(Shared{board, delivery, mutex, sensing, meters.wires(), heart, taken}, settings);
}

/** The chip's clock survives a restart, so the agenda continues without a network; a power cut stops the clock, unless it has a battery. */
void restore_clock() {
  acequia::Ms kept = 0;
  if (has_battery_clock() && battery_clock.read(kept)) {
    board.clock().restore(kept, now());
    return;
  }
  const esp_reset_reason_t reason = esp_reset_reason();
  timeval time = {};
  gettimeofday(&time, nullptr);
  if (reason == ESP_RST_POWERON || reason == ESP_RST_BROWNOUT || time.tv_sec < kNotBefore) return;
  board.clock().restore(static_cast<acequia::Ms>(time.tv_sec) * 1000 + time.tv_usec / 1000, now());
}

}  // namespace

extern "C" void app_main() {
  // The relays first, because everything else takes longer, and may fail: without a map nothing else turns one off.
  board.release();
  open_documents();
  board.secure(now());
  if (!flash.open("muestras", 0x40) || !run_flash.open("turnos", 0x41)) {
    ESP_LOGE(kTag, "faltan particiones: graba la tabla de particiones de este proyecto");
    std::abort();
  }
  samples.mount();
  runs.mount();
  open_settings();
  settings = load_settings();
  restore_clock();
  board.boot(esp_random(), now());
  ESP_LOGI(kTag, "relevadores apagados; %lu muestras por entregar", static_cast<unsigned long>(samples.pending()));

  mutex = xSemaphoreCreateMutex();
  sensing = xSemaphoreCreateMutex();
  configASSERT(mutex != nullptr && sensing != nullptr);
#ifdef CONFIG_ACEQUIA_UPDATE
  updates().boot(running_image(), now());
#endif
  // Core 1: Wi-Fi works on core 0, and reading a DHT22 must not be interrupted.
  heart.beat(now());
  xTaskCreatePinnedToCore(control, "control", 8'192, nullptr, 10, nullptr, 1);
  xTaskCreatePinnedToCore(sense, "sensores", 4'096, nullptr, 4, nullptr, 1);
  if (settings.complete()) {
    xTaskCreatePinnedToCore(network, "red", 8'192, nullptr, 5, nullptr, 0);
#ifdef CONFIG_ACEQUIA_UPDATE
    xTaskCreatePinnedToCore(update, "actualizar", 8'192, nullptr, 3, nullptr, 0);
#endif
  } else {
    ESP_LOGW(kTag, "faltan datos: escribe \"help\" en esta consola");
  }
  start_serial_console(search_one_wire);
}
