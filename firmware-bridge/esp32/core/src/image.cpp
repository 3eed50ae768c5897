#include "image.hpp"

#include "messages.hpp"
#include "packer.hpp"
#include "read.hpp"

namespace acequia {
namespace {

constexpr size_t kSmallest = ImageHead::kBytes;
constexpr size_t kLargest = size_t{1} << 24;

bool is_printable(char letter) { return letter >= ' ' && letter <= '~'; }

bool read_image_text(JsonReader& json, ImageText& text) {
  size_t length = 0;
  if (!json.text(text, sizeof text - 1, length)) return false;
  text[length] = '\0';
  for (size_t i = 0; i < length; ++i)
    if (!is_printable(text[i])) return false;
  return true;
}

bool read_url(JsonReader& json, char (&url)[257]) {
  size_t length = 0;
  if (!json.text(url, sizeof url - 1, length)) return false;
  url[length] = '\0';
  const size_t scheme = std::strncmp(url, "http://", 7) == 0 ? 7 : std::strncmp(url, "https://", 8) == 0 ? 8 : length;
  for (size_t i = 0; i < length; ++i)
    if (url[i] == ' ' || !is_printable(url[i])) return false;
  return length > scheme && length - scheme <= 248;
}

/** -1: no digit of a hash in lower case. */
int digit_of(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

bool read_sha256(JsonReader& json, uint8_t (&hash)[Sha256::kBytes]) {
  char text[2 * Sha256::kBytes];
  size_t length = 0;
  if (!json.text(text, sizeof text, length) || length != sizeof text) return false;
  for (size_t i = 0; i < Sha256::kBytes; ++i) {
    const int high = digit_of(text[2 * i]);
    const int low = digit_of(text[2 * i + 1]);
    if (high < 0 || low < 0) return false;
    hash[i] = static_cast<uint8_t>(16 * high + low);
  }
  return true;
}

}  // namespace

bool parse_update(const char* text, size_t length, UpdateOrder& order) {
  if (length > kMaxMessage) return false;
  order = UpdateOrder{};
  int64_t size = 0;
  bool good[6] = {};
  JsonReader json{text, length};
  const bool object = json.object([&](Text key) {
    if (key.is("id"))
      good[0] = json.integer(1, JsonReader::kMaxInteger, order.id);
    else if (key.is("url"))
      good[1] = read_url(json, order.url);
    else if (key.is("size"))
      good[2] = json.integer(kSmallest, kLargest, size);
    else if (key.is("sha256"))
      good[3] = read_sha256(json, order.sha256);
    else if (key.is("version"))
      good[4] = read_image_text(json, order.version);
    else if (key.is("model"))
      good[5] = read_image_text(json, order.model);
    else
      json.skip();
  });
  order.size = static_cast<uint32_t>(size);
  return json.end() && object && good[0] && good[1] && good[2] && good[3] && good[4] && good[5];
}

bool read_head(const uint8_t (&bytes)[ImageHead::kBytes], ImageHead& head) {
  constexpr uint8_t kImage = 0xE9;
  constexpr uint32_t kDescription = 0xABCD5432;
  constexpr size_t kAt = 32;
  Unpacker from{bytes + kAt};
  if (bytes[0] != kImage || from.take(4) != kDescription) return false;
  head.secure_version = static_cast<uint32_t>(from.take(4));
  // After its version, and two words that are reserved.
  std::memcpy(head.model, bytes + kAt + 48, sizeof head.model);
  head.model[sizeof head.model - 1] = '\0';
  return true;
}

void write_image(JsonWriter& json, const Image& image, uint32_t floor) {
  json.open('{');
  json.key("version");
  json.text(image.version, std::strlen(image.version));
  json.key("model");
  json.text(image.model, std::strlen(image.model));
  json.key("slot");
  json.integer(image.slot);
  json.key("floor");
  json.integer(floor);
  json.key("trial");
  json.integer(image.trial ? 1 : 0);
  json.close('}');
}

void write_update(JsonWriter& json, const UpdateReport& report) {
  static constexpr const char* kPhases[] = {"", "loading", "checking", "restarting", "trial", "done", "failed"};
  static constexpr const char* kWhys[] = {"",       "signature", "floor", "model",       "size",
                                          "sha256", "source",    "flash", "rolled_back", "busy"};
  const auto text = [&](const char* key, const char* value) {
    json.key(key);
    json.text(value, std::strlen(value));
  };
  json.open('{');
  json.key("id");
  json.integer(report.id);
  text("phase", kPhases[static_cast<size_t>(report.phase)]);
  json.key("at");
  json.integer(report.at);
  if (report.why != UpdateWhy::none) text("why", kWhys[static_cast<size_t>(report.why)]);
  json.close('}');
}

}  // namespace acequia
