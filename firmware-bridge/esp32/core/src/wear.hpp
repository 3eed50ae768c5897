#pragma once
#include "json.hpp"
#include "packer.hpp"
#include "pins.hpp"
#include "ports.hpp"

namespace acequia {

/** What a relay has lived: how often it went on, and for how long in all. */
struct Wear {
  uint32_t ops = 0;
  Ms on_ms = 0;
};

/** Of the relays that ever went on. */
inline void write_wear(JsonWriter& json, const Wear (&of)[kPins]) {
  json.open('[');
  for (int pin = 0; pin < kPins; ++pin) {
    if (of[pin].ops == 0) continue;
    json.open('{');
    json.key("pin");
    json.integer(pin);
    json.key("ops");
    json.integer(of[pin].ops);
    json.key("on_s");
    json.integer(of[pin].on_ms / 1000);
    json.close('}');
  }
  json.close(']');
}

/** What all relays have lived, as it lies in flash: only those that ever went on. */
class KeptWear {
 public:
  explicit KeptWear(DocumentStore& store) : store_(store) {}

  /** Calls `found(pin, wear)` for each. */
  template <typename Found>
  void load(Found found) const {
    uint8_t records[kPins * kRecord];
    const size_t length = store_.load(Document::wear, reinterpret_cast<char*>(records), sizeof records);
    for (size_t at = 0; at + kRecord <= length; at += kRecord) {
      Unpacker from{records + at};
      const int pin = static_cast<int>(from.take(1));
      Wear wear;
      wear.ops = static_cast<uint32_t>(from.take(4));
      wear.on_ms = static_cast<Ms>(from.take(4)) * 1000;
      if (pin < kPins) found(pin, wear);
    }
  }

  /** Writes at most once an hour, so that ten years of it wear no flash; a cut of power costs what came since. */
  template <typename Of>
  void keep(PinSet pins, Of of, Ms now) {
    if (now - kept_at_ < kEvery) return;
    kept_at_ = now;
    uint8_t records[kPins * kRecord];
    size_t length = 0;
    for (int pin = 0; pin < kPins; ++pin) {
      if (!pins.has(pin)) continue;
      const Wear wear = of(pin);
      if (wear.ops == 0) continue;
      Packer to{records + length};
      to.put(static_cast<uint64_t>(pin), 1);
      to.put(wear.ops, 4);
      to.put(static_cast<uint64_t>(wear.on_ms / 1000), 4);
      length += kRecord;
    }
    // The store writes nothing when nothing has changed.
    if (length > 0) store_.save(Document::wear, reinterpret_cast<const char*>(records), length);
  }

 private:
  static constexpr size_t kRecord = 9;
  static constexpr Ms kEvery = 3'600'000;

  DocumentStore& store_;
  Ms kept_at_ = 0;
};

}  // namespace acequia
