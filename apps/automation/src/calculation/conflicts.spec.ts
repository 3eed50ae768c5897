import { expand } from '../expansion/expand.js';
import type { ProgramaExpandible } from '../expansion/types.js';
import type { FarmSwitch, KnownFarm } from '../storage/farm.repository.js';
import { conflictsOf } from './conflicts.js';

const FROM = Date.UTC(2026, 4, 1);
const valve = (id: number): FarmSwitch => ({
  id,
  placa_id: 1,
  nombre: `V${id}`,
  pin: id,
  sensor_pin: null,
  activo: true,
  maximum_s: 100,
  caudal_m3h: null,
  sitio: '',
  runsOnBoard: true,
  knowsControl: false,
  acrossBoards: false,
});
const farm: KnownFarm = {
  zona: 'UTC',
  latitud: null,
  longitud: null,
  groups: [],
  flows: new Map(),
  pumps: [],
  dispositivos: new Map(),
  switches: new Map([1, 2].map((id) => [id, valve(id)])),
};
const programa = (cambios: Partial<ProgramaExpandible>): ProgramaExpandible => ({
  id: 1,
  dias: { cada: 1, desde: '2026-01-01' },
  inicios: ['05:00'],
  pasos: [{ switch_id: 1, duracion_s: 60 }],
  ...cambios,
});
const conflicts = (one: ProgramaExpandible, other?: ProgramaExpandible): string[] => {
  const runs = (program: ProgramaExpandible) => expand(program, farm, FROM, FROM + 86_400_000);
  return conflictsOf(one, runs(one), other ? runs(other) : [], farm).map(({ tipo, texto }) => `${tipo}: ${texto}`);
};

describe('a conflict of a program', () => {
  const remojo = { max_s: 60, pausa_s: 90 };
  const SOAK = ['mismo_switch: «V1» no descansaría 90 s entre dos riegos.'];

  it('is a meter that counts two valves at once, and says how far off the service ends a step', () => {
    const meters = (n: number | null) =>
      new Map([1, 2].map((id) => [id, { id: 7, nombre: 'Medidor', cada_s: 60, n }] as const));
    const both = programa({
      pasos: [
        { switch_id: 1, duracion_s: 60, volumen_m3: 2 },
        { switch_id: 2, duracion_s: 60, junto_con_anterior: 1 },
      ],
    });
    const found = (one: ProgramaExpandible, known: KnownFarm): string[] =>
      conflictsOf(one, expand(one, known, FROM, FROM + 86_400_000), [], known).map(({ texto }) => texto);
    expect(found(both, { ...farm, meters: meters(3) })).toEqual([
      '«Medidor» mediría «V1» y «V2» a la vez: el volumen de uno contaría también el agua del otro.',
    ]);
    const alone = programa({ pasos: both.pasos.slice(0, 1) });
    expect(found(alone, { ...farm, meters: meters(3) })).toEqual([]);
    expect(found(alone, { ...farm, meters: meters(null), flows: new Map([[1, 12]]) })).toEqual([
      '«V1» la apaga el servicio, no su placa, con el último valor de «Medidor», que puede tener 60 s: hasta 0.2 m³ más.',
    ]);
    expect(found(alone, farm)).toEqual(['Ningún medidor mide «V1»: regaría su tiempo máximo.']);
  });

  it('is a valve without its rest between two starts, or beside another program', () => {
    const twice = programa({ remojo, inicios: ['05:00', '05:02'] });
    expect(conflicts(twice)).toEqual(SOAK);
    expect(conflicts(programa({ remojo, inicios: ['05:00', '05:03'] }))).toEqual([]);
    const later = programa({ id: 2, inicios: ['05:02'] });
    expect(conflicts(programa({ remojo }), later)).toEqual(SOAK);
    expect(conflicts(programa({}), later)).toEqual([]);
  });

  it('is a longest time on that runs without a gap pass together', () => {
    const joined = ['maximo_encendido: «V1» tendría turnos seguidos que juntos pasan de su máximo encendido, 2 min.'];
    const steps = [1, 1].map((switch_id) => ({ switch_id, duracion_s: 60 }));
    expect(conflicts(programa({ pasos: steps }))).toEqual(joined);
    expect(conflicts(programa({ pasos: steps, pausa_s: 5 }))).toEqual([]);
    expect(conflicts(programa({}), programa({ id: 2, inicios: ['05:01'] }))).toEqual(joined);
  });
});
