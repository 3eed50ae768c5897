#pragma once
#include "plans.hpp"
#include "record_log.hpp"

namespace acequia {

/**
 * What became of runs, in flash: each start before its relay moves, each end until its PUBACK. So no cut of power makes a
 * run happen twice, and each is told.
 */
class RunLog {
 public:
  /** How many ended runs are remembered: more than two agendas hold. */
  static constexpr size_t kRemembered = 384;
  static constexpr size_t kPerMessage = 32;

  explicit RunLog(FlashPort& flash) : log_(flash) {}

  /** Finds what an earlier life left. Call it once, before anything else. */
  void mount();
  /** Runs that the power was cut in: each ended with how long it ran, as far as `last` (s since 1970; 0 = unknown) tells. */
  void close_cut_runs(int64_t last);

  /** false: the flash does not take it, and the run must not begin. */
  bool started(const ShortId& id, int64_t at);
  void ended(const RunReport& report);
  /** Did it begin or end, in this life or an earlier one? */
  bool knows(const ShortId& id) const;

  /** The next `runs` message; 0 = nothing to tell, or one is on its way. */
  size_t next(char* buffer, size_t capacity);
  /** PUBACK. */
  void acknowledged();
  void failed() { count_ = 0; }
  uint32_t pending() const { return log_.pending() - static_cast<uint32_t>(open_count_); }

 private:
  /** A run that began and has not ended. */
  struct Open {
    ShortId id;
    int64_t at = 0;
    RecordLog::Place place;
  };
  static uint64_t hash_of(const ShortId& id);
  void found(const RecordLog::Record& record);
  void remember(const ShortId& id);
  void close(const ShortId& id);

  RecordLog log_;
  Open open_[kMaxRuns];
  size_t open_count_ = 0;
  uint64_t known_[kRemembered] = {};
  size_t next_known_ = 0;
  RecordLog::Place places_[kPerMessage];
  size_t count_ = 0;
};

}  // namespace acequia
