#include "record_log.hpp"

#include <algorithm>
#include <cstring>

#include "packer.hpp"

namespace acequia {
namespace {

/** CRC-16/CCITT-FALSE, four bits at a time: a mount checks two megabytes. */
uint16_t checksum(const uint8_t* data, size_t length) {
  static constexpr uint16_t kTable[16] = {0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50A5, 0x60C6, 0x70E7,
                                          0x8108, 0x9129, 0xA14A, 0xB16B, 0xC18C, 0xD1AD, 0xE1CE, 0xF1EF};
  uint16_t crc = 0xFFFF;
  for (size_t i = 0; i < length; ++i) {
    crc = static_cast<uint16_t>((crc << 4) ^ kTable[(crc >> 12) ^ (data[i] >> 4)]);
    crc = static_cast<uint16_t>((crc << 4) ^ kTable[(crc >> 12) ^ (data[i] & 15)]);
  }
  return crc;
}

}  // namespace

/** The number in a sector's header; 0 = no valid header. */
uint32_t RecordLog::number_of(const uint8_t* header) const {
  Unpacker from{header};
  const auto magic = static_cast<uint32_t>(from.take(4));
  const auto number = static_cast<uint32_t>(from.take(4));
  const auto inverse = static_cast<uint32_t>(from.take(4));
  return magic == kMagic && inverse == ~number && number < kLargestNumber ? number : 0;
}

/** true: this sector still holds that number; it is then in memory. */
bool RecordLog::holds(uint32_t number) {
  if (number == 0) return false;
  if (cached_ == number) return true;
  cached_ = 0;
  if (!flash_.read(base(number), sector_, sizeof sector_) || number_of(sector_) != number) return false;
  cached_ = number;
  return true;
}

/** Reads the record at a place of the sector in memory. false: end of the sector, or an incomplete record. */
bool RecordLog::read(Place at, Record& record) const {
  if (at.offset + kPrefix > FlashPort::kSector) return false;
  const uint8_t* prefix = sector_ + at.offset;
  record.at = at;
  record.payload = prefix + kPrefix;
  record.length = prefix[0];
  if (record.length == 0 || record.length > kLongest || at.offset + kPrefix + record.length > FlashPort::kSector)
    return false;
  // A half-written mark means that the record was delivered.
  record.pending = prefix[1] == 0xFF;
  return checksum(record.payload, record.length) == (prefix[2] | (prefix[3] << 8));
}

RecordLog::Place RecordLog::after(const Record& record) {
  return Place{record.at.number, static_cast<uint16_t>(record.at.offset + kPrefix + record.length)};
}

void RecordLog::mount(Visit visit, void* visitor) {
  const auto sectors = static_cast<uint32_t>(flash_.sectors());
  newest_ = 0;
  cached_ = 0;
  for (uint32_t sector = 0; sector < sectors; ++sector) {
    uint8_t header[kHeader];
    if (!flash_.read(sector * FlashPort::kSector, header, kHeader)) continue;
    const uint32_t number = number_of(header);
    if (number % sectors == sector && number > newest_) newest_ = number;
  }
  pending_ = 0;
  lost_ = 0;
  end_ = FlashPort::kSector;
  oldest_ = Place{newest_, static_cast<uint16_t>(kHeader)};
  bool first = true;
  for (uint32_t number = newest_ >= sectors ? newest_ - sectors + 1 : 1; number <= newest_ && newest_ != 0; ++number) {
    flash_.yield();
    if (!holds(number)) continue;
    Place at{number, static_cast<uint16_t>(kHeader)};
    for (Record record; read(at, record); at = after(record)) {
      if (record.pending) {
        if (first) oldest_ = at;
        first = false;
        ++pending_;
      }
      visit(visitor, record);
    }
    if (number != newest_) continue;
    if (first) oldest_ = at;
    // Continue after the last valid record, unless a write that was cut left any bits behind it.
    const bool blank = std::all_of(sector_ + at.offset, sector_ + FlashPort::kSector, [](uint8_t byte) { return byte == 0xFF; });
    end_ = blank ? at.offset : FlashPort::kSector;
  }
}

bool RecordLog::append(const uint8_t* payload, size_t length, Place* at) {
  uint8_t bytes[kPrefix + kLongest];
  const uint16_t crc = checksum(payload, length);
  bytes[0] = static_cast<uint8_t>(length);
  bytes[1] = 0xFF;
  bytes[2] = static_cast<uint8_t>(crc);
  bytes[3] = static_cast<uint8_t>(crc >> 8);
  std::memcpy(bytes + kPrefix, payload, length);
  if ((newest_ == 0 || end_ + kPrefix + length > FlashPort::kSector) && !advance()) {
    ++lost_;
    return false;
  }
  if (!write(base(newest_) + end_, bytes, kPrefix + length)) {
    if (cached_ == newest_) cached_ = 0;
    end_ = FlashPort::kSector;
    ++lost_;
    return false;
  }
  if (cached_ == newest_) std::memcpy(sector_ + end_, bytes, kPrefix + length);
  if (at != nullptr) *at = Place{newest_, static_cast<uint16_t>(end_)};
  end_ += kPrefix + length;
  ++pending_;
  return true;
}

/** Writes and reads back: a worn cell keeps its bit without telling. */
bool RecordLog::write(size_t offset, const uint8_t* bytes, size_t length) {
  uint8_t written[kPrefix + kLongest];
  return flash_.write(offset, bytes, length) && flash_.read(offset, written, length) &&
         std::memcmp(written, bytes, length) == 0;
}

/** Reuses the oldest sector. */
bool RecordLog::advance() {
  const auto sectors = static_cast<uint32_t>(flash_.sectors());
  const uint32_t number = newest_ + 1;
  if (number > sectors) {
    const uint32_t gone = abandon(number - sectors);
    pending_ -= gone;
    lost_ += gone;
  }
  uint8_t header[kHeader];
  Packer to{header};
  to.put(kMagic, 4);
  to.put(number, 4);
  to.put(~number, 4);
  newest_ = number;
  end_ = FlashPort::kSector;
  if (oldest_.number == 0 || oldest_.number + sectors <= number)
    oldest_ = Place{oldest_.number == 0 ? number : number - sectors + 1, static_cast<uint16_t>(kHeader)};
  if (cached_ != 0 && cached_ % sectors == number % sectors) cached_ = 0;
  if (!flash_.erase(number % sectors) || !write(base(number), header, kHeader)) return false;
  end_ = kHeader;
  return true;
}

/** How many undelivered records are lost with a sector. */
uint32_t RecordLog::abandon(uint32_t number) {
  if (!holds(number)) return 0;
  uint32_t gone = 0;
  Place at{number, static_cast<uint16_t>(kHeader)};
  for (Record record; read(at, record); at = after(record))
    if (record.pending) ++gone;
  return gone;
}

RecordLog::Search RecordLog::search(Place& from, Record& record) {
  size_t sectors_read = 0;
  for (; from.number != 0 && from.number <= newest_; from = Place{from.number + 1, static_cast<uint16_t>(kHeader)}) {
    if (from.number != cached_ && sectors_read++ == kSearch) return Search::later;
    if (!holds(from.number)) continue;
    while (read(from, record)) {
      from = after(record);
      if (record.pending) return Search::found;
    }
    if (from.number == newest_) return Search::none;
  }
  return Search::none;
}

void RecordLog::delivered(Place at) {
  Record record;
  if (!holds(at.number) || !read(at, record) || !record.pending) return;
  const uint8_t mark = 0;
  if (!flash_.write(base(at.number) + at.offset + 1, &mark, 1)) return;
  sector_[at.offset + 1] = mark;
  --pending_;
  if (at.number == oldest_.number && at.offset == oldest_.offset) {
    // Only past records delivered in order, and at most as far as one search goes.
    Place from = oldest_;
    oldest_ = search(from, record) == Search::found ? record.at : from;
  }
}

}  // namespace acequia
