import type { Switch } from '@acequia/contracts';
import { impedimento, notaDePin, pinesUsados, type PlacaElegida } from './pins.js';

const uno = (id: number, nombre: string, hardware_pin: number, sensor_pin: number | null, dispositivo_id = 1001) =>
  ({ id, nombre, hardware_pin, sensor_pin, dispositivo_id }) as Switch;
const lista = [uno(1, 'Pozo', 4, 15), uno(2, 'Canal', 5, 15), uno(3, 'Otra placa', 13, null, 1002)];

describe('the pins of a board', () => {
  const usados: PlacaElegida = { dialecto: 'acequia', usados: pinesUsados(lista, 1001, null) };

  it('are taken by the switches of that board alone, but for the one being edited', () => {
    expect(impedimento(4, 'rele', usados)).toBe('El pin 4 ya mueve el switch «Pozo».');
    expect(impedimento(13, 'rele', usados)).toBeNull();
    expect(impedimento(4, 'rele', { dialecto: 'acequia', usados: pinesUsados(lista, 1001, 1) })).toBeNull();
  });

  it('may read one sensor for several switches, and not move a relay too', () => {
    expect(impedimento(15, 'sensor', usados)).toBeNull();
    expect(impedimento(15, 'rele', usados)).toBe('El pin 15 ya lee el sensor de «Canal».');
    expect(impedimento(5, 'sensor', usados)).toBe('El pin 5 ya mueve el switch «Canal».');
  });

  it('are told apart from those the board does not have, and from doubtful ones', () => {
    expect(impedimento(20, 'rele', usados)).toBe('La placa no tiene el pin 20.');
    expect(notaDePin(34, 'rele', usados)).toContain('solo de entrada');
    expect(notaDePin(23, 'rele', usados)).toBeNull();
  });

  it('are numbers of relays and of sensors, each by themselves, on boards of other firmwares', () => {
    const tasmota: PlacaElegida = { dialecto: 'tasmota', usados: pinesUsados(lista, 1001, null) };
    expect(notaDePin(1, 'rele', tasmota)).toBeNull();
    expect(impedimento(15, 'rele', tasmota)).toBeNull();
    expect(impedimento(5, 'sensor', tasmota)).toBeNull();
    expect(impedimento(5, 'rele', tasmota)).toBe('El pin 5 ya mueve el switch «Canal».');
    expect(impedimento(0, 'rele', tasmota)).toBe('La placa no tiene el pin 0.');
  });
});
