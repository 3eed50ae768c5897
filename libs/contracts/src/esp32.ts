/** GPIOs of a generic ESP32. Source: Espressif's ESP32 datasheet, "IO_MUX" and "Strapping pins". */
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

export const PINES_ESP32: ReadonlySet<number> = new Set([
  ...range(0, 19),
  ...range(21, 23),
  ...range(25, 27),
  ...range(32, 39),
]);

const INPUT_ONLY = new Set(range(34, 39));
/** The flash that the program runs from: to touch one of these pins stops the board. */
const FLASH = new Set(range(6, 11));
/** Memory too, in some modules. */
const MAYBE_FLASH = new Set([16, 17]);
const UART = new Set([1, 3]);
const BOOT = new Set([0, 2, 4, 5, 12, 15]);

/** The status LED of our firmware, unless it was built with another (`ACEQUIA_LED_PIN`). */
export const PIN_LED = 2;
/** High at power-on, it makes the chip feed its flash with 1.8 V, and the board does not start. */
const PIN_FLASH_VOLTAGE = 12;

export type PinRole = 'relay' | 'sensor';

export const pinExists = (pin: number): boolean => PINES_ESP32.has(pin);

/** Whether a pin can drive a relay: 1 and 3 toggle at each boot, 6 to 11 are the flash that the program runs from. */
export const movesRelay = (pin: number): boolean =>
  pinExists(pin) && !INPUT_ONLY.has(pin) && !UART.has(pin) && !FLASH.has(pin);

/** Whether our firmware may read a DHT on a pin at all: the wire is pulled low first, which an input cannot do. */
export const readsDht = (pin: number): boolean => pinExists(pin) && !INPUT_ONLY.has(pin) && !FLASH.has(pin);

/** Pins that our firmware takes only where an earlier map had them in that role. `led`: the pin of its LED. */
export const keptOnly = (pin: number, role: PinRole, led = PIN_LED): boolean =>
  pin === PIN_FLASH_VOLTAGE || (role === 'relay' ? pin === led : UART.has(pin));

/** Why an existing pin is given no new use on a board with our firmware, in Spanish; null = it may have one. */
export const pinRefusal = (pin: number, role: PinRole): string | null => {
  if (pin === PIN_FLASH_VOLTAGE) return `Con el pin ${pin} en alto al arrancar, la placa no arranca: no se usa.`;
  if (role === 'relay')
    return pin === PIN_LED ? `El pin ${pin} es el LED de la placa: no puede mover un relevador.` : null;
  if (UART.has(pin)) return `El pin ${pin} es del puerto serie de la placa: no puede leer un sensor.`;
  if (FLASH.has(pin)) return `El pin ${pin} es de la memoria de la placa: no puede leer un sensor.`;
  return INPUT_ONLY.has(pin) ? `El pin ${pin} es solo de entrada: no puede leer un DHT.` : null;
};

/** Why an existing pin is a doubtful choice, in Spanish; null = no objection. */
export const pinWarning = (pin: number): string | null => {
  if (INPUT_ONLY.has(pin)) return `El pin ${pin} es solo de entrada: no puede mover un relevador ni leer un DHT.`;
  if (FLASH.has(pin) || MAYBE_FLASH.has(pin)) return `El pin ${pin} suele pertenecer a la memoria flash de la placa.`;
  if (UART.has(pin)) return `El pin ${pin} es del puerto serie de la placa.`;
  if (BOOT.has(pin)) return `El pin ${pin} decide el arranque de la placa.`;
  return null;
};
