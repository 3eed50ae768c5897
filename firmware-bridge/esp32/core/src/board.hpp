#pragma once
#include "agenda.hpp"
#include "clock.hpp"
#include "messages.hpp"
#include "relays.hpp"
#include "rules.hpp"
#include "run_log.hpp"
#include "sample_log.hpp"

namespace acequia {

/** The board without its network: what it hears goes in, what it does and keeps comes out. */
class Board {
 public:
  /** It tells its state at least this often, and at once when a pin changes. */
  static constexpr Ms kSample = 10'000;
  /** How many command ids it remembers: a command that comes twice acts once. */
  static constexpr size_t kRemembered = 64;
  /** An expiry further ahead than this means that one of two clocks is wrong: then nobody can say what is late. */
  static constexpr Ms kFarthestExpiry = 15LL * 60 * 1000;
  /** A DHT22 asked more often than this answers with what it said before. */
  static constexpr Ms kSensorRest = 2'000;

  /** Without a link for so long, a board that has nothing to do starts anew: its network may be what is stuck. */
  static constexpr Ms kIsolated = 6LL * 3600 * 1000;
  /** Nothing may be due for so long when it does. */
  static constexpr Ms kQuiet = 10LL * 60 * 1000;

  Board(PinPort& pins, SensorPort& sensors, SampleLog& log, RunLog& runs, DocumentStore& store)
      : relays_(pins), sensors_(sensors), log_(log), runs_(runs), store_(store) {}

  /** Drives every relay of the stored map off. The first thing a board does: it needs no log. */
  void secure(Ms now);
  /** Begins a life, once the logs are mounted. `seed`: random bits, which also name this life. */
  void boot(uint32_t seed, Ms now);
  /** Four times a second or so. */
  void tick(Ms now);
  /** A message on `command`. false: it was none, or there is no answer yet (see `take_answer`). */
  bool command(const char* text, size_t length, Ms now, Result& result);
  /** An answer that had to wait; to be asked after each tick and command until it says false. */
  bool take_answer(Result& result);
  /** A retained message. false: it was none, or not newer than what the board has (a pin map may be the same again). */
  bool take(Document document, const char* text, size_t length, Ms now);
  /** Must `status` be told again, because of what was taken? Says so once. */
  bool take_news();

  Clock& clock() { return clock_; }
  const Clock& clock() const { return clock_; }
  /** A link is there: whoever listens learns of the whole state at once. */
  void connected(Ms now);
  void disconnected() { linked_ = false; }
  /** Is it time to start anew, because no link has come for long? */
  bool isolated(Ms now) const;
  const Relays& relays() const { return relays_; }
  SampleLog& log() { return log_; }
  RunLog& runs() { return runs_; }
  /** The versions of what was taken; the rest is the caller's. */
  Status status() const;
  uint32_t life() const { return life_; }

 private:
  Verdict judge(const Command& command, Ms now) const;
  Result* remembered(const CommandId& id);
  bool apply(Document document, const char* text, size_t length, Ms now);
  bool apply_config(const char* text, size_t length, Ms now);
  void restore(Document document, Ms now);
  void sample(Ms now);
  uint32_t random();

  Relays relays_;
  SensorPort& sensors_;
  SampleLog& log_;
  RunLog& runs_;
  DocumentStore& store_;
  Clock clock_;
  Agenda agenda_{relays_, runs_, clock_};
  Rules rules_{relays_, clock_};
  Config config_;
  Result results_[kRemembered];
  size_t result_count_ = 0;
  size_t oldest_ = 0;
  Ms read_at_[kPins] = {};
  Heard heard_[kPins];
  bool booted_ = false;
  bool news_ = false;
  bool linked_ = false;
  Ms linked_at_ = 0;
  Ms next_sample_ = 0;
  uint32_t life_ = 0;
  uint32_t random_ = 1;
};

}  // namespace acequia
