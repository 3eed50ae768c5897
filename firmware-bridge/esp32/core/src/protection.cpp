#include "protection.hpp"

#include "read.hpp"

namespace acequia {
namespace {

constexpr int64_t kHour = 3'600;

bool read_until(JsonReader& json, Protection& protection) {
  if (json.is_text()) {
    char word[8];
    protection.until = Protection::Until::person;
    return read_word(json, word, sizeof word) && std::strcmp(word, "person") == 0;
  }
  bool good_value = false;
  bool good_time = false;
  const bool object = json.object([&](Text key) {
    if (key.is("value"))
      good_value = read_value(json, protection.back_at);
    else if (key.is("s"))
      good_time = read_seconds(json, 60, kWeek, protection.back_s);
    else
      json.skip();
  });
  protection.until = good_value ? Protection::Until::value : Protection::Until::time;
  return object && (good_value || good_time);
}

bool read_off(JsonReader& json, PinSet& off) {
  off = PinSet{};
  const bool good = read_list(json, kMaxInterlocks, [&](JsonReader& item) {
    int pin = -1;
    if (!read_pin(item, pin)) return false;
    off.put(pin, true);
    return true;
  });
  return good && !off.empty();
}

bool read_kind(JsonReader& json, FlowLimit::Kind& kind) {
  char word[8];
  if (!read_word(json, word, sizeof word)) return false;
  if (std::strcmp(word, "burst") == 0)
    kind = FlowLimit::Kind::burst;
  else if (std::strcmp(word, "missing") == 0)
    kind = FlowLimit::Kind::missing;
  else if (std::strcmp(word, "leak") == 0)
    kind = FlowLimit::Kind::leak;
  else
    return false;
  return true;
}

bool read_lph(JsonReader& json, int64_t min, uint32_t& lph) {
  int64_t value = 0;
  if (!json.integer(min, FlowLimit::kMaxFlow, value)) return false;
  lph = static_cast<uint32_t>(value);
  return true;
}

bool read_valve(JsonReader& json, FlowLimit::Valve& valve) {
  bool good_pin = false;
  bool good_lph = false;
  const bool object = json.object([&](Text key) {
    if (key.is("pin"))
      good_pin = read_pin(json, valve.pin);
    else if (key.is("lph"))
      good_lph = read_lph(json, 1, valve.lph);
    else
      json.skip();
  });
  return object && good_pin && good_lph;
}

bool read_flow(JsonReader& json, FlowLimit& flow) {
  bool good[4] = {};
  const bool object = json.object([&](Text key) {
    if (key.is("is")) {
      good[0] = read_kind(json, flow.kind);
    } else if (key.is("percent")) {
      int64_t percent = 0;
      good[1] = json.integer(1, FlowLimit::kMaxPercent, percent);
      flow.percent = static_cast<uint32_t>(percent);
    } else if (key.is("base")) {
      good[2] = read_lph(json, 0, flow.base);
    } else if (key.is("valves")) {
      flow.pins = PinSet{};
      flow.count = 0;
      const bool read = read_list(json, static_cast<int>(FlowLimit::kMost), [&](JsonReader& item) {
        FlowLimit::Valve valve;
        if (!read_valve(item, valve) || flow.pins.has(valve.pin)) return false;
        flow.pins.put(valve.pin, true);
        flow.valves[flow.count++] = valve;
        return true;
      });
      good[3] = read && flow.count > 0;
    } else {
      json.skip();
    }
  });
  return object && good[0] && good[1] && good[2] && good[3] &&
         (flow.kind != FlowLimit::Kind::leak || flow.base > 0);
}

bool read_no_data(JsonReader& json, bool& off) {
  char word[4];
  if (!read_word(json, word, sizeof word)) return false;
  off = std::strcmp(word, "off") == 0;
  return off || std::strcmp(word, "go") == 0;
}

}  // namespace

bool read_protection(JsonReader& json, Protection& protection) {
  enum Field { id, point, for_s, grace_s, off, no_data, until, with_pin, bypass_until, freed, above, below, flow, kFields };
  bool seen[kFields] = {};
  bool good[kFields] = {};
  int64_t n = 0;
  int64_t number = 0;
  int64_t limits[2] = {};
  const auto note = [&](Field field, bool valid) {
    seen[field] = true;
    good[field] = valid;
  };
  const bool object = json.object([&](Text key) {
    if (key.is("id"))
      note(id, read_id(json, protection.id));
    else if (key.is("point"))
      note(point, json.integer(1, Point::kLargest, n));
    else if (key.is("above"))
      note(above, read_value(json, limits[0]));
    else if (key.is("below"))
      note(below, read_value(json, limits[1]));
    else if (key.is("flow"))
      note(flow, read_flow(json, protection.flow));
    else if (key.is("for_s"))
      note(for_s, read_seconds(json, 0, kHour, protection.for_s));
    else if (key.is("grace_s"))
      note(grace_s, read_seconds(json, 0, kHour, protection.grace_s));
    else if (key.is("with_pin"))
      note(with_pin, read_pin(json, protection.with_pin));
    else if (key.is("off"))
      note(off, read_off(json, protection.off));
    else if (key.is("no_data"))
      note(no_data, read_no_data(json, protection.without_data));
    else if (key.is("until"))
      note(until, read_until(json, protection));
    else if (key.is("bypass_until"))
      note(bypass_until, json.integer(0, JsonReader::kMaxInteger, protection.bypass_until));
    else if (key.is("freed"))
      note(freed, json.integer(0, INT32_MAX, number));
    else
      json.skip();
  });
  bool valid = object && seen[above] + seen[below] + seen[flow] == 1;
  for (int field = 0; field < kFields; ++field) {
    const bool optional = field >= with_pin;
    valid = valid && (seen[field] ? good[field] : optional);
  }
  protection.point = static_cast<uint8_t>(n);
  protection.freed = static_cast<uint32_t>(number);
  protection.above = seen[above];
  protection.limit = protection.above ? limits[0] : limits[1];
  // With its valves shut nobody sees whether a pipe is whole again.
  if (seen[flow]) return valid && !seen[with_pin] && protection.until != Protection::Until::value;
  if (protection.until != Protection::Until::value) return valid;
  return valid && (protection.above ? protection.back_at <= protection.limit : protection.back_at >= protection.limit);
}

}  // namespace acequia
