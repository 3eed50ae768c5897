#pragma once
#include "board.hpp"
#include "delivery.hpp"
#include "freertos/FreeRTOS.h"
#include "freertos/semphr.h"
#include "heartbeat.hpp"
#include "storage.hpp"

/** The board and whoever may touch it: taken for moments only, never across a call that can wait for the network. */
struct Shared {
  acequia::Board& board;
  acequia::Delivery& delivery;
  SemaphoreHandle_t mutex;
  /** Of the task that talks. */
  acequia::Heartbeat& heart;
};

/** Talks to the broker for ever; the task of the network. Everything that can wait happens in it. */
[[noreturn]] void talk(Shared shared, const Settings& settings);
bool broker_is_up();
