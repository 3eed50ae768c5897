#include "json.hpp"

namespace acequia {

bool JsonReader::open(char bracket) {
  space();
  if (!ok_ || at_ == end_ || *at_ != bracket) {
    skip();
    return false;
  }
  if (++depth_ > kDepth) return fail();
  ++at_;
  return true;
}

bool JsonReader::close(char bracket) {
  space();
  if (at_ == end_ || *at_ != bracket) return false;
  ++at_;
  --depth_;
  return true;
}

bool JsonReader::finish(char bracket) {
  if (!ok_) return false;
  return close(bracket) ? true : fail();
}

bool JsonReader::literal(const char* word) {
  for (; *word; ++word)
    if (!take(*word)) return false;
  return true;
}

void JsonReader::skip() {
  space();
  if (!ok_ || at_ == end_) {
    fail();
    return;
  }
  switch (*at_) {
    case '{':
      object([this](Text) { skip(); });
      return;
    case '[':
      array([this] { skip(); });
      return;
    case '"': {
      size_t length = 0;
      text_value(nullptr, 0, length);
      return;
    }
    case 't':
      literal("true");
      return;
    case 'f':
      literal("false");
      return;
    case 'n':
      literal("null");
      return;
    default: {
      int64_t value = 0;
      bool whole = false;
      number(value, whole);
    }
  }
}

bool JsonReader::boolean(bool& value) {
  space();
  if (at_ == end_ || (*at_ != 't' && *at_ != 'f')) {
    skip();
    return false;
  }
  value = *at_ == 't';
  return literal(value ? "true" : "false");
}

bool JsonReader::integer(int64_t min, int64_t max, int64_t& value) { return shifted(min, max, 0, value); }

bool JsonReader::shifted(int64_t min, int64_t max, int32_t shift, int64_t& value) {
  space();
  if (at_ == end_ || (*at_ != '-' && (*at_ < '0' || *at_ > '9'))) {
    skip();
    return false;
  }
  int64_t number_value = 0;
  bool whole = false;
  if (!number(number_value, whole, shift) || !whole || number_value < min || number_value > max) return false;
  value = number_value;
  return true;
}

/** Digits as one integer and a power of ten: exact, where a double would round. `whole`: times 10^shift an integer up to 2^53 - 1. */
bool JsonReader::number(int64_t& value, bool& whole, int32_t shift) {
  const auto is_digit = [this] { return at_ < end_ && *at_ >= '0' && *at_ <= '9'; };
  bool exact = true;
  uint64_t mantissa = 0;
  int32_t power = 0;
  const auto digit = [&](bool fraction) {
    const auto next = static_cast<uint32_t>(*at_++ - '0');
    if (mantissa <= (UINT64_MAX - 9) / 10) {
      mantissa = mantissa * 10 + next;
      if (fraction) --power;
    } else {
      exact = exact && next == 0;
      if (!fraction) ++power;
    }
  };

  const bool negative = at_ < end_ && *at_ == '-';
  if (negative) ++at_;
  if (!is_digit()) return fail();
  if (*at_ == '0')
    ++at_;
  else
    while (is_digit()) digit(false);
  if (at_ < end_ && *at_ == '.') {
    ++at_;
    if (!is_digit()) return fail();
    while (is_digit()) digit(true);
  }
  if (at_ < end_ && (*at_ == 'e' || *at_ == 'E')) {
    ++at_;
    const bool down = at_ < end_ && *at_ == '-';
    if (at_ < end_ && (*at_ == '-' || *at_ == '+')) ++at_;
    if (!is_digit()) return fail();
    int32_t exponent = 0;
    while (is_digit()) {
      if (exponent < 100'000) exponent = exponent * 10 + (*at_ - '0');
      ++at_;
    }
    power += down ? -exponent : exponent;
  }

  power += shift;
  while (mantissa != 0 && power < 0 && mantissa % 10 == 0) {
    mantissa /= 10;
    ++power;
  }
  while (mantissa != 0 && power > 0 && mantissa <= static_cast<uint64_t>(kMaxInteger)) {
    mantissa *= 10;
    --power;
  }
  whole = exact && (mantissa == 0 || power == 0) && mantissa <= static_cast<uint64_t>(kMaxInteger);
  value = negative ? -static_cast<int64_t>(whole ? mantissa : 0) : static_cast<int64_t>(whole ? mantissa : 0);
  return true;
}

bool JsonReader::text(char* out, size_t capacity, size_t& length) {
  space();
  if (at_ == end_ || *at_ != '"') {
    skip();
    return false;
  }
  return text_value(out, capacity, length);
}

bool JsonReader::text_value(char* out, size_t capacity, size_t& length) {
  ++at_;  // Skips the quote, which the caller checked.
  length = 0;
  bool fits = true;
  const auto put = [&](uint32_t byte) {
    if (length < capacity)
      out[length++] = static_cast<char>(byte);
    else
      fits = false;
  };
  while (at_ < end_ && *at_ != '"') {
    const auto byte = static_cast<unsigned char>(*at_++);
    if (byte < 0x20) return fail();
    if (byte != '\\') {
      put(byte);
      continue;
    }
    uint32_t code = 0;
    if (!escape(code)) return false;
    if (code < 0x80) {
      put(code);
    } else if (code < 0x800) {
      put(0xC0 | (code >> 6));
      put(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
      put(0xE0 | (code >> 12));
      put(0x80 | ((code >> 6) & 0x3F));
      put(0x80 | (code & 0x3F));
    } else {
      put(0xF0 | (code >> 18));
      put(0x80 | ((code >> 12) & 0x3F));
      put(0x80 | ((code >> 6) & 0x3F));
      put(0x80 | (code & 0x3F));
    }
  }
  return take('"') && fits;
}

bool JsonReader::hex4(uint32_t& code) {
  code = 0;
  for (int i = 0; i < 4; ++i) {
    if (at_ == end_) return fail();
    const char c = *at_++;
    uint32_t digit = 0;
    if (c >= '0' && c <= '9')
      digit = static_cast<uint32_t>(c - '0');
    else if (c >= 'a' && c <= 'f')
      digit = static_cast<uint32_t>(c - 'a' + 10);
    else if (c >= 'A' && c <= 'F')
      digit = static_cast<uint32_t>(c - 'A' + 10);
    else
      return fail();
    code = code * 16 + digit;
  }
  return true;
}

bool JsonReader::escape(uint32_t& code) {
  if (at_ == end_) return fail();
  const char c = *at_++;
  switch (c) {
    case '"':
    case '\\':
    case '/':
      code = static_cast<unsigned char>(c);
      return true;
    case 'b':
      code = '\b';
      return true;
    case 'f':
      code = '\f';
      return true;
    case 'n':
      code = '\n';
      return true;
    case 'r':
      code = '\r';
      return true;
    case 't':
      code = '\t';
      return true;
    case 'u':
      break;
    default:
      return fail();
  }
  if (!hex4(code)) return false;
  if (code >= 0xD800 && code < 0xDC00 && end_ - at_ >= 6 && at_[0] == '\\' && at_[1] == 'u') {
    const char* before = at_;
    uint32_t low = 0;
    at_ += 2;
    if (!hex4(low)) return false;
    if (low >= 0xDC00 && low < 0xE000)
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    else
      at_ = before;
  }
  return true;
}

}  // namespace acequia
