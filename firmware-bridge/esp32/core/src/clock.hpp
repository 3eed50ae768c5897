#pragma once
#include "ports.hpp"

namespace acequia {

/**
 * Time since 1970, from the last answer of a time server. A timer of the board never uses it: only the expiry of
 * commands and the dates of samples do, and both must know when there is no time to be had.
 */
class Clock {
 public:
  /** A crystal of 50 ppm is 4 s wrong after a day; commands live 10 s. */
  static constexpr Ms kTrusted = 24LL * 3600 * 1000;

  void set(Ms wall, Ms now) {
    offset_ = wall - now;
    set_at_ = now;
    set_ = true;
  }
  /** The time went on over a restart of the chip: dates can be told, but how old its last setting is nobody knows. */
  void restore(Ms wall, Ms now) {
    set(wall, now);
    set_at_ = now - kTrusted - 1;
  }
  void lose() { set_ = false; }

  /** Was it ever set in this life? Then dates can be told, by reckoning back too. */
  bool dates() const { return set_; }
  /** Is it good enough to say whether a command is late? */
  bool judges(Ms now) const { return set_ && now - set_at_ <= kTrusted; }
  Ms wall(Ms now) const { return now + offset_; }

 private:
  Ms offset_ = 0;
  Ms set_at_ = 0;
  bool set_ = false;
};

}  // namespace acequia
