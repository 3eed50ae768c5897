#pragma once
#include "chip.hpp"
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

  /** A larger step needs a second answer that agrees with it: one wrong answer would end every run of the agenda. */
  static constexpr Ms kLargestStep = 15LL * 60 * 1000;
  /** Two answers agree when they differ by less. */
  static constexpr Ms kAgree = 60'000;

  /** An answer of a time server. false: not believed yet; ask again. */
  bool set(Ms wall, Ms now) {
    const Ms offset = wall - now;
    const bool step = set_ && distance(offset, offset_) > kLargestStep;
    if (step && !(doubted_ && distance(offset, doubt_) < kAgree)) {
      doubted_ = true;
      doubt_ = offset;
      return false;
    }
    doubted_ = false;
    offset_ = offset;
    set_at_ = now;
    set_ = answered_ = true;
    return true;
  }
  /** The time survived a restart of the chip: samples can be dated, but the age of the last setting is unknown. */
  void restore(Ms wall, Ms now) {
    lose();
    set(wall, now);
    set_at_ = now - kTrusted - 1;
    answered_ = false;
  }
  void lose() { set_ = doubted_ = answered_ = false; }

  /** true: set since boot, so earlier samples of this boot can be dated too. */
  bool dates() const { return set_; }
  /** true: precise enough to tell whether a command is late. */
  bool judges(Ms now) const { return set_ && now - set_at_ <= kTrusted; }
  TimeSource source(Ms now) const {
    if (!set_) return TimeSource::none;
    return judges(now) ? TimeSource::server : TimeSource::kept;
  }
  /** s since a time server answered; -1 = not in this life. */
  int64_t age_s(Ms now) const { return set_ && answered_ ? (now - set_at_) / 1000 : -1; }
  Ms wall(Ms now) const { return now + offset_; }

 private:
  static constexpr Ms distance(Ms a, Ms b) { return a > b ? a - b : b - a; }

  Ms offset_ = 0;
  Ms doubt_ = 0;
  bool doubted_ = false;
  Ms set_at_ = 0;
  bool set_ = false;
  bool answered_ = false;
};

}  // namespace acequia
