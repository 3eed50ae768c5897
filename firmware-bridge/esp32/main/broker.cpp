#include "broker.hpp"

#include <atomic>
#include <cstdio>
#include <cstring>

#include "backoff.hpp"
#include "esp_app_desc.h"
#include "esp_crt_bundle.h"
#include "esp_log.h"
#include "esp_random.h"
#include "esp_timer.h"
#include "freertos/message_buffer.h"
#include "freertos/task.h"
#include "mqtt_client.h"
#include "network.hpp"
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
constexpr size_t kStatus = 512;
constexpr size_t kRuns = 4 * 1024;

std::atomic<bool> up{false};

/** Events from the client's task: one byte of kind, then a payload. */
enum class News : char { connected = 'u', gone = 'd', acknowledged = 'a', command = 'c', config = 'm', agenda = 'g', control = 'r' };
MessageBufferHandle_t news;
char incoming[1 + acequia::kMaxMessage];
char topic_command[48];
char topic_config[48];
char topic_agenda[48];
char topic_control[48];
char topic_runs[48];
char topic_result[48];
char topic_status[48];
char topic_telemetry[48];

void tell(News kind, const void* data = nullptr, size_t length = 0) {
  static char small[1 + sizeof(int)];
  small[0] = static_cast<char>(kind);
  if (length > 0) std::memcpy(small + 1, data, length);
  xMessageBufferSend(news, small, 1 + length, pdMS_TO_TICKS(1'000));
}

/** Messages may come in pieces; the topic is in the first one only. */
void receive(const esp_mqtt_event_t& event) {
  static bool wanted = false;
  const auto total = static_cast<size_t>(event.total_data_len);
  const auto offset = static_cast<size_t>(event.current_data_offset);
  const auto length = static_cast<size_t>(event.data_len);
  if (offset == 0) {
    const auto is = [&](const char* topic) {
      return event.topic_len == static_cast<int>(std::strlen(topic)) &&
             std::memcmp(event.topic, topic, static_cast<size_t>(event.topic_len)) == 0;
    };
    // A retained command is old, so it is ignored.
    const bool command = is(topic_command) && !event.retain;
    // An empty message only clears the retained one.
    wanted = total > 0 && total <= acequia::kMaxMessage &&
             (command || is(topic_config) || is(topic_agenda) || is(topic_control));
    const News kind = command            ? News::command
                      : is(topic_agenda) ? News::agenda
                      : is(topic_control) ? News::control
                                          : News::config;
    incoming[0] = static_cast<char>(kind);
  }
  if (!wanted || offset + length > acequia::kMaxMessage) return;
  std::memcpy(incoming + 1 + offset, event.data, length);
  if (offset + length == total) xMessageBufferSend(news, incoming, 1 + total, pdMS_TO_TICKS(1'000));
}

void on_mqtt(void*, esp_event_base_t, int32_t id, void* data) {
  const auto* event = static_cast<esp_mqtt_event_handle_t>(data);
  switch (static_cast<esp_mqtt_event_id_t>(id)) {
    case MQTT_EVENT_CONNECTED:
      tell(News::connected);
      break;
    case MQTT_EVENT_DISCONNECTED:
      up = false;
      tell(News::gone);
      break;
    case MQTT_EVENT_PUBLISHED:
      tell(News::acknowledged, &event->msg_id, sizeof event->msg_id);
      break;
    case MQTT_EVENT_DATA:
      receive(*event);
      break;
    case MQTT_EVENT_ERROR:
      if (event->error_handle->error_type == MQTT_ERROR_TYPE_CONNECTION_REFUSED)
        ESP_LOGE(kTag, "el servidor no acepta a la placa (código %d): revisa número y contraseña",
                 event->error_handle->connect_return_code);
      break;
    default:
      break;
  }
}

class Link {
 public:
  Link(Shared shared, const Settings& settings) : shared_(shared), settings_(settings) {
    std::snprintf(client_id_, sizeof client_id_, "placa-%s", settings.number);
    std::snprintf(boot_, sizeof boot_, "%08lx", static_cast<unsigned long>(shared.board.life()));
  }

  [[noreturn]] void run() {
    for (;;) {
      const size_t length = xMessageBufferReceive(news, received_, sizeof received_, pdMS_TO_TICKS(100));
      now_ = esp_timer_get_time() / 1000;
      shared_.heart.beat(now_);
      if (length > 0) handle(static_cast<News>(received_[0]), received_ + 1, length - 1);
      keep_network(now_);
      if (client_ == nullptr && network_is_up() && now_ >= next_attempt_) open();
      // The client reports a failed connect; give up by time in case that report is lost.
      if (client_ != nullptr && !up && now_ - opened_at_ > kGivenUp) close();
      if (!up) continue;
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
    }
  }

  void take(acequia::Document document, const char* data, size_t length) {
    lock();
    shared_.board.take(document, data, length, now_);
    const bool news = shared_.board.take_news();
    unlock();
    if (news) tell_status();
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
    config.session.last_will.topic = topic_status;
    config.session.last_will.msg = acequia::kLastWill;
    config.session.last_will.qos = 1;
    config.session.last_will.retain = 1;
    config.network.disable_auto_reconnect = true;
    config.network.timeout_ms = 10'000;
    config.buffer.size = 4'096;
    config.buffer.out_size = 2'048;
    client_ = esp_mqtt_client_init(&config);
    if (client_ != nullptr && esp_mqtt_client_register_event(client_, MQTT_EVENT_ANY, on_mqtt, nullptr) == ESP_OK &&
        esp_mqtt_client_start(client_) == ESP_OK)
      return;
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
    unlock();
    const uint32_t wait = backoff_.next(esp_random());
    next_attempt_ = now_ + wait;
    // The old client's events are about a closed connection.
    xMessageBufferReset(news);
    ESP_LOGW(kTag, "sin servidor; otro intento en %lu ms", static_cast<unsigned long>(wait));
  }

  void greet() {
    backoff_.up(now_);
    up = true;
    ESP_LOGI(kTag, "conectada al servidor");
    lock();
    shared_.board.connected(now_);
    unlock();
    tell_status();
    // The pin map first, because the other messages refer to its pins.
    for (const char* topic : {topic_config, topic_control, topic_agenda, topic_command})
      esp_mqtt_client_subscribe(client_, topic, 1);
  }

  void tell_status() {
    lock();
    acequia::Status status = shared_.board.status();
    status.lost = shared_.board.log().lost();
    unlock();
    status.firmware = esp_app_get_description()->version;
    status.rssi = signal_strength();
    status.boot = boot_;
    char text[kStatus];
    const size_t length = acequia::write_status(status, text, sizeof text);
    if (up && length > 0) esp_mqtt_client_publish(client_, topic_status, text, static_cast<int>(length), 1, 1);
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
    if (up && length > 0) esp_mqtt_client_publish(client_, topic_result, text, static_cast<int>(length), 1, 0);
    ESP_LOGI(kTag, "comando %.*s: pin %d, %s", result.id.length, result.id.text, result.pin,
             acequia::name_of(result.verdict));
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
    in_flight_ = esp_mqtt_client_publish(client_, topic_telemetry, telemetry_, static_cast<int>(length), 1, 0);
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
    runs_in_flight_ = esp_mqtt_client_publish(client_, topic_runs, runs_, static_cast<int>(length), 1, 0);
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
  esp_mqtt_client_handle_t client_ = nullptr;
  acequia::Backoff backoff_;
  Ms now_ = 0;
  Ms next_attempt_ = 0;
  Ms opened_at_ = 0;
  Ms sent_at_ = 0;
  Ms runs_sent_at_ = 0;
  int in_flight_ = -1;
  int runs_in_flight_ = -1;
  char client_id_[24];
  char boot_[9];
  char telemetry_[kTelemetry];
  char runs_[kRuns];
  char received_[1 + acequia::kMaxMessage];
};

}  // namespace

bool broker_is_up() { return up; }

void talk(Shared shared, const Settings& settings) {
  const auto name = [&](char (&topic)[48], const char* channel) {
    std::snprintf(topic, sizeof topic, "acequia/v1/%s/%s", settings.number, channel);
  };
  name(topic_command, "command");
  name(topic_config, "config");
  name(topic_agenda, "agenda");
  name(topic_control, "control");
  name(topic_runs, "runs");
  name(topic_result, "result");
  name(topic_status, "status");
  name(topic_telemetry, "telemetry");
  news = xMessageBufferCreate(acequia::kMaxMessage + 1'024);
  configASSERT(news != nullptr);
  // Not on the task's stack: it holds two buffers.
  static Link link{shared, settings};
  link.run();
}
