#pragma once
#include "protection.hpp"

/** The messages `agenda`, `control` and `runs`: what a board runs without the server. */
namespace acequia {

constexpr size_t kMaxRuns = 128;
constexpr size_t kMaxRules = 32;
/** Largest volume of a run, litres. */
constexpr int64_t kMaxVolume = 10'000'000;

/** Turns `pin` on for `secs` at `at` (s since 1970), or at most `late_s` later. */
struct PlannedRun {
  ShortId id;
  int pin = -1;
  int64_t at = 0;
  uint32_t secs = 0;
  uint32_t late_s = 0;
  /** Starts only while the board is connected. */
  bool link = false;
  /** It ends once counter `point` has grown by this, litres, at the latest after `secs`; 0 = not by a volume. */
  uint32_t vol = 0;
  uint8_t point = 0;
  /** It ends once `point` is at this or above, millionths; kNoReach = not by a value. */
  static constexpr int64_t kNoReach = INT64_MIN;
  int64_t reach = kNoReach;
};

struct AgendaPlan {
  Version version;
  /** s since 1970: nothing starts after it. */
  int64_t until = 0;
  PlannedRun runs[kMaxRuns];
  size_t count = 0;
};

enum class Silent : uint8_t { off, on, cycle };

struct Rule {
  ShortId id;
  int pin = -1;
  /** What it follows: a point of measurement, or (0) a value of `sensor`. */
  uint8_t point = 0;
  int sensor = -1;
  bool humidity = false;
  /** true: on above `on_at`; false: on below it. Both thresholds in millionths. */
  bool above = false;
  int64_t on_at = 0;
  int64_t off_at = 0;
  uint32_t min_on_s = 0;
  uint32_t min_off_s = 0;
  /** Seconds of the day in UTC; -1 = all day. */
  int32_t from = -1;
  int32_t to = -1;
  Silent silent = Silent::off;
  uint32_t priority = 0;
};

struct ControlPlan {
  Version version;
  Rule rules[kMaxRules];
  size_t count = 0;
  Protection protections[kMaxProtections];
  size_t protection_count = 0;
};

/** false: invalid; the output must not be used then. */
bool parse_agenda(const char* text, size_t length, AgendaPlan& plan);
bool parse_control(const char* text, size_t length, ControlPlan& plan);

enum class RunEnd : uint8_t { done, off, limit, interlock, locked, late, power, clock, volume, protection, reached };
/** The name on the wire. */
const char* name_of(RunEnd end);

/** What became of a run; times in s since 1970. */
struct RunReport {
  ShortId id;
  /** -1 = it never started. */
  int64_t started = -1;
  uint32_t secs = 0;
  RunEnd end = RunEnd::done;
  /** Nothing is said of its water, or its meter could not tell it. */
  static constexpr int64_t kNoLitres = -2;
  static constexpr int64_t kUnmeasured = -1;
  int64_t litres = kNoLitres;
};
void write_report(JsonWriter& json, const RunReport& report);

}  // namespace acequia
