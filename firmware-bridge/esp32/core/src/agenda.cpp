#include "agenda.hpp"

#include <algorithm>

namespace acequia {
namespace {

constexpr Ms ms(int64_t seconds) { return Ms{seconds} * 1000; }

}  // namespace

bool Agenda::take(const AgendaPlan& plan, Ms now) {
  const bool first = plan_.version.rev < 0;
  if (!first && (plan.version.older_than(plan_.version) || plan.version == plan_.version)) return false;
  // Not on the stack: a task of the board has 8 kB.
  static Progress next[kMaxRuns];
  for (size_t i = 0; i < plan.count; ++i) {
    next[i] = Progress{};
    if (log_.knows(plan.runs[i].id)) next[i].state = State::over;
    int64_t at = 0;
    uint64_t total = 0;
    if (plan.runs[i].vol > 0 && log_.cut(plan.runs[i].id, at, total)) {
      next[i].state = State::cut;
      next[i].started = at;
    }
    for (size_t before = 0; before < plan_.count; ++before)
      if (plan_.runs[before].id == plan.runs[i].id) {
        const bool same_meter = plan_.runs[before].point == plan.runs[i].point;
        // A run under way keeps its pin.
        if (progress_[before].under_way() &&
            (plan_.runs[before].pin != plan.runs[i].pin || (progress_[before].state == State::cut && !same_meter))) {
          next[i].state = State::over;
          continue;
        }
        next[i] = progress_[before];
        if (!same_meter) next[i].water = RunVolume{};
        if (!same_meter || plan_.runs[before].reach != plan.runs[i].reach) next[i].reached_at = kNever;
        progress_[before].state = State::over;
      }
  }
  // Runs under way that the new agenda no longer has.
  for (size_t i = 0; i < plan_.count; ++i)
    if (progress_[i].under_way()) finish(i, RunEnd::off, now);
  plan_ = plan;
  std::copy_n(next, plan.count, progress_);
  const PinSet before = running_;
  running_ = PinSet{};
  for (size_t i = 0; i < plan_.count; ++i)
    if (progress_[i].state == State::running) running_.put(plan_.runs[i].pin, true);
  for (int pin = 0; pin < kPins; ++pin)
    if (before.has(pin)) reclaim(pin, now);
  return true;
}

/** From this time on, a run that did not start cannot blame the missing clock. */
void Agenda::note_clock(Ms now) {
  if (clock_.dates() && !known_) known_since_ = clock_.wall(now);
  known_ = clock_.dates();
}

bool Agenda::start_due(Ms now, bool connected) {
  note_clock(now);
  if (!known_) {
    announce(now, connected);
    return false;
  }
  const Ms wall = clock_.wall(now);
  bool changed = false;
  for (size_t i = 0; i < plan_.count; ++i) {
    const PlannedRun& run = plan_.runs[i];
    if (progress_[i].state == State::cut) changed = resume(i, now, connected) || changed;
    if (progress_[i].state != State::waiting || wall < ms(run.at)) continue;
    // One second, so that the board has time to notice.
    const Ms closes = std::min(ms(run.at + run.late_s), ms(plan_.until)) + 1'000;
    if (wall >= closes) {
      miss(i, closes);
    } else if (run.link && !connected) {
      progress_[i].blocked = RunEnd::late;
    } else {
      changed = start(i, now) || changed;
    }
  }
  announce(now, connected);
  return changed;
}

/** Tells the relays the next run of each pin, for a pump goes on from one valve to the next. A run that is due and waits may never start. */
void Agenda::announce(Ms now, bool connected) {
  const PlannedRun* next[kPins] = {};
  const Ms wall = clock_.wall(now);
  for (size_t i = 0; known_ && i < plan_.count; ++i) {
    const PlannedRun& run = plan_.runs[i];
    if (progress_[i].state != State::waiting || ms(run.at) <= wall || run.at > plan_.until || (run.link && !connected))
      continue;
    if (next[run.pin] == nullptr || run.at < next[run.pin]->at) next[run.pin] = &run;
  }
  for (int pin = 0; pin < kPins; ++pin)
    if (next[pin] == nullptr)
      relays_.expect(pin, 0, 0);
    else
      relays_.expect(pin, now + ms(next[pin]->at) - wall, next[pin]->secs);
}

bool Agenda::may_start(size_t index, Ms now) {
  const PlannedRun& run = plan_.runs[index];
  Progress& progress = progress_[index];
  const Refusal refusal = relays_.refusal(run.pin, true, now);
  if (refusal == Refusal::locked || refusal == Refusal::unknown_pin || refusal == Refusal::unfit_pin) {
    progress.blocked = RunEnd::locked;
    return false;
  }
  if (refusal == Refusal::protection) {
    progress.blocked = RunEnd::protection;
    return false;
  }
  if (refusal != Refusal::none && !relays_.on().has(run.pin)) {
    progress.blocked = RunEnd::interlock;
    return false;
  }
  return true;
}

bool Agenda::start(size_t index, Ms now) {
  const PlannedRun& run = plan_.runs[index];
  Progress& progress = progress_[index];
  if (!may_start(index, now)) return false;
  const bool on = relays_.on().has(run.pin);
  Counter counter;
  const bool metered = run.vol > 0 && points_.counter(run.point, counter);
  const int64_t at = clock_.wall(now) / 1000;
  // The note before the relay: a power cut between them loses this run, but never repeats it.
  if (!log_.started(run.id, at, metered ? &counter.total : nullptr)) return false;
  progress = Progress{State::running, RunEnd::late, at, now, {}, kNever};
  if (metered) progress.water.begin(counter, now);
  running_.put(run.pin, true);
  if (!on) relays_.turn(run.pin, true, run.secs, now);
  reclaim(run.pin, now);
  return !on;
}

/** Its longest time goes on over a cut of power, so that the next runs of the plan have their time. */
bool Agenda::resume(size_t index, Ms now, bool connected) {
  const PlannedRun& run = plan_.runs[index];
  Progress& progress = progress_[index];
  progress.since = now - (clock_.wall(now) - ms(progress.started));
  if (now - progress.since >= ms(run.secs)) {
    finish(index, RunEnd::power, now);
    return false;
  }
  if ((run.link && !connected) || !may_start(index, now)) return false;
  int64_t at = 0;
  uint64_t total = 0;
  Counter counter;
  if (!log_.cut(run.id, at, total) || !points_.counter(run.point, counter)) return false;
  progress.state = State::running;
  progress.water.go_on(total, counter, now);
  running_.put(run.pin, true);
  const bool on = relays_.on().has(run.pin);
  if (!on) relays_.turn(run.pin, true, run.secs, now);
  reclaim(run.pin, now);
  return !on;
}

bool Agenda::goes_on(const ShortId& id) const {
  for (size_t i = 0; i < plan_.count; ++i)
    if (plan_.runs[i].id == id) return progress_[i].state == State::cut;
  return false;
}

/** Ends a run that can no longer start, with the reason. `closed`: when its time was over, since 1970. */
void Agenda::miss(size_t index, Ms closed) {
  RunReport report;
  report.id = plan_.runs[index].id;
  report.end = progress_[index].blocked;
  // The monotonic clock starts at boot.
  if (closed <= clock_.wall(0))
    report.end = RunEnd::power;
  else if (closed <= known_since_)
    report.end = RunEnd::clock;
  log_.ended(report);
  progress_[index].state = State::over;
}

bool Agenda::settle(Ms now) {
  PinSet full;
  PinSet moist;
  for (size_t i = 0; i < plan_.count; ++i) {
    if (progress_[i].state != State::running) continue;
    const PlannedRun& run = plan_.runs[i];
    const int pin = run.pin;
    Counter counter;
    if (run.vol > 0 && progress_[i].water.reached(run, points_.counter(run.point, counter) ? &counter : nullptr, now)) {
      finish(i, RunEnd::volume, now);
      full.put(pin, true);
    } else if (has_reached(i, now)) {
      finish(i, RunEnd::reached, now);
      moist.put(pin, true);
    } else if (now - progress_[i].since >= ms(run.secs)) {
      finish(i, RunEnd::done, now);
    } else if (!relays_.on().has(pin)) {
      finish(i, end_of(pin), now);
    }
  }
  bool changed = end_early(full, RunEnd::volume, now);
  changed = end_early(moist, RunEnd::reached, now) || changed;
  for (int pin = 0; pin < kPins; ++pin)
    if (running_.has(pin) && last_end(pin) == kNever) running_.put(pin, false);
  return changed;
}

/** Its point has been at its reach without a gap. Without a value nothing is known of it. */
bool Agenda::has_reached(size_t index, Ms now) {
  const PlannedRun& run = plan_.runs[index];
  if (run.reach == PlannedRun::kNoReach) return false;
  Ms& since = progress_[index].reached_at;
  int64_t value = 0;
  if (!points_.value(run.point, now, value) || value < run.reach)
    since = kNever;
  else if (since == kNever)
    since = now;
  return since != kNever && now - since >= kReachMs;
}

/** Turns these pins off where nothing else wants them on. A pump that stops with its last valve has ended like it. */
bool Agenda::end_early(PinSet pins, RunEnd end, Ms now) {
  if (pins.empty()) return false;
  const PinSet before = relays_.on();
  for (int pin = 0; pin < kPins; ++pin)
    if (pins.has(pin)) reclaim(pin, now);
  const PinSet after = relays_.on();
  for (size_t i = 0; i < plan_.count; ++i) {
    const int pin = plan_.runs[i].pin;
    if (progress_[i].state == State::running && before.has(pin) && !after.has(pin)) finish(i, end, now);
  }
  return before != after;
}

RunEnd Agenda::end_of(int pin) const {
  switch (relays_.cause(pin)) {
    case Relays::Cause::order:
      return RunEnd::off;
    case Relays::Cause::limit:
      return RunEnd::limit;
    case Relays::Cause::interlock:
      return RunEnd::interlock;
    case Relays::Cause::locked:
      return RunEnd::locked;
    case Relays::Cause::protection:
      return RunEnd::protection;
  }
  return RunEnd::off;
}

void Agenda::finish(size_t index, RunEnd end, Ms now) {
  RunReport report;
  report.id = plan_.runs[index].id;
  report.started = progress_[index].started;
  report.secs = static_cast<uint32_t>(std::min((now - progress_[index].since) / 1000, Ms{plan_.runs[index].secs}));
  report.end = end;
  if (progress_[index].state == State::cut)
    report.secs = std::min(log_.known_s(report.started), plan_.runs[index].secs);
  else if (plan_.runs[index].vol > 0)
    report.litres = progress_[index].water.litres(end == RunEnd::volume);
  log_.ended(report);
  progress_[index].state = State::over;
}

/** When the last of the runs on a pin is over, monotonic. */
Ms Agenda::last_end(int pin) const {
  Ms last = kNever;
  for (size_t i = 0; i < plan_.count; ++i)
    if (progress_[i].state == State::running && plan_.runs[i].pin == pin)
      last = std::max(last, progress_[i].since + ms(plan_.runs[i].secs));
  return last;
}

/** Keeps a pin on while a run or a person's order needs it, and turns it off after that. */
void Agenda::reclaim(int pin, Ms now) {
  const Ms until = std::max(last_end(pin), person_[pin]);
  if (until > now)
    relays_.keep_until(pin, until);
  else
    relays_.turn(pin, false, 0, now);
}

void Agenda::ordered(int pin, bool on, Ms now) {
  person_[pin] = on ? relays_.limit(pin) : kNever;
  for (size_t i = 0; !on && i < plan_.count; ++i)
    if (progress_[i].state == State::cut && plan_.runs[i].pin == pin) finish(i, RunEnd::off, now);
  if (!running_.has(pin)) return;
  if (on) {
    reclaim(pin, now);
    return;
  }
  for (size_t i = 0; i < plan_.count; ++i)
    if (progress_[i].state == State::running && plan_.runs[i].pin == pin) finish(i, RunEnd::off, now);
  running_.put(pin, false);
}

bool Agenda::busy(Ms now, Ms until) const {
  if (!running_.empty()) return true;
  if (!clock_.dates()) return false;
  for (size_t i = 0; i < plan_.count; ++i) {
    const Ms at = ms(plan_.runs[i].at);
    if (progress_[i].state == State::waiting && at >= clock_.wall(now) && at < clock_.wall(until)) return true;
  }
  return false;
}

bool Agenda::may_begin(Ms until) const {
  for (size_t i = 0; i < plan_.count; ++i) {
    if (progress_[i].under_way()) return true;
    if (progress_[i].state == State::waiting && clock_.dates() && ms(plan_.runs[i].at) < clock_.wall(until)) return true;
  }
  return false;
}

}  // namespace acequia
