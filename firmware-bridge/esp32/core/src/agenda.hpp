#pragma once
#include "clock.hpp"
#include "relays.hpp"
#include "run_log.hpp"

namespace acequia {

/**
 * Runs the agenda by the board's own clock. A run starts once, at its time or up to `late_s` later; its pin stays on until
 * the last run and the last person that wanted it is over, and never longer than the relay's longest time.
 */
class Agenda {
 public:
  Agenda(Relays& relays, RunLog& log, const Clock& clock) : relays_(relays), log_(log), clock_(clock) {}

  /** false: it is not newer than what the board has. */
  bool take(const AgendaPlan& plan, Ms now);
  const Version& version() const { return plan_.version; }

  /** Starts what is due; before the relays' own tick. Says whether a pin changed. */
  bool start_due(Ms now, bool connected);
  /** Ends what is over, whoever turned it off; after the relays' own tick. */
  void settle(Ms now);

  /** Somebody turned a pin on, for as long as the relay says, or off. */
  void ordered(int pin, bool on, Ms now);
  /** Pins that a run has now. */
  PinSet running() const { return running_; }
  /** Does anything run, or is anything due before `until`? */
  bool busy(Ms now, Ms until) const;

 private:
  enum class State : uint8_t { waiting, running, over };
  struct Progress {
    State state = State::waiting;
    /** Why it could not start when that was tried last. */
    RunEnd blocked = RunEnd::late;
    /** Of a running one: s since 1970, and of the monotonic clock. */
    int64_t started = 0;
    Ms since = 0;
  };
  static constexpr Ms kNever = INT64_MIN / 2;

  bool start(size_t index, Ms now);
  void miss(size_t index, Ms closed);
  void finish(size_t index, RunEnd end, Ms now);
  RunEnd end_of(int pin) const;
  Ms last_end(int pin) const;
  void reclaim(int pin, Ms now);
  void note_clock(Ms now);

  Relays& relays_;
  RunLog& log_;
  const Clock& clock_;
  AgendaPlan plan_;
  Progress progress_[kMaxRuns];
  PinSet running_;
  /** Until when a person's order keeps a pin on, monotonic. */
  Ms person_[kPins] = {};
  /** Since when the time is known without a break, since 1970. */
  Ms known_since_ = 0;
  bool known_ = false;
};

}  // namespace acequia
