#include "update.hpp"

#include <algorithm>

namespace acequia {
namespace {

/** Between two attempts to load, ms, doubled so many times. */
constexpr Ms kFirstWait = 1'000;
constexpr uint32_t kDoublings = 6;
/** Longest that a server may ask to wait, s. */
constexpr uint32_t kLongestAsked = 3'600;
constexpr Ms kKeepAgain = 60'000;

bool same(const uint8_t (&one)[Sha256::kBytes], const uint8_t (&other)[Sha256::kBytes]) {
  return std::memcmp(one, other, sizeof one) == 0;
}

}  // namespace

void Update::boot(const Image& running, Ms now) {
  running_ = running;
  record_.load(store_);
  const bool told = record_.state == State::starting || record_.state == State::started;
  if (running_.trial) {
    // An image that came by another way is tried all the same.
    if (!told) record_.id = 0;
    record_.state = State::trial;
    since_ = now;
    save();
    tell(UpdatePhase::trial);
    return;
  }
  record_.floor = std::max(record_.floor, running_.secure_version);
  if (told && running_.slot == record_.slot) {
    // The cut came between the end of the trial and its note.
    keep();
  } else if (told && (record_.state == State::started || record_.tries >= kTries)) {
    finish(State::failed, UpdateWhy::rolled_back);
  } else {
    if (told) record_.state = State::loading;
    save();
    if (record_.ended()) tell(record_.state == State::done ? UpdatePhase::done : UpdatePhase::failed, record_.why);
  }
}

bool Update::take(const char* text, size_t length) {
  UpdateOrder next;
  if (length > 0 && !parse_update(text, length, next)) return false;
  heard_ = next;
  stands_ = length > 0;
  return true;
}

void Update::connected() {
  linked_ = true;
  stands_ = acknowledged_ = false;
}

void Update::disconnected() { linked_ = stands_ = acknowledged_ = false; }

bool Update::take_news() {
  const bool news = news_;
  news_ = false;
  return news;
}

Update::Job Update::plan(const Around& around, Ms now) { return job_ = choose(around, now); }

Update::Job Update::choose(const Around& around, Ms now) {
  if (record_.state == State::trial) {
    if (around.sound && acknowledged_) return now >= next_attempt_ ? Job::keep : Job::none;
    return around.off && now - since_ >= kTrial ? Job::roll_back : Job::none;
  }
  if (record_.state == State::started) {
    if (!around.quiet) since_ = now;
    tell(around.quiet ? UpdatePhase::restarting : UpdatePhase::failed, around.quiet ? UpdateWhy::none : UpdateWhy::busy);
    return around.quiet && now - since_ >= kFarewell ? Job::restart : Job::none;
  }
  const bool wanted = stands_ && !(record_.ended() && record_.id == heard_.id);
  if (wanted && begun_ == heard_.id && same(record_.sha256, heard_.sha256)) {
    if (around.quiet) return loading(now);
    came_at_ = now;
    tell(UpdatePhase::failed, UpdateWhy::busy);
    return loader_.is_open() ? Job::close : Job::none;
  }
  if (loader_.is_open()) return Job::close;
  begun_ = 0;
  if (wanted) {
    begin(now);
  } else if (!record_.ended() && report_.id != 0) {
    report_ = UpdateReport{};
    news_ = true;
  }
  return Job::none;
}

Update::Job Update::loading(Ms now) {
  if (!loader_.loaded()) {
    if (now - came_at_ >= kPatience) {
      finish(State::failed, UpdateWhy::source);
      return Job::none;
    }
    tell(UpdatePhase::loading);
    if (loader_.is_open()) return Job::read;
    return now >= next_attempt_ ? Job::open : Job::none;
  }
  if (loader_.is_open()) return Job::close;
  tell(UpdatePhase::checking);
  if (!loader_.checked()) return Job::check;
  return proven_ ? Job::start : Job::prove;
}

/** Goes on where a cut of power left the same image. */
void Update::begin(Ms now) {
  const bool goes_on = record_.state == State::loading && record_.id == heard_.id && record_.slot != running_.slot &&
                       same(record_.sha256, heard_.sha256);
  if (!goes_on) {
    record_.state = State::loading;
    record_.id = heard_.id;
    record_.at = 0;
    record_.tries = 0;
    record_.why = UpdateWhy::none;
    record_.slot = 1 - running_.slot;
    std::copy_n(heard_.sha256, sizeof heard_.sha256, record_.sha256);
  }
  begun_ = heard_.id;
  loader_.begin(heard_, std::min(record_.at, heard_.size));
  proven_ = false;
  attempts_ = 0;
  next_attempt_ = came_at_ = now;
  if (same(heard_.sha256, record_.kept) && std::strcmp(heard_.version, running_.version) == 0) {
    record_.at = heard_.size;
    finish(State::done);
  } else if (std::strcmp(heard_.model, running_.model) != 0) {
    finish(State::failed, UpdateWhy::model);
  } else if (heard_.size > image_.slot().sectors() * FlashPort::kSector) {
    finish(State::failed, UpdateWhy::size);
  } else if (!goes_on) {
    save();
  }
}

void Update::work() {
  outcome_ = Outcome::well;
  switch (job_) {
    case Job::none:
      return;
    case Job::open:
      loader_.open();
      break;
    case Job::close:
      loader_.close();
      return;
    case Job::read:
      loader_.read();
      break;
    case Job::check:
      loader_.check(running_.model, record_.floor);
      break;
    case Job::prove:
      proven_ = image_.signed_well();
      if (!proven_) outcome_ = Outcome::failed;
      why_ = UpdateWhy::signature;
      return;
    case Job::start:
      start();
      return;
    case Job::restart:
      image_.restart();
      return;
    case Job::keep:
      if (!image_.keep()) outcome_ = Outcome::again;
      return;
    case Job::roll_back:
      // The note first: the chip does not come back to make it.
      record_.state = State::failed;
      record_.why = UpdateWhy::rolled_back;
      save();
      image_.roll_back();
      return;
  }
  outcome_ = loader_.outcome();
  why_ = loader_.why();
  const bool noted = record_.at == loader_.at();
  record_.at = loader_.at();
  if (!noted && (record_.at % kNoteEvery == 0 || loader_.loaded())) save();
}

/** Between the two notes a cut of power leaves it open whether the chip was told. */
void Update::start() {
  record_.state = State::starting;
  ++record_.tries;
  if (save() && image_.start_next()) {
    record_.state = State::started;
    save();
    return;
  }
  outcome_ = Outcome::failed;
  why_ = UpdateWhy::flash;
}

void Update::note(Ms now) {
  if (report_.id != 0) report_.at = begun_ == 0 ? record_.at : loader_.came();
  if (outcome_ == Outcome::failed) finish(State::failed, why_);
  if (outcome_ == Outcome::again) wait(now);
  if (outcome_ == Outcome::well) {
    if (job_ == Job::read) {
      came_at_ = now;
      attempts_ = 0;
    } else if (job_ == Job::start) {
      since_ = now;
      tell(UpdatePhase::restarting);
    } else if (job_ == Job::keep) {
      keep();
    } else if (job_ == Job::roll_back) {
      tell(UpdatePhase::failed, record_.why);
    }
  }
  outcome_ = Outcome::well;
}

void Update::wait(Ms now) {
  const uint32_t asked = std::min(loader_.wait_s(), kLongestAsked);
  next_attempt_ = now + (job_ == Job::keep ? kKeepAgain : asked > 0 ? Ms{asked} * 1000 : kFirstWait << attempts_);
  // A server that asks to wait is there.
  if (asked > 0) came_at_ = now;
  if (attempts_ < kDoublings) ++attempts_;
}

/** What runs has proved itself, and nothing older than the operator's place for it comes any more. */
void Update::keep() {
  running_.trial = false;
  record_.floor = std::max(record_.floor, running_.secure_version);
  std::copy_n(record_.sha256, sizeof record_.sha256, record_.kept);
  finish(State::done);
}

void Update::finish(State state, UpdateWhy why) {
  record_.state = state;
  record_.why = why;
  save();
  tell(state == State::done ? UpdatePhase::done : UpdatePhase::failed, why);
}

void Update::tell(UpdatePhase phase, UpdateWhy why) {
  if (record_.id == 0 || (report_.id == record_.id && report_.phase == phase && report_.why == why)) return;
  report_ = {record_.id, phase, why, begun_ == 0 ? record_.at : loader_.came()};
  news_ = true;
}

}  // namespace acequia
