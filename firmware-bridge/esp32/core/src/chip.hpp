#pragma once
#include <cstring>

#include "json.hpp"

namespace acequia {

enum class Reset : uint8_t { power, brownout, software, panic, watchdog, other };
enum class TimeSource : uint8_t { none, kept, server };

/** What the chip says of itself since boot. */
struct Chip {
  Reset reset = Reset::other;
  TimeSource clock = TimeSource::none;
  /** s since a time server answered; -1 = not in this life. */
  int64_t clock_s = -1;
  /** The least that was free of the heap, and of the stack of any task, bytes. */
  uint32_t heap = 0;
  uint32_t stack = 0;
  /** How often it joined the broker. */
  uint32_t links = 0;
  /** Samples that wait to be delivered. */
  uint32_t waiting = 0;
  /** The access point, `aa:bb:cc:dd:ee:ff`; empty = none. */
  char bssid[18] = "";
};

inline void write_chip(JsonWriter& json, const Chip& chip) {
  static constexpr const char* kResets[] = {"power", "brownout", "software", "panic", "watchdog", "other"};
  static constexpr const char* kClocks[] = {"none", "kept", "server"};
  const auto text = [&](const char* key, const char* value) {
    json.key(key);
    json.text(value, std::strlen(value));
  };
  const auto number = [&](const char* key, uint32_t value) {
    json.key(key);
    json.integer(value);
  };
  json.open('{');
  text("reset", kResets[static_cast<size_t>(chip.reset)]);
  text("clock", kClocks[static_cast<size_t>(chip.clock)]);
  if (chip.clock_s >= 0) number("clock_s", static_cast<uint32_t>(chip.clock_s));
  number("heap", chip.heap);
  number("stack", chip.stack);
  number("links", chip.links);
  number("waiting", chip.waiting);
  if (chip.bssid[0] != '\0') text("bssid", chip.bssid);
  json.close('}');
}

}  // namespace acequia
