import type { Switch } from '@acequia/contracts';
import { pinRows, switchesOfPins } from './pin-rows.js';

const ts = 1;
const pines = [
  { pin: 4, estado: 1 as const, ts },
  { pin: 5, estado: 0 as const, ts },
];
const sensores = [{ pin: 15, temperatura: 20, humedad: 60, ts }];
const board = { placa_id: 9, dialecto: 'acequia' as const };
const of = (changes: Partial<Switch>): Switch =>
  ({ placa_id: 9, hardware_pin: 4, switch_site_id: 3, ...changes }) as Switch;

describe('the pins that a board has just reported', () => {
  it('are offered unless a switch of that board has them', () => {
    expect(pinRows({ pines, sensores }, [of({})], board).map(({ pin }) => pin)).toEqual([5]);
    expect(pinRows({ pines, sensores }, [of({ placa_id: 8 })], board).map(({ pin }) => pin)).toEqual([4, 5]);
  });

  it('are not offered where the server would refuse them, on a board with our firmware', () => {
    const reported = {
      pines: [12, 14].map((pin) => ({ pin, estado: 0 as const, ts })),
      sensores: [{ ...sensores[0]!, pin: 3 }],
    };
    expect(pinRows(reported, [], board).map(({ pin, sensor }) => [pin, sensor])).toEqual([[14, null]]);
    const tasmota = { ...board, dialecto: 'tasmota' as const };
    expect(pinRows(reported, [], tasmota).map(({ pin, sensor }) => [pin, sensor])).toEqual([
      [12, 3],
      [14, 3],
    ]);
  });

  it('take the only sensor; of two, none is guessed', () => {
    expect(pinRows({ pines, sensores }, [], board).map(({ sensor }) => sensor)).toEqual([15, 15]);
    const two = [...sensores, { ...sensores[0]!, pin: 16 }];
    expect(pinRows({ pines, sensores: two }, [], board).map(({ sensor }) => sensor)).toEqual([null, null]);
  });

  it('become switches after those of the company, only where they are wanted', () => {
    const rows = pinRows({ pines, sensores }, [], board).map((row) => ({ ...row, wanted: row.pin === 5 }));
    expect(switchesOfPins(rows, { id: 1001, empresa_id: 2 }, 'Norte', [of({})])).toEqual([
      {
        nombre: 'Pin 5',
        tipo: 'selenoide',
        zona: 'Norte',
        empresa_id: 2,
        dispositivo_id: 1001,
        activo: 1,
        par_numero: 1,
        switch_site_id: 4,
        hardware_pin: 5,
        tiene_sensor: 1,
        sensor_pin: 15,
      },
    ]);
  });
});
