#pragma once
#include "pins.hpp"
#include "ports.hpp"
#include "record_log.hpp"

namespace acequia {

struct SensorSample {
  uint8_t pin = 0;
  bool answered = false;
  Reading reading;
};

struct PointSample {
  uint8_t n = 0;
  bool answered = false;
  uint8_t decimals = 0;
  /** Times 10^decimals. */
  int32_t value = 0;
};

/** The board's pins and sensors at one moment. */
struct Sample {
  /** Given by the log; rises by one with each sample, across reboots. */
  uint32_t seq = 0;
  /** Since 1970 when `dated`, otherwise since the boot named by `life`. */
  Ms at = 0;
  bool dated = false;
  uint32_t life = 0;
  PinSet known;
  PinSet on;
  uint8_t sensor_count = 0;
  SensorSample sensors[kPins];
  /** Most values of points in one record. */
  static constexpr int kMaxPoints = 32;
  uint8_t point_count = 0;
  PointSample points[kMaxPoints];

  /** Is there room in its record for one more? */
  bool has_room() const;
};

/** The samples that were not delivered yet, in flash. */
class SampleLog {
 public:
  using Place = RecordLog::Place;
  using Search = RecordLog::Search;
  explicit SampleLog(FlashPort& flash) : log_(flash) {}

  /** Finds the records of earlier boots. Call it once, first. */
  void mount();
  /** Gives the sample its number. false: the flash refused it, and it counts as lost. */
  bool append(Sample& sample);

  Place oldest() const { return log_.oldest(); }
  /** See RecordLog. */
  Search search(Place& from, Place& at, Sample& sample);
  void delivered(Place at) { log_.delivered(at); }
  void discard(Place at) { log_.discard(at); }

  /** The last value of a point in earlier boots. false: there is none. */
  bool earlier_value(uint8_t n, int32_t& value) const;
  /** The newest sample of earlier boots; `seq` 0 = none. */
  const Sample& last_of_earlier_life() const { return earlier_; }
  uint32_t pending() const { return log_.pending(); }
  /** Since boot. */
  uint32_t lost() const { return log_.lost(); }
  uint32_t last_seq() const { return seq_; }

 private:
  RecordLog log_;
  uint32_t seq_ = 0;
  Sample earlier_;
  /** By number of the point. */
  int32_t earlier_values_[128] = {};
  uint8_t earlier_known_[16] = {};
};

}  // namespace acequia
