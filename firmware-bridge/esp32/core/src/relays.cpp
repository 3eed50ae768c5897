#include "relays.hpp"

#include <algorithm>

namespace acequia {
namespace {

constexpr Ms ms(uint32_t seconds) { return Ms{seconds} * 1000; }

}  // namespace

void Relays::release() {
  for (int pin = 0; pin < kPins; ++pin)
    if (pin_drives_relay(pin) && !memory_.has(pin)) port_.release(pin);
}

bool Relays::configure(const Config& config, Ms now, bool booting) {
  locked_ = config.locked;
  interlock_count_ = config.interlock_count;
  std::copy_n(config.interlocks, config.interlock_count, interlocks_);
  for (int pin = 0; pin < kPins; ++pin) {
    Relay& relay = relays_[pin];
    const uint32_t max_s = pin_drives_relay(pin) ? config.relay_max_s[pin] : 0;
    if (max_s != 0 && !known_.has(pin)) {
      port_.attach(pin);
      known_.put(pin, true);
      if (booting && config.relay_min_off_s[pin] > 0) relay.off_at = now;
    }
    relay.max_s = max_s;
    relay.min_off_s = config.relay_min_off_s[pin];
    relay.limit = max_s == 0 ? now : std::min(relay.limit, relay.since + ms(max_s));
    if (max_s == 0) relay.cause = Cause::locked;
  }
  const bool changed = turn_off(locked_, Cause::locked, now);
  return tick(now) || changed;
}

bool Relays::protect(PinSet pins, Ms now) {
  protected_ = pins;
  return turn_off(pins, Cause::protection, now);
}

/** A valve of a pump that runs closes after the pump. */
bool Relays::turn_off(PinSet pins, Cause cause, Ms now) {
  bool changed = false;
  for (int pin = 0; pin < kPins; ++pin) {
    if (!(pins & on_).has(pin) || closing(pin)) continue;
    changed = turn(pin, false, 0, now) || changed;
    relays_[pin].cause = cause;
  }
  return changed;
}

Refusal Relays::refusal(int pin, bool on, Ms now) const {
  if (relays_[pin].max_s == 0)
    return pin_drives_relay(pin) && !refused_.has(pin) ? Refusal::unknown_pin : Refusal::unfit_pin;
  if (!on) return Refusal::none;
  if (locked_.has(pin)) return Refusal::locked;
  if (protected_.has(pin)) return Refusal::protection;
  if (!on_.has(pin) && now - relays_[pin].off_at < ms(relays_[pin].min_off_s)) return Refusal::min_off;
  for (size_t i = 0; i < interlock_count_; ++i) {
    const Interlock& lock = interlocks_[i];
    if (lock.exclusive) {
      if (lock.pins.has(pin) && !(lock.pins & on_).without(pin).empty()) return Refusal::interlock;
    } else if (lock.pin == pin) {
      bool ready = false;
      for (int valve = 0; valve < kPins; ++valve)
        if ((lock.pins & on_).has(valve) && now - relays_[valve].on_at >= ms(lock.on_delay_s)) ready = true;
      if (!ready || now >= last_close(lock.pins) - ms(lock.off_delay_s)) return Refusal::interlock;
    }
  }
  return Refusal::none;
}

bool Relays::turn(int pin, bool on, uint32_t max_s, Ms now) {
  Relay& relay = relays_[pin];
  Ms until = now;
  bool changed = !on && on_.has(pin) && rest_pumps(pin, now, until);
  if (on || until <= now) changed = move(pin, on, now) || changed;
  closing_.put(pin, !on && until > now);
  if (on && on_.has(pin)) {
    relay.since = now;
    relay.limit = now + ms(max_s == 0 ? relay.max_s : std::min(max_s, relay.max_s));
  } else if (!on) {
    relay.cause = Cause::order;
    relay.limit = std::min(relay.limit, until);  // A tick turns it off then, and tries again at each tick while it stays on.
  }
  return enforce_interlocks(now) || changed;
}

void Relays::keep_until(int pin, Ms until) {
  Relay& relay = relays_[pin];
  if (!on_.has(pin)) return;
  relay.limit = std::min(until, relay.since + ms(relay.max_s));
  closing_.put(pin, false);
}

void Relays::expect(int pin, Ms from, uint32_t secs) {
  relays_[pin].next_from = from;
  relays_[pin].next_s = secs;
}

bool Relays::stop(int pin, Cause cause, Ms now) {
  if (on_.has(pin)) relays_[pin].cause = cause;
  return move(pin, false, now);
}

/** Turns off the pumps that have no other open valve, and returns until when this valve must stay open for them. */
bool Relays::rest_pumps(int valve, Ms now, Ms& until) {
  bool changed = false;
  for (size_t i = 0; i < interlock_count_; ++i) {
    const Interlock& lock = interlocks_[i];
    if (lock.exclusive || !lock.pins.has(valve) || !(lock.pins & on_).without(valve).empty()) continue;
    if (on_.has(lock.pin)) {
      changed = stop(lock.pin, Cause::interlock, now) || changed;
      if (on_.has(lock.pin)) relays_[lock.pin].limit = now;  // Stuck on: the valve does not wait forever.
    }
    const Ms rest_from = on_.has(lock.pin) ? now : relays_[lock.pin].off_at;
    until = std::max(until, rest_from + ms(lock.off_delay_s));
  }
  return changed;
}

bool Relays::tick(Ms now) {
  // Pumps before their valves, and again after the limits changed.
  const bool before = enforce_interlocks(now);
  const bool limits = enforce_limits(now);
  const bool after = enforce_interlocks(now);
  return before || limits || after;
}

bool Relays::enforce_limits(Ms now) {
  bool changed = false;
  for (int pin = 0; pin < kPins; ++pin) {
    if (!known_.has(pin)) continue;
    const bool really_on = port_.read(pin);
    if (really_on != on_.has(pin)) {
      // The pin changed by itself: off is accepted, on gets no time.
      note(pin, really_on, now);
      unfollowing_.put(pin, really_on || now < relays_[pin].limit);
      if (really_on) relays_[pin].limit = now;
      changed = true;
    }
    if (!really_on || now < relays_[pin].limit || awaits_next(pin, now)) continue;
    if (!closing_.has(pin) && relays_[pin].cause != Cause::locked && relays_[pin].cause != Cause::protection)
      relays_[pin].cause = Cause::limit;
    changed = move(pin, false, now) || changed;
    closing_.put(pin, false);  // A relay that is still on is stuck: report its real state.
  }
  return changed;
}

bool Relays::enforce_interlocks(Ms now) {
  bool changed = false;
  // One interlock may trigger another (a pump that feeds a pump); each round turns a relay off, so the loop ends.
  for (bool again = true; again;) {
    again = false;
    for (size_t i = 0; i < interlock_count_; ++i) again = enforce(interlocks_[i], now) || again;
    changed = changed || again;
  }
  return changed;
}

bool Relays::enforce(const Interlock& lock, Ms now) {
  bool changed = false;
  if (lock.exclusive) {
    // It is unknown which of them should be on, so none is.
    const PinSet together = lock.pins & on_;
    if (!together.more_than_one()) return false;
    for (int pin = 0; pin < kPins; ++pin)
      if (together.has(pin)) changed = stop(pin, Cause::interlock, now) || changed;
  } else if (on_.has(lock.pin) && now >= last_close(lock.pins) - ms(lock.off_delay_s)) {
    // No valve is on, or the last one is about to close and no other opens by then: the pump stops first.
    changed = stop(lock.pin, Cause::interlock, now);
  }
  return changed;
}

/**
 * When a pump's last valve closes: the last that is open, or that the agenda opens before that one closes. In the past when
 * none is open.
 */
Ms Relays::last_close(PinSet valves) const {
  Ms last = kNever;
  for (int pin = 0; pin < kPins; ++pin)
    if ((valves & on_).has(pin)) last = std::max(last, relays_[pin].limit);
  if (last == kNever) return last;
  for (bool again = true; again;) {
    again = false;
    for (int pin = 0; pin < kPins; ++pin) {
      Ms until = 0;
      if (!valves.has(pin) || !opens(pin, last, until) || until <= last) continue;
      last = until;
      again = true;
    }
  }
  return last;
}

/** Will the agenda have opened a relay when those that are open now close at `last`, and until when? */
bool Relays::opens(int pin, Ms last, Ms& until) const {
  const Relay& relay = relays_[pin];
  const Ms from = relay.next_from;
  if (relay.next_s == 0 || from > last + kSeam || relay.max_s == 0 || barred(pin)) return false;
  const bool goes_on = on_.has(pin) && relay.limit + kSeam >= from;
  const Ms off_at = on_.has(pin) ? relay.limit : relay.off_at;
  if (!goes_on && from - off_at < ms(relay.min_off_s)) return false;
  for (size_t i = 0; i < interlock_count_; ++i) {
    const Interlock& lock = interlocks_[i];
    if (!lock.exclusive || !lock.pins.has(pin)) continue;
    for (int other = 0; other < kPins; ++other)
      if (other != pin && (lock.pins & on_).has(other) && relays_[other].limit + kSeam >= from) return false;
  }
  until = std::min(from + ms(relay.next_s), (goes_on ? relay.since : from) + ms(relay.max_s));
  return true;
}

/** The last valve of a running pump stays open until the next one does, and a pump stays on until its next run. */
bool Relays::awaits_next(int pin, Ms now) const {
  const Relay& relay = relays_[pin];
  if (now >= relay.since + ms(relay.max_s) || barred(pin) || closing_.has(pin)) return false;
  for (size_t i = 0; i < interlock_count_; ++i) {
    const Interlock& lock = interlocks_[i];
    if (lock.exclusive || !on_.has(lock.pin)) continue;
    Ms until = 0;
    if (lock.pin == pin && opens(pin, relay.limit, until) && until > now) return true;
    if (!lock.pins.has(pin) || (lock.pins & on_).more_than_one()) continue;
    for (int valve = 0; valve < kPins; ++valve)
      if (valve != pin && lock.pins.has(valve) && opens(valve, relay.limit, until) && until > now) return true;
  }
  return false;
}

/** Writes a pin and stores what it reads back. */
bool Relays::move(int pin, bool on, Ms now) {
  port_.write(pin, on);
  const bool really_on = port_.read(pin);
  unfollowing_.put(pin, really_on != on);
  if (on && !really_on) port_.write(pin, false);  // Otherwise it would turn on by itself once it is released.
  if (really_on == on_.has(pin)) return false;
  note(pin, really_on, now);
  if (really_on) relays_[pin].cause = Cause::order;
  return true;
}

void Relays::note(int pin, bool on, Ms now) {
  Relay& relay = relays_[pin];
  on_.put(pin, on);
  if (on) {
    relay.on_at = now;
    ++relay.wear.ops;
  } else {
    relay.off_at = now;
    relay.wear.on_ms += now - relay.on_at;
  }
}

Wear Relays::wear(int pin, Ms now) const {
  Wear wear = relays_[pin].wear;
  if (on_.has(pin)) wear.on_ms += now - relays_[pin].on_at;
  return wear;
}

}  // namespace acequia
