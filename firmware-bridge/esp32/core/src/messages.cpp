#include "messages.hpp"

#include "point_message.hpp"
#include "read.hpp"

namespace acequia {
namespace {

bool read_pins(JsonReader& json, PinSet& pins, int& count, int most = kMaxInterlocks) {
  pins = PinSet{};
  count = 0;
  return read_list(json, most, [&](JsonReader& item) {
    int pin = -1;
    if (!read_any_pin(item, pin)) return false;
    pins.put(pin, true);
    ++count;
    return true;
  });
}

bool read_relay(JsonReader& json, Config& config) {
  int pin = -1;
  uint32_t max_s = 0;
  uint32_t min_off_s = 0;
  bool good_pin = false;
  bool good_max = false;
  bool good_min_off = true;
  const bool object = json.object([&](Text key) {
    if (key.is("pin"))
      good_pin = read_any_pin(json, pin);
    else if (key.is("max_s"))
      good_max = read_seconds(json, 1, kWeek, max_s);
    else if (key.is("min_off_s"))
      good_min_off = read_seconds(json, 0, kDay, min_off_s);
    else
      json.skip();
  });
  if (!object || !good_pin || !good_max || !good_min_off) return false;
  if (pin < 0) return true;
  config.relay_max_s[pin] = max_s;
  config.relay_min_off_s[pin] = min_off_s;
  return true;
}

bool read_sensor(JsonReader& json, Config& config) {
  int pin = -1;
  uint32_t every_s = 0;
  bool good_pin = false;
  bool good_type = false;
  bool good_every = false;
  const bool object = json.object([&](Text key) {
    char type[8];
    if (key.is("pin"))
      good_pin = read_any_pin(json, pin);
    else if (key.is("type"))
      good_type = read_word(json, type, sizeof type) && std::strcmp(type, "dht22") == 0;
    else if (key.is("every_s"))
      good_every = read_seconds(json, 1, kWeek, every_s);
    else
      json.skip();
  });
  if (!object || !good_pin || !good_type || !good_every) return false;
  if (pin < 0) return true;
  config.sensor_every_s[pin] = every_s;
  return true;
}

bool read_interlock(JsonReader& json, Config& config) {
  Interlock lock;
  char kind[12] = "";
  PinSet pins;
  PinSet any;
  int pin_count = 0;
  int any_count = 0;
  bool good_pins = false;
  bool good_any = false;
  bool good_pin = false;
  bool good_delays[2] = {false, false};
  const bool object = json.object([&](Text key) {
    if (key.is("kind"))
      read_word(json, kind, sizeof kind);
    else if (key.is("pins"))
      good_pins = read_pins(json, pins, pin_count);
    else if (key.is("pin"))
      good_pin = read_any_pin(json, lock.pin);
    else if (key.is("any"))
      good_any = read_pins(json, any, any_count);
    else if (key.is("on_delay_s"))
      good_delays[0] = read_seconds(json, 0, kMaxDelay, lock.on_delay_s);
    else if (key.is("off_delay_s"))
      good_delays[1] = read_seconds(json, 0, kMaxDelay, lock.off_delay_s);
    else
      json.skip();
  });
  if (!object) return false;
  if (std::strcmp(kind, "exclusive") == 0) {
    if (!good_pins || pin_count < 2) return false;
    lock.exclusive = true;
    lock.pins = pins;
  } else if (std::strcmp(kind, "requires") == 0) {
    if (!good_pin || !good_any || any_count < 1 || !good_delays[0] || !good_delays[1]) return false;
    if (lock.pin < 0) return true;
    lock.exclusive = false;
    lock.pins = any;
  } else {
    return false;
  }
  config.interlocks[config.interlock_count++] = lock;
  return true;
}

}  // namespace

bool parse_command(const char* text, size_t length, Command& command) {
  if (length > kMaxMessage) return false;
  command = Command{};
  bool good_id = false;
  bool good_pin = false;
  bool good_on = false;
  bool good_exp = false;
  bool good_max = true;
  JsonReader json{text, length};
  const bool object = json.object([&](Text key) {
    if (key.is("id"))
      good_id = read_id(json, command.id);
    else if (key.is("pin"))
      good_pin = read_pin(json, command.pin);
    else if (key.is("on"))
      good_on = json.boolean(command.on);
    else if (key.is("max_s"))
      good_max = read_seconds(json, 1, kWeek, command.max_s);
    else if (key.is("exp"))
      good_exp = json.integer(0, JsonReader::kMaxInteger, command.exp);
    else
      json.skip();
  });
  return json.end() && object && good_id && good_pin && good_on && good_max && good_exp;
}

bool parse_config(const char* text, size_t length, Config& config) {
  if (length > kMaxMessage) return false;
  config = Config{};
  bool good_rev = false;
  bool good_relays = false;
  bool good_sensors = false;
  bool good_interlocks = true;
  bool good_epoch = true;
  bool good_locked = true;
  JsonReader json{text, length};
  const bool object = json.object([&](Text key) {
    if (key.is("rev")) {
      good_rev = json.integer(0, JsonReader::kMaxInteger, config.version.rev);
    } else if (key.is("epoch")) {
      good_epoch = json.integer(0, JsonReader::kMaxInteger, config.version.epoch);
    } else if (key.is("locked")) {
      int count = 0;
      good_locked = read_pins(json, config.locked, count, kMaxItems);
    } else if (key.is("relays")) {
      std::memset(config.relay_max_s, 0, sizeof config.relay_max_s);
      std::memset(config.relay_min_off_s, 0, sizeof config.relay_min_off_s);
      good_relays = read_list(json, kMaxItems, [&](JsonReader& item) { return read_relay(item, config); });
    } else if (key.is("sensors")) {
      std::memset(config.sensor_every_s, 0, sizeof config.sensor_every_s);
      good_sensors = read_list(json, kMaxItems, [&](JsonReader& item) { return read_sensor(item, config); });
    } else if (key.is("points")) {
      config.point_count = 0;
      read_list(json, kMaxItems, [&](JsonReader& item) {
        Point point;
        const bool read = read_point(item, point);
        if (read && point.n != 0) config.points[config.point_count++] = point;
        return read;
      });
    } else if (key.is("interlocks")) {
      config.interlock_count = 0;
      good_interlocks = read_list(json, kMaxInterlocks, [&](JsonReader& item) { return read_interlock(item, config); });
    } else {
      json.skip();
    }
  });
  return json.end() && object && good_rev && good_relays && good_sensors && good_interlocks && good_epoch && good_locked;
}

const char* name_of(Refusal refusal) {
  switch (refusal) {
    case Refusal::none:
      return "ok";
    case Refusal::expired:
      return "expired";
    case Refusal::unknown_pin:
      return "unknown_pin";
    case Refusal::unfit_pin:
      return "unfit_pin";
    case Refusal::locked:
      return "locked";
    case Refusal::protection:
      return "protection";
    case Refusal::min_off:
      return "min_off";
    case Refusal::interlock:
      return "interlock";
    case Refusal::clock_unset:
      return "clock_unset";
    case Refusal::clock_skewed:
      return "clock_skewed";
  }
  return "";
}

size_t write_result(const Result& result, char* buffer, size_t capacity) {
  JsonWriter json{buffer, capacity};
  json.open('{');
  json.key("id");
  json.text(result.id.text, result.id.length);
  json.key("ok");
  json.boolean(result.refusal == Refusal::none);
  if (result.refusal == Refusal::none) {
    json.key("pins");
    json.open('{');
    json.pin_key(result.pin);
    json.integer(result.on ? 1 : 0);
    json.close('}');
  } else {
    const char* error = name_of(result.refusal);
    json.key("error");
    json.text(error, std::strlen(error));
  }
  json.close('}');
  return json.ok() ? json.length() : 0;
}

}  // namespace acequia
