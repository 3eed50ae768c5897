/** Pins that the reference firmware gives to its buses (`firmware-bridge/esp32/core/src/pins.hpp`). */
export const I2C_PINS = { sda: 21, scl: 22 } as const;
export const RS485_PINS = { rx: 16, tx: 17, de: 4 } as const;

/** What a sensor on a slow wire may be asked, by driver. Sources: the data sheets that `esp32/core/src/sensor_bytes.hpp` names. */
export const SENSOR_LINES = {
  sht4x: { addr: [0x44, 0x45, 0x46], ch: ['t', 'h'] },
  bme280: { addr: [0x76, 0x77], ch: ['t', 'h', 'p'] },
  ads1115: { addr: [0x48, 0x49, 0x4a, 0x4b], ch: ['0', '1', '2', '3'] },
  modbus: {
    /** Holding registers, input registers. */
    fn: [3, 4],
    /** `l`: the low word comes first. */
    format: ['u16', 's16', 'u32', 's32', 'f32', 'u32l', 's32l', 'f32l'],
    baud: [1_200, 2_400, 4_800, 9_600, 19_200, 38_400, 57_600, 115_200],
    /** None, even, odd. */
    parity: ['n', 'e', 'o'],
  },
} as const;

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));

/** CRC-8 of 1-Wire. Source: Maxim's application note 27. */
const crc8 = (bytes: Uint8Array): number => {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0x8c : crc >> 1;
  }
  return crc;
};

/** Whether these are the sixteen digits of a DS18B20, its family (28) first and its checksum last. */
export const isDs18b20 = (addr: string): boolean => /^28[0-9A-F]{14}$/.test(addr) && crc8(bytesOf(addr)) === 0;

/** An address as people copy it: with separators, in small letters, or the last byte first, as ESP-IDF and ESPHome print it. */
export const ds18b20Of = (text: string): string => {
  const addr = text
    .trim()
    .replace(/^0x|[-:.\s]/gi, '')
    .toUpperCase();
  const turned = (addr.match(/../g) ?? []).reverse().join('');
  return !isDs18b20(addr) && isDs18b20(turned) ? turned : addr;
};
