#pragma once
#include "chip.hpp"
#include "image.hpp"
#include "messages.hpp"
#include "wear.hpp"

namespace acequia {

/** Why a board did not take a document; `older`: than the one it has. */
enum class Unfit : uint8_t { none, unreadable, older };

struct Status {
  const char* firmware = "";
  int rssi = 0;
  const char* boot = "";
  /** Samples overwritten before delivery, since boot. */
  uint32_t lost = 0;
  /** The last accepted version; `rev` -1 = none yet. */
  Version config;
  Version agenda;
  Version control;
  /** Documents whose present version is of an older installation than the one before it. */
  bool older[3] = {};
  /** Of the last document of each kind. */
  Unfit refused[3] = {};
  /** Relays' pins that do not follow. */
  PinSet stuck;
  /** Outcomes of runs that were overwritten or refused by the flash, since boot. */
  uint32_t runs_lost = 0;
  Chip chip;
  /** Version of the partition table: see `partitions.csv`. */
  int table = 0;
  /** Protections that keep their pins off, and since when, s since 1970; -1 = unknown. */
  struct Trip {
    ShortId id;
    int64_t at = -1;
    /** Of flow, l/h: what passed, and what the open valves take; -1 = no flow, or lost at a restart. */
    int64_t lph = -1;
    int64_t expected = 0;
  };
  Trip trips[kMaxProtections];
  size_t trip_count = 0;
  /** By pin; told of those that ever went on. */
  Wear wear[kPins];
  /** Told unless its model is empty. */
  Image image;
  uint32_t floor = 0;
  /** It takes updates. */
  bool updates = false;
  UpdateReport update;
};
/** Bytes that suffice for what a board can say. */
constexpr size_t kLongestStatus = 5'120;
size_t write_status(const Status& status, char* buffer, size_t capacity);
/** The last will: published by the broker when the connection breaks. */
constexpr char kLastWill[] = "{\"online\":false}";

}  // namespace acequia
