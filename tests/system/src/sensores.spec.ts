import type { DePlaca, MagnitudClave, Punto } from '@acequia/contracts';
import { eventually, type RunningAcequia, sharedAcequia } from '@acequia/testing';
import { Boards, type OrderedField } from './ordered-field.js';

type Wired = DePlaca extends infer One ? (One extends DePlaca ? Omit<One, 'tipo'> : never) : never;

/** Each driver, what it measures, and between what the simulated field says it. */
const SENSORS: [Wired, MagnitudClave, number, number][] = [
  [{ driver: 'pulsos', pin: 27 }, 'volumen', 0, 0],
  [{ driver: 'pulsos', pin: 26, ms: 0 }, 'volumen', 0, 0],
  [{ driver: 'adc', pin: 34 }, 'voltaje', 1, 2.4],
  [{ driver: 'ds18b20', pin: 32, addr: '280102030405069E' }, 'temperatura_suelo', 10, 26],
  [{ driver: 'sht4x', addr: 0x44, ch: 'h' }, 'humedad', 40, 80],
  [{ driver: 'bme280', addr: 0x76, ch: 'p' }, 'presion', 0.89, 0.91],
  [{ driver: 'ads1115', addr: 0x48, ch: '2' }, 'voltaje', 1, 2.4],
];

let acequia: RunningAcequia;
let field: OrderedField;
const boards = new Boards();

beforeAll(async () => {
  acequia = await sharedAcequia();
  field = await boards.field(acequia, await acequia.loginAdmin());
});
afterAll(async () => {
  await boards.stop();
  await acequia?.stop();
});

it('a simulated board tells what each of its sensors says', async () => {
  const { api } = field.farm.admin;
  const { board, empresa } = field.farm;
  const common = { empresa_id: empresa.id, placa_id: board.placa_id, cada_s: 10 };
  const made: Punto['id'][] = [];
  for (const [wired, magnitud] of SENSORS) {
    const body = { ...common, fuente: { tipo: 'placa', ...wired } as DePlaca, magnitud, nombre: wired.driver };
    made.push((await api.call('puntos.crear', { body })).id);
  }
  await eventually(async () => {
    const shown = await api.call('puntos.listar', { query: { placa_id: String(board.placa_id) } });
    const values = made.map((id) => shown.find((punto) => punto.id === id)?.valor ?? NaN);
    expect(values.map((value, i) => value >= SENSORS[i]![2] && value <= SENSORS[i]![3])).toEqual(
      values.map(() => true),
    );
  });
});
