#pragma once
#include "messages.hpp"
#include "pins.hpp"
#include "ports.hpp"

namespace acequia {

/**
 * The relays of one board and what must hold of them whatever the network does: off at boot, off when their time is
 * over, never against an interlock. Times are of the monotonic clock: a wrong date moves no timer.
 */
class Relays {
 public:
  explicit Relays(PinPort& port) : port_(port) {}

  /** What turned a relay off last. */
  enum class Cause : uint8_t { order, limit, interlock, locked };

  /**
   * Takes a new map; a relay that left it or is locked goes off. `booting`: how long its relays were off nobody knows, so
   * their rest begins now. Says whether a pin changed.
   */
  bool configure(const Config& config, Ms now, bool booting = false);

  /** Why a command may not be obeyed now; `ok` when it may. OFF is never against an interlock. */
  Verdict allows(int pin, bool on, Ms now) const;
  /**
   * Turns a relay for at most `max_s` (0 = what the map allows); ON again begins its time again. OFF of the last valve of
   * a pump turns the pump off first, and the valve once the pump has rested for the interlock's delay.
   */
  bool turn(int pin, bool on, uint32_t max_s, Ms now);

  /** Leaves a relay that is on until `until`, or as long as its longest time on allows. */
  void keep_until(int pin, Ms until);

  /** Lets time pass. Says whether a pin changed. */
  bool tick(Ms now);

  Cause cause(int pin) const { return relays_[pin].cause; }
  /** When it must be off at the latest; when it last went on and off. */
  Ms limit(int pin) const { return relays_[pin].limit; }
  Ms on_at(int pin) const { return relays_[pin].on_at; }
  Ms off_at(int pin) const { return relays_[pin].off_at; }

  /** Is it still on only until its pump has rested? */
  bool closing(int pin) const { return on_.has(pin) && closing_.has(pin); }
  /** What the wires are; and all pins that had a relay in this life. */
  PinSet on() const { return on_; }
  PinSet known() const { return known_; }

 private:
  struct Relay {
    /** Longest time on, seconds; 0 = not in the map. */
    uint32_t max_s = 0;
    uint32_t min_off_s = 0;
    Cause cause = Cause::order;
    /** When it was last told to be on, and when it must be off at the latest. */
    Ms since = 0;
    Ms limit = 0;
    /** When it last really changed. */
    Ms on_at = 0;
    Ms off_at = kNever;
  };
  static constexpr Ms kNever = INT64_MIN / 2;

  bool move(int pin, bool on, Ms now);
  bool stop(int pin, Cause cause, Ms now);
  bool enforce_limits(Ms now);
  bool enforce_interlocks(Ms now);
  bool enforce(const Interlock& lock, Ms now);
  bool rest_pumps(int valve, Ms now, Ms& until);
  Ms last_limit(PinSet pins) const;

  PinPort& port_;
  Relay relays_[kPins];
  PinSet on_;
  PinSet known_;
  PinSet closing_;
  PinSet locked_;
  Interlock interlocks_[kMaxInterlocks];
  size_t interlock_count_ = 0;
};

}  // namespace acequia
