#include "delivery.hpp"

namespace acequia {
namespace {

void write_sample(JsonWriter& json, const Sample& sample, bool dated, Ms at) {
  json.open('{');
  json.key("seq");
  json.integer(sample.seq);
  if (dated) {
    json.key("ts");
    json.integer(at);
  }
  json.key("pins");
  json.open('{');
  for (int pin = 0; pin < kPins; ++pin) {
    if (!sample.known.has(pin)) continue;
    json.pin_key(pin);
    json.integer(sample.on.has(pin) ? 1 : 0);
  }
  json.close('}');
  if (sample.sensor_count > 0) {
    json.key("sensors");
    json.open('{');
    for (int i = 0; i < sample.sensor_count; ++i) {
      const SensorSample& sensor = sample.sensors[i];
      json.pin_key(sensor.pin);
      json.open('{');
      json.key("t");
      if (sensor.answered)
        json.hundredths(sensor.reading.temperature);
      else
        json.null();
      json.key("h");
      if (sensor.answered)
        json.hundredths(sensor.reading.humidity);
      else
        json.null();
      json.close('}');
    }
    json.close('}');
  }
  if (sample.point_count > 0) {
    json.key("values");
    json.open('{');
    for (int i = 0; i < sample.point_count; ++i) {
      const PointSample& point = sample.points[i];
      json.pin_key(point.n);
      if (point.answered)
        json.decimal(point.value, point.decimals);
      else
        json.null();
    }
    json.close('}');
  }
  json.close('}');
}

}  // namespace

Delivery::Fate Delivery::fate_of(const Sample& sample, Ms now) const {
  if (sample.dated) return Fate::tell;
  // The time of this sample is lost; the server's clock would give it a wrong date.
  if (sample.life != board_.life()) return Fate::give_up;
  if (board_.clock().dates()) return Fate::tell;
  return now - sample.at <= kFresh ? Fate::tell_undated : Fate::wait;
}

size_t Delivery::next(char* buffer, size_t capacity, Ms now) {
  if (acknowledged_) mark();
  if (count_ > 0 || capacity < 2) return 0;
  JsonWriter json{buffer, capacity - 1};  // Room for the closing bracket.
  SampleLog& log = board_.log();
  // Samples that waited for the time can go now.
  if (board_.clock().dates() && !dated_) from_ = log.oldest();
  dated_ = board_.clock().dates();
  if (from_.number < log.oldest().number) from_ = log.oldest();
  json.open('[');
  SampleLog::Place at;
  Sample sample;
  size_t passed_over = 0;
  while (count_ < kMost && passed_over < kPerCall) {
    const SampleLog::Place here = from_;
    if (log.search(from_, at, sample) != SampleLog::Search::found) break;
    const Fate fate = fate_of(sample, now);
    if (fate == Fate::give_up) log.discard(at);
    if (fate == Fate::give_up || fate == Fate::wait) {
      ++passed_over;
      continue;
    }
    const size_t mark = json.length();
    write_sample(json, sample, fate == Fate::tell, sample.dated ? sample.at : board_.clock().wall(sample.at));
    if (!json.ok()) {
      json.rewind(mark, count_ == 0);
      from_ = here;
      break;
    }
    places_[count_++] = at;
  }
  if (count_ == 0) return 0;
  size_t length = json.length();
  buffer[length++] = ']';
  return length;
}

void Delivery::acknowledged() {
  acknowledged_ = count_ > 0;
  mark();
}

void Delivery::failed() {
  // Acknowledged samples stay acknowledged.
  if (acknowledged_) return;
  count_ = 0;
  from_ = SampleLog::Place{};
}

void Delivery::mark() {
  const size_t until = count_ - marked_ > kPerCall ? marked_ + kPerCall : count_;
  for (; marked_ < until; ++marked_) board_.log().delivered(places_[marked_]);
  if (marked_ < count_) return;
  count_ = 0;
  marked_ = 0;
  acknowledged_ = false;
}

}  // namespace acequia
