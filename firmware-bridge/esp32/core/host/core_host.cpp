/**
 * The firmware's core on a computer, driven line by line: `<time> <verb> [argument…]`, times in ms of a clock that never
 * stops; each line is answered with one line of JSON. Messages travel as hexadecimal.
 */
#include <cstdio>
#include <iostream>
#include <memory>
#include <sstream>

#include "../src/backoff.hpp"
#include "../src/delivery.hpp"
#include "../src/update.hpp"
#include "fake_program.hpp"

namespace {

using namespace acequia;

std::string bytes_of(const std::string& hex) {
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  return bytes;
}

/** As the firmware is built by default, in a module without PSRAM. */
constexpr BoardPins kOwn{2, PinSet{}};

/** Rounds of the update's task between two ticks. */
constexpr int kRounds = 8;

/** One simulated board: the storage that survives a reboot, and the running core. */
class Bench {
 public:
  explicit Bench(size_t sectors) : flash_(sectors) {}

  std::string answer(const std::string& line) {
    std::istringstream words{line};
    Ms at = 0;
    std::string verb;
    words >> at >> verb;
    pins_.now = at;
    now_ = at - booted_;
    out_ = {};
    pins_.changes.clear();
    obey(verb, words, at);
    return report();
  }

 private:
  struct Out {
    std::string answered;
    std::vector<std::string> answers;
    std::vector<std::string> messages;
  };

