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

/** The points of measurement of the pin map: counts pulses, reads sensors, and gives each value at its own period. */
class Points {
 public:
  /** How often a sensor on a slow wire is asked; one that is silent three times, and later, every minute. */
  static constexpr Ms kAsk = 5'000;
  static constexpr Ms kAskSilent = 60'000;
  /** What it said is its value for so long. */
  static constexpr Ms kFresh = 60'000;

  explicit Points(PointPort& port) : port_(port) {}

  /** Takes the totals of earlier boots. Call it once, when the log is mounted. */
  void restore(const SampleLog& log);
  /** A point keeps its total as long as its number is in the map. `taken`: pins of relays and sensors, and those that nobody may use. */
  void configure(const Config& config, PinSet taken);
  /** Counts what came since the last call. */
  void tick();
  /** A sensor on a slow wire is to be read: then `work`, without the board's lock, and `note`. */
  bool plan(Ms now);
  /** May take a second. Changes nothing that another call sees. */
  void work();
  /** Keeps what the sensor said, if its point is still the same. */
  void note(Ms now);
  /** false: point `n` is no counter of pulses that can be read here. */
  bool counter(uint8_t n, Counter& counter) const;
  /** The last value that point `n` would tell, millionths of its unit. false: it has none now. */
  bool value(uint8_t n, Ms now, int64_t& millionths) const;
  /** Point `n` was not asked yet since it is on its wire, which is no silence. */
  bool unasked(uint8_t n) const;
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
    /** Of a slow wire: the last valid answer, millionths, and when it came. */
    int64_t said = 0;
    Ms said_at = 0;
    Ms asked_at = 0;
    bool asked = false;
    bool answered = false;
    /** Questions without an answer since the last one. */
    uint8_t silences = 0;
  };

  void begin(State& state, const Point& point);
  const State* find(uint8_t n) const;
  static bool unasked(const State& state);
  bool value_of(const State& state, Ms now, int32_t& value) const;
  bool reading_of(const State& state, Ms now, int64_t& reading) const;

  PointPort& port_;
  const SampleLog* log_ = nullptr;
  State states_[kMaxItems];
  size_t count_ = 0;
  /** Where the next sample begins, so that a long list gets its turn. */
  size_t next_ = 0;
  /** What `work` does. */
  Point job_;
  int64_t job_said_ = 0;
  bool job_answered_ = false;
};

}  // namespace acequia
