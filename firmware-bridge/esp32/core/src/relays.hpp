#pragma once
#include "messages.hpp"
#include "pins.hpp"
#include "ports.hpp"
#include "wear.hpp"

namespace acequia {

/**
 * The relays of one board, with rules that hold without a network: off at boot, off when their time is
 * over, never against an interlock. Times are monotonic, so a wrong date moves no timer.
 */
class Relays {
 public:
  /** `memory`: pins of flash or PSRAM besides 6 to 11. */
  explicit Relays(PinPort& port, PinSet memory = {}) : port_(port), memory_(memory) {}

  /** Lets go of every pin that a relay may be on, as power-on does: a restart leaves them as they were. */
  void release();
  /** Pins that get no relay although they could carry one: `unfit_pin`. */
  void refuse(PinSet pins) { refused_ = pins; }

  /** What last turned a relay off. */
  enum class Cause : uint8_t { order, limit, interlock, locked, protection };

  /**
   * Takes a new map; a relay that is no longer in it, or is locked out, goes off. `booting`: it is unknown how long the
   * relays were off, so their rest begins now. true: a pin changed.
   */
  bool configure(const Config& config, Ms now, bool booting = false);

  /** Turns these pins off, and no others, and keeps them off until the next call. true: a pin changed. */
  bool protect(PinSet pins, Ms now);

  /** Why a command is refused now; `none` when it is not. An interlock never refuses OFF. */
  Refusal refusal(int pin, bool on, Ms now) const;
  /**
   * Turns a relay for at most `max_s` (0 = what the map allows); ON again begins its time again. OFF of the last valve of
   * a pump turns the pump off first, and the valve once the pump has rested for the interlock's delay.
   */
  bool turn(int pin, bool on, uint32_t max_s, Ms now);

  /** Keeps a relay on until `until`, or for its longest time on. */
  void keep_until(int pin, Ms until);

  /** The agenda will turn a relay on at `from`, monotonic, for `secs`; 0 = it will not. */
  void expect(int pin, Ms from, uint32_t secs);

  /** Applies the time limits and interlocks. true: a pin changed. */
  bool tick(Ms now);

  Cause cause(int pin) const { return relays_[pin].cause; }
  /** Latest time to be off; when it last went on and off. */
  Ms limit(int pin) const { return relays_[pin].limit; }
  Ms on_at(int pin) const { return relays_[pin].on_at; }
  Ms off_at(int pin) const { return relays_[pin].off_at; }
  /** What it has lived, with what it is living. */
  Wear wear(int pin, Ms now) const;
  void restore_wear(int pin, const Wear& wear) { relays_[pin].wear = wear; }

  /** true: it is on only until its pump has rested. */
  bool closing(int pin) const { return on_.has(pin) && closing_.has(pin); }
  /** Levels of the wires; all pins that had a relay since boot. */
  PinSet on() const { return on_; }
  PinSet known() const { return known_; }
  /** Pins whose wire is not as it was last told to be, or that changed by themselves. */
  PinSet unfollowing() const { return unfollowing_; }

 private:
  struct Relay {
    /** Longest time on, seconds; 0 = not in the map. */
    uint32_t max_s = 0;
    uint32_t min_off_s = 0;
    Cause cause = Cause::order;
    /** When it was last turned on, and when it must be off. */
    Ms since = 0;
    Ms limit = 0;
    /** When its wire last changed. */
    Ms on_at = 0;
    Ms off_at = kNever;
    /** The agenda's next claim on it. */
    Ms next_from = 0;
    uint32_t next_s = 0;
    /** Up to its last change. */
    Wear wear;
  };
  static constexpr Ms kNever = INT64_MIN / 2;
  /** Valves and pumps stay on this long for the next run, because the time of day may be corrected between the two. */
  static constexpr Ms kSeam = 2'000;

  bool move(int pin, bool on, Ms now);
  void note(int pin, bool on, Ms now);
  bool stop(int pin, Cause cause, Ms now);
  bool turn_off(PinSet pins, Cause cause, Ms now);
  bool barred(int pin) const { return (locked_ | protected_).has(pin); }
  bool enforce_limits(Ms now);
  bool enforce_interlocks(Ms now);
  bool enforce(const Interlock& lock, Ms now);
  bool rest_pumps(int valve, Ms now, Ms& until);
  Ms last_close(PinSet valves) const;
  bool opens(int pin, Ms last, Ms& until) const;
  bool awaits_next(int pin, Ms now) const;

  PinPort& port_;
  PinSet memory_;
  PinSet refused_;
  Relay relays_[kPins];
  PinSet on_;
  PinSet known_;
  PinSet unfollowing_;
  PinSet closing_;
  PinSet locked_;
  PinSet protected_;
  Interlock interlocks_[kMaxInterlocks];
  size_t interlock_count_ = 0;
};

}  // namespace acequia
