#include "broker.hpp"

#include <atomic>
#include <cstdio>
#include <cstring>
#include <initializer_list>

#include "backoff.hpp"
#include "chip_state.hpp"
#include "esp_app_desc.h"
#include "esp_crt_bundle.h"
#include "esp_log.h"
#include "esp_random.h"
#include "esp_timer.h"
#include "freertos/task.h"
#include "inbox.hpp"
#include "mqtt_client.h"
#include "network.hpp"
#include "program.hpp"
#include "sdkconfig.h"

#ifdef CONFIG_ACEQUIA_OWN_CA
extern const char own_ca_start[] asm("_binary_ca_pem_start");
#endif

namespace {

using acequia::Ms;

constexpr char kTag[] = "mqtt";
constexpr size_t kTelemetry = 8 * 1024;
/** Without a PUBACK after this time the samples are sent again. */
constexpr Ms kPatience = 20'000;
constexpr Ms kGivenUp = 60'000;
/** When the client resends unacknowledged messages; the gateway may hold a PUBACK for eight seconds. */
constexpr int kResendMs = 20'000;
/** Shortest time between two requests for a document that was dropped. */
constexpr Ms kAskAgain = 5'000;
/** Shortest time to a message that tells news: a protection may trip again and again. */
constexpr Ms kNewsEvery = 1'000;
/** Shortest time between two messages that only tell of new losses. */
constexpr Ms kLossesEvery = 300'000;
/** The chip's health is told again after this at the latest. */
constexpr Ms kHealthEvery = 3'600'000;
constexpr size_t kRuns = 4 * 1024;

std::atomic<bool> up{false};

class Link {
 public:
  Link(Shared shared, const Settings& settings)
      : shared_(shared), settings_(settings), topics_(settings.number), inbox_(topics_, up) {
    std::snprintf(client_id_, sizeof client_id_, "placa-%s", settings.number);
    std::snprintf(boot_, sizeof boot_, "%08lx", static_cast<unsigned long>(shared.board.life()));
  }

  [[noreturn]] void run() {
    for (;;) {
      News kind;
      const char* data = nullptr;
      size_t length = 0;
      const bool heard = inbox_.next(kind, data, length, 100);
      now_ = esp_timer_get_time() / 1000;
      shared_.heart.beat(now_);
      if (heard) handle(kind, data, length);
      keep_network(now_);
      if (client_ == nullptr && network_is_up() && now_ >= next_attempt_) open();
      // The client reports a failed connect; give up by time in case that report is lost.
      if (client_ != nullptr && !up && now_ - opened_at_ > kGivenUp) close();
      if (!up) continue;
      ask_again();
      tell_news();
      tell_losses();
      late_answers();
      deliver();
      tell_runs();
    }
  }

 private:
  void handle(News kind, const char* data, size_t length) {
    switch (kind) {
      case News::connected:
        greet();
        break;
      case News::gone:
        close();
        break;
      case News::acknowledged: {
        int id = 0;
        std::memcpy(&id, data, sizeof id);
        lock();
        if (shared_.update != nullptr) shared_.update->acknowledged();
        if (id == in_flight_) {
          in_flight_ = -1;
          shared_.delivery.acknowledged();
        } else if (id == runs_in_flight_) {
          runs_in_flight_ = -1;
          shared_.board.runs().acknowledged();
        }
        unlock();
        break;
      }
      case News::command: {
        acequia::Result result;
        lock();
        const bool answer = shared_.board.command(data, length, now_, result);
        unlock();
        if (answer) say(result);
        break;
      }
      case News::config:
        take(acequia::Document::config, data, length);
        break;
      case News::agenda:
        take(acequia::Document::agenda, data, length);
        break;
      case News::control:
        take(acequia::Document::control, data, length);
        break;
      case News::update:
        lock();
        if (shared_.update != nullptr && !shared_.update->take(data, length)) ESP_LOGW(kTag, "actualización mal escrita");
        unlock();
        break;
    }
  }

