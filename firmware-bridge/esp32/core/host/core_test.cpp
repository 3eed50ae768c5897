/** What is easier to say in C++: each test prints `ok <name>` or `not ok <name>: <why>`, and the program goes on. */
#include <cstdio>
#include <functional>
#include <memory>
#include <sstream>

#include "../src/delivery.hpp"
#include "../src/dht22.hpp"
#include "fakes.hpp"

namespace {

using namespace acequia;

int failures = 0;
std::string why;

void expect(bool good, const std::string& what) {
  if (!good && why.empty()) why = what;
}

void test(const char* name, const std::function<void()>& body) {
  why.clear();
  body();
  if (why.empty()) {
    std::printf("ok %s\n", name);
  } else {
    std::printf("not ok %s: %s\n", name, why.c_str());
    ++failures;
  }
}

Sample sample_at(Ms at, uint8_t sensors = 1) {
  Sample sample;
  sample.at = at;
  sample.dated = true;
  sample.life = 7;
  sample.known = pin_range(4, 5);
  sample.on = pin_range(4, 4);
  sample.sensor_count = sensors;
  for (uint8_t i = 0; i < sensors; ++i) sample.sensors[i] = {i, true, {static_cast<int16_t>(-2150 + i), 6020}};
  return sample;
}

/** Times of all undelivered samples, oldest first. */
std::vector<Ms> kept(SampleLog& log) {
  std::vector<Ms> times;
  SampleLog::Place from = log.oldest();
  SampleLog::Place at;
  for (Sample sample; log.next(from, at, sample);) times.push_back(sample.at);
  return times;
}

void deliver(SampleLog& log, size_t count) {
  SampleLog::Place from = log.oldest();
  SampleLog::Place at;
  Sample sample;
  while (count-- > 0 && log.next(from, at, sample)) log.delivered(at);
}

std::string list(const std::vector<Ms>& times) {
  std::ostringstream text;
  for (const Ms at : times) text << at << " ";
  return text.str();
}

bool one_after_another(const std::vector<Ms>& times) {
  for (size_t i = 1; i < times.size(); ++i)
    if (times[i] != times[i - 1] + 1) return false;
  return true;
}

void keeps_until_delivered() {
  FakeFlash flash{4};
  SampleLog log{flash};
  log.mount();
  for (Ms at = 1; at <= 5; ++at) {
    Sample sample = sample_at(at, 40);
    expect(log.append(sample) && sample.seq == at, "append");
  }
  deliver(log, 2);
  expect(kept(log) == std::vector<Ms>({3, 4, 5}) && log.pending() == 3, list(kept(log)));
  SampleLog::Place from = log.oldest();
  SampleLog::Place place;
  Sample read;
  expect(log.next(from, place, read), "next");
  const Sample written = sample_at(3, 40);
  expect(read.known == written.known && read.on == written.on && read.dated && read.life == 7, "fields");
  expect(read.sensor_count == 40 && read.sensors[39].reading.temperature == -2111 && read.sensors[39].answered,
         "sensors");
}

void survives_reboot() {
  FakeFlash flash{4};
  SampleLog before{flash};
  before.mount();
  for (Ms at = 1; at <= 200; ++at) {
    Sample sample = sample_at(at);
    before.append(sample);
  }
  deliver(before, 50);
  SampleLog after{flash};
  after.mount();
  expect(after.pending() == 150 && kept(after).front() == 51 && kept(after).back() == 200, list(kept(after)));
  Sample sample = sample_at(201);
  after.append(sample);
  expect(sample.seq == 201, "the sequence goes on");
}

void oldest_go() {
  FakeFlash flash{3};
  SampleLog log{flash};
  log.mount();
  for (Ms at = 1; at <= 1'000; ++at) {
    Sample sample = sample_at(at);
    expect(log.append(sample), "append");
  }
  const std::vector<Ms> times = kept(log);
  expect(times.back() == 1'000 && one_after_another(times), list(times));
  expect(log.pending() == times.size() && log.lost() + times.size() == 1'000, "lost ones are counted");
  // Two whole sectors at least, of 4 + 33 bytes a sample.
  expect(times.size() >= 2 * (4'096 - 12) / 37, "room is used");
}

void late_puback_of_overwritten() {
  FakeFlash flash{2};
  SampleLog log{flash};
  log.mount();
  for (Ms at = 1; at <= 10; ++at) {
    Sample sample = sample_at(at);
    log.append(sample);
  }
  const SampleLog::Place first = log.oldest();
  for (Ms at = 11; at <= 500; ++at) {
    Sample sample = sample_at(at);
    log.append(sample);
  }
  const uint32_t before = log.pending();
  log.delivered(first);
  expect(log.pending() == before && kept(log).size() == before, "its neighbour in the same place stays");
}

/** Whatever byte the power goes at: what was kept is a run of samples without a gap, and the next life goes on with it. */
void survives_cuts() {
  for (long cut = 0; cut < 3'000; cut += 7) {
    FakeFlash flash{3};
    auto log = std::make_unique<SampleLog>(flash);
    log->mount();
    // Three quarters full, so that the cut meets erasing too.
    Ms at = 1;
    for (; at <= 300; ++at) {
      Sample sample = sample_at(at);
      log->append(sample);
    }
    deliver(*log, 20);
    flash.until_cut = cut;
    Ms good = at - 1;
    for (bool powered = true; powered && at <= 400; ++at) {
      Sample sample = sample_at(at);
      powered = log->append(sample);
      if (powered) good = at;
    }
    flash.until_cut = -1;
    log = std::make_unique<SampleLog>(flash);
    log->mount();
    std::vector<Ms> times = kept(*log);
    const std::string note = "cut at " + std::to_string(cut) + ": " + list(times);
    expect(!times.empty() && one_after_another(times), "gap, " + note);
    expect(times.back() == good || times.back() == good + 1, "newest, " + note);
    expect(log->pending() == times.size(), "pending, " + note);
    const Ms newest = times.back();
    for (Ms next = newest + 1; next <= newest + 300; ++next) {
      Sample sample = sample_at(next);
      expect(log->append(sample), "append, " + note);
    }
    times = kept(*log);
    expect(times.back() == newest + 300 && one_after_another(times), "after it, " + note);
    if (!why.empty()) return;
  }
}

void survives_cut_while_marking() {
  FakeFlash flash{2};
  SampleLog log{flash};
  log.mount();
  for (Ms at = 1; at <= 10; ++at) {
    Sample sample = sample_at(at);
    log.append(sample);
  }
  flash.until_cut = 3;
  deliver(log, 10);
  flash.until_cut = -1;
  SampleLog after{flash};
  after.mount();
  // What was delivered and not marked goes again; the server keeps each sample once.
  expect(kept(after) == std::vector<Ms>({4, 5, 6, 7, 8, 9, 10}), list(kept(after)));
}

void starts_on_rubbish() {
  FakeFlash flash{3};
  std::vector<uint8_t> rubbish(3 * FlashPort::kSector);
  uint32_t random = 12'345;
  for (uint8_t& byte : rubbish) {
    random = random * 1'664'525 + 1'013'904'223;
    byte = static_cast<uint8_t>(random >> 24);
  }
  flash.write(0, rubbish.data(), rubbish.size());
  SampleLog log{flash};
  log.mount();
  expect(log.pending() == 0, "nothing is read out of it");
  for (Ms at = 1; at <= 1'000; ++at) {
    Sample sample = sample_at(at);
    expect(log.append(sample), "append");
  }
  expect(kept(log).back() == 1'000, "it works");
}

struct Bench {
  FakePins pins;
  FakeSensors sensors;
  FakeFlash flash{8};
  FakeStore store;
  SampleLog log{flash};
  Board board{pins, sensors, log, store};
  Delivery delivery{board};
  char buffer[4'096];

  explicit Bench(uint32_t life = 7) {
    log.mount();
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
  Board board{bench.pins, bench.sensors, log, bench.store};
  Delivery delivery{board};
  board.boot(8, 0);
  board.clock().set(5'000'000, 0);
  expect(log.pending() == 1, "it is still there");
  expect(delivery.next(bench.buffer, sizeof bench.buffer, 10) == 0, "and is not told with a false time");
  expect(log.pending() == 0 && log.lost() == 1, "it counts as lost");
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
  expect(bench.board.configure(map.data(), map.size(), 0), "map");
  for (Ms now = 0; now <= 60'000; now += 250) bench.board.tick(now);
  const std::string text = bench.tell(60'000);
  size_t times = 0;
  for (size_t at = text.find("{\"t\":-0.05,\"h\":100}"); at != std::string::npos; at = text.find("{\"t\":-0.05", at + 1))
    ++times;
  expect(times >= 2 && times <= 3, text);
  expect(text.find("\"33\":{\"t\":null,\"h\":null}") != std::string::npos, "one that does not answer says so");
}

void decodes_dht22() {
  Reading reading;
  // Both examples of the data sheet.
  expect(decode_dht22({0x02, 0x92, 0x01, 0x0D, 0xA2}, reading), "65.8 % and 26.9 °C");
  expect(reading.humidity == 6'580 && reading.temperature == 2'690, "their values");
  expect(decode_dht22({0x02, 0x92, 0x80, 0x65, 0x79}, reading) && reading.temperature == -1'010, "-10.1 °C");
  expect(!decode_dht22({0x02, 0x92, 0x01, 0x0D, 0xA3}, reading), "a wrong checksum");
  expect(!decode_dht22({0, 0, 0, 0, 0}, reading), "a shorted wire");
  expect(!decode_dht22({0x03, 0xE9, 0x01, 0x0D, 0xFA}, reading), "more than all humidity");
  expect(!decode_dht22({0x02, 0x92, 0x03, 0x21, 0xB8}, reading), "hotter than it can stand");
}

}  // namespace

int main() {
  test("samples stay, oldest first, until they were delivered", keeps_until_delivered);
  test("samples survive a reboot, and their numbers go on", survives_reboot);
  test("when there is no room the oldest samples go, and are counted", oldest_go);
  test("a late PUBACK does not delete what took the place of its samples", late_puback_of_overwritten);
  test("a cut of power at any byte costs at most the sample being written", survives_cuts);
  test("a cut of power while samples are being marked makes some go twice", survives_cut_while_marking);
  test("flash full of rubbish is no obstacle", starts_on_rubbish);
  test("samples are told one message at a time and forgotten at the PUBACK", waits_for_puback);
  test("samples taken without a clock get their time once it is known", dates_by_reckoning_back);
  test("samples of an earlier life whose time nobody knows are given up and counted", gives_up_undatable);
  test("a message is never longer than its buffer", fills_no_more_than_the_buffer);
  test("a clock that was not set for a day judges no command any more", distrusts_an_old_clock);
  test("sensors are read when they are due, and a mute one is told as mute", reads_sensors_when_due);
  test("what a DHT22 says is believed only when it can be true", decodes_dht22);
  return failures == 0 ? 0 : 1;
}
