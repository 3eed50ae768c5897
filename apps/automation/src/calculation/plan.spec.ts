import type { ProgramaEntity } from '../storage/programa.entity.js';
import type { FarmSwitch, KnownFarm } from '../storage/farm.repository.js';
import { planOf, type Veda } from './plan.js';

const NOW = Date.parse('2026-11-23T00:00:00Z');
const DAY_MS = 86_400_000;

const valve = (id: number, sitio: string): FarmSwitch => ({
  id,
  placa_id: id,
  nombre: `Válvula ${id}`,
  pin: 4,
  sensor_pin: null,
  activo: true,
  maximum_s: 3_600,
  caudal_m3h: null,
  sitio,
  runsOnBoard: true,
  knowsControl: true,
  acrossBoards: false,
});

const farm: KnownFarm = {
  zona: 'UTC',
  latitud: null,
  longitud: null,
  groups: [],
  flows: new Map(),
  pumps: [],
  switches: new Map([
    [1, valve(1, 'Norte')],
    [2, valve(2, 'Sur')],
  ]),
  dispositivos: new Map([
    [1, { nombre: 'Bomba del pozo', activo: true, sitio: 'Norte' }],
    [2, { nombre: 'Bomba del río', activo: true, sitio: 'Sur' }],
  ]),
};

const programa = {
  id: 1,
  empresa_id: 1,
  nombre: 'Riego',
  activo: 1,
  pausado: 0,
  definicion: {
    dias: { cada: 1, desde: '2026-01-01' },
    inicios: ['05:00'],
    pasos: [{ switch_id: 1 }, { switch_id: 2 }, { dispositivo_id: 1 }, { dispositivo_id: 2 }].map((paso) => ({
      ...paso,
      duracion_s: 60,
    })),
    sin_conexion: 'regar',
  },
} as unknown as ProgramaEntity;

const skipped = (veda: Partial<Veda>): string[] =>
  planOf(
    [programa],
    farm,
    [{ placa_id: null, sitio: null, hasta: NOW + DAY_MS, motivo: 'Lluvia', ...veda }],
    NOW,
    NOW + DAY_MS,
  )
    .filter(({ estado }) => estado === 'omitido')
    .map(({ switch_id, dispositivo_id }) => (switch_id === null ? `d${dispositivo_id}` : `s${switch_id}`));

describe('«No regar»', () => {
  it.each([
    ['a company', {}, ['s1', 's2', 'd1', 'd2']],
    ['a board', { placa_id: 2 }, ['s2']],
    ['a site, with its cloud devices', { sitio: 'Norte' }, ['s1', 'd1']],
    ['a time that is over', { hasta: NOW }, []],
  ])('of %s skips its turns', (_, veda, turns) => {
    expect(skipped(veda)).toEqual(turns);
  });
});
