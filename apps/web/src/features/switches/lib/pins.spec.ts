import type { Switch } from '@acequia/contracts';
import { obstacle, pinNote, usedPins, type ChosenPlaca } from './pins.js';

const one = (id: number, nombre: string, hardware_pin: number, sensor_pin: number | null, dispositivo_id = 1001) =>
  ({ id, nombre, hardware_pin, sensor_pin, dispositivo_id }) as Switch;
const list = [one(1, 'Pozo', 4, 15), one(2, 'Canal', 5, 15), one(3, 'Otra placa', 13, null, 1002)];
const chosen = (dialecto: ChosenPlaca['dialecto'], edited: number | null, all = list): ChosenPlaca => ({
  dialecto,
  used: usedPins(all, 1001, edited),
  had: usedPins(all, 1001, null),
});

describe('the pins of a board', () => {
  const used = chosen('acequia', null);

  it('are taken by the switches of that board alone, but for the one being edited', () => {
    expect(obstacle(4, 'relay', used)).toBe('El pin 4 ya mueve el switch «Pozo».');
    expect(obstacle(13, 'relay', used)).toBeNull();
    expect(obstacle(4, 'relay', chosen('acequia', 1))).toBeNull();
  });

  it('may read one sensor for several switches, and not move a relay too', () => {
    expect(obstacle(15, 'sensor', used)).toBeNull();
    expect(obstacle(15, 'relay', used)).toBe('El pin 15 ya lee el sensor de «Canal».');
    expect(obstacle(5, 'sensor', used)).toBe('El pin 5 ya mueve el switch «Canal».');
  });

  it('are told apart from those the board does not have, and from doubtful ones', () => {
    expect(obstacle(20, 'relay', used)).toBe('La placa no tiene el pin 20.');
    expect(pinNote(34, 'relay', used)).toContain('solo de entrada');
    expect(pinNote(23, 'relay', used)).toBeNull();
  });

  it('are refused where they would harm the board, and kept by the switch that has them already', () => {
    expect(obstacle(12, 'relay', used)).toContain('no arranca');
    expect(obstacle(2, 'relay', used)).toContain('LED');
    expect(obstacle(2, 'sensor', used)).toBeNull();
    expect([1, 3, 6, 11, 12, 34, 39].filter((pin) => obstacle(pin, 'sensor', used) === null)).toEqual([]);
    const old = [...list, one(4, 'Viejo', 12, 3)];
    expect(obstacle(12, 'relay', chosen('acequia', 4, old))).toBeNull();
    expect(pinNote(12, 'relay', chosen('acequia', 4, old))).toContain('no arranca');
    expect(obstacle(3, 'sensor', chosen('acequia', 4, old))).toBeNull();
    expect(obstacle(12, 'relay', chosen('tasmota', 4, list))).toBeNull();
  });

  it('are numbers of relays and of sensors, each by themselves, on boards of other firmwares', () => {
    const tasmota = chosen('tasmota', null);
    expect(pinNote(1, 'relay', tasmota)).toBeNull();
    expect(obstacle(15, 'relay', tasmota)).toBeNull();
    expect(obstacle(5, 'sensor', tasmota)).toBeNull();
    expect(obstacle(5, 'relay', tasmota)).toBe('El pin 5 ya mueve el switch «Canal».');
    expect(obstacle(0, 'relay', tasmota)).toBe('La placa no tiene el pin 0.');
  });
});