  void take(acequia::Document document, const char* data, size_t length) {
    // A map may give a sensor's pin to a relay: nobody is at that wire meanwhile, and its bus has let go of it.
    const bool rewires = document == acequia::Document::config;
    if (rewires) xSemaphoreTake(shared_.sensing, portMAX_DELAY);
    if (rewires) shared_.wires.let_go();
    lock();
    const bool taken = shared_.board.take(document, data, length, now_);
    const acequia::Status status = shared_.board.status(now_);
    const acequia::PinSet refused = shared_.board.refused();
    const acequia::PinSet doubtful = shared_.board.doubtful();
    unlock();
    if (rewires) xSemaphoreGive(shared_.sensing);
    if (taken && status.older[static_cast<size_t>(document)])
      ESP_LOGW(kTag, "se tomó un documento de una instalación anterior: ¿está conectada al servidor correcto?");
    if (document == acequia::Document::config) {
      warn("no se usa", refused);
      warn("se usa, pero conviene moverlo a otro", doubtful);
    }
    if (!taken) ESP_LOGI(kTag, "documento que no se toma: viejo, repetido o mal escrito");
  }

  static void warn(const char* what, acequia::PinSet pins) {
    for (int pin = 0; pin < acequia::kPins; ++pin)
      if (pins.has(pin)) ESP_LOGW(kTag, "pin %d del mapa: %s", pin, what);
  }

  /** A new client each time: unsent samples are in the log, so the old client's outbox must not send them too. */
  void open() {
    opened_at_ = now_;
    esp_mqtt_client_config_t config = {};
    config.broker.address.uri = settings_.broker;
#ifdef CONFIG_ACEQUIA_OWN_CA
    config.broker.verification.certificate = own_ca_start;
#else
    config.broker.verification.crt_bundle_attach = esp_crt_bundle_attach;
#endif
    config.credentials.client_id = client_id_;
    config.credentials.username = settings_.number;
    config.credentials.authentication.password = settings_.password;
    config.session.keepalive = 30;
    // A clean session, so that missed commands do not come later.
    config.session.disable_clean_session = false;
    config.session.message_retransmit_timeout = kResendMs;
    config.session.last_will.topic = topics_.status;
    config.session.last_will.msg = acequia::kLastWill;
    config.session.last_will.qos = 1;
    config.session.last_will.retain = 1;
    config.network.disable_auto_reconnect = true;
    config.network.timeout_ms = 10'000;
    config.buffer.size = 4'096;
    config.buffer.out_size = 2'048;
    client_ = esp_mqtt_client_init(&config);
    if (client_ != nullptr && inbox_.listen(client_) && esp_mqtt_client_start(client_) == ESP_OK) return;
    close();
  }

  void close() {
    up = false;
    backoff_.down(now_);
    if (client_ != nullptr) esp_mqtt_client_destroy(client_);
    client_ = nullptr;
    in_flight_ = -1;
    runs_in_flight_ = -1;
    lock();
    shared_.delivery.failed();
    shared_.board.runs().failed();
    shared_.board.disconnected();
    if (shared_.update != nullptr) shared_.update->disconnected();
    unlock();
    const uint32_t wait = backoff_.next(esp_random());
    next_attempt_ = now_ + wait;
    inbox_.clear();
    ESP_LOGW(kTag, "sin servidor; otro intento en %lu ms", static_cast<unsigned long>(wait));
  }

  void greet() {
    backoff_.up(now_);
    ++links_;
    up = true;
    ESP_LOGI(kTag, "conectada al servidor");
    lock();
    shared_.board.connected(now_);
    if (shared_.update != nullptr) shared_.update->connected();
    unlock();
    tell_status();
    // The pin map first, because the other messages refer to its pins.
    for (const char* topic : {topics_.config, topics_.control, topics_.agenda, topics_.command})
      esp_mqtt_client_subscribe(client_, topic, 1);
    if (shared_.update != nullptr) esp_mqtt_client_subscribe(client_, topics_.update, 1);
  }

  /** A broker sends a retained message at each SUBSCRIBE, also at a repeated one (MQTT 3.1.1, 3.8.4). */
  void ask_again() {
    if (now_ < next_ask_) return;
    const char* topic = inbox_.take_missed();
    if (topic == nullptr) return;
    next_ask_ = now_ + kAskAgain;
    ESP_LOGW(kTag, "se pide otra vez: %s", topic);
    esp_mqtt_client_subscribe(client_, topic, 1);
  }

  /** What the board took, and at once a protection that tripped or let go. */
  void tell_news() {
    if (now_ - status_at_ < kNewsEvery) return;
    lock();
    const bool phase = shared_.update != nullptr && shared_.update->take_news();
    const bool news = shared_.board.take_news() || phase;
    unlock();
    if (news) tell_status();
  }

