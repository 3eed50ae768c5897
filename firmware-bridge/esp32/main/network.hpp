#pragma once
#include "ports.hpp"
#include "storage.hpp"

/** Wi-Fi as a station, and SNTP. Source: ESP-IDF 5, `esp_wifi.h`, `esp_netif_sntp.h`. */
void start_network(const Settings& settings);
/** Tries to join again when it is time to; once a second or so. */
void keep_network(acequia::Ms now);
bool network_is_up();
/** dBm; 0 when there is no network. */
int signal_strength();
/** The time since 1970 when a time server has spoken since the last call. */
bool time_has_come(acequia::Ms& wall);
