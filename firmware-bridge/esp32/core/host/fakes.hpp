#pragma once
#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "../src/ports.hpp"
#include "fake_wires.hpp"

/** Replaces the chip when the core runs on a computer. */
namespace acequia {

struct Change {
  Ms at;
  int pin;
  bool on;
};

class FakePins : public PinPort {
 public:
  /** A wire without a driver is off, even where a stuck contact stays. */
  void release(int pin) override { put(pin, false); }
  void attach(int pin) override { put(pin, false); }
  void write(int pin, bool on) override { put(pin, on); }
  bool read(int pin) override { return levels_[pin]; }
  void power_lost() {
    for (auto& [pin, on] : levels_)
      if (on) change(pin, false);
  }

  /** Stuck relays. */
  std::set<int> stuck;
  /** When each wire really changed. */
  std::vector<Change> changes;
  Ms now = 0;

 private:
  void put(int pin, bool on) {
    if (stuck.count(pin) == 0 && levels_[pin] != on) change(pin, on);
  }
  void change(int pin, bool on) {
    levels_[pin] = on;
    changes.push_back({now, pin, on});
  }
  std::map<int, bool> levels_;
};

class FakeSensors : public SensorPort {
 public:
  bool read(int pin, Reading& reading) override {
    const auto found = readings.find(pin);
    if (found == readings.end()) return false;
    reading = found->second;
    return true;
  }
  std::map<int, Reading> readings;
};

class FakePoints : public PointPort {
 public:
  bool count(int pin, int still_ms) override {
    still_of[pin] = still_ms;
    return counters_left;
  }
  uint32_t pulses(int pin) override { return pulses_of[pin]; }
  bool millivolts(int pin, int32_t& value) override {
    const auto found = voltages.find(pin);
    if (found == voltages.end()) return false;
    value = found->second;
    return true;
  }
  WirePort& wires() override { return slow; }
  FakeWires slow;
  std::map<int, int> still_of;
  bool counters_left = true;
  std::map<int, uint32_t> pulses_of;
  std::map<int, int32_t> voltages;
};

/** NOR flash that can lose its power in the middle of any write. */
class FakeFlash : public FlashPort {
 public:
  explicit FakeFlash(size_t sectors) : erases(sectors), bytes_(sectors * kSector, 0xFF) {}
  size_t sectors() const override { return bytes_.size() / kSector; }
  bool read(size_t offset, void* data, size_t length) override {
    if (offset + length > bytes_.size()) return false;
    worked_us += kOperation + static_cast<double>(length) * kReadByte;
    std::memcpy(data, bytes_.data() + offset, length);
    return true;
  }
  bool write(size_t offset, const void* data, size_t length) override {
    if (offset + length > bytes_.size()) return false;
    const auto* from = static_cast<const uint8_t*>(data);
    worked_us += kOperation + static_cast<double>(length) * kWriteByte;
    if (torn != 0 && until_cut >= 0 && static_cast<size_t>(until_cut) < length) {
      until_cut = 0;
      for (size_t i = 0; i < length; ++i)
        bytes_[offset + i] = static_cast<uint8_t>(bytes_[offset + i] & (from[i] | any_bits()));
      return false;
    }
    for (size_t i = 0; i < length; ++i) {
      if (!powered()) return false;
      bytes_[offset + i] = static_cast<uint8_t>(bytes_[offset + i] & from[i]);
    }
    return true;
  }
  void yield() override { ++yields; }
  bool erase(size_t sector) override {
    worked_us += kErase;
    ++erases[sector];
    if (!powered()) {
      // An interrupted erase leaves random bytes.
      for (size_t i = 0; i < kSector; i += 3) bytes_[sector * kSector + i] = 0xFF;
      return false;
    }
    std::fill_n(bytes_.begin() + static_cast<long>(sector * kSector), kSector, uint8_t{0xFF});
    return true;
  }

  /** Time that an ESP32 would take, µs: about 115 for each operation, 10 MB/s for reading, 0.3 MB/s for writing. */
  static constexpr double kOperation = 115;
  static constexpr double kReadByte = 0.1;
  static constexpr double kWriteByte = 3;
  static constexpr double kErase = 45'000;
  double worked_us = 0;
  long yields = 0;
  std::vector<long> erases;

  /** Operations (a byte written, a sector erased) until the power goes; -1 = never. */
  long until_cut = -1;
  /** Seed of which bits a cut write changed, of all that it should; 0 = the bytes before the cut, whole. */
  uint32_t torn = 0;

 private:
  uint8_t any_bits() {
    torn = torn * 1'664'525 + 1'013'904'223;
    // Often a byte that stayed erased as a whole.
    return (torn >> 30) == 0 ? uint8_t{0xFF} : static_cast<uint8_t>(torn >> 20);
  }
  bool powered() {
    if (until_cut < 0) return true;
    if (until_cut == 0) return false;
    --until_cut;
    return true;
  }
  std::vector<uint8_t> bytes_;
};

class FakeStore : public DocumentStore {
 public:
  size_t load(Document document, char* text, size_t capacity) override {
    const std::string& found = kept[document];
    const size_t length = std::min(capacity, found.size());
    std::memcpy(text, found.data(), length);
    return length;
  }
  bool save(Document document, const char* text, size_t length) override {
    if (fails) return false;
    const bool last = until_cut == 0;
    if (until_cut >= 0) --until_cut;
    fails = last;
    // NVS writes all of an entry, or nothing.
    if (last && !written_at_cut) return false;
    kept[document].assign(text, length);
    return true;
  }
  /** No power, or no room. */
  bool fails = false;
  /** Writes until the power goes; -1 = never. */
  long until_cut = -1;
  bool written_at_cut = false;
  std::map<Document, std::string> kept;
};

}  // namespace acequia
