#pragma once
#include <functional>
#include <string>

#include "../src/image.hpp"
#include "../src/sha256.hpp"
#include "fakes.hpp"

namespace acequia {

/** An image with a true header and description (ESP-IDF, `esp_app_format.h`, `esp_app_desc.h`), and any bytes after it. */
inline std::string image_of(const std::string& version, const std::string& model, uint32_t secure_version, size_t size) {
  std::string bytes(size, '\0');
  for (size_t i = ImageHead::kBytes; i < size; ++i) bytes[i] = static_cast<char>(i * 31 + i / 251);
  bytes[0] = static_cast<char>(0xE9);
  const uint8_t magic[4] = {0x32, 0x54, 0xCD, 0xAB};
  std::copy_n(magic, 4, bytes.begin() + 32);
  for (int i = 0; i < 4; ++i) bytes[36 + static_cast<size_t>(i)] = static_cast<char>(secure_version >> (8 * i));
  std::copy(version.begin(), version.end(), bytes.begin() + 48);
  std::copy(model.begin(), model.end(), bytes.begin() + 80);
  return bytes;
}

inline std::string sha256_of(const std::string& bytes) {
  Sha256 hash;
  uint8_t digest[Sha256::kBytes];
  hash.begin();
  hash.add(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  hash.end(digest);
  std::string text;
  for (const uint8_t byte : digest) {
    text.push_back("0123456789abcdef"[byte >> 4]);
    text.push_back("0123456789abcdef"[byte & 15]);
  }
  return text;
}

/** Two slots and ESP-IDF's boot loader with rollback: a new image starts once, and a restart before it is kept goes back. */
class FakeProgram final : public ImagePort {
 public:
  explicit FakeProgram(size_t sectors) : slots_{FakeFlash{sectors}, FakeFlash{sectors}} {}

  FlashPort& slot() override { return slots_[1 - runs_]; }
  FakeFlash& free_slot() { return slots_[1 - runs_]; }
  bool signed_well() override { return is_signed; }
  bool start_next() override {
    if (!powered()) return false;
    state_ = State::fresh;
    return true;
  }
  void restart() override { restarts = powered(); }
  bool keep() override {
    if (!powered()) return false;
    state_ = State::kept;
    return true;
  }
  void roll_back() override { restarts = powered(); }

  /** What the boot loader starts. */
  Image boot() {
    restarts = false;
    if (state_ == State::fresh) {
      runs_ = 1 - runs_;
      state_ = loops ? State::kept : State::tried;
      // It fell over before it said a word.
      if (loops) runs_ = 1 - runs_;
      trials += 1;
    } else if (state_ == State::tried) {
      runs_ = 1 - runs_;
      state_ = State::kept;
    }
    Image image;
    uint8_t first[ImageHead::kBytes] = {};
    ImageHead head;
    slots_[runs_].read(0, first, sizeof first);
    if (read_head(first, head)) {
      image.secure_version = head.secure_version;
      std::copy_n(head.model, sizeof head.model, image.model);
      std::copy_n(first + 48, sizeof image.version - 1, image.version);
    } else {
      std::strcpy(image.version, "1.0.0");
      std::strcpy(image.model, "acequia-placa");
    }
    image.slot = runs_;
    image.trial = state_ == State::tried;
    return image;
  }

  int runs() const { return runs_; }
  bool is_signed = true;
  /** What it starts falls over at once. */
  bool loops = false;
  bool restarts = false;
  int trials = 0;
  std::function<bool()> powered = [] { return true; };

 private:
  enum class State { kept, fresh, tried };
  FakeFlash slots_[2];
  int runs_ = 0;
  State state_ = State::kept;
};

/** A server of one image. */
class FakeSource final : public SourcePort {
 public:
  Opened open(const char*, uint32_t size, uint32_t& at, uint32_t& wait_s) override {
    asked.push_back(at);
    wait_s = wait;
    if (wait > 0) return Opened::later;
    if (image.empty()) return Opened::failed;
    if (image.size() != size) return Opened::other_size;
    if (!ranges) at = 0;
    at_ = at;
    left_ = breaks_after;
    return Opened::ready;
  }
  size_t read(uint8_t* data, size_t capacity) override {
    const size_t length = std::min({capacity, kChunk, image.size() - at_, left_});
    std::memcpy(data, image.data() + at_, length);
    at_ += length;
    left_ -= length;
    given += length;
    return length;
  }
  void close() override {}

  static constexpr size_t kChunk = 1'024;
  std::string image;
  bool ranges = true;
  uint32_t wait = 0;
  /** Each connection breaks after so many bytes. */
  size_t breaks_after = SIZE_MAX;
  std::vector<uint32_t> asked;
  size_t given = 0;

 private:
  size_t at_ = 0;
  size_t left_ = 0;
};

}  // namespace acequia
