/** What is easier to say in C++ than in a scenario. */
#include "../src/delivery.hpp"
#include "../src/dht22.hpp"
#include "fakes.hpp"
#include "log_tests.hpp"
#include "test.hpp"

namespace {

using namespace acequia;

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
