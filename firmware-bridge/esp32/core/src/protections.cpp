#include "protections.hpp"

#include <algorithm>

#include "packer.hpp"

namespace acequia {
namespace {

constexpr Ms ms(int64_t seconds) { return Ms{seconds} * 1000; }

/** A record: the length of its id, the id, `freed`, and when it tripped plus 1, 0 = unknown. */
constexpr size_t kRecord = 1 + ShortId::kLongest + 4 + 8;
constexpr size_t kRecords = kRecord * kMaxProtections;

}  // namespace

void Protections::take(const ControlPlan& plan) {
  // Off the stack of its task.
  static State next[kMaxProtections];
  std::fill_n(next, kMaxProtections, State{});
  bool gone = false;
  for (size_t before = 0; before < count_; ++before) {
    bool kept = false;
    for (size_t i = 0; i < plan.protection_count; ++i) {
      if (!(plan.protections[i].id == list_[before].id)) continue;
      next[i] = states_[before];
      kept = true;
    }
    gone = gone || (states_[before].tripped && !kept);
  }
  count_ = plan.protection_count;
  std::copy_n(plan.protections, count_, list_);
  std::copy_n(next, count_, states_);
  unsaved_ = unsaved_ || gone;
  news_ = news_ || gone;
}

void Protections::restore(Ms now) {
  uint8_t records[kRecords];
  const size_t length = store_.load(Document::tripped, reinterpret_cast<char*>(records), sizeof records);
  for (size_t from = 0; from + kRecord <= length; from += kRecord) {
    ShortId id;
    id.length = std::min(records[from], static_cast<uint8_t>(ShortId::kLongest));
    std::memcpy(id.text, records + from + 1, id.length);
    Unpacker rest{records + from + 1 + ShortId::kLongest};
    const uint32_t freed = static_cast<uint32_t>(rest.take(4));
    const int64_t at = static_cast<int64_t>(rest.take(8)) - 1;
    for (size_t i = 0; i < count_; ++i)
      if (list_[i].id == id) states_[i] = State{true, kNever, now, at, freed, -1, 0, {}};
  }
  hold(now);
}

bool Protections::tick(Ms now) {
  for (size_t i = 0; i < count_; ++i) judge(list_[i], states_[i], now);
  const bool changed = hold(now);
  // The relays first: a write may take long, or fail.
  if (unsaved_ && now >= save_at_) save(now);
  return changed;
}

bool Protections::hold(Ms now) {
  PinSet off;
  for (size_t i = 0; i < count_; ++i)
    if (states_[i].tripped && !bypassed(list_[i], now)) off = off | list_[i].off;
  return relays_.protect(off, now);
}

void Protections::judge(const Protection& one, State& state, Ms now) {
  if (state.tripped) {
    if (!freed(one, state, now)) return;
    state = State{};
    news_ = unsaved_ = true;
    return;
  }
  if (!watches(one, state, now) || bypassed(one, now)) {
    state.beyond_since = kNever;
    state.flow.rest();
    return;
  }
  bool at_once = false;
  if (!is_beyond(one, state, at_once, now)) {
    state.beyond_since = kNever;
    return;
  }
  if (state.beyond_since == kNever) state.beyond_since = now;
  if (!at_once && now - state.beyond_since < ms(one.for_s)) return;
  const FlowWatch flow = state.flow;
  state = State{true, kNever, now, clock_.dates() ? clock_.wall(now) / 1000 : -1, one.freed, at_once ? flow.lph() : -1,
                flow.expected(), {}};
  news_ = unsaved_ = true;
}

/** `at_once`: flow has its `for_s` in what may pass beyond its limit. */
bool Protections::is_beyond(const Protection& one, State& state, bool& at_once, Ms now) {
  if (one.flow.kind == FlowLimit::Kind::no) {
    int64_t value = 0;
    if (!points_.value(one.point, now, value)) return one.without_data && !points_.unasked(one.point);
    return one.above ? value > one.limit : value < one.limit;
  }
  Counter counter;
  if (!points_.counter(one.point, counter)) {
    state.flow.rest();
    return one.without_data;
  }
  at_once = true;
  return state.flow.wrong(one.flow, counter, ms(one.for_s), now);
}

bool Protections::watches(const Protection& one, State& state, Ms now) const {
  if (one.flow.kind != FlowLimit::Kind::no) return state.flow.watches(one.flow, relays_.on(), ms(one.grace_s), now);
  if (one.with_pin < 0) return true;
  return relays_.on().has(one.with_pin) && now - relays_.on_at(one.with_pin) >= ms(one.grace_s);
}

/** Without the time of day nobody knows whether a bypass is over. */
bool Protections::bypassed(const Protection& one, Ms now) const {
  if (!clock_.dates()) return false;
  const int64_t left = one.bypass_until - clock_.wall(now) / 1000;
  return left > 0 && left <= kLongestBypass;
}

/** A person may free each of them. */
bool Protections::freed(const Protection& one, const State& state, Ms now) const {
  if (one.freed != state.freed) return true;
  if (one.until == Protection::Until::time) return now - state.since >= ms(one.back_s);
  int64_t value = 0;
  if (one.until == Protection::Until::person || !points_.value(one.point, now, value)) return false;
  if (now - state.since < kShortest) return false;
  return one.above ? value <= one.back_at : value >= one.back_at;
}

void Protections::save(Ms now) {
  uint8_t records[kRecords] = {};
  size_t length = 0;
  for (size_t i = 0; i < count_; ++i) {
    if (!states_[i].tripped) continue;
    records[length] = list_[i].id.length;
    std::memcpy(records + length + 1, list_[i].id.text, list_[i].id.length);
    Packer rest{records + length + 1 + ShortId::kLongest};
    rest.put(states_[i].freed, 4);
    rest.put(static_cast<uint64_t>(states_[i].at + 1), 8);
    length += kRecord;
  }
  // NVS keeps no empty value.
  unsaved_ = !store_.save(Document::tripped, reinterpret_cast<const char*>(records), std::max(length, size_t{1}));
  save_at_ = unsaved_ ? now + kRetry : kNever;
}

bool Protections::take_news() {
  const bool news = news_;
  news_ = false;
  return news;
}

}  // namespace acequia
