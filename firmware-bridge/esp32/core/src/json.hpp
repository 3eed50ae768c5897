#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace acequia {

/** A part of a text that another object owns. */
struct Text {
  const char* data = nullptr;
  size_t length = 0;
  bool is(const char* other) const { return length == std::strlen(other) && std::memcmp(data, other, length) == 0; }
};

/**
 * Reads JSON from a buffer in one pass, without allocating: a board that runs for years must not fragment its heap, and
 * the cost of a message is bounded. Each read takes exactly one value and returns whether it has the requested form;
 * `ok()` is false after broken JSON, and is final only after `end()`.
 */
class JsonReader {
 public:
  /** Deeper nesting than this is refused. */
  static constexpr int kDepth = 16;
  /** Longer keys are treated as unknown. */
  static constexpr size_t kKey = 24;
  static constexpr int64_t kMaxInteger = 9'007'199'254'740'991;

  JsonReader(const char* text, size_t length) : at_(text), end_(text + length) {}

  /** Calls `member(Text key)` for each member; it must read exactly one value. false: not an object. */
  template <typename Member>
  bool object(Member&& member) {
    if (!open('{')) return false;
    if (close('}')) return true;
    do {
      char key[kKey];
      size_t length = 0;
      space();
      const bool known = at_ < end_ && *at_ == '"' ? text_value(key, sizeof key, length) : fail();
      space();
      if (!take(':')) break;
      member(known ? Text{key, length} : Text{"", 0});
    } while (ok_ && comma());
    return finish('}');
  }

  /** Calls `item()` for each item; it must read exactly one value. false: not an array. */
  template <typename Item>
  bool array(Item&& item) {
    if (!open('[')) return false;
    if (close(']')) return true;
    do item();
    while (ok_ && comma());
    return finish(']');
  }

  /** An integer from `min` to `max`, however it is written (`1e3`, `5.0`). */
  bool integer(int64_t min, int64_t max, int64_t& value);
  /** A decimal number in millionths, from `min` to `max`; one with more than six decimals is refused. */
  bool millionths(int64_t min, int64_t max, int64_t& value) { return shifted(min, max, 6, value); }
  bool boolean(bool& value);
  /** A string of at most `capacity` bytes of UTF-8, unescaped, without a final NUL. */
  bool text(char* out, size_t capacity, size_t& length);
  /** Whether the next value is a string. */
  bool is_text() {
    space();
    return at_ < end_ && *at_ == '"';
  }
  /** Skips one value of any kind. */
  void skip();

  /** true: the whole text was one JSON value. */
  bool end() {
    space();
    return ok_ && at_ == end_ ? true : fail();
  }
  bool ok() const { return ok_; }

 private:
  bool fail() {
    ok_ = false;
    at_ = end_;
    return false;
  }
  void space() {
    while (at_ < end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\n' || *at_ == '\r')) ++at_;
  }
  bool take(char wanted) {
    if (at_ == end_ || *at_ != wanted) return fail();
    ++at_;
    return true;
  }
  bool comma() {
    space();
    if (at_ == end_ || *at_ != ',') return false;
    ++at_;
    return true;
  }
  bool open(char bracket);
  bool close(char bracket);
  bool finish(char bracket);
  bool literal(const char* word);
  bool number(int64_t& value, bool& whole, int32_t shift = 0);
  bool shifted(int64_t min, int64_t max, int32_t shift, int64_t& value);
  bool text_value(char* out, size_t capacity, size_t& length);
  bool escape(uint32_t& code);
  bool hex4(uint32_t& code);

  const char* at_;
  const char* end_;
  int depth_ = 0;
  bool ok_ = true;
};

/** Writes JSON into a buffer. `ok()` is false when it did not fit; the buffer must not be used then. */
class JsonWriter {
 public:
  JsonWriter(char* buffer, size_t capacity) : buffer_(buffer), capacity_(capacity) {}

  void open(char bracket) {
    separate();
    put(bracket);
    first_ = true;
  }
  void close(char bracket) {
    put(bracket);
    first_ = false;
  }
  void key(const char* name);
  void pin_key(int pin);
  void integer(int64_t value);
  /** Hundredths as a decimal number: 2150 → 21.5. */
  void hundredths(int32_t value) { decimal(value, 2); }
  /** An integer times 10^-decimals. */
  void decimal(int64_t value, int decimals);
  void boolean(bool value);
  void null();
  void text(const char* data, size_t length);

  size_t length() const { return length_; }
  bool ok() const { return ok_; }
  /** Removes what was written after `mark` (a former `length()`), comma included. */
  void rewind(size_t mark, bool first) {
    length_ = mark;
    first_ = first;
    ok_ = true;
  }

 private:
  void separate() {
    if (!first_) put(',');
    first_ = false;
  }
  void put(char c) {
    if (length_ < capacity_)
      buffer_[length_++] = c;
    else
      ok_ = false;
  }
  void put(const char* word) {
    while (*word) put(*word++);
  }
  void digits(uint64_t value);

  char* buffer_;
  size_t capacity_;
  size_t length_ = 0;
  bool first_ = true;
  bool ok_ = true;
};

}  // namespace acequia
