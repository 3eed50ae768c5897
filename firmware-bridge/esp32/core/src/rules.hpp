#pragma once
#include "clock.hpp"
#include "plans.hpp"
#include "points.hpp"
#include "relays.hpp"

namespace acequia {

/** A sensor's last values; times are monotonic. */
struct Heard {
  Reading reading;
  Ms at = 0;
  /** true: there was a value since boot. */
  bool value = false;
};

/**
 * Switches that follow a sensor or a point of the same board. Of the rules of a pin that apply at this hour the one with the highest
 * priority decides. A run of the agenda and a person's order come before it.
 */
class Rules {
 public:
  /** Without a good value for three readings, and at least this long, a sensor is silent; a point after this alone. */
  static constexpr Ms kSilence = 90'000;
  /** How long a person's OFF without a time holds, s. */
  static constexpr uint32_t kHold = 3'600;

  Rules(Relays& relays, const Clock& clock, const Points& points) : relays_(relays), clock_(clock), points_(points) {}

  /** false: not newer than the stored version. */
  bool take(const ControlPlan& plan, Ms now);
  const Version& version() const { return plan_.version; }

  /** `heard` and `every_s` by sensor pin; `others`: pins that a run of the agenda holds. true: a pin changed. */
  bool tick(const Heard (&heard)[kPins], const uint32_t (&every_s)[kPins], PinSet others, Ms now);
  /** A person turned a pin on, for as long as the relay allows, or off, for `hold_s` (0 = kHold). */
  void ordered(int pin, bool on, uint32_t hold_s, Ms now);
  /** Pins that a rule turned on and no person has touched since. */
  PinSet own() const { return own_; }

 private:
  /** The last value of what a rule follows, millionths. */
  struct Told {
    int64_t value = 0;
    Ms at = 0;
    /** true: there was one. */
    bool known = false;
  };

  const Rule* in_charge(int pin, Ms now, size_t& index) const;
  bool holds_now(const Rule& rule, Ms now) const;
  const Told& latest(size_t index, const Heard (&heard)[kPins], Ms now);
  bool wants(size_t index, const Told& told, uint32_t every_s, Ms now);

  Relays& relays_;
  const Clock& clock_;
  const Points& points_;
  ControlPlan plan_;
  /** Between its thresholds a rule keeps its last decision. */
  bool wanted_[kMaxRules] = {};
  Told told_[kMaxRules];
  /** Since when the sensor has been silent, monotonic. */
  Ms since_ = 0;
  Ms held_[kPins] = {};
  PinSet own_;
};

}  // namespace acequia
