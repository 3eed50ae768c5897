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
  State next[kMaxProtections];
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
      if (list_[i].id == id) states_[i] = State{true, kNever, now, at, freed};
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
  int64_t value = 0;
  const bool known = points_.value(one.point, value);
  if (state.tripped) {
    if (!freed(one, state, known, value, now)) return;
    state = State{};
    news_ = unsaved_ = true;
    return;
  }
  const bool beyond = known ? (one.above ? value > one.limit : value < one.limit) : one.without_data;
  if (!beyond || !watches(one, now) || bypassed(one, now)) {
    state.beyond_since = kNever;
    return;
  }
  if (state.beyond_since == kNever) state.beyond_since = now;
  if (now - state.beyond_since < ms(one.for_s)) return;
  state = State{true, kNever, now, clock_.dates() ? clock_.wall(now) / 1000 : -1, one.freed};
  news_ = unsaved_ = true;
}

bool Protections::watches(const Protection& one, Ms now) const {
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
bool Protections::freed(const Protection& one, const State& state, bool known, int64_t value, Ms now) const {
  if (one.freed != state.freed) return true;
  if (one.until == Protection::Until::time) return now - state.since >= ms(one.back_s);
  if (one.until == Protection::Until::person || !known) return false;
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
