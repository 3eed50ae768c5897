#pragma once
#include "board.hpp"
#include "delivery.hpp"
#include "freertos/FreeRTOS.h"
#include "freertos/semphr.h"
#include "heartbeat.hpp"
#include "storage.hpp"

/** The board and its lock, which is never held across a call that may wait for the network. */
struct Shared {
  acequia::Board& board;
  acequia::Delivery& delivery;
  SemaphoreHandle_t mutex;
  /** Of the network task. */
  acequia::Heartbeat& heart;
};

/** The network task: talks to the broker, and never returns. */
[[noreturn]] void talk(Shared shared, const Settings& settings);
bool broker_is_up();
