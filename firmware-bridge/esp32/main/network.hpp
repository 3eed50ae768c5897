#pragma once
#include "ports.hpp"
#include "storage.hpp"

/** Wi-Fi as a station, and SNTP. Source: ESP-IDF 5, `esp_wifi.h`, `esp_netif_sntp.h`. */
void start_network(const Settings& settings);
/** Joins again when it is time to; call it about once a second. */
void keep_network(acequia::Ms now);
bool network_is_up();
/** Signal, dBm; 0 = no network. */
int signal_strength();
/** The last answer was not believed: puts the chip's clock back, and asks again. */
void doubt_time(acequia::Ms believed);
/** The time since 1970, if a time server answered since the last call. */
bool time_has_come(acequia::Ms& wall);
