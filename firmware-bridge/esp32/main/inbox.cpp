#include "inbox.hpp"

#include <cstdio>
#include <cstring>

#include "esp_log.h"

Topics::Topics(const char* number) {
  const auto name = [&](char (&topic)[48], const char* channel) {
    std::snprintf(topic, sizeof topic, "acequia/v1/%s/%s", number, channel);
  };
  name(command, "command");
  name(config, "config");
  name(agenda, "agenda");
  name(control, "control");
  name(runs, "runs");
  name(result, "result");
  name(status, "status");
  name(telemetry, "telemetry");
}

Inbox::Inbox(const Topics& topics, std::atomic<bool>& up)
    : topics_(topics), up_(up), news_(xMessageBufferCreate(acequia::kMaxMessage + 1'024)) {
  configASSERT(news_ != nullptr);
}

bool Inbox::listen(esp_mqtt_client_handle_t client) {
  return esp_mqtt_client_register_event(client, MQTT_EVENT_ANY, on_event, this) == ESP_OK;
}

bool Inbox::next(News& kind, const char*& data, size_t& length, uint32_t wait_ms) {
  const size_t received = xMessageBufferReceive(news_, received_, sizeof received_, pdMS_TO_TICKS(wait_ms));
  if (received == 0) return false;
  kind = static_cast<News>(received_[0]);
  data = received_ + 1;
  length = received - 1;
  return true;
}

void Inbox::clear() { xMessageBufferReset(news_); }

void Inbox::on_event(void* inbox, esp_event_base_t, int32_t id, void* event) {
  static_cast<Inbox*>(inbox)->hear(static_cast<esp_mqtt_event_id_t>(id), *static_cast<esp_mqtt_event_handle_t>(event));
}

void Inbox::hear(esp_mqtt_event_id_t id, const esp_mqtt_event_t& event) {
  switch (id) {
    case MQTT_EVENT_CONNECTED:
      tell(News::connected);
      break;
    case MQTT_EVENT_DISCONNECTED:
      up_ = false;
      tell(News::gone);
      break;
    case MQTT_EVENT_PUBLISHED:
      tell(News::acknowledged, &event.msg_id, sizeof event.msg_id);
      break;
    case MQTT_EVENT_DATA:
      receive(event);
      break;
    case MQTT_EVENT_ERROR:
      if (event.error_handle->error_type == MQTT_ERROR_TYPE_CONNECTION_REFUSED)
        ESP_LOGE("mqtt", "el servidor no acepta a la placa (código %d): revisa número y contraseña",
                 event.error_handle->connect_return_code);
      break;
    default:
      break;
  }
}

/** Messages may come in pieces; the topic is in the first one only. */
void Inbox::receive(const esp_mqtt_event_t& event) {
  const auto total = static_cast<size_t>(event.total_data_len);
  const auto offset = static_cast<size_t>(event.current_data_offset);
  const auto length = static_cast<size_t>(event.data_len);
  if (offset == 0) {
    const auto is = [&](const char* topic) {
      return event.topic_len == static_cast<int>(std::strlen(topic)) &&
             std::memcmp(event.topic, topic, static_cast<size_t>(event.topic_len)) == 0;
    };
    // A retained command is old, so it is ignored.
    const bool command = is(topics_.command) && !event.retain;
    // An empty message only clears the retained one.
    wanted_ = total > 0 && total <= acequia::kMaxMessage &&
              (command || is(topics_.config) || is(topics_.agenda) || is(topics_.control));
    const News kind = command               ? News::command
                      : is(topics_.agenda)  ? News::agenda
                      : is(topics_.control) ? News::control
                                            : News::config;
    incoming_[0] = static_cast<char>(kind);
  }
  if (!wanted_ || offset + length > acequia::kMaxMessage) return;
  std::memcpy(incoming_ + 1 + offset, event.data, length);
  if (offset + length == total) xMessageBufferSend(news_, incoming_, 1 + total, pdMS_TO_TICKS(1'000));
}

void Inbox::tell(News kind, const void* data, size_t length) {
  small_[0] = static_cast<char>(kind);
  if (length > 0) std::memcpy(small_ + 1, data, length);
  xMessageBufferSend(news_, small_, 1 + length, pdMS_TO_TICKS(1'000));
}
