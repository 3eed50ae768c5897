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

  /** Takes a new map; a relay that left it goes off. Says whether a pin changed. */
  bool configure(const Config& config, Ms now);

  /** Why a command may not be obeyed now; `ok` when it may. OFF is never against an interlock. */
  Verdict allows(int pin, bool on, Ms now) const;
  /**
   * Turns a relay for at most `max_s` (0 = what the map allows); ON again begins its time again. OFF of the last valve of
   * a pump turns the pump off first, and the valve once the pump has rested for the interlock's delay.
   */
  bool turn(int pin, bool on, uint32_t max_s, Ms now);

  /** Lets time pass. Says whether a pin changed. */
  bool tick(Ms now);

  /** Is it still on only until its pump has rested? */
  bool closing(int pin) const { return on_.has(pin) && closing_.has(pin); }
  /** What the wires are; and all pins that had a relay in this life. */
  PinSet on() const { return on_; }
  PinSet known() const { return known_; }

 private:
  struct Relay {
    /** Longest time on, seconds; 0 = not in the map. */
    uint32_t max_s = 0;
    /** When it was last told to be on, and when it must be off at the latest. */
    Ms since = 0;
    Ms limit = 0;
    /** When it last really changed. */
    Ms on_at = 0;
    Ms off_at = kNever;
  };
  static constexpr Ms kNever = INT64_MIN / 2;

  bool move(int pin, bool on, Ms now);
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
  Interlock interlocks_[kMaxInterlocks];
  size_t interlock_count_ = 0;
};

}  // namespace acequia
