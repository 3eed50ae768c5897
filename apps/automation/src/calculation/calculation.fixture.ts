import type { ProgramaSave } from '@acequia/contracts';
import type { KnownFarm } from '../storage/farm.repository.js';

/** ms. */
export const FROM = Date.UTC(2026, 4, 1);

export const farm: KnownFarm = {
  zona: 'UTC',
  latitud: null,
  longitud: null,
  flows: new Map(),
  pumps: [],
  groups: [],
  dispositivos: new Map(),
  switches: new Map(
    Array.from({ length: 64 }, (_, n) => [
      n + 1,
      {
        id: n + 1,
        placa_id: 1,
        nombre: `Válvula ${n + 1}`,
        pin: n,
        sensor_pin: null,
        activo: true,
        sitio: '',
        maximum_s: 86_400,
        caudal_m3h: null,
        runsOnBoard: true,
        knowsControl: false,
        acrossBoards: false,
      },
    ]),
  ),
};
export const programa = (changes: Partial<ProgramaSave> = {}) => ({
  id: 1,
  dias: { cada: 1, desde: '2026-01-01' },
  inicios: ['05:00'],
  pasos: [
    { switch_id: 1, duracion_s: 600 },
    { switch_id: 2, duracion_s: 600 },
  ],
  ...changes,
});