  void obey(const std::string& verb, std::istringstream& words, Ms at) {
    if (verb == "boot") {
      uint32_t seed = 0;
      words >> seed;
      pins_.power_lost();
      boot(seed, at);
    } else if (verb == "restart") {
      // Of the chip alone: the wires stay as they were, and so does its clock. "gone": without its documents.
      uint32_t seed = 0;
      std::string map;
      words >> seed >> map;
      if (map == "gone") store_.kept.clear();
      const bool dated = board_->clock().dates();
      const Ms wall = board_->clock().wall(now_);
      boot(seed, at, dated ? &wall : nullptr);
    } else if (verb == "off") {
      pins_.power_lost();
      board_.reset();
      update_.reset();
    } else if (verb == "clock") {
      std::string wall;
      words >> wall;
      if (wall == "unset")
        board_->clock().lose();
      else
        board_->clock().set(std::stoll(wall), now_);
    } else if (verb == "command") {
      const std::string text = argument(words);
      Result result;
      if (board_->command(text.data(), text.size(), now_, result)) answered(result);
      while (board_->take_answer(result)) answered(result);
    } else if (verb == "config") {
      const std::string text = argument(words);
      board_->take(Document::config, text.data(), text.size(), now_);
      for (Result result; board_->take_answer(result);) answered(result);
    } else if (verb == "agenda" || verb == "control") {
      const std::string text = argument(words);
      board_->take(verb == "agenda" ? Document::agenda : Document::control, text.data(), text.size(), now_);
    } else if (verb == "pass") {
      Ms until = 0;
      Ms step = 0;
      words >> until >> step;
      for (Ms t = at + step; t <= until; t += step) {
        pins_.now = t;
        read_sensors(t - booted_);
        board_->tick(t - booted_);
        for (Result result; board_->take_answer(result);) answered(result);
        go_on_with_update(t);
      }
    } else if (verb == "connected") {
      connect();
    } else if (verb == "disconnected") {
      linked_ = false;
      board_->disconnected();
      update_->disconnected();
    } else if (verb == "serve") {
      source_.image = argument(words);
      words >> program_.is_signed >> program_.loops;
    } else if (verb == "update") {
      document_ = argument(words);
      if (linked_) update_->take(document_.data(), document_.size());
    } else if (verb == "status") {
      char buffer[kLongestStatus];
      Status status = board_->status(now_);
      status.updates = true;
      status.image = update_->running();
      status.floor = update_->floor();
      status.update = update_->report();
      out_.answered.assign(buffer, write_status(status, buffer, sizeof buffer));
    } else if (verb == "news") {
      out_.answered = board_->take_news() ? "true" : "false";
    } else if (verb == "runs") {
      // Sends, and acknowledges unless the argument is "lost".
      std::string word;
      words >> word;
      char buffer[8'192];
      for (size_t length = runs_->next(buffer, sizeof buffer); length > 0;) {
        out_.messages.emplace_back(buffer, length);
        if (word == "lost") {
          runs_->failed();
          break;
        }
        runs_->acknowledged();
        length = runs_->next(buffer, sizeof buffer);
      }
    } else if (verb == "flash") {
      std::string word;
      words >> word;
      store_.fails = word == "fails";
    } else if (verb == "stuck") {
      pins_.stuck.clear();
      for (int pin = 0; words >> pin;) pins_.stuck.insert(pin);
    } else if (verb == "sensor") {
      int pin = 0;
      std::string t;
      int h = 0;
      words >> pin >> t >> h;
      if (t == "mute")
        sensors_.readings.erase(pin);
      else
        sensors_.readings[pin] = {static_cast<int16_t>(std::stoi(t)), static_cast<int16_t>(h)};
    } else if (verb == "pulses") {
      int pin = 0;
      uint32_t count = 0;
      words >> pin >> count;
      points_.pulses_of[pin] += count;
    } else if (verb == "volts") {
      int pin = 0;
      std::string millivolts;
      words >> pin >> millivolts;
      if (millivolts == "none")
        points_.voltages.erase(pin);
      else
        points_.voltages[pin] = std::stoi(millivolts);
    } else if (verb == "probe") {
      // A DS18B20: its pin, its ROM, sixteenths of a degree.
      int pin = 0;
      std::string rom;
      std::string value;
      words >> pin >> rom >> value;
      const std::string bytes = bytes_of(rom);
      if (value == "none")
        points_.slow.scratchpads.clear();
      else
        points_.slow.ds18b20(pin, Bytes(bytes.begin(), bytes.end()), std::stoi(value));
    } else if (verb == "climate") {
      // An SHT4x: its address, and both words.
      int address = 0;
      int t = 0;
      int h = 0;
      words >> address >> t >> h;
      points_.slow.sht4x(static_cast<uint8_t>(address), static_cast<uint16_t>(t), static_cast<uint16_t>(h));
    } else if (verb == "weather") {
      // A BME280: its address, and its word for the humidity; the rest is its data sheet's example.
      int address = 0;
      int h = 0;
      words >> address >> h;
      points_.slow.bme280(static_cast<uint8_t>(address), h);
    } else if (verb == "converter") {
      // An ADS1115: its address, its input, what it says there.
      int address = 0;
      int input = 0;
      int raw = 0;
      words >> address >> input >> raw;
      points_.slow.ads1115(static_cast<uint8_t>(address), input, static_cast<int16_t>(raw));
    } else if (verb == "unplug") {
      int address = 0;
      words >> address;
      points_.slow.registers.erase(static_cast<uint8_t>(address));
    } else if (verb == "register") {
      uint16_t address = 0;
      uint16_t function = 0;
      uint16_t reg = 0;
      uint16_t word = 0;
      words >> address >> function >> reg >> word;
      points_.slow.words[{address, function, reg}] = word;
    } else if (verb == "deliver") {
      size_t capacity = 0;
      words >> capacity;
      while (tell(capacity)) {
        delivery_->acknowledged();
        update_->acknowledged();
      }
    } else if (verb == "tell") {
      size_t capacity = 0;
      words >> capacity;
      tell(capacity);
    } else if (verb == "puback") {
      delivery_->acknowledged();
    } else if (verb == "lost") {
      delivery_->failed();
    } else if (verb == "reads") {
      reads(words);
    } else if (verb == "backoff") {
      std::string word;
      words >> word;
      if (word == "up")
        backoff_.up(now_);
      else if (word == "down")
        backoff_.down(now_);
      else
        out_.answered = std::to_string(backoff_.next(static_cast<uint32_t>(std::stoul(word))));
    } else {
      std::cerr << "unknown verb " << verb << std::endl;
      std::exit(2);
    }
  }

  /** As `app_main` does it. `wall`: the time of a clock that went on. */
  void boot(uint32_t seed, Ms at, const Ms* wall = nullptr) {
    booted_ = at;
    now_ = 0;
    log_ = std::make_unique<SampleLog>(flash_);
    runs_ = std::make_unique<RunLog>(run_flash_);
    board_ = std::make_unique<Board>(pins_, sensors_, points_, *log_, *runs_, store_, kOwn);
    board_->release();
    board_->secure(0);
    log_->mount();
    runs_->mount();
    delivery_ = std::make_unique<Delivery>(*board_);
    backoff_ = Backoff{};
    if (wall != nullptr) board_->clock().restore(*wall, 0);
    board_->boot(seed, 0);
    linked_ = false;
    // The boot loader comes first: it decides which slot is free.
    const Image running = program_.boot();
    update_ = std::make_unique<Update>(program_, source_, store_);
    update_->boot(running, 0);
  }

  /** As its task does, whose time the bench has none of. */
  void read_sensors(Ms now) {
    while (board_->points().plan(now)) {
      board_->points().work();
      board_->points().note(now);
    }
  }

  /** The broker still has the document. */
  void connect() {
    linked_ = true;
    board_->connected(now_);
    update_->connected();
    if (!document_.empty()) update_->take(document_.data(), document_.size());
  }

  /** A few rounds of its task, and the restart that it asks for; a link comes back with the time. */
  void go_on_with_update(Ms at) {
    const Ms now = at - booted_;
    for (int round = 0; round < kRounds && !program_.restarts; ++round) {
      const bool off = board_->relays().on().empty();
      if (update_->plan({off, board_->quiet(now, Update::kQuiet), board_->sound()}, now) == Update::Job::none) break;
      update_->work();
      update_->note(now);
    }
    if (!program_.restarts) return;
    const bool linked = linked_;
    const Ms wall = board_->clock().wall(now);
    const bool dated = board_->clock().dates();
    boot(1 + static_cast<uint32_t>(at % 0x7fff'ffff), at, dated ? &wall : nullptr);
    if (!linked) return;
    if (dated) board_->clock().set(wall, now_);
    connect();
  }

  void answered(const Result& result) {
    char buffer[256];
    out_.answers.emplace_back(buffer, write_result(result, buffer, sizeof buffer));
  }

  bool tell(size_t capacity) {
    std::vector<char> buffer(capacity);
    const size_t length = delivery_->next(buffer.data(), capacity, now_);
    if (length > 0) out_.messages.emplace_back(buffer.data(), length);
    return length > 0;
  }

  /** Parses a message and prints the result, to compare it with the console's parser. */
  void reads(std::istringstream& words) {
    std::string channel;
    words >> channel;
    // Exactly as long as the message, so that the sanitizer sees a read past its end.
    const std::string text = argument(words);
    const std::vector<char> exact(text.begin(), text.end());
    if (channel == "command") {
      Command command;
      if (!parse_command(exact.data(), exact.size(), command)) return;
      std::ostringstream json;
      char id[512];
      JsonWriter writer{id, sizeof id};
      writer.text(command.id.text, command.id.length);
      json << "{\"id\":" << std::string(id, writer.length()) << ",\"pin\":" << command.pin
           << ",\"on\":" << (command.on ? "true" : "false") << ",\"exp\":" << command.exp;
      if (command.max_s != 0) json << ",\"max_s\":" << command.max_s;
      out_.answered = json.str() + "}";
    } else if (channel == "update") {
      UpdateOrder order;
      if (parse_update(exact.data(), exact.size(), order)) out_.answered = std::to_string(order.size);
    } else if (channel == "agenda") {
      static AgendaPlan plan;
      if (parse_agenda(exact.data(), exact.size(), plan)) out_.answered = read_back(plan);
    } else if (channel == "control") {
      static ControlPlan plan;
      if (parse_control(exact.data(), exact.size(), plan)) out_.answered = read_back(plan);
    } else {
      static Config config;
      if (!parse_config(exact.data(), exact.size(), config)) return;
      std::ostringstream json;
      json << "{\"epoch\":" << config.version.epoch << ",\"rev\":" << config.version.rev
           << ",\"relays\":" << by_pin(config.relay_max_s) << ",\"min_off\":" << by_pin(config.relay_min_off_s)
           << ",\"locked\":" << list(config.locked) << ",\"sensors\":" << by_pin(config.sensor_every_s) << ",\"interlocks\":[";
      for (size_t i = 0; i < config.interlock_count; ++i) {
        const Interlock& lock = config.interlocks[i];
        json << (i ? "," : "") << "[" << (lock.exclusive ? -1 : lock.pin) << "," << list(lock.pins) << ","
             << lock.on_delay_s << "," << lock.off_delay_s << "]";
      }
      out_.answered = json.str() + "]}";
    }
  }

  static std::string text_of(const ShortId& id) {
    char buffer[256];
    JsonWriter writer{buffer, sizeof buffer};
    writer.text(id.text, id.length);
    return std::string(buffer, writer.length());
  }

  static std::string read_back(const AgendaPlan& plan) {
    std::ostringstream json;
    json << "[" << plan.version.epoch << "," << plan.version.rev << "," << plan.until << ",[";
    for (size_t i = 0; i < plan.count; ++i) {
      const PlannedRun& run = plan.runs[i];
      json << (i ? "," : "") << "[" << text_of(run.id) << "," << run.pin << "," << run.at << "," << run.secs << ","
           << run.late_s << "," << (run.link ? 1 : 0) << "," << run.vol << "," << static_cast<int>(run.point) << ","
           << (run.reach == PlannedRun::kNoReach ? "null" : std::to_string(run.reach)) << "]";
    }
    return json.str() + "]]";
  }

  static std::string read_back(const FlowLimit& flow) {
    std::ostringstream json;
    json << "[" << static_cast<int>(flow.kind) << "," << flow.percent << "," << flow.base << ",[";
    for (size_t i = 0; i < flow.count; ++i)
      json << (i ? "," : "") << "[" << flow.valves[i].pin << "," << flow.valves[i].lph << "]";
    return json.str() + "]]";
  }

  static std::string read_back(const ControlPlan& plan) {
    std::ostringstream json;
    json << "[" << plan.version.epoch << "," << plan.version.rev << ",[";
    for (size_t i = 0; i < plan.count; ++i) {
      const Rule& rule = plan.rules[i];
      json << (i ? "," : "") << "[" << text_of(rule.id) << "," << rule.pin << "," << rule.sensor << ","
           << (rule.humidity ? 1 : 0) << "," << (rule.above ? 1 : 0) << "," << rule.on_at << "," << rule.off_at << ","
           << rule.min_on_s << "," << rule.min_off_s << "," << rule.from << "," << rule.to << ","
           << static_cast<int>(rule.silent) << "," << rule.priority << "," << static_cast<int>(rule.point) << "]";
    }
    json << "],[";
    for (size_t i = 0; i < plan.protection_count; ++i) {
      const Protection& one = plan.protections[i];
      const bool by_value = one.until == Protection::Until::value;
      const bool by_time = one.until == Protection::Until::time;
      json << (i ? "," : "") << "[" << text_of(one.id) << "," << static_cast<int>(one.point) << "," << (one.above ? 1 : 0)
           << "," << one.limit << "," << one.for_s << "," << one.grace_s << "," << one.with_pin << "," << list(one.off) << ","
           << (one.without_data ? 1 : 0) << "," << static_cast<int>(one.until) << ","
           << (by_value ? one.back_at : by_time ? int64_t{one.back_s} : 0) << "," << one.freed << "," << one.bypass_until << "," << read_back(one.flow) << "]";
    }
    return json.str() + "]]";
  }

  static std::string argument(std::istringstream& words) {
    std::string hex;
    words >> hex;
    return bytes_of(hex);
  }

  static std::string by_pin(const uint32_t* values) {
    std::ostringstream json;
    bool first = true;
    json << "{";
    for (int pin = 0; pin < kPins; ++pin) {
      if (values[pin] == 0) continue;
      json << (first ? "" : ",") << "\"" << pin << "\":" << values[pin];
      first = false;
    }
    return json.str() + "}";
  }

  static std::string list(PinSet pins) {
    std::ostringstream json;
    bool first = true;
    json << "[";
    for (int pin = 0; pin < kPins; ++pin) {
      if (!pins.has(pin)) continue;
      json << (first ? "" : ",") << pin;
      first = false;
    }
    return json.str() + "]";
  }

  std::string report() const {
    std::ostringstream json;
    json << "{\"answered\":" << (out_.answered.empty() ? "null" : out_.answered) << ",\"answers\":[";
    for (size_t i = 0; i < out_.answers.size(); ++i) json << (i ? "," : "") << out_.answers[i];
    json << "],\"changes\":[";
    for (size_t i = 0; i < pins_.changes.size(); ++i) {
      const Change& change = pins_.changes[i];
      json << (i ? "," : "") << "[" << change.at << "," << change.pin << "," << (change.on ? 1 : 0) << "]";
    }
    json << "],\"messages\":[";
    for (size_t i = 0; i < out_.messages.size(); ++i) json << (i ? "," : "") << out_.messages[i];
    json << "],\"pending\":" << (log_ ? log_->pending() : 0) << ",\"lost\":" << (log_ ? log_->lost() : 0) << "}";
    return json.str();
  }

  FakePins pins_;
  FakeSensors sensors_;
  FakePoints points_;
  FakeFlash flash_;
  FakeFlash run_flash_{8};
  FakeStore store_;
  std::unique_ptr<SampleLog> log_;
  std::unique_ptr<RunLog> runs_;
  std::unique_ptr<Board> board_;
  std::unique_ptr<Delivery> delivery_;
  Backoff backoff_;
  /** More than the images of scenarios need. */
  FakeProgram program_{16};
  FakeSource source_;
  std::unique_ptr<Update> update_;
  std::string document_;
  bool linked_ = false;
  Ms booted_ = 0;
  Ms now_ = 0;
  Out out_;
};

}  // namespace

int main() {
  std::unique_ptr<Bench> bench;
  for (std::string line; std::getline(std::cin, line);) {
    if (line.rfind("new ", 0) == 0) {
      bench = std::make_unique<Bench>(std::stoul(line.substr(4)));
      std::cout << "{}" << std::endl;
    } else if (bench) {
      std::cout << bench->answer(line) << std::endl;
    }
  }
  return 0;
}
