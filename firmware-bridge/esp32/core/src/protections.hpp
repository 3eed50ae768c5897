#pragma once
#include "clock.hpp"
#include "plans.hpp"
#include "points.hpp"
#include "relays.hpp"
#include "status.hpp"

namespace acequia {

/**
 * Turns relays off when a point says so, and keeps them off: before the agenda, the rules and a person's ON. What it keeps off is in
 * flash, so that a restart keeps it off too.
 */
class Protections {
 public:
  /** A bypass is at most 4 hours; clocks may be 5 minutes apart. */
  static constexpr int64_t kLongestBypass = 4 * 3'600 + 300;

  Protections(Relays& relays, const Clock& clock, const Points& points, DocumentStore& store)
      : relays_(relays), clock_(clock), points_(points), store_(store) {}

  /** Takes those of a `control` message. One that has tripped stays so. */
  void take(const ControlPlan& plan);
  /** Takes what the earlier life kept off, and keeps it off. Call it once, after its `control`. */
  void restore(Ms now);
  /** Call it before anything may turn a relay on. true: a pin changed. */
  bool tick(Ms now);
  /** true once after one tripped or let go. */
  bool take_news();
  /** Calls `each(const Status::Trip&)` for each that keeps its pins off, or would but for its bypass. */
  template <typename Each>
  void tripped(Each&& each) const {
    for (size_t i = 0; i < count_; ++i)
      if (states_[i].tripped) each(Status::Trip{list_[i].id, states_[i].at, states_[i].lph, states_[i].expected});
  }

 private:
  static constexpr Ms kNever = INT64_MIN / 2;
  /** A value that comes back lets go after this time at the earliest: one that flutters would wear out the flash. */
  static constexpr Ms kShortest = 10'000;
  /** After a failed write. */
  static constexpr Ms kRetry = 60'000;
  struct State {
    bool tripped = false;
    /** Since when it has been beyond its limit, and when it tripped; monotonic. */
    Ms beyond_since = kNever;
    Ms since = 0;
    /** When it tripped, s since 1970; -1 = unknown. */
    int64_t at = -1;
    /** Its `freed` then. */
    uint32_t freed = 0;
    /** Of flow, l/h, as `Status::Trip`; lost at a restart. */
    int64_t lph = -1;
    int64_t expected = 0;
    FlowWatch flow;
  };

  bool hold(Ms now);
  void judge(const Protection& one, State& state, Ms now);
  bool bypassed(const Protection& one, Ms now) const;
  bool is_beyond(const Protection& one, State& state, bool& at_once, Ms now);
  bool watches(const Protection& one, State& state, Ms now) const;
  bool freed(const Protection& one, const State& state, Ms now) const;
  void save(Ms now);

  Relays& relays_;
  const Clock& clock_;
  const Points& points_;
  DocumentStore& store_;
  Protection list_[kMaxProtections];
  State states_[kMaxProtections];
  size_t count_ = 0;
  bool news_ = false;
  bool unsaved_ = false;
  Ms save_at_ = kNever;
};

}  // namespace acequia
