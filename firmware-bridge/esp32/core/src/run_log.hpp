#pragma once
#include "plans.hpp"
#include "record_log.hpp"

namespace acequia {

/**
 * The outcome of runs, in flash: each start is written before its relay moves, each end stays until its PUBACK. So no
 * power cut repeats a run, and each run is reported.
 */
class RunLog {
 public:
  /** Remembered ended runs: more than two agendas hold. */
  static constexpr size_t kRemembered = 384;
  static constexpr size_t kPerMessage = 32;

  explicit RunLog(FlashPort& flash) : log_(flash) {}

  /** Finds the records of earlier boots. Call it once, first. */
  void mount();
  /**
   * Ends the runs that a power cut interrupted, with the time they ran until `last` (s since 1970; 0 = unknown), except those that
   * `goes_on` keeps.
   */
  template <typename GoesOn>
  void close_cut_runs(int64_t last, GoesOn&& goes_on) {
    last_ = last;
    for (size_t i = open_count_; i > 0; --i)
      if (open_[i - 1].at < 0 || !goes_on(open_[i - 1].id)) close_cut_run(i - 1);
  }
  /** A run with a volume that began and has not ended: its start, s since 1970, and its counter then. false: it is none. */
  bool cut(const ShortId& id, int64_t& at, uint64_t& total) const;
  /** How long a run that began at `at` is known to have run in the earlier life, s. */
  uint32_t known_s(int64_t at) const;

  /** false: the flash refused it, and the run must not begin. */
  bool started(const ShortId& id, int64_t at, const uint64_t* total = nullptr);
  void ended(const RunReport& report);
  /** true: it began or ended, in this boot or an earlier one. */
  bool knows(const ShortId& id) const;

  /** Writes the next `runs` message; 0 = nothing to send, or one is under way. */
  size_t next(char* buffer, size_t capacity);
  /** PUBACK. */
  void acknowledged();
  void failed() { count_ = 0; }
  uint32_t pending() const { return log_.pending() - static_cast<uint32_t>(open_count_); }
  /** Outcomes overwritten before their PUBACK, or refused by the flash, since boot. */
  uint32_t lost() const { return log_.lost(); }

 private:
  /** A run that began and has not ended. */
  struct Open {
    ShortId id;
    int64_t at = 0;
    RecordLog::Place place;
    /** Of its counter, when it has a volume. */
    bool metered = false;
    uint64_t total = 0;
  };
  static uint64_t hash_of(const ShortId& id);
  void found(const RecordLog::Record& record);
  void remember(const ShortId& id);
  void close(const ShortId& id);
  void close_cut_run(size_t index);

  RecordLog log_;
  Open open_[kMaxRuns];
  size_t open_count_ = 0;
  uint64_t known_[kRemembered] = {};
  size_t next_known_ = 0;
  int64_t last_ = 0;
  RecordLog::Place places_[kPerMessage];
  size_t count_ = 0;
};

}  // namespace acequia
