#include "sample_log.hpp"

#include <cstring>

#include "packer.hpp"

namespace acequia {
namespace {

/** Bytes of a sample without its sensors and points. */
constexpr size_t kFixed = 28;
constexpr size_t kSensor = 5;
/** A sample with points has their number behind its sensors; one of older firmware ends there. */
constexpr size_t kPointCount = 1;
constexpr size_t kPoint = 6;
static_assert(kFixed + kSensor * kPins <= RecordLog::kLongest, "the largest sample without points is a record");

size_t length_of(int sensors, int points) {
  return kFixed + kSensor * static_cast<size_t>(sensors) +
         (points > 0 ? kPointCount + kPoint * static_cast<size_t>(points) : 0);
}

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
  if (sample.point_count > 0) to.put(sample.point_count, 1);
  for (int i = 0; i < sample.point_count; ++i) {
    const PointSample& point = sample.points[i];
    to.put(static_cast<uint64_t>(point.n | (point.answered ? 0x80 : 0)), 1);
    to.put(point.decimals, 1);
    to.put(static_cast<uint32_t>(point.value), 4);
  }
  return length_of(sample.sensor_count, sample.point_count);
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
  sample.point_count = 0;
  if (sample.sensor_count > kPins || length < length_of(sample.sensor_count, 0)) return false;
  for (int i = 0; i < sample.sensor_count; ++i) {
    SensorSample& sensor = sample.sensors[i];
    const auto pin = static_cast<uint8_t>(from.take(1));
    sensor.pin = pin & 0x7F;
    sensor.answered = (pin & 0x80) != 0;
    sensor.reading.temperature = static_cast<int16_t>(static_cast<uint16_t>(from.take(2)));
    sensor.reading.humidity = static_cast<int16_t>(static_cast<uint16_t>(from.take(2)));
  }
  if (length == length_of(sample.sensor_count, 0)) return true;
  const auto points = static_cast<int>(from.take(1));
  if (points < 1 || points > Sample::kMaxPoints || length != length_of(sample.sensor_count, points)) return false;
  sample.point_count = static_cast<uint8_t>(points);
  for (int i = 0; i < points; ++i) {
    PointSample& point = sample.points[i];
    const auto n = static_cast<uint8_t>(from.take(1));
    point.n = n & 0x7F;
    point.answered = (n & 0x80) != 0;
    point.decimals = static_cast<uint8_t>(from.take(1));
    point.value = static_cast<int32_t>(static_cast<uint32_t>(from.take(4)));
  }
  return true;
}

}  // namespace

bool Sample::has_room() const {
  return point_count < kMaxPoints && length_of(sensor_count, point_count + 1) <= RecordLog::kLongest;
}

bool SampleLog::earlier_value(uint8_t n, int32_t& value) const {
  if (n > 127 || ((earlier_known_[n / 8] >> (n % 8)) & 1) == 0) return false;
  value = earlier_values_[n];
  return true;
}

void SampleLog::mount() {
  seq_ = 0;
  earlier_ = Sample{};
  std::memset(earlier_known_, 0, sizeof earlier_known_);
  log_.mount(
      [](void* visitor, const RecordLog::Record& record) {
        auto& log = *static_cast<SampleLog*>(visitor);
        if (!unpack(record.payload, record.length, log.earlier_)) return;
        log.seq_ = log.earlier_.seq;
        for (int i = 0; i < log.earlier_.point_count; ++i) {
          const PointSample& point = log.earlier_.points[i];
          if (!point.answered) continue;
          log.earlier_values_[point.n] = point.value;
          log.earlier_known_[point.n / 8] = static_cast<uint8_t>(log.earlier_known_[point.n / 8] | 1U << (point.n % 8));
        }
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
