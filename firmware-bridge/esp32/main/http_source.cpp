#include "http_source.hpp"

#include <cstdio>
#include <cstdlib>
#include <strings.h>

#include "esp_crt_bundle.h"
#include "esp_log.h"
#include "sdkconfig.h"

#ifdef CONFIG_ACEQUIA_OWN_CA
extern const char own_ca_start[] asm("_binary_ca_pem_start");
#endif

namespace {

constexpr char kTag[] = "actualizar";
constexpr int kPatienceMs = 15'000;
constexpr int kOk = 200;
constexpr int kPart = 206;
constexpr int kTooMany = 429;

}  // namespace

esp_err_t HttpSource::on_event(esp_http_client_event_t* event) {
  if (event->event_id == HTTP_EVENT_ON_HEADER && strcasecmp(event->header_key, "Retry-After") == 0)
    static_cast<HttpSource*>(event->user_data)->wait_s_ = static_cast<uint32_t>(std::strtoul(event->header_value, nullptr, 10));
  return ESP_OK;
}

acequia::SourcePort::Opened HttpSource::open(const char* url, uint32_t size, uint32_t& at, uint32_t& wait_s) {
  close();
  wait_s_ = 0;
  esp_http_client_config_t config = {};
  config.url = url;
  config.timeout_ms = kPatienceMs;
  config.disable_auto_redirect = true;
  config.event_handler = on_event;
  config.user_data = this;
#ifdef CONFIG_ACEQUIA_OWN_CA
  config.cert_pem = own_ca_start;
#else
  config.crt_bundle_attach = esp_crt_bundle_attach;
#endif
  client_ = esp_http_client_init(&config);
  if (client_ == nullptr) return Opened::failed;
  char range[32];
  std::snprintf(range, sizeof range, "bytes=%lu-", static_cast<unsigned long>(at));
  if (at > 0) esp_http_client_set_header(client_, "Range", range);
  const Opened opened = answered(size, at, wait_s);
  if (opened != Opened::ready) close();
  return opened;
}

acequia::SourcePort::Opened HttpSource::answered(uint32_t size, uint32_t& at, uint32_t& wait_s) {
  if (esp_http_client_open(client_, 0) != ESP_OK) return Opened::failed;
  const int64_t length = esp_http_client_fetch_headers(client_);
  const int code = esp_http_client_get_status_code(client_);
  if (code == kTooMany) {
    wait_s = wait_s_;
    return Opened::later;
  }
  if (code != kOk && code != kPart) {
    ESP_LOGW(kTag, "el servidor de programas respondió %d", code);
    return Opened::failed;
  }
  if (code == kOk) at = 0;
  if (length <= 0) return Opened::failed;
  return static_cast<int64_t>(at) + length == static_cast<int64_t>(size) ? Opened::ready : Opened::other_size;
}

size_t HttpSource::read(uint8_t* data, size_t capacity) {
  if (client_ == nullptr) return 0;
  const int length = esp_http_client_read(client_, reinterpret_cast<char*>(data), static_cast<int>(capacity));
  return length > 0 ? static_cast<size_t>(length) : 0;
}

void HttpSource::close() {
  if (client_ == nullptr) return;
  esp_http_client_close(client_);
  esp_http_client_cleanup(client_);
  client_ = nullptr;
}
