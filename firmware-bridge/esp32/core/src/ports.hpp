#pragma once
#include <cstddef>
#include <cstdint>

namespace acequia {

/** Milliseconds of a monotonic clock that starts at boot; since 1970 where a name says wall. */
using Ms = int64_t;

/** The relays' wires. The port inverts active-low modules. */
class PinPort {
 public:
  /** Makes a pin what it is after power-on: an input, with the resistor of `power_on_pull`. */
  virtual void release(int pin) = 0;
  /** Makes a pin an output that is off, without a moment of on. */
  virtual void attach(int pin) = 0;
  virtual void write(int pin, bool on) = 0;
  /** The wire's real level, which may differ from what was written. */
  virtual bool read(int pin) = 0;

 protected:
  ~PinPort() = default;
};

/** One reading, in hundredths of °C and of % RH. */
struct Reading {
  int16_t temperature = 0;
  int16_t humidity = 0;
};

class SensorPort {
 public:
  /** false: no valid answer. May block for about 25 ms. */
  virtual bool read(int pin, Reading& reading) = 0;

 protected:
  ~SensorPort() = default;
};

/** Sensors of points of measurement. No call waits for a slow wire. */
class PointPort {
 public:
  /** Readies an existing pin to count pulses. A repeated call changes nothing. */
  virtual void count(int pin) = 0;
  /** Pulses since the boot; wraps at 2^32. */
  virtual uint32_t pulses(int pin) = 0;
  /** false: no valid answer. */
  virtual bool millivolts(int pin, int32_t& value) = 0;

 protected:
  ~PointPort() = default;
};

/** NOR flash: erasing sets a sector's bits to 1, writing can only clear them. Offsets and lengths in bytes. */
class FlashPort {
 public:
  static constexpr size_t kSector = 4096;
  virtual size_t sectors() const = 0;
  virtual bool read(size_t offset, void* data, size_t length) = 0;
  virtual bool write(size_t offset, const void* data, size_t length) = 0;
  virtual bool erase(size_t sector) = 0;
  /** Lets other tasks run; called between sectors by long work. */
  virtual void yield() {}

 protected:
  ~FlashPort() = default;
};

/** The retained messages that a board keeps, which pins of the map it refused, which protections tripped, and what its relays have lived. */
enum class Document : uint8_t { config, agenda, control, refused, tripped, wear };

/** The last accepted message of each kind, readable before there is a network. */
class DocumentStore {
 public:
  /** Bytes read into `text`, 0 when there is none. */
  virtual size_t load(Document document, char* text, size_t capacity) = 0;
  /** false: it could not be written. */
  virtual bool save(Document document, const char* text, size_t length) = 0;

 protected:
  ~DocumentStore() = default;
};

}  // namespace acequia
