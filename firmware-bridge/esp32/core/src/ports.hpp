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
  /** The newest reading. false: no valid answer. */
  virtual bool read(int pin, Reading& reading) = 0;
  /** false: it was not asked yet, and will be. */
  virtual bool asked(int) { return true; }

 protected:
  ~SensorPort() = default;
};

/** What is asked of a device on RS-485. Its speed is its own. */
struct Registers {
  uint8_t address = 0;
  /** 3: holding registers, 4: input registers. */
  uint8_t function = 0;
  uint16_t first = 0;
  uint8_t count = 0;
  uint32_t baud = 0;
  /** `n`, `e` or `o`. */
  char parity = 'n';
};

/** Slow wires; each call may block, and is made without the board's lock. false: no answer. */
class WirePort {
 public:
  /** A reset of the bus at `pin`, then writes `out` and reads `in`. */
  virtual bool one_wire(int pin, const uint8_t* out, size_t out_length, uint8_t* in, size_t in_length) = 0;
  /** Writes `out`, then reads `in`; either may be empty. */
  virtual bool i2c(uint8_t address, const uint8_t* out, size_t out_length, uint8_t* in, size_t in_length) = 0;
  /** Answers checked by their CRC. */
  virtual bool modbus(const Registers& ask, uint16_t* registers) = 0;
  virtual void wait(int ms) = 0;

 protected:
  ~WirePort() = default;
};

/** Sensors of points of measurement. No call waits for a slow wire. */
class PointPort {
 public:
  /**
   * Readies an existing pin to count closings of a contact that is still for so long, ms; 0: it does not bounce. A repeated call changes
   * nothing. false: no counter is left for it.
   */
  virtual bool count(int pin, int still_ms) = 0;
  /** Pulses since the boot, by the last `count` of the pin; wraps at 2^32. */
  virtual uint32_t pulses(int pin) = 0;
  /** false: no valid answer. */
  virtual bool millivolts(int pin, int32_t& value) = 0;
  virtual WirePort& wires() = 0;

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

/**
 * The retained messages that a board keeps, which pins of the map it refused, which protections tripped, what its relays have lived, and
 * how far its update is.
 */
enum class Document : uint8_t { config, agenda, control, refused, tripped, wear, update };

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

/** The slot beside the program that runs, and which of the two the chip starts. */
class ImagePort {
 public:
  virtual FlashPort& slot() = 0;
  /** Whether what is in the slot is whole and signed by its operator. May take seconds. */
  virtual bool signed_well() = 0;
  /** The chip starts the slot next: once, on trial. false: it could not be written. */
  virtual bool start_next() = 0;
  virtual void restart() = 0;
  /** Ends the trial of what runs. false: it could not be written. */
  virtual bool keep() = 0;
  /** Starts what ran before. */
  virtual void roll_back() = 0;

 protected:
  ~ImagePort() = default;
};

/** A server of images. */
class SourcePort {
 public:
  /** `later`: it asks to wait. `other_size`: what it has is longer or shorter. */
  enum class Opened : uint8_t { ready, later, other_size, failed };
  /** Asks for the bytes from `at` on. A server that cannot begin there sets `at` to 0. `wait_s`: of `later`. May take seconds. */
  virtual Opened open(const char* url, uint32_t size, uint32_t& at, uint32_t& wait_s) = 0;
  /** How many bytes came; 0: none any more, or the connection broke. May take seconds. */
  virtual size_t read(uint8_t* data, size_t capacity) = 0;
  virtual void close() = 0;

 protected:
  ~SourcePort() = default;
};

}  // namespace acequia
