#include "run_log.hpp"

#include <algorithm>

#include "packer.hpp"

namespace acequia {
namespace {

/** Kind of a start's record; an end's record has the number of its RunEnd. */
constexpr uint8_t kStarted = 0xFE;
/** Kind, start, seconds; the id follows. */
constexpr size_t kFixed = 13;

bool write(RecordLog& log, uint8_t kind, const RunReport& report, RecordLog::Place* at) {
  uint8_t payload[kFixed + ShortId::kLongest];
  Packer to{payload};
  to.put(kind, 1);
  to.put(static_cast<uint64_t>(report.started), 8);
  to.put(report.secs, 4);
  std::memcpy(payload + kFixed, report.id.text, report.id.length);
  return log.append(payload, kFixed + report.id.length, at);
}

bool read(const RecordLog::Record& record, uint8_t& kind, RunReport& report) {
  if (record.length <= kFixed || record.length > kFixed + ShortId::kLongest) return false;
  Unpacker from{record.payload};
  kind = static_cast<uint8_t>(from.take(1));
  if (kind != kStarted && kind > static_cast<uint8_t>(RunEnd::clock)) return false;
  report.started = static_cast<int64_t>(from.take(8));
  report.secs = static_cast<uint32_t>(from.take(4));
  report.end = kind == kStarted ? RunEnd::done : static_cast<RunEnd>(kind);
  report.id.length = static_cast<uint8_t>(record.length - kFixed);
  std::memcpy(report.id.text, record.payload + kFixed, report.id.length);
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
  uint8_t kind = 0;
  RunReport report;
  if (!read(record, kind, report)) return;
  remember(report.id);
  // The power went after the end was written and before its start was marked.
  if (kind != kStarted)
    for (size_t i = 0; i < open_count_; ++i)
      if (open_[i].id == report.id) open_[i].at = -1;
  if (kind == kStarted && record.pending && open_count_ < kMaxRuns) open_[open_count_++] = {report.id, report.started, record.at};
}

void RunLog::close_cut_runs(int64_t last) {
  while (open_count_ > 0) {
    const Open open = open_[open_count_ - 1];
    if (open.at < 0) {
      log_.delivered(open.place);
      --open_count_;
      continue;
    }
    RunReport report;
    report.id = open.id;
    report.started = open.at;
    report.secs = static_cast<uint32_t>(std::clamp<int64_t>(last - open.at, 0, kWeek));
    report.end = RunEnd::power;
    ended(report);
  }
}

bool RunLog::started(const ShortId& id, int64_t at) {
  if (open_count_ == kMaxRuns) return false;
  RunReport report;
  report.id = id;
  report.started = at;
  RecordLog::Place place;
  if (!write(log_, kStarted, report, &place)) return false;
  open_[open_count_++] = {id, at, place};
  remember(id);
  return true;
}

void RunLog::ended(const RunReport& report) {
  write(log_, static_cast<uint8_t>(report.end), report, nullptr);
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
    uint8_t kind = 0;
    RunReport report;
    if (!read(record, kind, report)) {
      log_.discard(record.at);
      continue;
    }
    if (kind == kStarted) continue;
    const size_t mark = json.length();
    write_report(json, report);
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
