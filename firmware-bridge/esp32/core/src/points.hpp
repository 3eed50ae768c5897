#pragma once
#include "messages.hpp"
#include "ports.hpp"
#include "sample_log.hpp"

namespace acequia {

/** A counter of pulses at one moment, millionths of its unit. */
struct Counter {
  uint64_t total = 0;
  /** Of one pulse. */
  uint64_t step = 0;
  /** After a restart the total goes on modulo this. */
  uint64_t wrap = 0;
};

/** The points of measurement of the pin map: counts pulses, reads voltages, and gives each value at its own period. */
class Points {
 public:
  explicit Points(PointPort& port) : port_(port) {}

  /** Takes the totals of earlier boots. Call it once, when the log is mounted. */
  void restore(const SampleLog& log);
  /** A point keeps its total as long as its number is in the map. `taken`: pins of relays and sensors, and those that nobody may use. */
  void configure(const Config& config, PinSet taken);
  /** Counts what came since the last call. */
  void tick();
  /** false: point `n` is no counter of pulses that can be read here. */
  bool counter(uint8_t n, Counter& counter) const;
  /** The last value that point `n` would tell, millionths of its unit. false: it has none now. */
  bool value(uint8_t n, int64_t& millionths) const;
  /** Adds the values that are due, or `all`, as many as fit. true: some did not. */
  bool sample(Ms now, bool all, Sample& sample);

 private:
  struct State {
    Point point;
    /** No point with this kind and pin can be read here. */
    bool unfit = true;
    /** What a counter has told, millionths. */
    uint64_t total = 0;
    uint32_t counted = 0;
    Ms read_at = 0;
    bool read = false;
  };

  void begin(State& state, const Point& point);
  const State* find(uint8_t n) const;
  bool value_of(const State& state, int32_t& value) const;

  PointPort& port_;
  const SampleLog* log_ = nullptr;
  State states_[kMaxItems];
  size_t count_ = 0;
  /** Where the next sample begins, so that a long list gets its turn. */
  size_t next_ = 0;
};

}  // namespace acequia
