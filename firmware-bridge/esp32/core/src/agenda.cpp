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
    for (size_t before = 0; before < plan_.count; ++before)
      if (plan_.runs[before].id == plan.runs[i].id) {
        // A run under way keeps its pin.
        if (progress_[before].state == State::running && plan_.runs[before].pin != plan.runs[i].pin) continue;
        next[i] = progress_[before];
        progress_[before].state = State::over;
      }
  }
  // Runs under way that the new agenda no longer has.
  for (size_t i = 0; i < plan_.count; ++i)
    if (progress_[i].state == State::running) finish(i, RunEnd::off, now);
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

bool Agenda::start(size_t index, Ms now) {
  const PlannedRun& run = plan_.runs[index];
  Progress& progress = progress_[index];
  const bool on = relays_.on().has(run.pin);
  const Refusal refusal = relays_.refusal(run.pin, true, now);
  if (refusal == Refusal::locked || refusal == Refusal::unknown_pin || refusal == Refusal::unfit_pin) {
    progress.blocked = RunEnd::locked;
    return false;
  }
  if (refusal != Refusal::none && !on) {
    progress.blocked = RunEnd::interlock;
    return false;
  }
  const int64_t at = clock_.wall(now) / 1000;
  // The note before the relay: a power cut between them loses this run, but never repeats it.
  if (!log_.started(run.id, at)) return false;
  progress = Progress{State::running, RunEnd::late, at, now};
  running_.put(run.pin, true);
  if (!on) relays_.turn(run.pin, true, run.secs, now);
  reclaim(run.pin, now);
  return !on;
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

void Agenda::settle(Ms now) {
  for (size_t i = 0; i < plan_.count; ++i) {
    if (progress_[i].state != State::running) continue;
    const int pin = plan_.runs[i].pin;
    if (now - progress_[i].since >= ms(plan_.runs[i].secs))
      finish(i, RunEnd::done, now);
    else if (!relays_.on().has(pin))
      finish(i, end_of(pin), now);
  }
  for (int pin = 0; pin < kPins; ++pin)
    if (running_.has(pin) && last_end(pin) == kNever) running_.put(pin, false);
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
  }
  return RunEnd::off;
}

void Agenda::finish(size_t index, RunEnd end, Ms now) {
  RunReport report;
  report.id = plan_.runs[index].id;
  report.started = progress_[index].started;
  report.secs = static_cast<uint32_t>(std::min((now - progress_[index].since) / 1000, Ms{plan_.runs[index].secs}));
  report.end = end;
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

}  // namespace acequia
