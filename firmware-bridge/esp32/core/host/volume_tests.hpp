#pragma once
#include "../src/run_volume.hpp"
#include "test.hpp"

/** What a counter that fell over a restart says of a run. */
namespace acequia {
namespace {

constexpr uint64_t kCubicMetre = 1'000'000;

int64_t litres_after(uint64_t base, uint64_t restored, uint64_t now) {
  PlannedRun run;
  run.vol = 1'000;
  run.secs = 3'600;
  Counter counter{restored, kCubicMetre / 100, (uint64_t{1} << 31) * 1'000};
  RunVolume water;
  water.go_on(base, counter, 0);
  counter.total = now;
  const bool reached = water.reached(run, &counter, 1'000);
  return water.litres(reached);
}

void judges_a_counter_that_fell() {
  const uint64_t wrap = (uint64_t{1} << 31) * 1'000;
  expect(litres_after(5 * kCubicMetre, 6 * kCubicMetre, 6 * kCubicMetre) == 1'000, "it went on");
  expect(litres_after(5 * kCubicMetre, 5 * kCubicMetre - 30'000, 5 * kCubicMetre) == 30, "it lost its newest pulses");
  expect(litres_after(wrap - 100'000, 400'000, 500'000) == 600, "it wrapped");
  expect(litres_after(2 * wrap + 100'000, 400'000, 500'000) == 400, "a total in memory does not wrap");
  expect(litres_after(5 * kCubicMetre, 0, 500'000) == RunReport::kUnmeasured, "it began anew");
  expect(litres_after(5 * kCubicMetre, 0, 1'000'000) == RunReport::kUnmeasured, "it began anew and the volume is reached");
}

void keeps_the_water_of_a_run_over_boots() {
  const auto id = [](const char* text) {
    ShortId made;
    made.length = static_cast<uint8_t>(std::strlen(text));
    std::memcpy(made.text, text, made.length);
    return made;
  };
  FakeFlash flash{4};
  auto log = std::make_unique<RunLog>(flash);
  log->mount();
  const uint64_t total = 123'456'789'012;
  expect(log->started(id("metered"), 100, &total) && log->started(id("timed"), 110), "two start");
  log = std::make_unique<RunLog>(flash);
  log->mount();
  int64_t at = 0;
  uint64_t kept = 0;
  expect(log->cut(id("metered"), at, kept) && at == 100 && kept == total, "its counter is known");
  expect(!log->cut(id("timed"), at, kept), "the other has none");
  log->close_cut_runs(130, [&](const ShortId& one) { return one == id("metered"); });
  RunReport report;
  report.id = id("metered");
  report.started = 100;
  report.end = RunEnd::volume;
  report.litres = 20'000;
  log->ended(report);
  report.id = id("mute");
  report.end = RunEnd::done;
  report.litres = RunReport::kUnmeasured;
  log->ended(report);
  log = std::make_unique<RunLog>(flash);
  log->mount();
  char buffer[512];
  const std::string told(buffer, log->next(buffer, sizeof buffer));
  expect(told == R"([{"id":"timed","started":110,"secs":20,"end":"power"},)"
                 R"({"id":"metered","started":100,"secs":0,"end":"volume","litres":20000},)"
                 R"({"id":"mute","started":100,"secs":0,"end":"done","litres":null}])",
         told);
}

}  // namespace
}  // namespace acequia
