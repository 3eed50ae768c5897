#pragma once
#include "clock.hpp"
#include "messages.hpp"
#include "relays.hpp"
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

  Board(PinPort& pins, SensorPort& sensors, SampleLog& log, ConfigStore& store)
      : relays_(pins), sensors_(sensors), log_(log), store_(store) {}

  /** Every relay of the stored map is off from here on. `seed`: random bits, which also name this life. */
  void boot(uint32_t seed, Ms now);
  /** Four times a second or so. */
  void tick(Ms now);
  /** A message on `command`. false: it was none, or there is no answer yet (see `take_answer`). */
  bool command(const char* text, size_t length, Ms now, Result& result);
  /** An answer that had to wait; to be asked after each tick and command until it says false. */
  bool take_answer(Result& result);
  /** A message on `config`. false: it was none, or older than what the board has. */
  bool configure(const char* text, size_t length, Ms now);

  Clock& clock() { return clock_; }
  const Clock& clock() const { return clock_; }
  /** A link is there: whoever listens learns of the whole state at once. */
  void connected(Ms now) { sample(now); }
  const Relays& relays() const { return relays_; }
  SampleLog& log() { return log_; }
  uint32_t life() const { return life_; }

 private:
  Verdict judge(const Command& command, Ms now) const;
  Result* remembered(const CommandId& id);
  bool apply(const char* text, size_t length, Ms now);
  void sample(Ms now);
  uint32_t random();

  Relays relays_;
  SensorPort& sensors_;
  SampleLog& log_;
  ConfigStore& store_;
  Clock clock_;
  Config config_;
  Result results_[kRemembered];
  size_t result_count_ = 0;
  size_t oldest_ = 0;
  Ms read_at_[kPins] = {};
  Ms next_sample_ = 0;
  uint32_t life_ = 0;
  uint32_t random_ = 1;
};

}  // namespace acequia
