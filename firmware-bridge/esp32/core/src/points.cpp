#include "points.hpp"

#include <algorithm>

#include "slow_sensors.hpp"

namespace acequia {
namespace {

constexpr int64_t kMillion = 1'000'000;

int64_t unit_of(const Point& point) {
  int64_t unit = kMillion;
  for (int i = 0; i < point.decimals; ++i) unit /= 10;
  return unit;
}

/** Of a counter, from what it told last. */
uint64_t total_of(const Point& point, int32_t told) {
  return told < 0 ? 0 : static_cast<uint64_t>(told) * static_cast<uint64_t>(unit_of(point));
}

/** Kinds of one bus share its pins. */
enum class Bus : uint8_t { none, contact, voltage, one_wire, i2c, rs485 };

Bus bus_of(PointKind kind) {
  switch (kind) {
    case PointKind::pulses:
      return Bus::contact;
    case PointKind::adc:
      return Bus::voltage;
    case PointKind::ds18b20:
      return Bus::one_wire;
    case PointKind::sht4x:
    case PointKind::bme280:
    case PointKind::ads1115:
      return Bus::i2c;
    case PointKind::modbus:
      return Bus::rs485;
    case PointKind::unknown:
      break;
  }
  return Bus::none;
}

bool is_slow(const Point& point) { return bus_of(point.kind) >= Bus::one_wire; }

PinSet pins_of(const Point& point) {
  const Bus bus = bus_of(point.kind);
  if (bus == Bus::i2c) return kI2cPins;
  if (bus == Bus::rs485) return kRs485Pins;
  PinSet pins;
  pins.put(point.pin, bus != Bus::none);
  return pins;
}

bool fits(const Point& point, PinSet taken) {
  const PinSet pins = pins_of(point);
  if (pins.empty() || !(pins & (taken | kFlashPins)).empty() || (pins & kExistingPins) != pins) return false;
  if (point.kind == PointKind::pulses) return point.a > 0;
  if (point.kind == PointKind::adc) return kAdcPins.has(point.pin);
  return point.kind != PointKind::ds18b20 || !kInputPins.has(point.pin);
}

bool same_wire(const Point& one, const Point& other) {
  return one.kind == other.kind && one.pin == other.pin && one.still_ms == other.still_ms && one.wire == other.wire;
}

/** They want one pin for different buses, or one contact in two ways. */
bool disturbs(const Point& one, const Point& other) {
  const bool alike = bus_of(one.kind) == bus_of(other.kind) && one.still_ms == other.still_ms;
  return !alike && !(pins_of(one) & pins_of(other)).empty();
}

}  // namespace

void Points::restore(const SampleLog& log) {
  log_ = &log;
  for (size_t i = 0; i < count_; ++i) {
    int32_t earlier = 0;
    // Before the log was mounted, pulses were counted from 0.
    if (log.earlier_value(states_[i].point.n, earlier)) states_[i].total += total_of(states_[i].point, earlier);
  }
}

void Points::configure(const Config& config, PinSet taken) {
  static State next[kMaxItems];
  for (size_t i = 0; i < config.point_count; ++i) {
    const Point& point = config.points[i];
    const auto end = states_ + count_;
    const auto known = std::find_if(states_, end, [&](const State& state) { return state.point.n == point.n; });
    next[i] = known == end ? State{} : *known;
    if (known == end) begin(next[i], point);
    const bool same = known != end && same_wire(known->point, point);
    if (!same) next[i].asked = next[i].answered = false;
    next[i].point = point;
    bool unfit = !fits(point, taken);
    for (size_t other = 0; other < i; ++other)
      if (!next[other].unfit && disturbs(next[other].point, point)) unfit = true;
    if (!unfit && point.kind == PointKind::pulses && (!same || next[i].unfit)) {
      unfit = !port_.count(point.pin, point.still_ms);
      next[i].counted = port_.pulses(point.pin);
    }
    next[i].unfit = unfit;
  }
  count_ = config.point_count;
  std::copy_n(next, count_, states_);
  next_ = 0;
}

void Points::begin(State& state, const Point& point) {
  int32_t earlier = 0;
  if (log_ != nullptr && log_->earlier_value(point.n, earlier)) state.total = total_of(point, earlier);
}

void Points::tick() {
  for (size_t i = 0; i < count_; ++i) {
    State& state = states_[i];
    if (state.unfit || state.point.kind != PointKind::pulses) continue;
    const uint32_t pulses = port_.pulses(state.point.pin);
    // Unsigned: right over the wrap of the counter.
    state.total += uint64_t{pulses - state.counted} * static_cast<uint64_t>(state.point.a);
    state.counted = pulses;
  }
}

const Points::State* Points::find(uint8_t n) const {
  const auto end = states_ + count_;
  const auto found = std::find_if(states_, end, [&](const State& state) { return state.point.n == n; });
  return found == end ? nullptr : found;
}

bool Points::unasked(uint8_t n) const {
  const State* found = find(n);
  return found != nullptr && unasked(*found);
}

bool Points::unasked(const State& state) { return !state.unfit && is_slow(state.point) && !state.asked; }

bool Points::value(uint8_t n, Ms now, int64_t& millionths) const {
  const State* found = find(n);
  int32_t told = 0;
  if (found == nullptr || !value_of(*found, now, told)) return false;
  millionths = told * unit_of(found->point);
  return true;
}

bool Points::counter(uint8_t n, Counter& counter) const {
  const State* found = find(n);
  if (found == nullptr || found->unfit || found->point.kind != PointKind::pulses) return false;
  counter.total = found->total;
  counter.step = static_cast<uint64_t>(found->point.a);
  counter.wrap = (uint64_t{INT32_MAX} + 1) * static_cast<uint64_t>(unit_of(found->point));
  return true;
}

bool Points::plan(Ms now) {
  const State* next = nullptr;
  for (size_t i = 0; i < count_; ++i) {
    const State& state = states_[i];
    if (state.unfit || !is_slow(state.point)) continue;
    const Ms rest = state.silences < 3 ? kAsk : kAskSilent;
    if (state.asked && now - state.asked_at < rest) continue;
    if (next == nullptr || !state.asked || (next->asked && state.asked_at < next->asked_at)) next = &state;
    if (!next->asked) break;
  }
  if (next == nullptr) return false;
  job_ = next->point;
  return true;
}

void Points::work() {
  job_answered_ = read_slow(port_.wires(), job_, job_said_);
}

void Points::note(Ms now) {
  for (size_t i = 0; i < count_; ++i) {
    State& state = states_[i];
    if (state.point.n != job_.n || !same_wire(state.point, job_)) continue;
    state.asked = true;
    state.asked_at = now;
    state.silences = job_answered_ ? uint8_t{0} : static_cast<uint8_t>(std::min(state.silences + 1, 3));
    if (!job_answered_) continue;
    state.answered = true;
    state.said = job_said_;
    state.said_at = now;
  }
}

bool Points::reading_of(const State& state, Ms now, int64_t& reading) const {
  if (is_slow(state.point)) {
    reading = state.said;
    return state.answered && now - state.said_at < kFresh;
  }
  int32_t millivolts = 0;
  if (!port_.millivolts(state.point.pin, millivolts)) return false;
  reading = int64_t{millivolts} * 1'000;
  return true;
}

bool Points::value_of(const State& state, Ms now, int32_t& value) const {
  const Point& point = state.point;
  if (state.unfit) return false;
  if (point.kind == PointKind::pulses) {
    // A counter goes on from 0, which its reader takes for a new beginning.
    value = static_cast<int32_t>(state.total / static_cast<uint64_t>(unit_of(point)) % (uint64_t{INT32_MAX} + 1));
    return true;
  }
  int64_t reading = 0;
  int64_t result = 0;
  if (!reading_of(state, now, reading) || !scaled(point.a, reading, point.b, result)) return false;
  result /= unit_of(point);
  if (result < INT32_MIN || result > INT32_MAX) return false;
  value = static_cast<int32_t>(result);
  return true;
}

bool Points::sample(Ms now, bool all, Sample& sample) {
  tick();
  for (size_t i = 0; all && i < count_; ++i) states_[i].read = false;
  for (size_t tried = 0; tried < count_; ++tried) {
    State& state = states_[next_];
    const bool due = !state.read || now - state.read_at >= Ms{state.point.every_s} * 900;
    if (due && !sample.has_room()) return true;
    next_ = (next_ + 1) % count_;
    // What was never asked has said nothing yet, which is no silence.
    if (!due || unasked(state)) continue;
    state.read = true;
    state.read_at = now;
    PointSample& told = sample.points[sample.point_count++];
    told.n = state.point.n;
    told.answered = value_of(state, now, told.value);
    told.decimals = state.point.decimals;
  }
  return false;
}

}  // namespace acequia
