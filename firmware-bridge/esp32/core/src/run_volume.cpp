#include "run_volume.hpp"

#include <algorithm>

namespace acequia {

void RunVolume::go_on(uint64_t base, const Counter& counter, Ms now) {
  const int64_t wrap = static_cast<int64_t>(counter.wrap);
  const int64_t total = static_cast<int64_t>(counter.total % counter.wrap);
  const int64_t from = static_cast<int64_t>(base % counter.wrap);
  const int64_t fall = from - total;
  hear(from, counter, now);
  heard_ = static_cast<uint64_t>(total);
  if (fall <= 0) return;
  if (fall > wrap - wrap / 10)
    base_ = from - wrap;
  else if (fall <= from / 10)
    base_ = total;
  else {
    base_ = 0;
    anew_ = true;
  }
}

bool RunVolume::reached(const PlannedRun& run, const Counter* counter, Ms now) {
  if (counter == nullptr || !begun_) {
    silent_ = true;
    return false;
  }
  if (counter->total != heard_) {
    heard_ = counter->total;
    heard_at_ = now;
  }
  const int64_t volume = static_cast<int64_t>(run.vol) * kLitre;
  const int64_t step = static_cast<int64_t>(std::min(counter->step, static_cast<uint64_t>(volume)));
  const Ms longest = std::max(kFilling, kMissed * step * run.secs / volume * 1'000);
  silent_ = silent_ || now - heard_at_ > longest;
  return static_cast<int64_t>(heard_) - base_ >= volume;
}

int64_t RunVolume::litres(bool reached) const {
  if (!begun_ || anew_ || (silent_ && !reached)) return RunReport::kUnmeasured;
  return std::max<int64_t>(0, (static_cast<int64_t>(heard_) - base_) / kLitre);
}

}  // namespace acequia
