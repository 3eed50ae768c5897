#include "sample_log.hpp"

#include <cstring>

namespace acequia {
namespace {

/** CRC-16/CCITT-FALSE. */
uint16_t checksum(const uint8_t* data, size_t length) {
  uint16_t crc = 0xFFFF;
  for (size_t i = 0; i < length; ++i) {
    crc = static_cast<uint16_t>(crc ^ (data[i] << 8));
    for (int bit = 0; bit < 8; ++bit) crc = static_cast<uint16_t>((crc & 0x8000) ? (crc << 1) ^ 0x1021 : crc << 1);
  }
  return crc;
}

/** Little-endian, whatever the machine. */
class Packer {
 public:
  explicit Packer(uint8_t* at) : at_(at) {}
  void put(uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) *at_++ = static_cast<uint8_t>(value >> (8 * i));
  }
  uint64_t take(int bytes) {
    uint64_t value = 0;
    for (int i = 0; i < bytes; ++i) value |= uint64_t{*at_++} << (8 * i);
    return value;
  }

 private:
  uint8_t* at_;
};

size_t pack(const Sample& sample, uint8_t* payload) {
  Packer to{payload};
  to.put(sample.seq, 4);
  to.put(sample.life, 4);
  to.put(static_cast<uint64_t>(sample.at), 8);
  to.put(sample.dated ? 1 : 0, 1);
  to.put(sample.known.bits(), 5);
  to.put(sample.on.bits(), 5);
  to.put(sample.sensor_count, 1);
  for (int i = 0; i < sample.sensor_count; ++i) {
    const SensorSample& sensor = sample.sensors[i];
    to.put(static_cast<uint64_t>(sensor.pin | (sensor.answered ? 0x80 : 0)), 1);
    to.put(static_cast<uint16_t>(sensor.reading.temperature), 2);
    to.put(static_cast<uint16_t>(sensor.reading.humidity), 2);
  }
  return 28 + size_t{5} * sample.sensor_count;
}

bool unpack(uint8_t* payload, size_t length, Sample& sample) {
  if (length < 28) return false;
  Packer from{payload};
  sample.seq = static_cast<uint32_t>(from.take(4));
  sample.life = static_cast<uint32_t>(from.take(4));
  sample.at = static_cast<Ms>(from.take(8));
  sample.dated = from.take(1) != 0;
  sample.known = PinSet{from.take(5)};
  sample.on = PinSet{from.take(5)};
  sample.sensor_count = static_cast<uint8_t>(from.take(1));
  if (sample.sensor_count > kPins || length != 28 + size_t{5} * sample.sensor_count) return false;
  for (int i = 0; i < sample.sensor_count; ++i) {
    SensorSample& sensor = sample.sensors[i];
    const auto pin = static_cast<uint8_t>(from.take(1));
    sensor.pin = pin & 0x7F;
    sensor.answered = (pin & 0x80) != 0;
    sensor.reading.temperature = static_cast<int16_t>(static_cast<uint16_t>(from.take(2)));
    sensor.reading.humidity = static_cast<int16_t>(static_cast<uint16_t>(from.take(2)));
  }
  return true;
}

}  // namespace

bool SampleLog::holds(uint32_t number) {
  uint8_t header[kHeader];
  if (number == 0 || !flash_.read(base(number), header, kHeader)) return false;
  Packer from{header};
  const auto magic = static_cast<uint32_t>(from.take(4));
  const auto found = static_cast<uint32_t>(from.take(4));
  const auto inverse = static_cast<uint32_t>(from.take(4));
  return magic == kMagic && found == number && inverse == ~number;
}

/** The record at a place. false: the sector ends here, or its last record was cut short. */
bool SampleLog::record(Place at, Found& found, uint8_t* payload) {
  if (at.offset + kPrefix > FlashPort::kSector) return false;
  uint8_t prefix[kPrefix];
  const size_t offset = base(at.number) + at.offset;
  if (!flash_.read(offset, prefix, kPrefix)) return false;
  found.length = prefix[0];
  if (found.length == 0 || found.length > kLongest || at.offset + kPrefix + found.length > FlashPort::kSector)
    return false;
  if (!flash_.read(offset + kPrefix, payload, found.length)) return false;
  // A mark that was cut half-way was being made because the sample had arrived.
  found.pending = prefix[1] == 0xFF;
  return checksum(payload, found.length) == (prefix[2] | (prefix[3] << 8));
}

