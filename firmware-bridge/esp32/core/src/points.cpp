#include "points.hpp"

#include <algorithm>

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

bool fits(const Point& point, PinSet taken) {
  if (!pin_exists(point.pin) || kFlashPins.has(point.pin) || taken.has(point.pin)) return false;
  return (point.kind == PointKind::pulses && point.a > 0) || (point.kind == PointKind::adc && kAdcPins.has(point.pin));
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
    const bool same_wire = known != end && known->point.pin == point.pin && known->point.kind == point.kind;
    next[i].point = point;
    const bool unfit = !fits(point, taken);
    if (!unfit && point.kind == PointKind::pulses && (!same_wire || next[i].unfit)) {
      port_.count(point.pin);
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

bool Points::value(uint8_t n, int64_t& millionths) const {
  const State* found = find(n);
  int32_t told = 0;
  if (found == nullptr || !value_of(*found, told)) return false;
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

bool Points::value_of(const State& state, int32_t& value) const {
  const Point& point = state.point;
  if (state.unfit) return false;
  if (point.kind == PointKind::pulses) {
    // A counter goes on from 0, which its reader takes for a new beginning.
    value = static_cast<int32_t>(state.total / static_cast<uint64_t>(unit_of(point)) % (uint64_t{INT32_MAX} + 1));
    return true;
  }
  int32_t millivolts = 0;
  if (!port_.millivolts(point.pin, millivolts)) return false;
  const int64_t scaled = (point.a * millivolts / 1000 + point.b) / unit_of(point);
  if (scaled < INT32_MIN || scaled > INT32_MAX) return false;
  value = static_cast<int32_t>(scaled);
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
    if (!due) continue;
    state.read = true;
    state.read_at = now;
    PointSample& told = sample.points[sample.point_count++];
    told.n = state.point.n;
    told.answered = value_of(state, told.value);
    told.decimals = state.point.decimals;
  }
  return false;
}

}  // namespace acequia
