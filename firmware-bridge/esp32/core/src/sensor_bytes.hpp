#pragma once
#include <cstddef>
#include <cstdint>

/** What the bytes of sensors mean, in millionths of °C, %, bar, V or a register's unit. false: a wrong checksum, or no value. */
namespace acequia {

/** Of 1-Wire: polynomial 0x31, bits reflected, from 0. Source: Maxim's application note 27. */
uint8_t crc8_maxim(const uint8_t* bytes, size_t length);
/** Of Sensirion: polynomial 0x31, from 0xFF. Source: Sensirion's SHT4x data sheet, 4.4. */
uint8_t crc8_sensirion(const uint8_t* bytes, size_t length);

/** A ROM of a DS18B20: its family, and its checksum. */
bool is_ds18b20(const uint8_t (&rom)[8]);
/** Its scratchpad. It says 85 °C from power-on to its first conversion, so 85 °C is no value. Source: Maxim's DS18B20 data sheet. */
bool decode_ds18b20(const uint8_t (&scratchpad)[9], int64_t& celsius);

/** Two words with a checksum each. Source: Sensirion's SHT4x data sheet, 4.6. */
bool decode_sht4x(const uint8_t (&bytes)[6], int64_t& celsius, int64_t& percent);

/** An answer of an ADS1115 with ±4.096 V; one beyond that is no value. Source: Texas Instruments' ADS1115 data sheet, 9.3.3. */
bool decode_ads1115(const uint8_t (&bytes)[2], int64_t& volts);

/** What a BME280 was calibrated with. Source: Bosch's BME280 data sheet (BST-BME280-DS002), 4.2.2. */
struct Bme280Trim {
  static constexpr size_t kFirst = 26;
  static constexpr size_t kSecond = 7;
  uint16_t t1 = 0;
  int16_t t2 = 0, t3 = 0;
  uint16_t p1 = 0;
  int16_t p2 = 0, p3 = 0, p4 = 0, p5 = 0, p6 = 0, p7 = 0, p8 = 0, p9 = 0;
  uint8_t h1 = 0, h3 = 0;
  int16_t h2 = 0, h4 = 0, h5 = 0;
  int8_t h6 = 0;
};
/** Registers 0x88 to 0xA1, and 0xE1 to 0xE7. */
Bme280Trim read_trim(const uint8_t (&first)[Bme280Trim::kFirst], const uint8_t (&second)[Bme280Trim::kSecond]);

struct Climate {
  int64_t celsius = 0;
  int64_t percent = 0;
  int64_t bar = 0;
};
/** Registers 0xF7 to 0xFE. Source: as above, 4.2.3, in integers. */
bool decode_bme280(const Bme280Trim& trim, const uint8_t (&bytes)[8], Climate& climate);

/** How registers of Modbus make a number. `…_low`: the low word comes first. */
enum class RegisterFormat : uint8_t { u16, s16, u32, s32, f32, u32_low, s32_low, f32_low };
/** false: no format has this name. */
bool read_format(const char* word, RegisterFormat& format);
constexpr uint8_t registers_of(RegisterFormat format) { return format <= RegisterFormat::s16 ? 1 : 2; }
/** An infinite number, none at all, and one of more than twelve digits is no value. */
bool decode_registers(RegisterFormat format, const uint16_t (&registers)[2], int64_t& value);

/** `a` × `value` + `b`, all in millionths, towards zero. false: it does not fit. */
bool scaled(int64_t a, int64_t value, int64_t b, int64_t& result);

}  // namespace acequia