void SampleLog::mount() {
  const auto sectors = static_cast<uint32_t>(flash_.sectors());
  newest_ = 0;
  for (uint32_t sector = 0; sector < sectors; ++sector) {
    uint8_t header[kHeader];
    if (!flash_.read(sector * FlashPort::kSector, header, kHeader)) continue;
    Packer from{header};
    from.take(4);
    const auto number = static_cast<uint32_t>(from.take(4));
    if (number % sectors == sector && number > newest_ && holds(number)) newest_ = number;
  }
  pending_ = 0;
  lost_ = 0;
  seq_ = 0;
  end_ = FlashPort::kSector;
  oldest_ = Place{newest_, static_cast<uint16_t>(kHeader)};
  bool first = true;
  for (uint32_t number = newest_ >= sectors ? newest_ - sectors + 1 : 1; number <= newest_ && newest_ != 0; ++number) {
    if (!holds(number)) continue;
    Place at{number, static_cast<uint16_t>(kHeader)};
    uint8_t payload[kLongest];
    for (Found found; record(at, found, payload);) {
      Sample sample;
      if (unpack(payload, found.length, sample)) seq_ = sample.seq;
      if (found.pending) {
        if (first) oldest_ = at;
        first = false;
        ++pending_;
      }
      at.offset = static_cast<uint16_t>(at.offset + kPrefix + found.length);
    }
    if (number != newest_) continue;
    if (first) oldest_ = at;
    // Go on after the last good record, unless something half-written lies there.
    uint8_t next = 0;
    const bool clean = at.offset < FlashPort::kSector && flash_.read(base(number) + at.offset, &next, 1) && next == 0xFF;
    end_ = clean ? at.offset : FlashPort::kSector;
  }
}

bool SampleLog::append(Sample& sample) {
  uint8_t bytes[kPrefix + kLongest];
  sample.seq = seq_ + 1;
  const size_t length = pack(sample, bytes + kPrefix);
  const uint16_t crc = checksum(bytes + kPrefix, length);
  bytes[0] = static_cast<uint8_t>(length);
  bytes[1] = 0xFF;
  bytes[2] = static_cast<uint8_t>(crc);
  bytes[3] = static_cast<uint8_t>(crc >> 8);
  seq_ = sample.seq;
  if ((newest_ == 0 || end_ + kPrefix + length > FlashPort::kSector) && !advance()) {
    ++lost_;
    return false;
  }
  const size_t offset = base(newest_) + end_;
  if (!flash_.write(offset, bytes, kPrefix + length)) {
    end_ = FlashPort::kSector;
    ++lost_;
    return false;
  }
  end_ += kPrefix + length;
  ++pending_;
  return true;
}

/** Takes the oldest sector for what comes. */
bool SampleLog::advance() {
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
  if (!flash_.erase(number % sectors) || !flash_.write(base(number), header, kHeader)) return false;
  end_ = kHeader;
  return true;
}

/** How many undelivered samples go with a sector. */
uint32_t SampleLog::abandon(uint32_t number) {
  if (!holds(number)) return 0;
  uint32_t gone = 0;
  uint8_t payload[kLongest];
  Place at{number, static_cast<uint16_t>(kHeader)};
  for (Found found; record(at, found, payload);) {
    if (found.pending) ++gone;
    at.offset = static_cast<uint16_t>(at.offset + kPrefix + found.length);
  }
  return gone;
}

bool SampleLog::next(Place& from, Place& at, Sample& sample) {
  uint8_t payload[kLongest];
  for (; from.number != 0 && from.number <= newest_; from = Place{from.number + 1, static_cast<uint16_t>(kHeader)}) {
    if (!holds(from.number)) continue;
    for (Found found; record(from, found, payload);) {
      const Place here = from;
      from.offset = static_cast<uint16_t>(from.offset + kPrefix + found.length);
      if (!found.pending || !unpack(payload, found.length, sample)) continue;
      at = here;
      return true;
    }
    if (from.number == newest_) return false;
  }
  return false;
}

void SampleLog::delivered(Place at) {
  uint8_t payload[kLongest];
  Found found;
  if (!holds(at.number) || !record(at, found, payload) || !found.pending) return;
  const uint8_t mark = 0;
  if (!flash_.write(base(at.number) + at.offset + 1, &mark, 1)) return;
  --pending_;
  if (at.number == oldest_.number && at.offset == oldest_.offset) {
    // Lazily: only as far as what was delivered in order.
    Place from = oldest_;
    Place first;
    Sample sample;
    const bool some = next(from, first, sample);
    oldest_ = some ? first : from;
  }
}

}  // namespace acequia
