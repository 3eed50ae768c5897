import type { Switch } from '@acequia/contracts';
import { obstacle, pinNote, usedPins, type ChosenPlaca } from './pins.js';

const one = (id: number, nombre: string, hardware_pin: number, sensor_pin: number | null, dispositivo_id = 1001) =>
  ({ id, nombre, hardware_pin, sensor_pin, dispositivo_id }) as Switch;
const list = [one(1, 'Pozo', 4, 15), one(2, 'Canal', 5, 15), one(3, 'Otra placa', 13, null, 1002)];

describe('the pins of a board', () => {
  const used: ChosenPlaca = { dialecto: 'acequia', used: usedPins(list, 1001, null) };

  it('are taken by the switches of that board alone, but for the one being edited', () => {
    expect(obstacle(4, 'relay', used)).toBe('El pin 4 ya mueve el switch «Pozo».');
    expect(obstacle(13, 'relay', used)).toBeNull();
    expect(obstacle(4, 'relay', { dialecto: 'acequia', used: usedPins(list, 1001, 1) })).toBeNull();
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

  it('are numbers of relays and of sensors, each by themselves, on boards of other firmwares', () => {
    const tasmota: ChosenPlaca = { dialecto: 'tasmota', used: usedPins(list, 1001, null) };
    expect(pinNote(1, 'relay', tasmota)).toBeNull();
    expect(obstacle(15, 'relay', tasmota)).toBeNull();
    expect(obstacle(5, 'sensor', tasmota)).toBeNull();
    expect(obstacle(5, 'relay', tasmota)).toBe('El pin 5 ya mueve el switch «Canal».');
    expect(obstacle(0, 'relay', tasmota)).toBe('La placa no tiene el pin 0.');
  });
});
