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
};

}  // namespace acequia
