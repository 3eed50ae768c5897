#pragma once
#include "image.hpp"
#include "ports.hpp"

namespace acequia {

/** Brings one image from its server into the free slot, a piece at a time, and checks what lies there. */
class ImageLoader {
 public:
  /** `again`: it may do better later. */
  enum class Outcome : uint8_t { well, again, failed };

  ImageLoader(ImagePort& image, SourcePort& source) : image_(image), source_(source) {}

  /** Begins with what the slot holds already: whole sectors, or all. */
  void begin(const UpdateOrder& order, uint32_t at);
  void open();
  void close();
  /** Reads what comes at once, and writes a sector when it is whole. */
  void read();
  /** Checks the next sector; after the last one, the whole. `model`, `floor`: of the board. */
  void check(const char* model, uint32_t floor);

  bool is_open() const { return open_; }
  bool loaded() const { return at_ == order_.size; }
  bool checked() const { return checked_ == order_.size; }
  /** Bytes in the slot, and those that came. */
  uint32_t at() const { return at_; }
  uint32_t came() const { return at_ + filled_; }

  /** How the last call ended. */
  Outcome outcome() const { return outcome_; }
  /** Of `failed`. */
  UpdateWhy why() const { return why_; }
  /** Of `again`: what the server asks to wait, s; 0 = it did not. */
  uint32_t wait_s() const { return wait_s_; }

 private:
  bool write_sector();
  void fail(UpdateWhy why);

  ImagePort& image_;
  SourcePort& source_;
  UpdateOrder order_;
  bool open_ = false;
  uint32_t at_ = 0;
  /** Of the sector after `at_`. */
  uint32_t filled_ = 0;
  uint32_t checked_ = 0;
  Sha256 hash_;
  Outcome outcome_ = Outcome::well;
  UpdateWhy why_ = UpdateWhy::none;
  uint32_t wait_s_ = 0;
  alignas(4) uint8_t sector_[FlashPort::kSector];
};

}  // namespace acequia
