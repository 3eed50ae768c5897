#include "inbox.hpp"

#include <cstdio>
#include <cstring>

#include "esp_log.h"

namespace {

constexpr UBaseType_t kEvents = 16;
/** How long the client's task waits for the network's. */
constexpr uint32_t kPatienceMs = 1'000;

}  // namespace

Topics::Topics(const char* number) {
  const auto name = [&](char (&topic)[48], const char* channel) {
    std::snprintf(topic, sizeof topic, "acequia/v1/%s/%s", number, channel);
  };
  name(command, "command");
  name(config, "config");
  name(agenda, "agenda");
  name(control, "control");
  name(update, "update");
  name(runs, "runs");
  name(result, "result");
  name(status, "status");
  name(telemetry, "telemetry");
}

Inbox::Inbox(const Topics& topics, std::atomic<bool>& up)
    : topics_(topics), up_(up), events_(xQueueCreate(kEvents, sizeof(Event))), free_(xSemaphoreCreateBinary()) {
  configASSERT(events_ != nullptr && free_ != nullptr);
  xSemaphoreGive(free_);
}

bool Inbox::listen(esp_mqtt_client_handle_t client) {
  return esp_mqtt_client_register_event(client, MQTT_EVENT_ANY, on_event, this) == ESP_OK;
}

bool Inbox::next(News& kind, const char*& data, size_t& length, uint32_t wait_ms) {
  if (reading_) xSemaphoreGive(free_);
  reading_ = false;
  Event event;
  if (xQueueReceive(events_, &event, pdMS_TO_TICKS(wait_ms)) != pdTRUE) return false;
  kind = event.kind;
  reading_ = carries_message(kind);
  id_ = event.id;
  data = reading_ ? acequia::document_space : reinterpret_cast<const char*>(&id_);
  length = reading_ ? event.length : sizeof id_;
  return true;
}

void Inbox::clear() {
  xQueueReset(events_);
  // The client is gone, and with it who might still write.
  xSemaphoreGive(free_);
  reading_ = holding_ = false;
  missed_ = 0;
}

const char* Inbox::take_missed() {
  const char* topics[] = {topics_.config, topics_.control, topics_.agenda, topics_.update};
  for (uint8_t bit = 0; bit < 4; ++bit)
    if (missed_.fetch_and(static_cast<uint8_t>(~(1u << bit))) & (1u << bit)) return topics[bit];
  return nullptr;
}

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
      tell(News::acknowledged, event.msg_id);
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
  if (offset == 0) begin(event);
  if (!wanted_ || offset + length > sizeof acequia::document_space) return;
  std::memcpy(acequia::document_space + offset, event.data, length);
  if (offset + length < total) return;
  wanted_ = false;
  const Event message{kind_, static_cast<uint16_t>(total), 0};
  if (xQueueSend(events_, &message, pdMS_TO_TICKS(kPatienceMs)) == pdTRUE) {
    holding_ = false;
    return;
  }
  miss("la cola está llena");
}

/** Decides whether a message is for this board, and waits for the space that it needs. */
void Inbox::begin(const esp_mqtt_event_t& event) {
  const auto total = static_cast<size_t>(event.total_data_len);
  const auto is = [&](const char* topic) {
    return event.topic_len == static_cast<int>(std::strlen(topic)) &&
           std::memcmp(event.topic, topic, static_cast<size_t>(event.topic_len)) == 0;
  };
  // A retained command is old, so it is ignored.
  const bool command = is(topics_.command) && !event.retain;
  const bool agenda = is(topics_.agenda);
  const bool control = is(topics_.control);
  const bool update = is(topics_.update);
  wanted_ = false;
  // An empty message only clears the retained one; an update it withdraws.
  if ((total == 0 && !update) || !(command || agenda || control || update || is(topics_.config))) return;
  kind_ = command ? News::command : agenda ? News::agenda : control ? News::control : update ? News::update : News::config;
  if (total > sizeof acequia::document_space) {
    ESP_LOGE("mqtt", "mensaje de %u bytes en %.*s: no cabe, y no se toma", static_cast<unsigned>(total), event.topic_len,
             event.topic);
    return;
  }
  // What is held already belongs to a message whose end never came.
  holding_ = holding_ || xSemaphoreTake(free_, pdMS_TO_TICKS(kPatienceMs)) == pdTRUE;
  if (holding_)
    wanted_ = true;
  else
    miss("el anterior sigue en curso");
}

/** A command is lost, and the console says so; a document is asked for again. */
void Inbox::miss(const char* why) {
  ESP_LOGE("mqtt", "se perdió un mensaje (%c): %s", static_cast<char>(kind_), why);
  const uint8_t bit = kind_ == News::config ? 1 : kind_ == News::control ? 2 : kind_ == News::agenda ? 4 : kind_ == News::update ? 8 : 0;
  missed_.fetch_or(bit);
}

void Inbox::tell(News kind, int id) {
  const Event event{kind, 0, id};
  if (xQueueSend(events_, &event, pdMS_TO_TICKS(kPatienceMs)) != pdTRUE) ESP_LOGE("mqtt", "se perdió un aviso del cliente");
}
