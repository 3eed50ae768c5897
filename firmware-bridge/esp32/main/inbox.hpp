#pragma once
#include <atomic>

#include "board.hpp"
#include "freertos/FreeRTOS.h"
#include "freertos/queue.h"
#include "freertos/semphr.h"
#include "mqtt_client.h"

/** What the MQTT client's task tells the network task. */
enum class News : char { connected = 'u', gone = 'd', acknowledged = 'a', command = 'c', config = 'm', agenda = 'g', control = 'r', update = 'n' };

/** The topics of one board. */
struct Topics {
  explicit Topics(const char* number);

  char command[48];
  char config[48];
  char agenda[48];
  char control[48];
  char update[48];
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
  /** Topics whose retained message was dropped, each once: subscribing again brings it again. nullptr: none. */
  const char* take_missed();

 private:
  struct Event {
    News kind;
    uint16_t length;
    int id;
  };

  static void on_event(void* inbox, esp_event_base_t, int32_t id, void* event);
  void hear(esp_mqtt_event_id_t id, const esp_mqtt_event_t& event);
  void receive(const esp_mqtt_event_t& event);
  void begin(const esp_mqtt_event_t& event);
  void miss(const char* why);
  void tell(News kind, int id = 0);
  bool carries_message(News kind) const { return kind != News::connected && kind != News::gone && kind != News::acknowledged; }

  const Topics& topics_;
  std::atomic<bool>& up_;
  QueueHandle_t events_;
  /** Given while nobody writes or reads `acequia::document_space`: one message at a time is on its way. */
  SemaphoreHandle_t free_;
  std::atomic<uint8_t> missed_{0};
  /** Of the client's task. */
  bool wanted_ = false;
  bool holding_ = false;
  News kind_ = News::config;
  /** Of the network task. */
  bool reading_ = false;
  int id_ = 0;
};
