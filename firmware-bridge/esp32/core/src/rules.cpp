#include "rules.hpp"

#include <algorithm>

namespace acequia {
namespace {

constexpr int64_t kHundredth = 10'000;

constexpr Ms ms(int64_t seconds) { return Ms{seconds} * 1000; }

}  // namespace

bool Rules::take(const ControlPlan& plan, Ms now) {
  const bool first = plan_.version.rev < 0;
  if (!first && (plan.version.older_than(plan_.version) || plan.version == plan_.version)) return false;
  bool wanted[kMaxRules] = {};
  static Told told[kMaxRules];
  for (size_t i = 0; i < plan.count; ++i) {
    told[i] = Told{};
    for (size_t before = 0; before < plan_.count; ++before) {
      const Rule& same = plan_.rules[before];
      if (!(same.id == plan.rules[i].id) || same.pin != plan.rules[i].pin) continue;
      wanted[i] = wanted_[before];
      if (same.point == plan.rules[i].point) told[i] = told_[before];
    }
  }
  plan_ = plan;
  std::copy_n(wanted, plan.count, wanted_);
  std::copy_n(told, plan.count, told_);
  since_ = now;
  return true;
}

bool Rules::tick(const Heard (&heard)[kPins], const uint32_t (&every_s)[kPins], PinSet others, Ms now) {
  bool changed = false;
  bool wants_on[kMaxRules];
  for (size_t i = 0; i < plan_.count; ++i) {
    const Rule& rule = plan_.rules[i];
    wants_on[i] = wants(i, latest(i, heard, now), rule.point == 0 ? every_s[rule.sensor] : 0, now);
  }
  for (int pin = 0; pin < kPins; ++pin) {
    const bool on = relays_.on().has(pin);
    if (!on || others.has(pin)) own_.put(pin, false);
    if (others.has(pin) || now < held_[pin] || relays_.closing(pin)) continue;
    size_t index = 0;
    const Rule* rule = in_charge(pin, now, index);
    if (rule == nullptr) {
      if (own_.has(pin)) changed = relays_.turn(pin, false, 0, now) || changed;
    } else if (wants_on[index] && !on) {
      // It may have been on before boot, which is time 0.
      const Ms off_since = std::max(relays_.off_at(pin), Ms{0});
      if (now - off_since < ms(rule->min_off_s) || relays_.refusal(pin, true, now) != Refusal::none) continue;
      changed = relays_.turn(pin, true, 0, now) || changed;
      own_.put(pin, true);
    } else if (wants_on[index] && !own_.has(pin)) {
      // A person's or a run's time is over: the rule continues from the present state.
      relays_.keep_until(pin, INT64_MAX);
      own_.put(pin, true);
    } else if (!wants_on[index] && on && now - relays_.on_at(pin) >= ms(rule->min_on_s)) {
      changed = relays_.turn(pin, false, 0, now) || changed;
    }
  }
  return changed;
}

/** The rule that decides for a pin now. */
const Rule* Rules::in_charge(int pin, Ms now, size_t& index) const {
  const Rule* chosen = nullptr;
  for (size_t i = 0; i < plan_.count; ++i) {
    const Rule& rule = plan_.rules[i];
    if (rule.pin != pin || !holds_now(rule, now) || (chosen != nullptr && rule.priority <= chosen->priority)) continue;
    chosen = &rule;
    index = i;
  }
  return chosen;
}

bool Rules::holds_now(const Rule& rule, Ms now) const {
  if (rule.from < 0) return true;
  // Without the time a rule that must not stop goes on at all hours: a dead fan kills more than a wrong hour.
  if (!clock_.dates()) return rule.silent != Silent::off;
  const Ms second = clock_.wall(now) / 1000 % kDay;
  return rule.from <= rule.to ? second >= rule.from && second < rule.to : second >= rule.from || second < rule.to;
}

const Rules::Told& Rules::latest(size_t index, const Heard (&heard)[kPins], Ms now) {
  const Rule& rule = plan_.rules[index];
  Told& told = told_[index];
  if (rule.point != 0) {
    int64_t value = 0;
    if (points_.value(rule.point, now, value)) told = {value, now, true};
    return told;
  }
  const Heard& sensor = heard[rule.sensor];
  const int64_t hundredths = rule.humidity ? sensor.reading.humidity : sensor.reading.temperature;
  return told = {hundredths * kHundredth, sensor.at, sensor.value};
}

bool Rules::wants(size_t index, const Told& told, uint32_t every_s, Ms now) {
  const Rule& rule = plan_.rules[index];
  bool& wanted = wanted_[index];
  const Ms last = told.known ? told.at : since_;
  if (now - last > std::max(kSilence, 3 * ms(every_s))) {
    wanted = rule.silent == Silent::on;
    if (rule.silent == Silent::cycle) {
      const bool on = relays_.on().has(rule.pin);
      wanted = on ? now - relays_.on_at(rule.pin) < ms(rule.min_on_s) : true;
    }
    return wanted;
  }
  if (!told.known) return wanted = false;
  if (rule.above ? told.value > rule.on_at : told.value < rule.on_at) wanted = true;
  // With equal thresholds, off wins at the threshold.
  else if (rule.above ? told.value <= rule.off_at : told.value >= rule.off_at) wanted = false;
  return wanted;
}

void Rules::ordered(int pin, bool on, uint32_t hold_s, Ms now) {
  own_.put(pin, false);
  held_[pin] = on ? relays_.limit(pin) : now + ms(hold_s == 0 ? kHold : hold_s);
}

}  // namespace acequia
