#include "json.hpp"

namespace acequia {

void JsonWriter::key(const char* name) {
  separate();
  put('"');
  put(name);
  put("\":");
  first_ = true;  // No comma before the member's value.
}

void JsonWriter::pin_key(int pin) {
  separate();
  put('"');
  digits(static_cast<uint64_t>(pin));
  put("\":");
  first_ = true;
}

void JsonWriter::integer(int64_t value) {
  separate();
  if (value < 0) put('-');
  digits(value < 0 ? ~static_cast<uint64_t>(value) + 1 : static_cast<uint64_t>(value));
}

void JsonWriter::decimal(int64_t value, int decimals) {
  separate();
  if (value < 0) put('-');
  const auto size = static_cast<uint64_t>(value < 0 ? -value : value);
  uint64_t unit = 1;
  for (int i = 0; i < decimals; ++i) unit *= 10;
  digits(size / unit);
  uint64_t rest = size % unit;
  if (rest == 0) return;
  put('.');
  for (unit /= 10; rest != 0; unit /= 10) {
    put(static_cast<char>('0' + rest / unit));
    rest %= unit;
  }
}

void JsonWriter::boolean(bool value) {
  separate();
  put(value ? "true" : "false");
}

void JsonWriter::null() {
  separate();
  put("null");
}

void JsonWriter::text(const char* data, size_t length) {
  static const char kHex[] = "0123456789abcdef";
  separate();
  put('"');
  for (size_t i = 0; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(data[i]);
    if (byte == '"' || byte == '\\') {
      put('\\');
      put(data[i]);
    } else if (byte < 0x20) {
      put("\\u00");
      put(kHex[byte >> 4]);
      put(kHex[byte & 15]);
    } else {
      put(data[i]);
    }
  }
  put('"');
}

void JsonWriter::digits(uint64_t value) {
  char reversed[20];
  size_t count = 0;
  do {
    reversed[count++] = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value != 0);
  while (count > 0) put(reversed[--count]);
}

}  // namespace acequia
