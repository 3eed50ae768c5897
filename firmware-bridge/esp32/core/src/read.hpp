#pragma once
#include "messages.hpp"

/** Readers of fields that several messages share; each returns whether the value was valid. */
namespace acequia {

inline bool read_pin(JsonReader& json, int& pin) {
  int64_t value = 0;
  if (!json.integer(0, kPins - 1, value) || !pin_exists(static_cast<int>(value))) return false;
  pin = static_cast<int>(value);
  return true;
}

/** As `read_pin`, but a pin that no ESP32 has reads as -1: what names it is left out, and the rest of the map holds. */
inline bool read_any_pin(JsonReader& json, int& pin) {
  int64_t value = 0;
  if (!json.integer(-JsonReader::kMaxInteger, JsonReader::kMaxInteger, value)) return false;
  pin = value >= 0 && value < kPins && pin_exists(static_cast<int>(value)) ? static_cast<int>(value) : -1;
  return true;
}

inline bool read_seconds(JsonReader& json, int64_t min, int64_t max, uint32_t& seconds) {
  int64_t value = 0;
  if (!json.integer(min, max, value)) return false;
  seconds = static_cast<uint32_t>(value);
  return true;
}

/** A value of a point, or its calibration, in millionths. */
inline bool read_value(JsonReader& json, int64_t& value) {
  constexpr int64_t kFarthest = 1'000'000'000LL * 1'000'000;
  return json.millionths(-kFarthest, kFarthest, value);
}

/** Printable ASCII without spaces, at least one character. */
template <typename Id>
bool read_id(JsonReader& json, Id& id) {
  size_t length = 0;
  if (!json.text(id.text, Id::kLongest, length) || length == 0) return false;
  for (size_t i = 0; i < length; ++i)
    if (id.text[i] < '!' || id.text[i] > '~') return false;
  id.length = static_cast<uint8_t>(length);
  return true;
}

inline bool read_word(JsonReader& json, char* word, size_t capacity) {
  size_t length = 0;
  const bool read = json.text(word, capacity - 1, length);
  word[read ? length : 0] = '\0';
  return read;
}

/** Reads at most `most` items; `item(JsonReader&)` reads one and returns whether it is valid. false: one was not. */
template <typename Item>
bool read_list(JsonReader& json, int most, Item&& item) {
  bool good = true;
  int count = 0;
  const bool list = json.array([&] {
    if (++count > most) {
      json.skip();
      good = false;
    } else if (!item(json)) {
      good = false;
    }
  });
  return list && good;
}

}  // namespace acequia
