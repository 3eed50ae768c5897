#pragma once
#include "chip.hpp"

/**
 * Why the chip began anew, what was free at the least, and its access point; the rest of `chip` stays. Call it from the task of the
 * network. Source: ESP-IDF 5, `esp_system.h`, `esp_wifi.h`, FreeRTOS `task.h` (stacks are counted in bytes there).
 */
void read_chip(acequia::Chip& chip);
