#include "board.hpp"

#include <algorithm>

#include "packer.hpp"

namespace acequia {
namespace {

/** Refused relays and sensors, a bit a pin. */
constexpr size_t kRefusedBytes = 10;
/** Values that found no room in a record follow after this. */
constexpr Ms kMoreValues = 1'000;

}  // namespace

void Board::secure(Ms now) {
  char refused[kRefusedBytes];
  if (store_.load(Document::refused, refused, sizeof refused) == sizeof refused) {
    Unpacker from{reinterpret_cast<const uint8_t*>(refused)};
    refused_relays_ = PinSet{from.take(5)};
    refused_sensors_ = PinSet{from.take(5)};
  }
  restore(Document::config, now);
}

void Board::boot(uint32_t seed, Ms now) {
  life_ = seed;
  random_ = seed | 1;
  next_sample_ = now;
  linked_at_ = now;
  std::fill_n(read_at_, kPins, now - kWeek * 1000);
  booted_ = true;
  wear_.load([&](int pin, const Wear& wear) { relays_.restore_wear(pin, wear); });
  points_.restore(log_);
  // The newest sample of the earlier life: its runs went on at least until then.
  const Sample& last = log_.last_of_earlier_life();
  const int64_t seen = last.seq != 0 && last.dated ? last.at / 1000 : 0;
  restore(Document::control, now);
  protections_.restore(now);
  restore(Document::agenda, now);
  runs_.close_cut_runs(seen, [&](const ShortId& id) { return agenda_.goes_on(id); });
  news_ = false;
}

char document_space[kMaxMessage];

void Board::restore(Document document, Ms now) {
  const size_t length = store_.load(document, document_space, sizeof document_space);
  if (length > 0 && !apply(document, document_space, length, now)) unread_ = true;
}

void Board::tick(Ms now) {
  points_.tick();
  const bool stopped = protections_.tick(now);
  const bool started = agenda_.start_due(now, linked_);
  const bool full = agenda_.settle(now);  // A rule takes over from a run that is over before the relay's time is.
  const bool ruled = rules_.tick(heard_, config_.sensor_every_s, agenda_.running(), now);
  const bool ended = relays_.tick(now);
  agenda_.settle(now);
  wear_.keep(relays_.known(), [&](int pin) { return relays_.wear(pin, now); }, now);
  if (stopped || started || full || ruled || ended || now >= next_sample_) sample(now);
}

void Board::connected(Ms now) {
  linked_ = true;
  linked_at_ = now;
  sample(now);
}

bool Board::isolated(Ms now) const {
  return !linked_ && now - linked_at_ >= kIsolated && relays_.on().empty() && !agenda_.busy(now, now + kQuiet);
}

bool Board::take_news() {
  const bool news = protections_.take_news() || news_;
  news_ = false;
  return news;
}

Status Board::status(Ms now) const {
  Status status;
  status.config = config_.version;
  status.agenda = agenda_.version();
  status.control = rules_.version();
  std::copy_n(older_, 3, status.older);
  std::copy_n(refused_documents_, 3, status.refused);
  status.stuck = relays_.unfollowing();
  status.runs_lost = runs_.lost();
  status.chip.clock = clock_.source(now);
  status.chip.clock_s = clock_.age_s(now);
  status.chip.waiting = log_.pending();
  protections_.tripped([&](const Status::Trip& trip) { status.trips[status.trip_count++] = trip; });
  for (int pin = 0; pin < kPins; ++pin)
    if (relays_.known().has(pin)) status.wear[pin] = relays_.wear(pin, now);
  return status;
}

bool Board::command(const char* text, size_t length, Ms now, Result& result) {
  Command command;
  if (!parse_command(text, length, command)) return false;
  if (const Result* said = remembered(command.id)) {
    result = *said;
    return !said->later;
  }
  result = Result{};
  result.id = command.id;
  result.pin = command.pin;
  result.refusal = refusal(command, now);
  const bool changed =
      result.refusal == Refusal::none && relays_.turn(command.pin, command.on, command.max_s, now);
  if (result.refusal == Refusal::none) {
    agenda_.ordered(command.pin, command.on, now);
    rules_.ordered(command.pin, command.on, command.max_s, now);
  }
  result.on = relays_.on().has(command.pin);
  result.later = result.refusal == Refusal::none && !command.on && relays_.closing(command.pin);

  results_[oldest_] = result;
  oldest_ = (oldest_ + 1) % kRemembered;
  result_count_ = std::min(result_count_ + 1, kRemembered);
  if (changed) sample(now);
  return !result.later;
}

bool Board::take_answer(Result& result) {
  for (size_t i = 0; i < result_count_; ++i) {
    if (!results_[i].later || relays_.closing(results_[i].pin)) continue;
    results_[i].later = false;
    results_[i].on = relays_.on().has(results_[i].pin);
    result = results_[i];
    return true;
  }
  return false;
}

/**
 * A late command must not act, on or off: something newer may have been decided. Without a trusted clock the board cannot
 * tell what is late: it refuses ON, which may flood a field, and obeys OFF.
 */
Refusal Board::refusal(const Command& command, Ms now) const {
  if (clock_.judges(now)) {
    const Ms wall = clock_.wall(now);
    if (wall > command.exp) return Refusal::expired;
    if (command.on && command.exp - wall > kFarthestExpiry) return Refusal::clock_skewed;
  } else if (command.on) {
    return Refusal::clock_unset;
  }
  return relays_.refusal(command.pin, command.on, now);
}

Result* Board::remembered(const CommandId& id) {
  for (size_t i = 0; i < result_count_; ++i)
    if (results_[i].id == id) return &results_[i];
  return nullptr;
}

bool Board::take(Document document, const char* text, size_t length, Ms now) {
  if (!apply(document, text, length, now)) return false;
  store_.save(document, text, length);
  return true;
}

bool Board::apply(Document document, const char* text, size_t length, Ms now) {
  if (document == Document::config) return apply_config(text, length, now);
  const Version before = document == Document::agenda ? agenda_.version() : rules_.version();
  bool taken = false;
  if (document == Document::agenda) {
    static AgendaPlan plan;
    const bool readable = parse_agenda(text, length, plan);
    taken = judge(document, readable, readable && agenda_.take(plan, now), plan.version == before);
  } else {
    static ControlPlan plan;
    const bool readable = parse_control(text, length, plan);
    taken = judge(document, readable, readable && rules_.take(plan, now), plan.version == before);
    if (taken) protections_.take(plan);
  }
  if (taken) note_epoch(document, document == Document::agenda ? agenda_.version() : rules_.version(), before);
  news_ = news_ || taken;
  return taken;
}

bool Board::judge(Document document, bool readable, bool taken, bool same) {
  Unfit& last = refused_documents_[static_cast<size_t>(document)];
  const Unfit now = taken || (readable && same) ? Unfit::none : readable ? Unfit::older : Unfit::unreadable;
  refusal_ = refusal_ || now != last;
  last = now;
  return taken;
}

void Board::note_epoch(Document document, const Version& next, const Version& before) {
  if (!(next == before)) older_[static_cast<size_t>(document)] = next.of_older_installation(before);
}

bool Board::apply_config(const char* text, size_t length, Ms now) {
  static Config next;
  const bool readable = parse_config(text, length, next);
  if (!judge(Document::config, readable, readable && !next.version.older_than(config_.version), false)) return false;
  judge_pins(next);
  note_epoch(Document::config, next.version, config_.version);
  news_ = news_ || !(next.version == config_.version);
  config_ = next;
  points_.configure(config_, taken_pins());
  if (relays_.configure(config_, now, !booted_) && booted_) sample(now);
  return true;
}

/**
 * Removes from a map what this board must not do. A pin that is only a bad choice stays where an earlier map had it in
 * that role; a board without a map takes its first one as it is, because it may be older than the board's firmware.
 */
void Board::judge_pins(Config& next) {
  const bool first = config_.version.rev < 0;
  const PinSet before[2] = {refused_relays_, refused_sensors_};
  refused_relays_ = refused_sensors_ = doubtful_ = PinSet{};
  const auto judge = [&](int pin, uint32_t& wish, uint32_t had, PinSet earlier, PinSet& refused, bool fit, bool bad) {
    if (wish == 0) return;
    const bool kept = first ? !earlier.has(pin) : had != 0;
    if (fit && (!bad || kept)) {
      doubtful_.put(pin, bad || doubtful_.has(pin));
      return;
    }
    refused.put(pin, true);
    wish = 0;
  };
  for (int pin = 0; pin < kPins; ++pin) {
    const bool voltage = pin == kFlashVoltagePin;
    const bool memory = own_.memory.has(pin);
    // A relay that cannot be is refused by Relays, with a reason of its own for commands.
    judge(pin, next.relay_max_s[pin], config_.relay_max_s[pin], before[0], refused_relays_,
          pin_drives_relay(pin) && !memory, voltage || pin == own_.led);
    judge(pin, next.sensor_every_s[pin], config_.sensor_every_s[pin], before[1], refused_sensors_,
          pin_reads_dht(pin) && !memory, voltage || kSerialPins.has(pin));
  }
  relays_.refuse(refused_relays_);
  if (before[0] != refused_relays_ || before[1] != refused_sensors_) keep_refusals();
}

/** Pins that no point may read. */
PinSet Board::taken_pins() const {
  PinSet taken = own_.memory;
  for (int pin = 0; pin < kPins; ++pin)
    if (config_.relay_max_s[pin] != 0 || config_.sensor_every_s[pin] != 0 || pin == own_.led) taken.put(pin, true);
  return taken;
}

void Board::keep_refusals() {
  uint8_t refused[kRefusedBytes];
  Packer to{refused};
  to.put(refused_relays_.bits(), 5);
  to.put(refused_sensors_.bits(), 5);
  store_.save(Document::refused, reinterpret_cast<const char*>(refused), sizeof refused);
}

void Board::sample(Ms now) {
  // 10 % of jitter, so that boards that booted together drift apart.
  next_sample_ = now + kSample * 9 / 10 + static_cast<Ms>(random() % (kSample / 5));
  Sample sample;
  sample.at = now;
  sample.life = life_;
  sample.known = relays_.known();
  sample.on = relays_.on();
  for (int pin = 0; pin < kPins; ++pin) {
    const Ms every = std::max(Ms{config_.sensor_every_s[pin]} * 900, kSensorRest);
    if (config_.sensor_every_s[pin] == 0 || relays_.known().has(pin) || now - read_at_[pin] < every) continue;
    if (!sensors_.asked(pin)) continue;
    read_at_[pin] = now;
    SensorSample& value = sample.sensors[sample.sensor_count++];
    value.pin = static_cast<uint8_t>(pin);
    value.answered = sensors_.read(pin, value.reading);
    if (value.answered) heard_[pin] = {value.reading, now, true};
  }
  // With a meter's total at its ends, a run has exactly what it took.
  const bool switched = !(sample.on == sampled_on_);
  sampled_on_ = sample.on;
  if (points_.sample(now, switched, sample)) next_sample_ = now + kMoreValues;
  if (clock_.dates()) {
    sample.dated = true;
    sample.at = clock_.wall(now);
  }
  sampled_ = log_.append(sample);
}

/** xorshift32: only for the jitter of samples. */
uint32_t Board::random() {
  random_ ^= random_ << 13;
  random_ ^= random_ >> 17;
  random_ ^= random_ << 5;
  return random_;
}

}  // namespace acequia
