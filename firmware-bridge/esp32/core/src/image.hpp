#pragma once
#include <cstddef>
#include <cstdint>

#include "json.hpp"
#include "sha256.hpp"

/** Updates as they are on the wire, and images as they are in flash. */
namespace acequia {

/** A text of an image: at most 31 bytes of printable ASCII, then NUL. */
using ImageText = char[32];

/** What the chip runs. */
struct Image {
  ImageText version = "";
  ImageText model = "";
  int slot = 0;
  /** Its place in the order that the operator gives his images. */
  uint32_t secure_version = 0;
  bool trial = false;
};

/** A message on `update`. */
struct UpdateOrder {
  int64_t id = 0;
  char url[257] = "";
  uint32_t size = 0;
  uint8_t sha256[Sha256::kBytes] = {};
  ImageText version = "";
  ImageText model = "";
};

/** false: not one. */
bool parse_update(const char* text, size_t length, UpdateOrder& order);

/** What an image says of itself at its beginning: ESP-IDF, `esp_app_format.h` and `esp_app_desc.h`. */
struct ImageHead {
  static constexpr size_t kBytes = 288;
  uint32_t secure_version = 0;
  ImageText model = "";
};
/** false: it is no image. */
bool read_head(const uint8_t (&bytes)[ImageHead::kBytes], ImageHead& head);

enum class UpdatePhase : uint8_t { none, loading, checking, restarting, trial, done, failed };
enum class UpdateWhy : uint8_t { none, signature, floor, model, size, sha256, source, flash, rolled_back, busy };

/** The update under way, or how the last one ended. */
struct UpdateReport {
  int64_t id = 0;
  UpdatePhase phase = UpdatePhase::none;
  UpdateWhy why = UpdateWhy::none;
  /** Bytes loaded. */
  uint32_t at = 0;
};

void write_image(JsonWriter& json, const Image& image, uint32_t floor);
void write_update(JsonWriter& json, const UpdateReport& report);

}  // namespace acequia
