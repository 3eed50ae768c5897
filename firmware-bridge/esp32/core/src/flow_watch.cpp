#include "flow_watch.hpp"

#include <algorithm>

namespace acequia {

int64_t FlowLimit::expected(PinSet open) const {
  int64_t sum = base;
  for (size_t i = 0; i < count; ++i)
    if (open.has(valves[i].pin)) sum += valves[i].lph;
  return sum;
}

bool FlowWatch::watches(const FlowLimit& limit, PinSet on, Ms grace, Ms now) {
  const PinSet open = limit.pins & on;
  if (!begun_ || open != open_) {
    begun_ = true;
    open_ = open;
    moved_at_ = now;
  }
  return open.empty() == (limit.kind == FlowLimit::Kind::leak) && now - moved_at_ >= grace;
}

bool FlowWatch::wrong(const FlowLimit& limit, const Counter& counter, Ms for_ms, Ms now) {
  const bool missing = limit.kind == FlowLimit::Kind::missing;
  if (!follows_) {
    follows_ = true;
    heard_ = counter.total;
    heard_at_ = now;
    store_ = 0;
    return false;
  }
  const int64_t grew = counter.total > heard_ ? static_cast<int64_t>(counter.total - heard_) : 0;
  const Ms passed = now - heard_at_;
  heard_ = counter.total;
  heard_at_ = now;
  expected_ = limit.expected(open_);
  const int64_t allowed = expected_ * limit.percent / 100;
  const int64_t beyond = grew * kScale - allowed * passed;
  const bool fresh = store_ == 0;
  store_ = std::max<int64_t>(0, store_ + (missing ? -beyond : beyond));
  // The first pulse only says when the time began.
  if (fresh || store_ == 0) {
    grown_ = 0;
    since_ = now;
  } else {
    grown_ += grew;
  }
  const int64_t pulses = static_cast<int64_t>(counter.step) * kScale * (missing ? kMissed : 1);
  if (store_ <= pulses + allowed * std::max(for_ms, kLate)) return false;
  lph_ = now > since_ ? grown_ * kScale / (now - since_) : passed > 0 ? grew * kScale / passed : 0;
  return true;
}

}  // namespace acequia
