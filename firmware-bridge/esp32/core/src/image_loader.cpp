#include "image_loader.hpp"

#include <algorithm>

namespace acequia {
namespace {

constexpr uint32_t kSector = FlashPort::kSector;

}  // namespace

void ImageLoader::begin(const UpdateOrder& order, uint32_t at) {
  order_ = order;
  at_ = at;
  filled_ = checked_ = 0;
}

void ImageLoader::fail(UpdateWhy why) {
  outcome_ = Outcome::failed;
  why_ = why;
}

void ImageLoader::open() {
  outcome_ = Outcome::well;
  wait_s_ = 0;
  uint32_t from = came();
  switch (source_.open(order_.url, order_.size, from, wait_s_)) {
    case SourcePort::Opened::ready:
      open_ = true;
      if (from != came()) at_ = filled_ = 0;
      break;
    case SourcePort::Opened::later:
      wait_s_ = std::max(wait_s_, uint32_t{1});
      outcome_ = Outcome::again;
      break;
    case SourcePort::Opened::other_size:
      fail(UpdateWhy::size);
      break;
    case SourcePort::Opened::failed:
      wait_s_ = 0;
      outcome_ = Outcome::again;
      break;
  }
}

void ImageLoader::close() {
  outcome_ = Outcome::well;
  source_.close();
  open_ = false;
}

void ImageLoader::read() {
  outcome_ = Outcome::well;
  wait_s_ = 0;
  const uint32_t whole = std::min(kSector, order_.size - at_);
  const size_t more = source_.read(sector_ + filled_, whole - filled_);
  if (more == 0) {
    close();
    outcome_ = Outcome::again;
    return;
  }
  filled_ += static_cast<uint32_t>(more);
  if (filled_ < whole) return;
  if (!write_sector()) {
    fail(UpdateWhy::flash);
    return;
  }
  at_ += filled_;
  filled_ = 0;
}

/** Encrypted flash takes whole blocks of 16 bytes. */
bool ImageLoader::write_sector() {
  const uint32_t whole = (filled_ + 15) / 16 * 16;
  std::fill(sector_ + filled_, sector_ + whole, uint8_t{0xFF});
  FlashPort& slot = image_.slot();
  return slot.erase(at_ / kSector) && slot.write(at_, sector_, whole);
}

/** Of what lies in flash, not of what came. */
void ImageLoader::check(const char* model, uint32_t floor) {
  outcome_ = Outcome::well;
  const uint32_t length = std::min(kSector, order_.size - checked_);
  if (!image_.slot().read(checked_, sector_, length)) return fail(UpdateWhy::flash);
  if (checked_ == 0) hash_.begin();
  hash_.add(sector_, length);
  checked_ += length;
  if (!checked()) return;
  uint8_t digest[Sha256::kBytes];
  hash_.end(digest);
  if (std::memcmp(digest, order_.sha256, sizeof digest) != 0) return fail(UpdateWhy::sha256);
  uint8_t first[ImageHead::kBytes];
  ImageHead head;
  if (!image_.slot().read(0, first, sizeof first)) return fail(UpdateWhy::flash);
  if (!read_head(first, head) || std::strcmp(head.model, model) != 0) return fail(UpdateWhy::model);
  if (head.secure_version < floor) fail(UpdateWhy::floor);
}

}  // namespace acequia
