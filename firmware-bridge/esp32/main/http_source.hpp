#pragma once
#include "esp_http_client.h"
#include "ports.hpp"

/** Images over HTTP, by Range. Source: ESP-IDF, `esp_http_client.h`. */
class HttpSource final : public acequia::SourcePort {
 public:
  Opened open(const char* url, uint32_t size, uint32_t& at, uint32_t& wait_s) override;
  size_t read(uint8_t* data, size_t capacity) override;
  void close() override;

 private:
  static esp_err_t on_event(esp_http_client_event_t* event);
  Opened answered(uint32_t size, uint32_t& at, uint32_t& wait_s);

  esp_http_client_handle_t client_ = nullptr;
  uint32_t wait_s_ = 0;
};
