#pragma once
#include "clock.hpp"
#include "relays.hpp"
#include "run_log.hpp"
#include "run_volume.hpp"

namespace acequia {

/**
 * Runs the agenda by the board's own clock. A run starts once, at its time or up to `late_s` later; its pin stays on until
 * the last run and the last person that wanted it is over, and never longer than the relay's longest time. A run with a volume ends when
 * its meter has counted that, and goes on after a cut of power; one with a `reach` ends when its point has been there for a while.
 */
class Agenda {
 public:
  Agenda(Relays& relays, RunLog& log, const Clock& clock, const Points& points)
      : relays_(relays), log_(log), clock_(clock), points_(points) {}

  /** false: not newer than the stored version. */
  bool take(const AgendaPlan& plan, Ms now);
  const Version& version() const { return plan_.version; }

  /** Starts what is due. Call it before the relays' tick. true: a pin changed. */
  bool start_due(Ms now, bool connected);
  /** Ends runs that are over, no matter what turned their pin off. Call it after the relays' tick. true: a pin changed. */
  bool settle(Ms now);
  /** A run that a cut of power interrupted and that goes on. */
  bool goes_on(const ShortId& id) const;

  /** A person turned a pin on, for as long as the relay allows, or off. */
  void ordered(int pin, bool on, Ms now);
  /** Pins that a run holds now. */
  PinSet running() const { return running_; }
  /** true: a run is under way, or due before `until`. */
  bool busy(Ms now, Ms until) const;
  /** true: a run is under way, waits to begin or to go on, or is due before `until`. */
  bool may_begin(Ms until) const;

 private:
  static constexpr Ms kNever = INT64_MIN / 2;
  /** For how long a point has to be at the `reach` of a run: one wrong reading ends none. */
  static constexpr Ms kReachMs = 30'000;
  /** `cut`: it ran when the power went, and goes on to its volume. */
  enum class State : uint8_t { waiting, running, cut, over };
  struct Progress {
    State state = State::waiting;
    /** Why the last attempt to start it failed. */
    RunEnd blocked = RunEnd::late;
    /** Start of a run under way: s since 1970, and monotonic. */
    int64_t started = 0;
    Ms since = 0;
    RunVolume water;
    /** Since when its point has been at its `reach`, monotonic. */
    Ms reached_at = kNever;
    bool under_way() const { return state == State::running || state == State::cut; }
  };
  bool start(size_t index, Ms now);
  bool may_start(size_t index, Ms now);
  bool resume(size_t index, Ms now, bool connected);
  bool has_reached(size_t index, Ms now);
  bool end_early(PinSet pins, RunEnd end, Ms now);
  void miss(size_t index, Ms closed);
  void finish(size_t index, RunEnd end, Ms now);
  RunEnd end_of(int pin) const;
  Ms last_end(int pin) const;
  void reclaim(int pin, Ms now);
  void note_clock(Ms now);
  void announce(Ms now, bool connected);

  Relays& relays_;
  RunLog& log_;
  const Clock& clock_;
  const Points& points_;
  AgendaPlan plan_;
  Progress progress_[kMaxRuns];
  PinSet running_;
  /** Until when a person's order keeps a pin on, monotonic. */
  Ms person_[kPins] = {};
  /** Since when the time has been known without a gap, since 1970. */
  Ms known_since_ = 0;
  bool known_ = false;
};

}  // namespace acequia
