#include "network.hpp"

#include <sys/time.h>

#include <atomic>
#include <cstring>

#include "backoff.hpp"
#include "esp_event.h"
#include "esp_log.h"
#include "esp_netif.h"
#include "esp_netif_sntp.h"
#include "esp_random.h"
#include "esp_timer.h"
#include "esp_wifi.h"

namespace {

constexpr char kTag[] = "wifi";
std::atomic<bool> up{false};
/** true: esp_wifi_connect was not called since the last failure. */
std::atomic<bool> idle{false};
std::atomic<bool> synced{false};
/** true: the last answer was not believed. */
std::atomic<bool> ask_time{false};
/** Time servers want no questions more often than every 15 s. */
constexpr acequia::Ms kAskTime = 60'000;
acequia::Ms asked_at = -kAskTime;
acequia::Backoff backoff;
acequia::Ms next_attempt = 0;
char time_server[65];

void on_wifi(void*, esp_event_base_t base, int32_t id, void* data) {
  if (base == WIFI_EVENT && id == WIFI_EVENT_STA_START) {
    esp_wifi_connect();
  } else if (base == WIFI_EVENT && id == WIFI_EVENT_STA_DISCONNECTED) {
    const auto* event = static_cast<wifi_event_sta_disconnected_t*>(data);
    ESP_LOGW(kTag, "sin red (motivo %d)", event->reason);
    up = false;
    idle = true;
  } else if (base == IP_EVENT && id == IP_EVENT_STA_GOT_IP) {
    const auto* event = static_cast<ip_event_got_ip_t*>(data);
    ESP_LOGI(kTag, "en red con la dirección " IPSTR, IP2STR(&event->ip_info.ip));
    up = true;
    // SNTP backs off while there is no address, so it is restarted with each address.
    esp_netif_sntp_start();
  }
}

void on_time(struct timeval*) { synced = true; }

}  // namespace

void start_network(const Settings& settings) {
  ESP_ERROR_CHECK(esp_netif_init());
  ESP_ERROR_CHECK(esp_event_loop_create_default());
  esp_netif_create_default_wifi_sta();
  const wifi_init_config_t init = WIFI_INIT_CONFIG_DEFAULT();
  ESP_ERROR_CHECK(esp_wifi_init(&init));
  ESP_ERROR_CHECK(esp_event_handler_register(WIFI_EVENT, ESP_EVENT_ANY_ID, on_wifi, nullptr));
  ESP_ERROR_CHECK(esp_event_handler_register(IP_EVENT, IP_EVENT_STA_GOT_IP, on_wifi, nullptr));

  // lwIP keeps a pointer to this string.
  std::memcpy(time_server, settings.time_server, sizeof time_server);
  esp_sntp_config_t sntp = {};
  sntp.start = false;
  sntp.sync_cb = on_time;
  // The farm's own time server comes with its address (DHCP option 42), and is asked first: the internet's may be blocked.
  sntp.server_from_dhcp = true;
  sntp.renew_servers_after_new_IP = true;
  sntp.ip_event_to_renew = IP_EVENT_STA_GOT_IP;
  sntp.index_of_first_server = 1;
  sntp.num_of_servers = 1;
  sntp.servers[0] = time_server;
  ESP_ERROR_CHECK(esp_netif_sntp_init(&sntp));

  wifi_config_t config = {};
  std::memcpy(config.sta.ssid, settings.ssid, std::strlen(settings.ssid));
  std::memcpy(config.sta.password, settings.wifi_password, std::strlen(settings.wifi_password));
  ESP_ERROR_CHECK(esp_wifi_set_mode(WIFI_MODE_STA));
  ESP_ERROR_CHECK(esp_wifi_set_config(WIFI_IF_STA, &config));
  ESP_ERROR_CHECK(esp_wifi_start());
  // No sleep between beacons: the board has mains power, and commands arrive at once.
  ESP_ERROR_CHECK(esp_wifi_set_ps(WIFI_PS_NONE));
}

void keep_network(acequia::Ms now) {
  static bool was_up = false;
  const bool is_up = up;
  if (is_up && !was_up) backoff.up(now);
  if (!is_up && was_up) backoff.down(now);
  was_up = is_up;
  if (is_up && now - asked_at >= kAskTime && ask_time.exchange(false)) {
    asked_at = now;
    // Starting it anew asks at once.
    esp_netif_sntp_start();
  }
  if (idle.exchange(false)) next_attempt = now + 1 + backoff.next(esp_random());
  if (next_attempt == 0 || now < next_attempt) return;
  next_attempt = 0;
  if (esp_wifi_connect() != ESP_OK) idle = true;
}

bool network_is_up() { return up; }

int signal_strength() {
  wifi_ap_record_t point;
  return up && esp_wifi_sta_get_ap_info(&point) == ESP_OK ? point.rssi : 0;
}

void doubt_time(acequia::Ms believed) {
  timeval time = {};
  time.tv_sec = static_cast<time_t>(believed / 1000);
  time.tv_usec = static_cast<suseconds_t>(believed % 1000 * 1000);
  settimeofday(&time, nullptr);
  ask_time = true;
}

bool time_has_come(acequia::Ms& wall) {
  if (!synced.exchange(false)) return false;
  timeval now = {};
  gettimeofday(&now, nullptr);
  wall = static_cast<acequia::Ms>(now.tv_sec) * 1000 + now.tv_usec / 1000;
  return true;
}
