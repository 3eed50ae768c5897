#pragma once
#include "board.hpp"
#include "delivery.hpp"
#include "freertos/FreeRTOS.h"
#include "freertos/semphr.h"
#include "heartbeat.hpp"
#include "slow_wires.hpp"
#include "storage.hpp"
#include "update.hpp"

/** The board and its lock. No task holds the lock during a call that may wait for the network. */
struct Shared {
  acequia::Board& board;
  acequia::Delivery& delivery;
  SemaphoreHandle_t mutex;
  /** Of who is at a sensor's wire; taken before `mutex`. */
  SemaphoreHandle_t sensing;
  SlowWires& wires;
  /** The network task's heartbeat. */
  acequia::Heartbeat& heart;
  /** nullptr: the board takes no updates. */
  acequia::Update* update;
};

/** The network task: speaks with the broker. Never returns. */
[[noreturn]] void talk(Shared shared, const Settings& settings);
bool broker_is_up();
