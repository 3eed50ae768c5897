#pragma once
#include <atomic>

#include "freertos/FreeRTOS.h"
#include "freertos/message_buffer.h"
#include "messages.hpp"
#include "mqtt_client.h"

/** What the MQTT client's task tells the network task; on the way it is one byte. */
enum class News : char { connected = 'u', gone = 'd', acknowledged = 'a', command = 'c', config = 'm', agenda = 'g', control = 'r' };

/** The topics of one board. */
struct Topics {
  explicit Topics(const char* number);

  char command[48];
  char config[48];
  char agenda[48];
  char control[48];
  char runs[48];
  char result[48];
  char status[48];
  char telemetry[48];
};

/** Carries the events of the client's task to the network task. */
class Inbox {
 public:
  /** `up` becomes false as soon as the connection is gone. */
  Inbox(const Topics& topics, std::atomic<bool>& up);

  /** Hears this client from now on; false: it cannot. */
  bool listen(esp_mqtt_client_handle_t client);
  /** The next event and its payload, which stays until the next call; false: none came within `wait_ms`. */
  bool next(News& kind, const char*& data, size_t& length, uint32_t wait_ms);
  /** Drops the events of a closed connection. */
  void clear();

 private:
  static void on_event(void* inbox, esp_event_base_t, int32_t id, void* event);
  void hear(esp_mqtt_event_id_t id, const esp_mqtt_event_t& event);
  void receive(const esp_mqtt_event_t& event);
  void tell(News kind, const void* data = nullptr, size_t length = 0);

  const Topics& topics_;
  std::atomic<bool>& up_;
  MessageBufferHandle_t news_;
  /** Of the client's task. */
  bool wanted_ = false;
  char small_[1 + sizeof(int)];
  char incoming_[1 + acequia::kMaxMessage];
  /** Of the network task. */
  char received_[1 + acequia::kMaxMessage];
};
