#pragma once
#include "pins.hpp"
#include "ports.hpp"

namespace acequia {

struct SensorSample {
  uint8_t pin = 0;
  bool answered = false;
  Reading reading;
};

/** What the board saw at one moment. */
struct Sample {
  /** Given by the log; rises by one with each sample, across reboots. */
  uint32_t seq = 0;
  /** Since 1970 when `dated`, otherwise since the boot of `life`. */
  Ms at = 0;
  bool dated = false;
  uint32_t life = 0;
  PinSet known;
  PinSet on;
  uint8_t sensor_count = 0;
  SensorSample sensors[kPins];
};

/**
 * Samples in flash, oldest first, each until it was delivered; when there is no room the oldest sector goes, and what
 * was not delivered of it is counted. Sector number n lives in sector n % sectors, so that wear spreads evenly; a cut of
 * power costs at most the sample that was being written.
 */
class SampleLog {
 public:
  explicit SampleLog(FlashPort& flash) : flash_(flash) {}

  /** Where a sample lies; worth nothing once its sector was taken for newer ones, which the log notices. */
  struct Place {
    uint32_t number = 0;
    uint16_t offset = 0;
  };

  /** Finds what an earlier life left. Call it once, before anything else. */
  void mount();
  /** false: the flash did not take it, and it counts as lost. */
  bool append(Sample& sample);

  Place oldest() const { return oldest_; }
  /** The first undelivered sample at or after `from`, which moves behind it. false: there is none. */
  bool next(Place& from, Place& at, Sample& sample);
  /** It will not be told again. */
  void delivered(Place at);
  /** It can never be told. */
  void discard(Place at) {
    delivered(at);
    ++lost_;
  }

  uint32_t pending() const { return pending_; }
  /** Since boot. */
  uint32_t lost() const { return lost_; }
  uint32_t last_seq() const { return seq_; }

 private:
  static constexpr uint32_t kMagic = 0x31514341;  // "ACQ1"
  static constexpr size_t kHeader = 12;
  /** Length, delivered mark, checksum. */
  static constexpr size_t kPrefix = 4;
  static constexpr size_t kLongest = 28 + 5 * kPins;

  struct Found {
    uint8_t length = 0;
    bool pending = false;
  };

  size_t base(uint32_t number) const { return number % flash_.sectors() * FlashPort::kSector; }
  bool holds(uint32_t number);
  bool record(Place at, Found& found, uint8_t* payload);
  bool advance();
  uint32_t abandon(uint32_t number);

  FlashPort& flash_;
  /** Newest sector, and where it goes on; 0 = there is none yet. */
  uint32_t newest_ = 0;
  size_t end_ = FlashPort::kSector;
  Place oldest_;
  uint32_t pending_ = 0;
  uint32_t lost_ = 0;
  uint32_t seq_ = 0;
};

}  // namespace acequia
