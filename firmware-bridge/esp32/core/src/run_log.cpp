#include "run_log.hpp"

#include <algorithm>

#include "packer.hpp"

namespace acequia {
namespace {

/** Kind of a start's record; an end's record has the number of its RunEnd. */
constexpr uint8_t kStarted = 0xFE;
/** Of a start whose counter's total is known; of an end, added to its RunEnd, with its litres. */
constexpr uint8_t kStartedMetered = 0xFD;
constexpr uint8_t kWithWater = 0x40;
/** Kind, start, seconds; the water, if any, and the id follow. */
constexpr size_t kFixed = 13;
constexpr size_t kWater = 8;

struct Entry {
  bool start = false;
  /** A counter's total at a start, litres at an end. */
  bool has_water = false;
  uint64_t water = 0;
  RunReport report;
};

bool write(RecordLog& log, uint8_t kind, const RunReport& report, const uint64_t* water, RecordLog::Place* at) {
  uint8_t payload[kFixed + kWater + ShortId::kLongest];
  Packer to{payload};
  to.put(kind, 1);
  to.put(static_cast<uint64_t>(report.started), 8);
  to.put(report.secs, 4);
  if (water != nullptr) to.put(*water, 8);
  const size_t fixed = kFixed + (water == nullptr ? 0 : kWater);
  std::memcpy(payload + fixed, report.id.text, report.id.length);
  return log.append(payload, fixed + report.id.length, at);
}

bool read(const RecordLog::Record& record, Entry& entry) {
  if (record.length <= kFixed) return false;
  Unpacker from{record.payload};
  const uint8_t kind = static_cast<uint8_t>(from.take(1));
  entry.start = kind == kStarted || kind == kStartedMetered;
  entry.has_water = kind == kStartedMetered || (!entry.start && (kind & kWithWater) != 0);
  const uint8_t end = static_cast<uint8_t>(kind & ~kWithWater);
  if (!entry.start && end > static_cast<uint8_t>(RunEnd::reached)) return false;
  const size_t fixed = kFixed + (entry.has_water ? kWater : 0);
  if (record.length <= fixed || record.length > fixed + ShortId::kLongest) return false;
  RunReport& report = entry.report;
  report.started = static_cast<int64_t>(from.take(8));
  report.secs = static_cast<uint32_t>(from.take(4));
  if (entry.has_water) entry.water = from.take(8);
  report.end = entry.start ? RunEnd::done : static_cast<RunEnd>(end);
  if (entry.has_water && !entry.start) report.litres = static_cast<int64_t>(entry.water);
  report.id.length = static_cast<uint8_t>(record.length - fixed);
  std::memcpy(report.id.text, record.payload + fixed, report.id.length);
  return true;
}

}  // namespace

/** FNV-1a. */
uint64_t RunLog::hash_of(const ShortId& id) {
  uint64_t hash = 14'695'981'039'346'656'037u;
  for (size_t i = 0; i < id.length; ++i) hash = (hash ^ static_cast<uint8_t>(id.text[i])) * 1'099'511'628'211u;
  return hash;
}

void RunLog::remember(const ShortId& id) {
  if (knows(id)) return;
  known_[next_known_] = hash_of(id);
  next_known_ = (next_known_ + 1) % kRemembered;
}

bool RunLog::knows(const ShortId& id) const {
  const uint64_t hash = hash_of(id);
  return std::find(known_, known_ + kRemembered, hash) != known_ + kRemembered;
}

void RunLog::mount() {
  log_.mount([](void* log, const RecordLog::Record& record) { static_cast<RunLog*>(log)->found(record); }, this);
}

void RunLog::found(const RecordLog::Record& record) {
  Entry entry;
  if (!read(record, entry)) return;
  const RunReport& report = entry.report;
  remember(report.id);
  // The power went after the end was written and before its start was marked.
  if (!entry.start)
    for (size_t i = 0; i < open_count_; ++i)
      if (open_[i].id == report.id) open_[i].at = -1;
  if (entry.start && record.pending && open_count_ < kMaxRuns)
    open_[open_count_++] = {report.id, report.started, record.at, entry.has_water, entry.water};
}

void RunLog::close_cut_run(size_t index) {
  const Open open = open_[index];
  if (open.at < 0) {
    log_.delivered(open.place);
    open_[index] = open_[--open_count_];
    return;
  }
  RunReport report;
  report.id = open.id;
  report.started = open.at;
  report.secs = known_s(open.at);
  report.end = RunEnd::power;
  ended(report);
}

uint32_t RunLog::known_s(int64_t at) const { return static_cast<uint32_t>(std::clamp<int64_t>(last_ - at, 0, kWeek)); }

bool RunLog::cut(const ShortId& id, int64_t& at, uint64_t& total) const {
  for (size_t i = 0; i < open_count_; ++i) {
    if (!(open_[i].id == id) || open_[i].at < 0 || !open_[i].metered) continue;
    at = open_[i].at;
    total = open_[i].total;
    return true;
  }
  return false;
}

bool RunLog::started(const ShortId& id, int64_t at, const uint64_t* total) {
  if (open_count_ == kMaxRuns) return false;
  RunReport report;
  report.id = id;
  report.started = at;
  RecordLog::Place place;
  if (!write(log_, total == nullptr ? kStarted : kStartedMetered, report, total, &place)) return false;
  open_[open_count_++] = {id, at, place, total != nullptr, total == nullptr ? 0 : *total};
  remember(id);
  return true;
}

void RunLog::ended(const RunReport& report) {
  const bool told = report.litres != RunReport::kNoLitres;
  const uint64_t litres = static_cast<uint64_t>(report.litres);
  const uint8_t kind = static_cast<uint8_t>(static_cast<uint8_t>(report.end) | (told ? kWithWater : 0));
  write(log_, kind, report, told ? &litres : nullptr, nullptr);
  remember(report.id);
  close(report.id);
}

void RunLog::close(const ShortId& id) {
  for (size_t i = 0; i < open_count_; ++i) {
    if (!(open_[i].id == id)) continue;
    log_.delivered(open_[i].place);
    open_[i] = open_[--open_count_];
    return;
  }
}

size_t RunLog::next(char* buffer, size_t capacity) {
  if (count_ > 0 || capacity < 2 || pending() == 0) return 0;
  JsonWriter json{buffer, capacity - 1};  // Room for the closing bracket.
  RecordLog::Place from = log_.oldest();
  RecordLog::Record record;
  json.open('[');
  while (count_ < kPerMessage && log_.search(from, record) == RecordLog::Search::found) {
    Entry entry;
    if (!read(record, entry)) {
      log_.discard(record.at);
      continue;
    }
    if (entry.start) continue;
    const size_t mark = json.length();
    write_report(json, entry.report);
    if (!json.ok()) {
      json.rewind(mark, count_ == 0);
      break;
    }
    places_[count_++] = record.at;
  }
  if (count_ == 0) return 0;
  size_t length = json.length();
  buffer[length++] = ']';
  return length;
}

void RunLog::acknowledged() {
  for (size_t i = 0; i < count_; ++i) log_.delivered(places_[i]);
  count_ = 0;
}

}  // namespace acequia
