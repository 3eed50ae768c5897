#include "sample_log.hpp"

#include "packer.hpp"

namespace acequia {
namespace {

/** Bytes of a sample without its sensors. */
constexpr size_t kFixed = 28;
static_assert(kFixed + 5 * kPins <= RecordLog::kLongest, "the largest sample is a record");

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
  return kFixed + size_t{5} * sample.sensor_count;
}

bool unpack(const uint8_t* payload, size_t length, Sample& sample) {
  if (length < kFixed) return false;
  Unpacker from{payload};
  sample.seq = static_cast<uint32_t>(from.take(4));
  sample.life = static_cast<uint32_t>(from.take(4));
  sample.at = static_cast<Ms>(from.take(8));
  sample.dated = from.take(1) != 0;
  sample.known = PinSet{from.take(5)};
  sample.on = PinSet{from.take(5)};
  sample.sensor_count = static_cast<uint8_t>(from.take(1));
  if (sample.sensor_count > kPins || length != kFixed + size_t{5} * sample.sensor_count) return false;
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

void SampleLog::mount() {
  seq_ = 0;
  earlier_ = Sample{};
  log_.mount(
      [](void* visitor, const RecordLog::Record& record) {
        auto& log = *static_cast<SampleLog*>(visitor);
        if (unpack(record.payload, record.length, log.earlier_)) log.seq_ = log.earlier_.seq;
      },
      this);
}

bool SampleLog::append(Sample& sample) {
  sample.seq = ++seq_;
  uint8_t payload[RecordLog::kLongest];
  return log_.append(payload, pack(sample, payload));
}

SampleLog::Search SampleLog::search(Place& from, Place& at, Sample& sample) {
  RecordLog::Record record;
  for (;;) {
    const Search found = log_.search(from, record);
    if (found != Search::found) return found;
    if (!unpack(record.payload, record.length, sample)) continue;
    at = record.at;
    return found;
  }
}

}  // namespace acequia
