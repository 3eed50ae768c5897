import { AppError, type Dialecto } from '@acequia/contracts';
import { inspectPins, type SwitchPins } from './pin-rules.js';

const pines = (
  nombre: string,
  hardware_pin: number,
  sensor_pin: number | null = null,
  placa_id = 1,
  dialecto: Dialecto = 'acequia',
): SwitchPins => ({
  nombre,
  placa_id,
  numero: 1000 + placa_id,
  dialecto,
  hardware_pin,
  sensor_pin,
});

const rejection = (batch: SwitchPins[], others: SwitchPins[] = [], before: SwitchPins[] = []): AppError => {
  try {
    inspectPins(batch, others, before);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('the pins were accepted');
};

describe('the pins of a save', () => {
  it('are accepted when every relay has its own', () => {
    expect(inspectPins([pines('A', 18), pines('B', 19)], [pines('C', 21)])).toEqual([]);
  });

  it.each([20, 24, 28, 31, 40, 255])('do not include %i, which no ESP32 has', (pin) => {
    const error = rejection([pines('A', 18), pines('Bomba', pin)]);
    expect(error.codigo).toBe('pin_inexistente');
    expect(error.texto).toContain(`pin ${pin}`);
    expect(error.texto).toContain('1001');
    expect(error.detalles).toEqual([{ campo: 'body.switches.1.hardware_pin', mensaje: error.texto }]);
  });

  it('refuse a sensor on a pin that does not exist', () => {
    expect(rejection([pines('A', 18, 24)]).detalles?.[0]?.campo).toBe('body.switches.0.sensor_pin');
  });

  it('refuse a relay pin that another switch of the board has, naming pin, board and switch', () => {
    const error = rejection([pines('A', 18)], [pines('Bomba norte', 18)]);
    expect(error.codigo).toBe('pin_ocupado');
    expect(error.texto).toBe('El pin 18 de la placa 1001 ya es del switch «Bomba norte».');
  });

  it('refuse the same relay pin twice within the save', () => {
    const error = rejection([pines('A', 18), pines('B', 18)]);
    expect(error.codigo).toBe('pin_ocupado');
    expect(error.texto).toContain('«A»');
    expect(error.detalles?.[0]?.campo).toBe('body.switches.1.hardware_pin');
  });

  it('may repeat on another board', () => {
    expect(inspectPins([pines('A', 18), pines('B', 18, null, 2)], [])).toEqual([]);
  });

  it('let several switches read one sensor', () => {
    expect(inspectPins([pines('A', 18, 23), pines('B', 19, 23)], [pines('C', 21, 23)])).toEqual([]);
  });

  it.each([
    ['its own relay', [pines('A', 18, 18)], []],
    ['the relay of a stored switch', [pines('A', 18, 19)], [pines('B', 19)]],
    ['the relay of another switch of the save, whichever comes first', [pines('A', 18, 19), pines('B', 19)], []],
  ])('refuse a sensor on %s', (_case, batch, others) => {
    expect(rejection(batch, others).codigo).toBe('pin_ocupado');
  });

  it('refuse a relay on a pin where a stored switch reads its sensor', () => {
    const error = rejection([pines('A', 23)], [pines('Invernadero', 18, 23)]);
    expect(error.codigo).toBe('pin_ocupado');
    expect(error.texto).toContain('«Invernadero»');
  });

  it('warn once of each doubtful pin', () => {
    const avisos = inspectPins([pines('A', 15, 16), pines('B', 6, 16)], []);
    expect(avisos).toHaveLength(3);
    expect(avisos.join(' ')).toMatch(/pin 15 .*pin 16 .*pin 6 /);
  });

  it.each([
    ['a relay on the LED', pines('A', 2), 'hardware_pin'],
    ['a relay on the pin that decides the voltage of the flash', pines('A', 12), 'hardware_pin'],
    ['a sensor on it', pines('A', 18, 12), 'sensor_pin'],
    ['a sensor on the serial port', pines('A', 18, 1), 'sensor_pin'],
    ['a sensor on the flash', pines('A', 18, 8), 'sensor_pin'],
    ['a DHT on an input', pines('A', 18, 36), 'sensor_pin'],
  ])('refuse %s', (_case, one, campo) => {
    const error = rejection([pines('B', 19), one]);
    expect(error.codigo).toBe('pin_no_apto');
    expect(error.detalles).toEqual([{ campo: `body.switches.1.${campo}`, mensaje: error.texto }]);
  });

  it('stay where the board has them already, with a warning', () => {
    const old = pines('A', 12, 3);
    expect(inspectPins([{ ...old, nombre: 'Otro nombre' }], [], [old])).toHaveLength(2);
    // A second switch may read the sensor that the board reads anyway.
    expect(inspectPins([pines('B', 19, 3)], [old])).toHaveLength(1);
    expect(rejection([pines('A', 12, 3, 2)], [], [old]).codigo).toBe('pin_no_apto');
    expect(rejection([pines('A', 18, 12)], [], [old]).codigo).toBe('pin_no_apto');
  });

  it('of another firmware are its own numbers: of its relays, and of its sensors', () => {
    const shelly = (nombre: string, relay: number, sensor: number | null = null) =>
      pines(nombre, relay, sensor, 2, 'shelly');
    expect(inspectPins([shelly('A', 0, 1), shelly('B', 1, 1)], [shelly('C', 2, 0)])).toEqual([]);
    expect(rejection([shelly('A', 1)], [shelly('B', 1)]).codigo).toBe('pin_ocupado');
    expect(inspectPins([shelly('A', 12, 6)], [])).toEqual([]);
    expect(rejection([shelly('A', 24)]).texto).toBe('La placa Shelly 1002 no tiene el pin 24 («A»).');
  });

  it('of a Tasmota begin with 1: 0 would be all its relays at once', () => {
    const tasmota = (pin: number, sensor: number | null = null) => pines('A', pin, sensor, 3, 'tasmota');
    expect(inspectPins([tasmota(1, 1)], [])).toEqual([]);
    expect(rejection([tasmota(0)]).codigo).toBe('pin_inexistente');
    expect(rejection([tasmota(33)]).codigo).toBe('pin_inexistente');
  });
});
