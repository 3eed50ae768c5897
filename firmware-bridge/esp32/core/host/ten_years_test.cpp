/** Ten years of one board: cuts of power at any byte, torn writes, lost clocks, weeks without a link, and 50 updates. */
#include <cstdlib>
#include <memory>
#include <set>

#include "../src/delivery.hpp"
#include "../src/update.hpp"
#include "fake_program.hpp"
#include "test.hpp"

namespace {

using namespace acequia;

constexpr Ms kMinute = 60'000;
constexpr Ms kDay = 86'400'000;
/** The board looks at its timers so often here; on the chip ten times a second. */
constexpr Ms kStep = 30 * kMinute;
constexpr Ms kStepOfRun = 2 * kMinute;
constexpr uint32_t kMostOn = 1'800;
constexpr int64_t kBegins = 1'800'000'000;
constexpr int kPinsOfRuns[] = {4, 5};
/** Of the data sheet of a Winbond W25Q32JV. */
constexpr double kErases = 100'000;
constexpr double kLongestMount = 2'000'000;
/** Samples of a day on the chip. */
constexpr double kRealSamples = 8'640;

class World {
 public:
  explicit World(int days) : days_(days) {
    power_ = [this] { return !store_.fails && flash_.until_cut != 0 && run_flash_.until_cut != 0; };
    program_.powered = power_;
    boot();
  }

  void live() {
    for (int day = 0; day < days_; ++day) {
      plan_of(day);
      const Ms end = Ms{day + 1} * kDay;
      while (now_ < end) {
        now_ += runs_near() ? kStepOfRun : kStep;
        pass();
      }
    }
    linked_ = true;
    for (int i = 0; i < 200; ++i) {
      now_ += kStepOfRun;
      pass();
    }
    judge();
  }

 private:
  uint32_t random(uint32_t below) {
    seed_ = seed_ * 6'364'136'223'846'793'005u + 1'442'695'040'888'963'407u;
    return static_cast<uint32_t>((seed_ >> 33) % below);
  }
  Ms own() const { return now_ - booted_; }
  bool runs_near() const { return now_ % kDay >= 5 * 3'600'000 && now_ % kDay < 9 * 3'600'000; }

