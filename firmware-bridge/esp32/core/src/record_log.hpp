#pragma once
#include "ports.hpp"

namespace acequia {

/**
 * Records in flash, oldest first, each kept until delivered. A full log reuses its oldest sector and counts the
 * undelivered records in it. Sector number n lives in sector n % sectors, so that wear spreads evenly. A power cut
 * loses at most the record being written.
 */
class RecordLog {
 public:
  /** Longest payload, bytes. */
  static constexpr size_t kLongest = 240;
  /** Most sectors that one search reads, because it holds a lock that the relays need. */
  static constexpr size_t kSearch = 8;

  /** Place of a record; the log detects a place whose sector was reused. */
  struct Place {
    uint32_t number = 0;
    uint16_t offset = 0;
  };
  struct Record {
    Place at;
    const uint8_t* payload = nullptr;
    size_t length = 0;
    bool pending = false;
  };
  /** The record is valid only during the call. */
  using Visit = void (*)(void* visitor, const Record& record);
  enum class Search : uint8_t { found, none, later };

  explicit RecordLog(FlashPort& flash) : flash_(flash) {}

  /** Finds the records of earlier boots by reading each sector once. Call it once, first. */
  void mount(Visit visit, void* visitor);
  /** false: the flash refused it, and it counts as lost. */
  bool append(const uint8_t* payload, size_t length, Place* at = nullptr);

  Place oldest() const { return oldest_; }
  /** The first undelivered record at or after `from`, which moves past it. `later`: continue from there in another call. */
  Search search(Place& from, Record& record);
  /** Marks a record as delivered. */
  void delivered(Place at);
  /** Gives a record up as undeliverable. */
  void discard(Place at) {
    delivered(at);
    ++lost_;
  }

  uint32_t pending() const { return pending_; }
  /** Since boot. */
  uint32_t lost() const { return lost_; }

 private:
  static constexpr uint32_t kMagic = 0x31514341;  // "ACQ1"
  static constexpr size_t kHeader = 12;
  /** No flash lives to erase so many sectors; a counter near its end would never stop a loop. */
  static constexpr uint32_t kLargestNumber = 0x80000000;
  /** Length, delivered mark, checksum. */
  static constexpr size_t kPrefix = 4;

  size_t base(uint32_t number) const { return number % flash_.sectors() * FlashPort::kSector; }
  uint32_t number_of(const uint8_t* header) const;
  bool holds(uint32_t number);
  bool read(Place at, Record& record) const;
  bool write(size_t offset, const uint8_t* bytes, size_t length);
  bool advance();
  uint32_t abandon(uint32_t number);
  static Place after(const Record& record);

  FlashPort& flash_;
  /** Newest sector, and its next free place; 0 = none yet. */
  uint32_t newest_ = 0;
  size_t end_ = FlashPort::kSector;
  Place oldest_;
  uint32_t pending_ = 0;
  uint32_t lost_ = 0;
  /** The sector that was read last; 0 = none. */
  uint8_t sector_[FlashPort::kSector];
  uint32_t cached_ = 0;
};

}  // namespace acequia
