/** GPIOs of a generic ESP32. Source: Espressif's ESP32 datasheet, "IO_MUX" and "Strapping pins". */
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

export const PINES_ESP32: ReadonlySet<number> = new Set([
  ...range(0, 19),
  ...range(21, 23),
  ...range(25, 27),
  ...range(32, 39),
]);

const INPUT_ONLY = new Set(range(34, 39));
const FLASH = new Set([...range(6, 11), 16, 17]);
const UART = new Set([1, 3]);
const BOOT = new Set([0, 2, 4, 5, 12, 15]);

export const pinExists = (pin: number): boolean => PINES_ESP32.has(pin);

/** Whether a pin can drive a relay: 1 and 3 toggle at each boot, 6 to 11 are the flash that the program runs from. */
export const movesRelay = (pin: number): boolean =>
  pinExists(pin) && !INPUT_ONLY.has(pin) && !UART.has(pin) && !(pin >= 6 && pin <= 11);

/** Why an existing pin is a doubtful choice, in Spanish; null = no objection. */
export const pinWarning = (pin: number): string | null => {
  if (INPUT_ONLY.has(pin)) return `El pin ${pin} es solo de entrada: no puede mover un relevador ni leer un DHT.`;
  if (FLASH.has(pin)) return `El pin ${pin} suele pertenecer a la memoria flash de la placa.`;
  if (UART.has(pin)) return `El pin ${pin} es del puerto serie de la placa.`;
  if (BOOT.has(pin)) return `El pin ${pin} decide el arranque de la placa.`;
  return null;
};