  void tell_losses() {
    if (now_ - status_at_ < kLossesEvery) return;
    lock();
    const uint32_t lost = shared_.board.log().lost() + shared_.board.runs().lost();
    const acequia::PinSet stuck = shared_.board.relays().unfollowing();
    const bool refused = shared_.board.take_refusal();
    unlock();
    if (lost != lost_told_ || stuck != stuck_told_ || refused || now_ - status_at_ >= kHealthEvery) tell_status();
  }

  void tell_status() {
    lock();
    acequia::Status status = shared_.board.status(now_);
    status.lost = shared_.board.log().lost();
    status.updates = shared_.update != nullptr;
    status.image = status.updates ? shared_.update->running() : running_image();
    if (status.updates) {
      status.floor = shared_.update->floor();
      status.update = shared_.update->report();
    }
    unlock();
    lost_told_ = status.lost + status.runs_lost;
    stuck_told_ = status.stuck;
    status_at_ = now_;
    status.table = partition_table();
    read_chip(status.chip);
    status.chip.links = links_;
    status.firmware = esp_app_get_description()->version;
    status.rssi = signal_strength();
    status.boot = boot_;
    const size_t length = acequia::write_status(status, status_, sizeof status_);
    if (up && length > 0) esp_mqtt_client_publish(client_, topics_.status, status_, static_cast<int>(length), 1, 1);
  }

  void late_answers() {
    for (bool more = true; more;) {
      acequia::Result result;
      lock();
      more = shared_.board.take_answer(result);
      unlock();
      if (more) say(result);
    }
  }

  void say(const acequia::Result& result) {
    char text[192];
    const size_t length = acequia::write_result(result, text, sizeof text);
    if (up && length > 0) esp_mqtt_client_publish(client_, topics_.result, text, static_cast<int>(length), 1, 0);
    ESP_LOGI(kTag, "comando %.*s: pin %d, %s", result.id.length, result.id.text, result.pin,
             acequia::name_of(result.refusal));
  }

  void deliver() {
    if (in_flight_ != -1) {
      if (now_ - sent_at_ < kPatience) return;
      in_flight_ = -1;
      lock();
      shared_.delivery.failed();
      unlock();
    }
    lock();
    const size_t length = shared_.delivery.next(telemetry_, sizeof telemetry_, now_);
    unlock();
    if (length == 0) return;
    sent_at_ = now_;
    in_flight_ = esp_mqtt_client_publish(client_, topics_.telemetry, telemetry_, static_cast<int>(length), 1, 0);
    if (in_flight_ >= 0) return;
    in_flight_ = -1;
    lock();
    shared_.delivery.failed();
    unlock();
  }

  void tell_runs() {
    if (runs_in_flight_ != -1) {
      if (now_ - runs_sent_at_ < kPatience) return;
      runs_in_flight_ = -1;
      lock();
      shared_.board.runs().failed();
      unlock();
    }
    lock();
    const size_t length = shared_.board.runs().next(runs_, sizeof runs_);
    unlock();
    if (length == 0) return;
    runs_sent_at_ = now_;
    runs_in_flight_ = esp_mqtt_client_publish(client_, topics_.runs, runs_, static_cast<int>(length), 1, 0);
    if (runs_in_flight_ >= 0) return;
    runs_in_flight_ = -1;
    lock();
    shared_.board.runs().failed();
    unlock();
  }

  void lock() { xSemaphoreTake(shared_.mutex, portMAX_DELAY); }
  void unlock() { xSemaphoreGive(shared_.mutex); }

  Shared shared_;
  const Settings& settings_;
  const Topics topics_;
  Inbox inbox_;
  esp_mqtt_client_handle_t client_ = nullptr;
  acequia::Backoff backoff_;
  Ms now_ = 0;
  Ms next_attempt_ = 0;
  Ms next_ask_ = 0;
  Ms status_at_ = 0;
  uint32_t lost_told_ = 0;
  acequia::PinSet stuck_told_;
  uint32_t links_ = 0;
  Ms opened_at_ = 0;
  Ms sent_at_ = 0;
  Ms runs_sent_at_ = 0;
  int in_flight_ = -1;
  int runs_in_flight_ = -1;
  char client_id_[24];
  char boot_[9];
  char status_[acequia::kLongestStatus];
  char telemetry_[kTelemetry];
  char runs_[kRuns];
};

}  // namespace

bool broker_is_up() { return up; }

void talk(Shared shared, const Settings& settings) {
  // Not on the task's stack: it holds the buffers of messages.
  static Link link{shared, settings};
  link.run();
}
