#pragma once
#include "agenda.hpp"
#include "clock.hpp"
#include "messages.hpp"
#include "points.hpp"
#include "protections.hpp"
#include "relays.hpp"
#include "rules.hpp"
#include "run_log.hpp"
#include "sample_log.hpp"
#include "status.hpp"

namespace acequia {

/** One document at a time: at boot a stored one, later the one that arrives. */
extern char document_space[kMaxMessage];

/** The board without its network: takes messages, drives relays, keeps samples. */
class Board {
 public:
  /** Longest time between two samples; a changed pin is sampled at once. */
  static constexpr Ms kSample = 10'000;
  /** Remembered command ids, so that a repeated command acts once. */
  static constexpr size_t kRemembered = 64;
  /** An expiry further ahead than this means that one of the two clocks is wrong. */
  static constexpr Ms kFarthestExpiry = 15LL * 60 * 1000;
  /** A DHT22 that is read more often repeats its last answer. */
  static constexpr Ms kSensorRest = 2'000;

  /** An idle board reboots after this time without a connection, because its network stack may be stuck. */
  static constexpr Ms kIsolated = 6LL * 3600 * 1000;
  /** It reboots only if nothing is due within this time. */
  static constexpr Ms kQuiet = 10LL * 60 * 1000;

  Board(PinPort& pins, SensorPort& sensors, PointPort& points, SampleLog& log, RunLog& runs, DocumentStore& store,
        BoardPins own = {})
      : relays_(pins, own.memory), sensors_(sensors), points_(points), log_(log), runs_(runs), store_(store), own_(own) {}

  /** Lets go of every pin that a relay may be on, so that a restart equals power-on. Call it first: it needs nothing. */
  void release() { relays_.release(); }
  /** Turns every relay of the stored map off. It needs no log. */
  void secure(Ms now);
  /** Call it once the logs are mounted. `seed`: random bits, which also name this boot. */
  void boot(uint32_t seed, Ms now);
  /** Call it about four times a second. */
  void tick(Ms now);
  /** Handles a message on `command`. false: not a command, or no answer yet (see `take_answer`). */
  bool command(const char* text, size_t length, Ms now, Result& result);
  /** An answer that had to wait. Call it after each tick and command until it returns false. */
  bool take_answer(Result& result);
  /** Handles a retained message. false: invalid, or not newer than the stored one (a pin map may repeat). */
  bool take(Document document, const char* text, size_t length, Ms now);
  /** true once after an accepted message that changes `status`. */
  bool take_news();
  /** true once after a document that was refused, or taken after one that was. */
  bool take_refusal() {
    const bool refusal = refusal_;
    refusal_ = false;
    return refusal;
  }

  Clock& clock() { return clock_; }
  const Clock& clock() const { return clock_; }
  /** Call it when the connection is up: the next sample reports the whole state at once. */
  void connected(Ms now);
  void disconnected() { linked_ = false; }
  /** true: there was no connection for so long that the board should reboot. */
  bool isolated(Ms now) const;
  /** No relay is on, and no run of the agenda may begin within `within`. */
  bool quiet(Ms now, Ms within) const { return relays_.on().empty() && !agenda_.may_begin(now + within); }
  /** The self-check of a new program: it reads what the board has kept, and keeps samples. It switches nothing. */
  bool sound() const { return !unread_ && sampled_; }
  const Relays& relays() const { return relays_; }
  /** true: the map has a relay or a sensor on this pin. */
  bool uses(int pin) const {
    return relays_.known().has(pin) || (pin >= 0 && pin < kPins && config_.sensor_every_s[pin] != 0);
  }
  /** Pins of the map that work although they should not be used, and pins that were refused. */
  PinSet doubtful() const { return doubtful_; }
  PinSet refused() const { return PinSet{refused_relays_.bits() | refused_sensors_.bits()}; }
  SampleLog& log() { return log_; }
  /** Of the task that reads sensors. */
  Points& points() { return points_; }
  /** Pins of the map with a DHT22. */
  PinSet sensor_pins() const {
    PinSet pins;
    for (int pin = 0; pin < kPins; ++pin) pins.put(pin, config_.sensor_every_s[pin] != 0 && !relays_.known().has(pin));
    return pins;
  }
  RunLog& runs() { return runs_; }
  /** Fills in the accepted versions; the caller fills in the rest. */
  Status status(Ms now) const;
  uint32_t life() const { return life_; }

 private:
  Refusal refusal(const Command& command, Ms now) const;
  Result* remembered(const CommandId& id);
  bool apply(Document document, const char* text, size_t length, Ms now);
  bool apply_config(const char* text, size_t length, Ms now);
  /** The same version again is no refusal. */
  bool judge(Document document, bool readable, bool taken, bool same);
  void note_epoch(Document document, const Version& next, const Version& before);
  void judge_pins(Config& next);
  PinSet taken_pins() const;
  void keep_refusals();
  void restore(Document document, Ms now);
  void sample(Ms now);
  uint32_t random();

  Relays relays_;
  SensorPort& sensors_;
  Points points_;
  SampleLog& log_;
  RunLog& runs_;
  DocumentStore& store_;
  Clock clock_;
  Agenda agenda_{relays_, runs_, clock_, points_};
  Rules rules_{relays_, clock_, points_};
  Protections protections_{relays_, clock_, points_, store_};
  KeptWear wear_{store_};
  BoardPins own_;
  bool older_[3] = {};
  Unfit refused_documents_[3] = {};
  bool refusal_ = false;
  Config config_;
  PinSet refused_relays_;
  PinSet refused_sensors_;
  PinSet doubtful_;
  Result results_[kRemembered];
  size_t result_count_ = 0;
  size_t oldest_ = 0;
  Ms read_at_[kPins] = {};
  Heard heard_[kPins];
  bool booted_ = false;
  /** A kept document could not be read. */
  bool unread_ = false;
  /** The log took the last sample. */
  bool sampled_ = false;
  bool news_ = false;
  bool linked_ = false;
  Ms linked_at_ = 0;
  Ms next_sample_ = 0;
  PinSet sampled_on_;
  uint32_t life_ = 0;
  uint32_t random_ = 1;
};

}  // namespace acequia
