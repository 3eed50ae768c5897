#pragma once
#include "ports.hpp"

namespace acequia {

/**
 * Time since 1970, from the last answer of a time server. Only the expiry of commands and the dates of samples use it,
 * never a timer; both handle a missing time.
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
  /** The time survived a restart of the chip: samples can be dated, but the age of the last setting is unknown. */
  void restore(Ms wall, Ms now) {
    set(wall, now);
    set_at_ = now - kTrusted - 1;
  }
  void lose() { set_ = false; }

  /** true: set since boot, so earlier samples of this boot can be dated too. */
  bool dates() const { return set_; }
  /** true: precise enough to tell whether a command is late. */
  bool judges(Ms now) const { return set_ && now - set_at_ <= kTrusted; }
  Ms wall(Ms now) const { return now + offset_; }

 private:
  Ms offset_ = 0;
  Ms set_at_ = 0;
  bool set_ = false;
};

}  // namespace acequia
