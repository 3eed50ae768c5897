#pragma once
#include <memory>

#include "../src/status.hpp"
#include "../src/update.hpp"
#include "fake_program.hpp"
#include "test.hpp"

/** Updates, and a power that goes at any moment of one. */
namespace acequia {
namespace {

constexpr size_t kSlot = 8;
constexpr char kModel[] = "acequia-placa";

struct UpdateBench {
  FakeStore store;
  FakeProgram program{kSlot};
  FakeSource source;
  std::unique_ptr<Update> update;
  Update::Around around{true, true, true};
  std::string document;
  bool linked = true;
  Ms now = 0;
  int boots = 0;

  UpdateBench() {
    program.powered = [this] { return !store.fails; };
    boot();
  }
  void boot() {
    ++boots;
    store.fails = false;
    store.until_cut = -1;
    program.free_slot().until_cut = -1;
    update = std::make_unique<Update>(program, source, store);
    now = 0;
    update->boot(program.boot(), now);
    if (linked) link();
  }
  void link() {
    update->connected();
    if (!document.empty()) update->take(document.data(), document.size());
  }
  void order(int id, const std::string& image, const std::string& rest = "\"version\":\"2.0.0\",\"model\":\"acequia-placa\"") {
    source.image = image;
    document = "{\"id\":" + std::to_string(id) + ",\"url\":\"http://a/b\",\"size\":" + std::to_string(image.size()) +
               ",\"sha256\":\"" + sha256_of(image) + "\"," + rest + "}";
    expect(update->take(document.data(), document.size()), "the document is one");
  }
  bool is_dead() { return store.fails || program.free_slot().until_cut == 0; }
  /** One round of its task; the power comes back at once. */
  void step(Ms takes = 100) {
    now += takes;
    update->plan(around, now);
    update->work();
    if (!is_dead()) update->note(now);
    if (is_dead() || program.restarts) boot();
    if (linked) update->acknowledged();
  }
  void go(int steps = 200, Ms takes = 100) {
    for (int i = 0; i < steps; ++i) step(takes);
  }
  UpdatePhase phase() const { return update->report().phase; }
  UpdateWhy why() const { return update->report().why; }
  bool runs(const std::string& version) const { return update->running().version == version; }
};

std::string image(uint32_t secure_version = 1, size_t size = 20'000, const char* model = kModel) {
  return image_of("2.0.0", model, secure_version, size);
}

void hashes_as_the_standard_says() {
  expect(sha256_of("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "nothing");
  expect(sha256_of("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "abc");
  expect(sha256_of(std::string(1'000'000, 'a')) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0", "a million");
}

void installs_and_keeps() {
  UpdateBench bench;
  bench.order(5, image(3));
  bench.go();
  expect(bench.phase() == UpdatePhase::done && bench.update->report().id == 5, "done");
  expect(bench.runs("2.0.0") && bench.program.runs() == 1 && bench.boots == 2, "in the other slot, after one restart");
  expect(bench.update->report().at == 20'000 && bench.update->floor() == 3, "whole, and its place is the floor");
  bench.go();
  expect(bench.program.trials == 1, "the same document begins nothing");
  bench.order(6, image(3));
  const size_t given = bench.source.given;
  bench.go();
  expect(bench.phase() == UpdatePhase::done && bench.source.given == given, "what it has is not loaded again");
  bench.order(7, image(2));
  bench.go();
  expect(bench.phase() == UpdatePhase::failed && bench.why() == UpdateWhy::floor && bench.runs("2.0.0"), "nothing below the floor");
}

void refuses_what_is_not_for_it() {
  const auto refused = [](UpdateWhy why, const std::string& what, const std::function<void(UpdateBench&)>& order) {
    UpdateBench bench;
    order(bench);
    bench.go();
    expect(bench.phase() == UpdatePhase::failed && bench.why() == why, what);
    expect(bench.program.trials == 0 && bench.boots == 1, what + " restarts nothing");
    bench.boot();
    bench.go();
    expect(bench.why() == why && bench.program.trials == 0, what + " is not tried again after a cut of power");
  };
  refused(UpdateWhy::signature, "a bad signature", [](UpdateBench& bench) {
    bench.program.is_signed = false;
    bench.order(1, image());
  });
  refused(UpdateWhy::model, "a document for another model", [](UpdateBench& bench) {
    bench.order(1, image(), "\"version\":\"2\",\"model\":\"other\"");
    expect(bench.source.given == 0, "nothing is loaded");
  });
  refused(UpdateWhy::model, "an image of another model", [](UpdateBench& bench) { bench.order(1, image(1, 9'000, "other")); });
  refused(UpdateWhy::model, "what is no image", [](UpdateBench& bench) { bench.order(1, std::string(9'000, 'x')); });
  refused(UpdateWhy::sha256, "a wrong hash", [](UpdateBench& bench) {
    bench.order(1, image());
    bench.source.image[9'999] = 'x';
  });
  refused(UpdateWhy::size, "a longer file", [](UpdateBench& bench) {
    bench.order(1, image());
    bench.source.image += 'x';
  });
  refused(UpdateWhy::size, "an image larger than a slot", [](UpdateBench& bench) {
    bench.order(1, image(1, kSlot * FlashPort::kSector + 1));
  });
  refused(UpdateWhy::flash, "flash that takes no word of which slot to start", [](UpdateBench& bench) {
    bench.program.powered = [] { return false; };
    bench.order(1, image());
  });
}

void loads_over_a_bad_line() {
  UpdateBench bench;
  bench.source.breaks_after = 3'000;
  bench.order(1, image());
  bench.go(400);
  expect(bench.phase() == UpdatePhase::done && bench.source.given == 20'000, "each byte once: " + std::to_string(bench.source.given));
  UpdateBench from_start;
  from_start.source.ranges = false;
  from_start.source.breaks_after = 9'000;
  from_start.order(1, image());
  from_start.go(100);
  from_start.source.breaks_after = SIZE_MAX;
  from_start.go(400);
  expect(from_start.phase() == UpdatePhase::done, "a server that begins anew");
  UpdateBench waits;
  waits.source.wait = 120;
  waits.order(1, image());
  waits.go(100, 60'000);
  expect(waits.phase() == UpdatePhase::loading && waits.source.asked.size() < 60, "it waits as long as it is asked to");
  waits.source.wait = 0;
  waits.go(200, 10'000);
  expect(waits.phase() == UpdatePhase::done, "and goes on");
  UpdateBench silent;
  silent.order(1, image());
  silent.source.image.clear();
  silent.go(400, 10'000);
  expect(silent.why() == UpdateWhy::source, "an hour without a byte is enough");
}

void waits_for_a_quiet_board() {
  UpdateBench bench;
  bench.order(1, image());
  bench.go(8);
  const uint32_t before = bench.update->report().at;
  expect(before > 0 && bench.phase() == UpdatePhase::loading, "it loads");
  bench.around = {false, false, true};
  bench.go(2'000, 10'000);
  expect(bench.why() == UpdateWhy::busy && bench.update->report().at == before, "a relay went on: nothing comes, for hours");
  bench.around = {true, true, true};
  while (bench.phase() != UpdatePhase::restarting) bench.step();
  bench.around = {true, false, true};
  bench.go(2'000, 10'000);
  expect(bench.why() == UpdateWhy::busy && bench.boots == 1, "a run is near: it does not restart");
  bench.around = {true, true, true};
  bench.go();
  expect(bench.phase() == UpdatePhase::done && bench.source.given == 20'000, "and goes on by itself");
}

void lets_go_of_what_is_withdrawn() {
  UpdateBench bench;
  bench.order(1, image());
  bench.go(8);
  bench.update->take("", 0);
  bench.go();
  expect(bench.update->report().id == 0 && bench.boots == 1, "no word of it");
  bench.order(1, image());
  bench.go();
  expect(bench.phase() == UpdatePhase::done && bench.source.asked[1] >= 4'096, "the same one again goes on");
  UpdateBench away;
  away.order(1, image());
  away.go(8);
  away.update->disconnected();
  away.document.clear();
  away.link();
  away.go();
  expect(away.update->report().id == 0 && away.boots == 1, "withdrawn while the board was away");
}

void goes_back_to_what_ran() {
  UpdateBench loops;
  loops.program.loops = true;
  loops.order(4, image(9));
  loops.go();
  expect(loops.why() == UpdateWhy::rolled_back && loops.runs("1.0.0") && loops.program.trials == 1, "from a loop of boots, at once");
  expect(loops.update->report().id == 4 && loops.update->floor() == 0, "and its place is no floor");
  UpdateBench mute;
  mute.order(4, image());
  while (mute.phase() != UpdatePhase::restarting) mute.step();
  mute.linked = false;
  mute.go(100);
  expect(mute.phase() == UpdatePhase::trial && mute.boots == 2, "it is on trial");
  mute.around.off = false;
  mute.go(100, 10'000);
  expect(mute.boots == 2, "no restart while a relay is on");
  mute.around.off = true;
  mute.go();
  expect(mute.why() == UpdateWhy::rolled_back && mute.runs("1.0.0") && mute.boots == 3, "a broker that never comes");
  UpdateBench ill;
  ill.order(4, image());
  while (ill.boots == 1) ill.step();
  ill.around.sound = false;
  ill.go(200, 10'000);
  expect(ill.why() == UpdateWhy::rolled_back && ill.program.trials == 1, "a self-check that fails");
}

void gives_up_a_start_that_is_always_cut() {
  UpdateBench bench;
  bench.order(1, image());
  // The power goes as soon as the chip is to be told.
  bench.program.powered = [&bench] { return !(bench.store.fails = true); };
  bench.go(400);
  expect(bench.why() == UpdateWhy::rolled_back && bench.program.trials == 0, "it failed");
  expect(bench.boots == 1 + Update::kTries, "after three tries: " + std::to_string(bench.boots));
}

void says_all_there_is_to_say() {
  Status status;
  status.firmware = status.boot = "0123456789abcdef0123456789abcdef";
  status.config = status.agenda = status.control = {JsonReader::kMaxInteger, JsonReader::kMaxInteger};
  std::fill_n(status.older, 3, true);
  std::fill_n(status.refused, 3, Unfit::unreadable);
  status.stuck = pin_range(0, kPins - 1);
  for (Wear& wear : status.wear) wear = {UINT32_MAX, Ms{UINT32_MAX} * 1'000};
  status.trip_count = kMaxProtections;
  for (Status::Trip& trip : status.trips) {
    trip.id.length = ShortId::kLongest;
    std::fill_n(trip.id.text, ShortId::kLongest, 'x');
    trip.at = trip.lph = trip.expected = 10'000'000'000;
  }
  std::fill_n(status.image.version, 31, 'x');
  std::fill_n(status.image.model, 31, 'x');
  status.updates = true;
  status.update = {JsonReader::kMaxInteger, UpdatePhase::restarting, UpdateWhy::rolled_back, UINT32_MAX};
  char buffer[kLongestStatus];
  const size_t length = write_status(status, buffer, sizeof buffer);
  expect(length > 4'096, "the longest status fits: " + std::to_string(length));
}

/** However the power goes, the board ends with an image that proved itself, and says so of the right id. */
bool ends_well(UpdateBench& bench) {
  bench.go(400);
  const bool kept = bench.phase() == UpdatePhase::done && bench.runs("2.0.0") && bench.update->floor() == 1;
  const bool back = bench.why() == UpdateWhy::rolled_back && bench.runs("1.0.0") && bench.update->floor() == 0;
  return bench.update->report().id == 1 && (kept || back) && bench.program.trials <= Update::kTries;
}

void survives_cuts_of_an_update() {
  // A byte written or a sector erased; then each note, before and after it was written.
  for (long cut = 0; cut < 21'000; cut += cut < 40 || cut > 19'980 ? 1 : 97) {
    UpdateBench bench;
    bench.order(1, image());
    bench.program.free_slot().until_cut = cut;
    bench.program.free_slot().torn = cut % 2 == 0 ? 0 : static_cast<uint32_t>(cut);
    expect(ends_well(bench) && bench.phase() == UpdatePhase::done, "cut at " + std::to_string(cut));
    expect(bench.source.given <= 20'000 + Update::kNoteEvery + FlashPort::kSector, "it goes on where it was: " + std::to_string(bench.source.given));
  }
  for (int note = 0; note < 12; ++note) {
    for (const bool written : {false, true}) {
      UpdateBench bench;
      bench.order(1, image());
      bench.store.until_cut = note;
      bench.store.written_at_cut = written;
      expect(ends_well(bench), "cut at note " + std::to_string(note) + (written ? ", written" : ""));
    }
  }
}

void survives_cuts_at_each_round() {
  for (int round = 0; round < 120; ++round) {
    UpdateBench bench;
    bench.order(1, image());
    bench.go(round);
    bench.boot();
    expect(ends_well(bench), "a cut after round " + std::to_string(round));
  }
}

}  // namespace
}  // namespace acequia
