/** Tests that are easier to write in C++ than as a scenario. */
#include "../src/delivery.hpp"
#include "../src/dht22.hpp"
#include "../src/heartbeat.hpp"
#include "../src/pulse_input.hpp"
#include "fakes.hpp"
#include "log_tests.hpp"
#include "test.hpp"
#include "volume_tests.hpp"

namespace {

using namespace acequia;

struct Bench {
  FakePins pins;
  FakeSensors sensors;
  FakePoints points;
  FakeFlash flash{8};
  FakeFlash run_flash{4};
  FakeStore store;
  SampleLog log{flash};
  RunLog runs{run_flash};
  Board board{pins, sensors, points, log, runs, store};
  Delivery delivery{board};
  char buffer[4'096];

  explicit Bench(uint32_t life = 7) {
    board.secure(0);
    log.mount();
    runs.mount();
    board.boot(life, 0);
  }
  std::string tell(Ms now) { return std::string(buffer, delivery.next(buffer, sizeof buffer, now)); }
};

void waits_for_puback() {
  Bench bench;
  bench.board.clock().set(1'000'000, 0);
  bench.board.tick(0);
  const std::string first = bench.tell(10);
  expect(first == "[{\"seq\":1,\"ts\":1000000,\"pins\":{}}]", first);
  expect(bench.tell(20).empty(), "one message at a time");
  bench.delivery.failed();
  expect(bench.tell(30) == first, "the same goes again");
  bench.delivery.acknowledged();
  expect(bench.tell(40).empty() && bench.log.pending() == 0, "and is forgotten at its PUBACK");
}

void dates_by_reckoning_back() {
  Bench bench;
  bench.board.tick(0);
  expect(bench.tell(1'000).find("ts") == std::string::npos, "a young one leaves undated");
  bench.delivery.failed();
  expect(bench.tell(60'000).empty(), "an older one waits for the clock");
  bench.board.clock().set(5'000'000, 60'000);
  expect(bench.tell(60'000).find("\"ts\":4940000") != std::string::npos, "and gets its own time then");
}

void gives_up_undatable() {
  Bench bench;
  bench.board.tick(0);
  SampleLog log{bench.flash};
  log.mount();
  Board board{bench.pins, bench.sensors, bench.points, log, bench.runs, bench.store};
  Delivery delivery{board};
  board.boot(8, 0);
  board.clock().set(5'000'000, 0);
  expect(log.pending() == 1, "it is still there");
  expect(delivery.next(bench.buffer, sizeof bench.buffer, 10) == 0, "and is not told with a false time");
  expect(log.pending() == 0 && log.lost() == 1, "it counts as lost");
}

/** Longest time that the relays may wait for the flash, µs. */
constexpr double kLongestWork = 100'000;

/** A day without a time server, then a reboot: its samples can never be dated. */
void gives_up_a_little_at_a_time() {
  FakePins pins;
  FakeSensors sensors;
  FakePoints points;
  FakeFlash flash{kRing};
  FakeFlash run_flash{4};
  RunLog runs{run_flash};
  FakeStore store;
  SampleLog before{flash};
  before.mount();
  for (Ms at = 1; at <= 8'640; ++at) {
    Sample sample = sample_at(at);
    sample.dated = false;
    before.append(sample);
  }
  SampleLog log{flash};
  log.mount();
  Board board{pins, sensors, points, log, runs, store};
  Delivery delivery{board};
  board.boot(8, 0);
  static char buffer[8'192];
  double longest = 0;
  int calls = 0;
  for (; log.pending() > 0 && calls < 1'000; ++calls) {
    flash.worked_us = 0;
    expect(delivery.next(buffer, sizeof buffer, 10) == 0, "nothing is told");
    longest = std::max(longest, flash.worked_us);
  }
  expect(longest <= kLongestWork, "one call took " + std::to_string(longest) + " us");
  expect(log.pending() == 0 && log.lost() == 8'640, "all were given up: " + std::to_string(log.lost()));
}

void looks_once_at_what_waits() {
  Bench bench;
  for (int i = 0; i < 600; ++i) bench.board.connected(i);
  const Ms later = 60'000;
  for (int i = 0; i < 20; ++i) bench.tell(later);
  bench.flash.worked_us = 0;
  for (int i = 0; i < 100; ++i) bench.tell(later);
  expect(bench.flash.worked_us < kLongestWork, "took " + std::to_string(bench.flash.worked_us) + " us");
  bench.board.clock().set(5'000'000, later);
  size_t told = 0;
  for (int i = 0; i < 300; ++i) {
    const std::string message = bench.tell(later);
    told += static_cast<size_t>(std::count(message.begin(), message.end(), '}')) / 2;
    if (!message.empty()) bench.delivery.acknowledged();
  }
  expect(told == 600, "all were told: " + std::to_string(told));
}

void marks_a_little_at_a_time() {
  Bench bench;
  bench.board.clock().set(1'000'000, 0);
  for (int i = 0; i < 400; ++i) bench.board.connected(i);
  static char buffer[64 * 1024];
  expect(bench.delivery.next(buffer, sizeof buffer, 500) > 0, "a long message");
  double longest = 0;
  bench.flash.worked_us = 0;
  bench.delivery.acknowledged();
  for (int i = 0; i < 20; ++i) {
    longest = std::max(longest, bench.flash.worked_us);
    bench.flash.worked_us = 0;
    // The PUBACK counts even if the connection breaks meanwhile.
    bench.delivery.failed();
    bench.tell(500);
  }
  expect(longest <= kLongestWork, "one call took " + std::to_string(longest) + " us");
  expect(bench.log.pending() == 0, "all are marked: " + std::to_string(bench.log.pending()));
}

void fills_no_more_than_the_buffer() {
  Bench bench;
  bench.board.clock().set(1'000'000, 0);
  for (int i = 0; i < 300; ++i) bench.board.connected(i);
  size_t told = 0;
  for (std::string message = bench.tell(1'000); !message.empty(); message = bench.tell(1'000)) {
    expect(message.size() <= sizeof bench.buffer && message.front() == '[' && message.back() == ']', message);
    told += static_cast<size_t>(std::count(message.begin(), message.end(), '}')) / 2;
    bench.delivery.acknowledged();
  }
  expect(told == 300, "all were told: " + std::to_string(told));
}

void distrusts_an_old_clock() {
  Clock clock;
  expect(!clock.judges(0) && !clock.dates(), "unset");
  clock.set(1'000'000, 500);
  expect(clock.judges(500 + Clock::kTrusted) && clock.wall(600) == 1'000'100, "a day");
  expect(!clock.judges(501 + Clock::kTrusted) && clock.dates(), "longer");
}

void reads_sensors_when_due() {
  Bench bench;
  bench.board.clock().set(1'000'000, 0);
  const std::string map =
      "{\"rev\":1,\"relays\":[],\"sensors\":[{\"pin\":32,\"type\":\"dht22\",\"every_s\":30},"
      "{\"pin\":33,\"type\":\"dht22\",\"every_s\":1}]}";
  bench.sensors.readings[32] = {-5, 10'000};
  expect(bench.board.take(Document::config, map.data(), map.size(), 0), "map");
  for (Ms now = 0; now <= 60'000; now += 250) bench.board.tick(now);
  const std::string text = bench.tell(60'000);
  size_t times = 0;
  for (size_t at = text.find("{\"t\":-0.05,\"h\":100}"); at != std::string::npos; at = text.find("{\"t\":-0.05", at + 1))
    ++times;
  expect(times >= 2 && times <= 3, text);
  expect(text.find("\"33\":{\"t\":null,\"h\":null}") != std::string::npos, "one that does not answer says so");
}

/** A chip that notices work on its flash before its relays are off. */
void relays_are_off_first() {
  struct Watched final : FakePins {
    explicit Watched(FakeFlash& chip) : flash(chip) {}
    void attach(int pin) override {
      worked_before += flash.worked_us;
      FakePins::attach(pin);
    }
    FakeFlash& flash;
    double worked_before = 0;
  };
  FakeFlash flash{4};
  FakeFlash run_flash{4};
  Watched pins{flash};
  FakeSensors sensors;
  FakePoints points;
  FakeStore store;
  store.kept[Document::config] = R"({"rev":1,"relays":[{"pin":4,"max_s":60},{"pin":5,"max_s":60}],"sensors":[]})";
  SampleLog log{flash};
  RunLog runs{run_flash};
  Board board{pins, sensors, points, log, runs, store};
  board.secure(0);
  expect(board.relays().known() == pin_range(4, 5) && pins.worked_before == 0, "before any flash of the log is read");
  log.mount();
  runs.mount();
  board.boot(7, 5);
  board.tick(5);
  expect(log.pending() == 1, "and the first sample comes after it");
}

void restarts_when_isolated() {
  Bench bench;
  const std::string map = R"({"rev":1,"relays":[{"pin":4,"max_s":86400}],"sensors":[]})";
  bench.board.take(Document::config, map.data(), map.size(), 0);
  bench.board.clock().set(1'000'000'000, 0);
  bench.board.connected(0);
  expect(!bench.board.isolated(Board::kIsolated), "not while there is a link");
  bench.board.disconnected();
  expect(!bench.board.isolated(Board::kIsolated - 1), "not before the time");
  expect(bench.board.isolated(Board::kIsolated), "then it does");
  const int64_t due = (1'000'000'000 + Board::kIsolated + Board::kQuiet / 2) / 1000;
  const std::string agenda = R"({"epoch":1,"rev":1,"until":9000000,"runs":[{"id":"a","pin":4,"at":)" +
                             std::to_string(due) + R"(,"secs":60,"late_s":0,"link":0}]})";
  expect(bench.board.take(Document::agenda, agenda.data(), agenda.size(), 10), "an agenda");
  expect(!bench.board.isolated(Board::kIsolated), "not shortly before a run");
  for (Ms now = Board::kIsolated; now <= Board::kIsolated + Board::kQuiet / 2; now += 1'000) bench.board.tick(now);
  expect(!bench.board.isolated(Board::kIsolated + Board::kQuiet / 2), "nor while a relay is on");
}

void decodes_dht22() {
  Reading reading;
  // Both examples of the data sheet.
  expect(decode_dht22({0x02, 0x92, 0x01, 0x0D, 0xA2}, reading), "65.8 % and 26.9 °C");
  expect(reading.humidity == 6'580 && reading.temperature == 2'690, "their values");
  expect(decode_dht22({0x02, 0x92, 0x80, 0x65, 0x79}, reading) && reading.temperature == -1'010, "-10.1 °C");
  expect(!decode_dht22({0x02, 0x92, 0x01, 0x0D, 0xA3}, reading), "a wrong checksum");
  expect(!decode_dht22({0, 0, 0, 0, 0}, reading), "a shorted wire");
  expect(decode_dht22({0x04, 0x1A, 0x01, 0x0D, 0x2C}, reading) && reading.humidity == 10'000, "105 %, which is fog");
  expect(!decode_dht22({0x04, 0x1B, 0x01, 0x0D, 0x2D}, reading), "more humidity than fog");
  expect(!decode_dht22({0x02, 0x92, 0x03, 0x21, 0xB8}, reading), "hotter than it can stand");
}

/** The wire's levels of a sensor that uses the longest times of its data sheet, µs. */
struct SlowSensor {
  /** `rise`: how long the released line stays low. */
  explicit SlowSensor(std::vector<int> later, int rise = 0) : levels(std::move(later)) { levels.insert(levels.begin(), rise); }
  int stays(int level, int most) {
    expect(level == (at % 2 == 0 ? 0 : 1), "levels alternate");
    const int lasts = at < levels.size() ? levels[at] : 1'000;
    ++at;
    return lasts > most ? -1 : lasts;
  }
  std::vector<int> levels;
  size_t at = 0;
};

void hears_slow_dht22() {
  const uint8_t said[5] = {0x02, 0x92, 0x01, 0x0D, 0xA2};
  const auto levels = [&](int release) {
    std::vector<int> list{release, 85, 85};
    for (int bit = 0; bit < 40; ++bit) {
      list.push_back(55);
      list.push_back((said[bit / 8] >> (7 - bit % 8) & 1) != 0 ? 75 : 30);
    }
    return list;
  };
  uint8_t bytes[5] = {};
  std::vector<int> slow = levels(160);
  expect(listen_dht22(SlowSensor{slow, 60}, bytes), "a line that takes 60 us to rise");
  expect(!listen_dht22(SlowSensor{slow, 400}, bytes), "one that never does");
  expect(listen_dht22(SlowSensor{levels(195)}, bytes), "an answer after 195 us");
  expect(std::equal(bytes, bytes + 5, said), "its bytes");
  expect(!listen_dht22(SlowSensor{levels(250)}, bytes), "none after 250 us");
  expect(!listen_dht22(SlowSensor{{30, 80, 80, 50}}, bytes), "one that stops half-way");
}

void notices_a_task_that_hangs() {
  Heartbeat heart;
  heart.beat(5'000'000'000);
  expect(!heart.stopped(5'000'000'000 + Heartbeat::kLongest), "it may wait long");
  expect(heart.stopped(5'000'000'001 + Heartbeat::kLongest), "not for ever");
}

void restored_clock_dates_but_judges_nothing() {
  Clock clock;
  clock.restore(1'000'000, 10);
  expect(clock.dates() && clock.wall(20) == 1'000'010, "the agenda goes on");
  expect(!clock.judges(20), "no command is judged by it");
}

/** Feeds a wire for so long; `bounce` = it changes with every look. */
void feed(PulseInput& input, bool closed, int ms, bool bounce = false) {
  for (int at = 0; at < ms; at += PulseInput::kEveryMs) input.feed(bounce ? closed != (at / PulseInput::kEveryMs % 2 == 1) : closed);
}

void counts_a_bouncing_contact_once() {
  PulseInput input;
  feed(input, true, 100);
  expect(input.pulses() == 0, "a contact that is closed at the boot has counted before");
  for (int pulse = 0; pulse < 7; ++pulse) {
    feed(input, false, 48, true);
    feed(input, false, 24);
    feed(input, true, 48, true);
    feed(input, true, 24);
  }
  expect(input.pulses() == 7, "each closing once");
  feed(input, false, 24);
  feed(input, true, 12);
  feed(input, false, 24);
  expect(input.pulses() == 7, "a spark is no closing");
}

/** What is counted of 1,000 even pulses. */
uint32_t counted_at(int hertz, int still_ms) {
  PulseInput input;
  input.still(still_ms);
  feed(input, false, 400);
  for (int64_t at = 0; at < 1'000'000 / hertz; at += PulseInput::kEveryMs) input.feed(at * hertz * 2 / 1'000 % 2 == 0);
  return input.pulses();
}

void counts_a_contact_as_fast_as_it_has_to_be_still() {
  expect(counted_at(25, 20) == 1'000, "25 a second with 20 ms");
  expect(counted_at(40, 20) == 0, "and none beyond");
  expect(counted_at(100, 4) == 1'000, "100 a second with 4 ms");
  expect(counted_at(4, 100) == 1'000 && counted_at(6, 100) == 0, "a contact that bounces for long");
}

void believes_no_counter_that_falls() {
  ChipCounter counter;
  expect(counter.seen(32'766) == 32'766, "it counts");
  expect(counter.seen(3) == 32'766, "what was full is not added yet");
  expect(counter.seen(32'770) == 32'770, "it is");
  expect(counter.seen(UINT32_C(2'147'483'650)) == UINT32_C(2'147'483'650) && counter.seen(UINT32_MAX) == UINT32_MAX && counter.seen(5) == 5,
         "over 2^32 it goes on");
}

}  // namespace

int main() {
  test("samples stay, oldest first, until they were delivered", keeps_until_delivered);
  test("samples survive a reboot, and their numbers go on", survives_reboot);
  test("when there is no room the oldest samples go, and are counted", oldest_go);
  test("a late PUBACK does not delete what took the place of its samples", late_puback_of_overwritten);
  test("a cut of power at any byte costs at most the sample being written", survives_cuts);
  test("a torn write that leaves any bits costs at most the sample being written", survives_torn_writes);
  test("a torn write makes no run happen twice", starts_no_run_twice_after_a_torn_write);
  test("a sector whose number is the largest there is stops no mount", ignores_a_header_at_the_end_of_its_counter);
  test("a cut of power while samples are being marked makes some go twice", survives_cut_while_marking);
  test("flash full of rubbish is no obstacle", starts_on_rubbish);
  test("a full log is mounted within two seconds, and others may run meanwhile", mounts_a_full_log_soon);
  test("samples that can never be dated are given up a few at a time", gives_up_a_little_at_a_time);
  test("samples that wait for the time are not looked at again until it is known", looks_once_at_what_waits);
  test("delivered samples are marked a few at a time", marks_a_little_at_a_time);
  test("samples are told one message at a time and forgotten at the PUBACK", waits_for_puback);
  test("samples taken without a clock get their time once it is known", dates_by_reckoning_back);
  test("samples of an earlier life whose time nobody knows are given up and counted", gives_up_undatable);
  test("a message is never longer than its buffer", fills_no_more_than_the_buffer);
  test("a clock that was not set for a day judges no command any more", distrusts_an_old_clock);
  test("sensors are read when they are due, and a mute one is told as mute", reads_sensors_when_due);
  test("relays are off before anything else is done", relays_are_off_first);
  test("a board that was long without a link starts anew when it has nothing to do", restarts_when_isolated);
  test("what a DHT22 says is believed only when it can be true", decodes_dht22);
  test("a sensor that answers as late as its data sheet allows is heard", hears_slow_dht22);
  test("a contact that bounces counts once", counts_a_bouncing_contact_once);
  test("a contact is followed as fast as it has to be still", counts_a_contact_as_fast_as_it_has_to_be_still);
  test("a counter of the chip that seems to fall is not believed", believes_no_counter_that_falls);
  test("a counter that fell over a restart is judged by its three reasons", judges_a_counter_that_fell);
  test("the counter and the litres of a run survive a restart", keeps_the_water_of_a_run_over_boots);
  test("a network task that hangs is noticed", notices_a_task_that_hangs);
  test("a clock that went on over a restart dates, and judges no command", restored_clock_dates_but_judges_nothing);
  return failures == 0 ? 0 : 1;
}
