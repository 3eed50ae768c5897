#pragma once
#include <memory>
#include <sstream>

#include "../src/run_log.hpp"
#include "../src/sample_log.hpp"
#include "fakes.hpp"
#include "test.hpp"

/** The log of samples in flash, also across power cuts. */
namespace acequia {
namespace {

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

/** The next undelivered sample, however many searches it takes. */
bool next_of(SampleLog& log, SampleLog::Place& from, SampleLog::Place& at, Sample& sample) {
  SampleLog::Search found = SampleLog::Search::later;
  while (found == SampleLog::Search::later) found = log.search(from, at, sample);
  return found == SampleLog::Search::found;
}

/** Times of all undelivered samples, oldest first. */
std::vector<Ms> kept(SampleLog& log) {
  std::vector<Ms> times;
  SampleLog::Place from = log.oldest();
  SampleLog::Place at;
  for (Sample sample; next_of(log, from, at, sample);) times.push_back(sample.at);
  return times;
}

void deliver(SampleLog& log, size_t count) {
  SampleLog::Place from = log.oldest();
  SampleLog::Place at;
  Sample sample;
  while (count-- > 0 && next_of(log, from, at, sample)) log.delivered(at);
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
  expect(next_of(log, from, place, read), "next");
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
  // At least two whole sectors of 4 + 33 bytes a sample.
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

/** Power lost at any byte: the log keeps samples without a gap, and the next boot continues it. */
void survives_cuts_with(uint32_t torn) {
  for (long cut = 0; cut < 3'000; cut += 7) {
    FakeFlash flash{3};
    flash.torn = torn == 0 ? 0 : torn + static_cast<uint32_t>(cut);
    auto log = std::make_unique<SampleLog>(flash);
    log->mount();
    // Three quarters full, so that the power also goes during an erase.
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
    log = std::make_unique<SampleLog>(flash);
    log->mount();
    times = kept(*log);
    expect(times.back() == newest + 300 && one_after_another(times), "after it, " + note);
    if (!why.empty()) return;
  }
}

void survives_cuts() { survives_cuts_with(0); }

/** NOR flash programs the bits of a page at once: a cut write leaves any of them. */
void survives_torn_writes() {
  for (uint32_t seed = 1; seed <= 20 && why.empty(); ++seed) survives_cuts_with(seed * 7'919);
}

void starts_no_run_twice_after_a_torn_write() {
  const auto id = [](const char* text) {
    ShortId made;
    made.length = static_cast<uint8_t>(std::strlen(text));
    std::memcpy(made.text, text, made.length);
    return made;
  };
  for (uint32_t seed = 1; seed <= 400; ++seed) {
    FakeFlash flash{4};
    auto log = std::make_unique<RunLog>(flash);
    log->mount();
    expect(log->started(id("first"), 100), "first");
    flash.torn = seed * 7'919;
    flash.until_cut = static_cast<long>(seed % 20);
    expect(!log->started(id("torn"), 200), "the power goes");
    flash.until_cut = -1;
    log = std::make_unique<RunLog>(flash);
    log->mount();
    expect(log->started(id("next"), 300), "next");
    log = std::make_unique<RunLog>(flash);
    log->mount();
    expect(log->knows(id("first")) && log->knows(id("next")), "seed " + std::to_string(seed));
    if (!why.empty()) return;
  }
}

void ignores_a_header_at_the_end_of_its_counter() {
  FakeFlash flash{3};
  const uint8_t header[12] = {0x41, 0x43, 0x51, 0x31, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0};
  flash.write(0, header, sizeof header);
  SampleLog log{flash};
  log.mount();
  Sample sample = sample_at(1);
  expect(log.append(sample) && kept(log) == std::vector<Ms>({1}), "it works");
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
  // Samples delivered but not marked are sent again; the server stores each once.
  expect(kept(after) == std::vector<Ms>({4, 5, 6, 7, 8, 9, 10}), list(kept(after)));
}

/** As large as the partition `muestras`, with the samples of a board with two sensors. */
constexpr size_t kRing = 448;

void mounts_a_full_log_soon() {
  FakeFlash flash{kRing};
  {
    SampleLog log{flash};
    log.mount();
    for (Ms at = 1; at <= 60'000; ++at) {
      Sample sample = sample_at(at);
      log.append(sample);
    }
  }
  flash.worked_us = 0;
  flash.yields = 0;
  SampleLog log{flash};
  log.mount();
  expect(flash.worked_us < 2e6, "took " + std::to_string(flash.worked_us / 1e6) + " s");
  expect(flash.yields >= static_cast<long>(kRing) - 1, "others may run meanwhile");
  expect(log.pending() > 45'000 && log.last_seq() == 60'000, std::to_string(log.pending()));
  expect(log.last_of_earlier_life().at == 60'000, "the newest sample is known");
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

}  // namespace
}  // namespace acequia
