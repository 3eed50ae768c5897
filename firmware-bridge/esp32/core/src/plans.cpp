#include "plans.hpp"

#include "read.hpp"

namespace acequia {
namespace {

bool read_run(JsonReader& json, PlannedRun& run) {
  bool good[6] = {};
  int64_t link = 0;
  int64_t vol = 0;
  int64_t point = 0;
  bool good_end[3] = {true, true, true};
  run.reach = PlannedRun::kNoReach;
  const bool object = json.object([&](Text key) {
    if (key.is("id"))
      good[0] = read_id(json, run.id);
    else if (key.is("pin"))
      good[1] = read_pin(json, run.pin);
    else if (key.is("at"))
      good[2] = json.integer(0, JsonReader::kMaxInteger, run.at);
    else if (key.is("secs"))
      good[3] = read_seconds(json, 1, kWeek, run.secs);
    else if (key.is("late_s"))
      good[4] = read_seconds(json, 0, kDay, run.late_s);
    else if (key.is("link"))
      good[5] = json.integer(0, 1, link);
    else if (key.is("vol"))
      good_end[0] = json.integer(1, kMaxVolume, vol);
    else if (key.is("point"))
      good_end[1] = json.integer(1, Point::kLargest, point);
    else if (key.is("reach"))
      good_end[2] = read_value(json, run.reach);
    else
      json.skip();
  });
  run.link = link == 1;
  run.vol = static_cast<uint32_t>(vol);
  run.point = static_cast<uint8_t>(point);
  const int ends = (vol == 0 ? 0 : 1) + (run.reach == PlannedRun::kNoReach ? 0 : 1);
  if (!good_end[0] || !good_end[1] || !good_end[2] || ends != (point == 0 ? 0 : 1)) return false;
  return object && good[0] && good[1] && good[2] && good[3] && good[4] && good[5];
}

template <typename Item>
bool known_before(const Item* items, size_t count, const ShortId& id) {
  for (size_t i = 0; i < count; ++i)
    if (items[i].id == id) return true;
  return false;
}

bool read_silent(JsonReader& json, Silent& silent) {
  char word[8];
  if (!read_word(json, word, sizeof word)) return false;
  if (std::strcmp(word, "off") == 0)
    silent = Silent::off;
  else if (std::strcmp(word, "on") == 0)
    silent = Silent::on;
  else if (std::strcmp(word, "cycle") == 0)
    silent = Silent::cycle;
  else
    return false;
  return true;
}

/** Result of reading a member: absent, invalid or valid. */
enum class Member : uint8_t { absent, bad, good };

struct RuleReading {
  Member above = Member::absent;
  Member below = Member::absent;
  Member sensor = Member::absent;
  Member value = Member::absent;
  Member point = Member::absent;
  Member from = Member::absent;
  Member to = Member::absent;
  int64_t on_above = 0;
  int64_t on_below = 0;
  bool good[6] = {};
  bool all() const {
    for (const bool one : good)
      if (!one) return false;
    return true;
  }
  /** It follows a point, or else a value of a sensor. */
  bool follows_one() const {
    const Member of_sensor = point == Member::absent ? Member::good : Member::absent;
    return point != Member::bad && sensor == of_sensor && value == of_sensor;
  }
};

Member member(bool good) { return good ? Member::good : Member::bad; }

/** A sensor's thresholds are hundredths. */
bool of_sensor(int64_t value) {
  constexpr int64_t kHundredth = 10'000;
  return value % kHundredth == 0 && value >= -10'000 * kHundredth && value <= 15'000 * kHundredth;
}

Member read_time(JsonReader& json, int32_t& value) {
  int64_t seconds = 0;
  if (!json.integer(0, kDay - 1, seconds)) return Member::bad;
  value = static_cast<int32_t>(seconds);
  return Member::good;
}

bool read_rule(JsonReader& json, Rule& rule) {
  RuleReading reading;
  int64_t point = 0;
  const bool object = json.object([&](Text key) {
    if (key.is("id")) {
      reading.good[0] = read_id(json, rule.id);
    } else if (key.is("pin")) {
      reading.good[1] = read_pin(json, rule.pin);
    } else if (key.is("sensor")) {
      reading.sensor = member(read_pin(json, rule.sensor));
    } else if (key.is("value")) {
      char word[4];
      const bool good = read_word(json, word, sizeof word) && (std::strcmp(word, "t") == 0 || std::strcmp(word, "h") == 0);
      reading.value = member(good);
      rule.humidity = good && word[0] == 'h';
    } else if (key.is("point")) {
      reading.point = member(json.integer(1, Point::kLargest, point));
    } else if (key.is("on_above")) {
      reading.above = member(read_value(json, reading.on_above));
    } else if (key.is("on_below")) {
      reading.below = member(read_value(json, reading.on_below));
    } else if (key.is("off_at")) {
      reading.good[2] = read_value(json, rule.off_at);
    } else if (key.is("min_on_s")) {
      reading.good[3] = read_seconds(json, 0, kDay, rule.min_on_s);
    } else if (key.is("min_off_s")) {
      reading.good[4] = read_seconds(json, 1, kDay, rule.min_off_s);
    } else if (key.is("from")) {
      reading.from = read_time(json, rule.from);
    } else if (key.is("to")) {
      reading.to = read_time(json, rule.to);
    } else if (key.is("silent")) {
      reading.good[5] = read_silent(json, rule.silent);
    } else if (key.is("priority")) {
      int64_t priority = -1;
      json.integer(0, 1'000, priority);
      rule.priority = static_cast<uint32_t>(priority);
    } else {
      json.skip();
    }
  });
  rule.point = static_cast<uint8_t>(point);
  rule.above = reading.above == Member::good;
  rule.on_at = rule.above ? reading.on_above : reading.on_below;
  const bool one_way = rule.above ? reading.below == Member::absent
                                  : reading.above == Member::absent && reading.below == Member::good;
  const bool hours = reading.from == reading.to && reading.from != Member::bad;
  const bool sides = rule.above ? rule.off_at <= rule.on_at : rule.off_at >= rule.on_at;
  const bool limits = rule.point != 0 || (of_sensor(rule.on_at) && of_sensor(rule.off_at));
  return object && reading.all() && reading.follows_one() && one_way && hours && sides && limits && rule.priority <= 1'000 &&
         (rule.silent != Silent::cycle || rule.min_on_s > 0);
}

}  // namespace

bool parse_agenda(const char* text, size_t length, AgendaPlan& plan) {
  if (length > kMaxMessage) return false;
  plan.version = Version{};
  plan.count = 0;
  bool good_epoch = false;
  bool good_rev = false;
  bool good_until = false;
  bool good_runs = false;
  JsonReader json{text, length};
  const bool object = json.object([&](Text key) {
    if (key.is("epoch")) {
      good_epoch = json.integer(0, JsonReader::kMaxInteger, plan.version.epoch);
    } else if (key.is("rev")) {
      good_rev = json.integer(0, JsonReader::kMaxInteger, plan.version.rev);
    } else if (key.is("until")) {
      good_until = json.integer(0, JsonReader::kMaxInteger, plan.until);
    } else if (key.is("runs")) {
      plan.count = 0;
      good_runs = read_list(json, kMaxRuns, [&](JsonReader& item) {
        PlannedRun run;
        if (!read_run(item, run) || known_before(plan.runs, plan.count, run.id)) return false;
        plan.runs[plan.count++] = run;
        return true;
      });
    } else {
      json.skip();
    }
  });
  return json.end() && object && good_epoch && good_rev && good_until && good_runs;
}

bool parse_control(const char* text, size_t length, ControlPlan& plan) {
  if (length > kMaxMessage) return false;
  plan.version = Version{};
  plan.count = plan.protection_count = 0;
  bool good_epoch = false;
  bool good_rev = false;
  bool good_rules = false;
  bool good_protections = true;
  JsonReader json{text, length};
  const bool object = json.object([&](Text key) {
    if (key.is("epoch")) {
      good_epoch = json.integer(0, JsonReader::kMaxInteger, plan.version.epoch);
    } else if (key.is("rev")) {
      good_rev = json.integer(0, JsonReader::kMaxInteger, plan.version.rev);
    } else if (key.is("rules")) {
      plan.count = 0;
      good_rules = read_list(json, kMaxRules, [&](JsonReader& item) {
        Rule rule;
        rule.priority = UINT32_MAX;
        if (!read_rule(item, rule)) return false;
        plan.rules[plan.count++] = rule;
        return true;
      });
    } else if (key.is("protections")) {
      plan.protection_count = 0;
      good_protections = read_list(json, static_cast<int>(kMaxProtections), [&](JsonReader& item) {
        Protection one;
        if (!read_protection(item, one) || known_before(plan.protections, plan.protection_count, one.id)) return false;
        plan.protections[plan.protection_count++] = one;
        return true;
      });
    } else {
      json.skip();
    }
  });
  return json.end() && object && good_epoch && good_rev && good_rules && good_protections;
}

const char* name_of(RunEnd end) {
  static const char* const kNames[] = {"done", "off", "limit", "interlock", "locked", "late", "power", "clock", "volume",
                                       "protection", "reached"};
  return kNames[static_cast<size_t>(end)];
}

void write_report(JsonWriter& json, const RunReport& report) {
  json.open('{');
  json.key("id");
  json.text(report.id.text, report.id.length);
  json.key("started");
  if (report.started < 0)
    json.null();
  else
    json.integer(report.started);
  json.key("secs");
  json.integer(report.secs);
  json.key("end");
  const char* end = name_of(report.end);
  json.text(end, std::strlen(end));
  if (report.litres != RunReport::kNoLitres) {
    json.key("litres");
    if (report.litres < 0)
      json.null();
    else
      json.integer(report.litres);
  }
  json.close('}');
}

}  // namespace acequia