  void boot() {
    if (board_ != nullptr) lost_ += log_->lost();
    pins_.power_lost();
    ++boots_;
    booted_ = now_;
    store_.fails = false;
    store_.until_cut = -1;
    program_.free_slot().until_cut = flash_.until_cut = run_flash_.until_cut = -1;
    flash_.worked_us = run_flash_.worked_us = 0;
    log_ = std::make_unique<SampleLog>(flash_);
    runs_ = std::make_unique<RunLog>(run_flash_);
    board_ = std::make_unique<Board>(pins_, sensors_, points_, *log_, *runs_, store_);
    board_->secure(0);
    log_->mount();
    runs_->mount();
    longest_mount_ = std::max(longest_mount_, flash_.worked_us + run_flash_.worked_us);
    delivery_ = std::make_unique<Delivery>(*board_);
    board_->boot(1 + random(1'000'000'000), 0);
    const Image running = program_.boot();
    update_ = std::make_unique<Update>(program_, source_, store_);
    update_->boot(running, 0);
    const std::string version{update_->running().version};
    expect(bad_.count(version) == 0, "it runs " + version + ", which it had to refuse");
    note_pins();
    if (linked_) link();
  }

  void link() {
    board_->clock().set(kBegins * 1000 + now_, own());
    board_->clock().set(kBegins * 1000 + now_, own());
    board_->connected(own());
    update_->connected();
    send(Document::agenda, agenda_);
    if (!document_.empty()) update_->take(document_.data(), document_.size());
  }
  void send(Document kind, const std::string& text) { board_->take(kind, text.data(), text.size(), own()); }

  /** What a day brings. */
  void plan_of(int day) {
    std::string runs;
    for (int ahead = 0; ahead < 3; ++ahead)
      for (int i = 0; i < 2; ++i) {
        const int64_t at = kBegins + int64_t{day + ahead} * 86'400 + (6 + i) * 3'600;
        runs += (runs.empty() ? "" : ",") + std::string{"{\"id\":\"r"} + std::to_string((day + ahead) * 2 + i) + "\",\"pin\":" +
                std::to_string(kPinsOfRuns[i]) + ",\"at\":" + std::to_string(at) + ",\"secs\":1200,\"late_s\":900,\"link\":0}";
      }
    agenda_ = "{\"epoch\":1,\"rev\":" + std::to_string(day) + ",\"until\":" + std::to_string(kBegins + int64_t{day + 3} * 86'400) +
              ",\"runs\":[" + runs + "]}";
    if (day == 0) {
      send(Document::config, R"({"rev":1,"relays":[{"pin":4,"max_s":1800},{"pin":5,"max_s":1800}],"sensors":[{"pin":32,"type":"dht22","every_s":600}],)"
                             R"("points":[{"n":1,"kind":"ds18b20","pin":33,"addr":"280102030405069E","every_s":600,"a":1,"b":0,"dec":2}]})");
    }
    // Half of its outages last weeks.
    const bool linked = day >= back_on_;
    if (linked && random(40) == 0) back_on_ = day + 1 + static_cast<int>(random(2) == 0 ? random(3) : random(21));
    set_link(day >= back_on_);
    if (linked_) send(Document::agenda, agenda_);
    if (day % (days_ / 50) == days_ / 100) order(day);
    sensors_.readings[32] = {static_cast<int16_t>(2'000 + day % 700 + static_cast<int>(random(300))), 6'000};
    // A probe that drifts, and is silent for days.
    if (random(20) == 0)
      points_.slow.scratchpads.clear();
    else
      points_.slow.ds18b20(33, {0x28, 1, 2, 3, 4, 5, 6, 0x9E}, 16 * 20 + day % 160);
    cut_today_ = random(7) == 0 ? now_ + static_cast<Ms>(random(86'400)) * 1'000 : -1;
  }
  void set_link(bool up) {
    if (up == linked_) return;
    linked_ = up;
    if (up) return link();
    board_->disconnected();
    update_->disconnected();
  }

  /** One of five images is not for this board, and one of five does not start. */
  void order(int day) {
    const int id = ++orders_;
    const uint32_t kind = random(5);
    const std::string version = std::to_string(id);
    program_.is_signed = kind != 0;
    program_.loops = kind == 1;
    if (kind <= 1) bad_.insert(version);
    source_.image = image_of(version, "acequia-placa", static_cast<uint32_t>(id), 20'000);
    document_ = "{\"id\":" + std::to_string(id) + ",\"url\":\"http://a/b\",\"size\":20000,\"sha256\":\"" + sha256_of(source_.image) +
                "\",\"version\":\"" + version + "\",\"model\":\"acequia-placa\"}";
    if (linked_) update_->take(document_.data(), document_.size());
    if (day % 3 == 0) program_.free_slot().until_cut = static_cast<long>(random(20'000));
  }

  void pass() {
    if (cut_today_ >= 0 && now_ >= cut_today_) {
      cut_today_ = -1;
      cut();
    }
    pins_.now = now_;
    while (board_->points().plan(own())) {
      board_->points().work();
      board_->points().note(own());
    }
    board_->tick(own());
    note_pins();
    if (power_()) deliver();
    for (int round = 0; round < 60 && power_() && !program_.restarts; ++round) {
      const bool off = board_->relays().on().empty();
      if (update_->plan({off, board_->quiet(own(), Update::kQuiet), board_->sound()}, own()) == Update::Job::none) break;
      update_->work();
      if (program_.free_slot().until_cut == 0) store_.fails = true;
      if (power_()) update_->note(own());
    }
    if (program_.restarts || !power_()) boot();
  }

  /** At once, or in the middle of what is written next. */
  void cut() {
    ++cuts_;
    FakeFlash& flash = random(2) == 0 ? flash_ : run_flash_;
    flash.torn = random(2) == 0 ? 0 : 1 + random(1'000'000);
    flash.until_cut = static_cast<long>(random(90));
    if (random(3) == 0) boot();
  }

  void note_pins() {
    for (const Change& change : pins_.changes) {
      if (change.on) {
        on_at_[change.pin] = change.at;
        // Its run of that day; it may begin up to 15 minutes late.
        const int64_t day = change.at / kDay;
        expect(begun_.insert({day, change.pin}).second, "a run began twice on day " + std::to_string(day));
      } else {
        longest_on_ = std::max(longest_on_, change.at - on_at_[change.pin]);
      }
    }
    pins_.changes.clear();
  }

  void deliver() {
    if (!linked_) return;
    static char buffer[8'192];
    for (int i = 0; i < 50 && power_(); ++i) {
      const size_t length = delivery_->next(buffer, sizeof buffer, own());
      if (length == 0) break;
      receive({buffer, length});
      if (random(20) == 0) {
        delivery_->failed();
        break;
      }
      delivery_->acknowledged();
      update_->acknowledged();
    }
    while (power_() && runs_->next(buffer, sizeof buffer) > 0) runs_->acknowledged();
  }
  void receive(const std::string& message) {
    for (size_t at = message.find("\"seq\":"); at != std::string::npos; at = message.find("\"seq\":", at + 1)) {
      const auto seq = static_cast<uint32_t>(std::stoul(message.substr(at + 6)));
      got_.insert(seq);
    }
    for (size_t at = message.find("\"values\":{\"1\":"); at != std::string::npos; at = message.find("\"values\":{\"1\":", at + 1)) {
      const std::string value = message.substr(at + 14, 4);
      value == "null" ? ++silences_ : ++values_;
      expect(value == "null" || (value >= "20" && value < "30"), "the probe said " + value);
    }
  }

  void judge() {
    const long missing = static_cast<long>(log_->last_seq()) - static_cast<long>(got_.size()) - static_cast<long>(log_->pending());
    const auto lost = static_cast<long>(lost_ + log_->lost());
    expect(missing <= lost + cuts_, std::to_string(missing) + " samples are missing, " + std::to_string(lost) + " were told as lost");
    expect(longest_on_ <= Ms{kMostOn} * 1'000 + kStepOfRun, "a relay was on for " + std::to_string(longest_on_ / 1'000) + " s");
    expect(longest_mount_ <= kLongestMount, "a mount took " + std::to_string(longest_mount_) + " us");
    const double faster = kRealSamples * days_ / log_->last_seq();
    const double worn = static_cast<double>(*std::max_element(flash_.erases.begin(), flash_.erases.end())) * faster;
    const double of_runs = static_cast<double>(*std::max_element(run_flash_.erases.begin(), run_flash_.erases.end()));
    expect(worn < kErases && of_runs < kErases, "wear: " + std::to_string(worn));
    expect(begun_.size() > static_cast<size_t>(days_), "most runs ran: " + std::to_string(begun_.size()));
    expect(values_ > 10 * silences_ && silences_ > 0, "of the probe " + std::to_string(values_) + " values, " + std::to_string(silences_) + " silences");
    expect(orders_ >= 50 && update_->floor() > 30, "updates: " + std::to_string(orders_) + ", floor " + std::to_string(update_->floor()));
    expect(update_->report().id == orders_, "it tells of the last update");
    std::printf("# %d days, %d boots, %d cuts, %u samples, %ld missing of %ld told as lost, %zu runs, %d updates, longest mount %.0f ms, erases %.0f and %.0f\n",
                days_, boots_, cuts_, log_->last_seq(), missing, lost, begun_.size(), orders_, longest_mount_ / 1'000, worn, of_runs);
  }

  const int days_;
  uint64_t seed_ = 20'260'101;
  FakePins pins_;
  FakeSensors sensors_;
  FakePoints points_;
  FakeFlash flash_{64};
  FakeFlash run_flash_{8};
  FakeStore store_;
  FakeProgram program_{8};
  FakeSource source_;
  std::function<bool()> power_;
  std::unique_ptr<SampleLog> log_;
  std::unique_ptr<RunLog> runs_;
  std::unique_ptr<Board> board_;
  std::unique_ptr<Delivery> delivery_;
  std::unique_ptr<Update> update_;
  Ms now_ = 0;
  Ms booted_ = 0;
  bool linked_ = true;
  int back_on_ = 0;
  Ms cut_today_ = -1;
  std::string agenda_ = "{}";
  std::string document_;
  int orders_ = 0;
  std::set<std::string> bad_;
  std::set<std::pair<int64_t, int>> begun_;
  std::map<int, Ms> on_at_;
  std::set<uint32_t> got_;
  Ms longest_on_ = 0;
  double longest_mount_ = 0;
  uint64_t lost_ = 0;
  int boots_ = 0;
  int cuts_ = 0;
  /** Of the probe, as they were told. */
  int values_ = 0;
  int silences_ = 0;
};

void lives_ten_years() {
  const char* days = std::getenv("BOARD_DAYS");
  World{days == nullptr ? 3'650 : std::atoi(days)}.live();
}

}  // namespace

int main() {
  test("ten years with cuts of power, torn writes, lost clocks, weeks without a link and 50 updates lose nothing silently", lives_ten_years);
  return failures == 0 ? 0 : 1;
}
