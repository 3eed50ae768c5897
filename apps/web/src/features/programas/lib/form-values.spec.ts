import type { Programa } from '@acequia/contracts';
import { faultsOf, programaOf, valuesOf, wholePrograma } from './form-values.js';

const guardado: Programa = {
  id: 3,
  empresa_id: 1,
  nombre: 'Sector norte',
  activo: 1,
  dias: { cada: 3, desde: '2026-01-01' },
  inicios: ['05:00', { sol: 'puesta', minutos: -30 }],
  pasos: [
    { switch_id: 7, duracion_s: 600, junto_con_anterior: 0 },
    { dispositivo_id: 2, duracion_s: 90, junto_con_anterior: 1 },
  ],
  porcentajes: Array.from({ length: 12 }, () => 100),
  temporada: { desde: '11-01', hasta: '02-28' },
  ventana: { desde: '22:00', hasta: '06:00' },
  pausa_s: 30,
  remojo: { max_s: 300, pausa_s: 600 },
  limite: { valvulas: 2 },
  sin_conexion: 'no_regar',
  tarde_max_min: 10,
  pausado: 0,
  proximo: null,
  vias: [],
  pendiente: 0,
  version: 4,
};

describe('the form of a program', () => {
  it('gives back what is stored, also what it does not show', () => {
    const { id: _id, pausado: _p, proximo: _n, vias: _v, pendiente: _q, ...contract } = guardado;
    expect(wholePrograma(valuesOf(guardado, '2026-05-01'), guardado, 1)).toEqual(contract);
  });

  it('is whole once a switch is chosen, and says beside each field what is wrong', () => {
    const fresh = valuesOf(null, '2026-05-01');
    expect(wholePrograma(fresh, null, 1)).toBeNull();
    const [step] = fresh.pasos;
    expect(wholePrograma({ ...fresh, pasos: [{ ...step!, objeto: 's7' }] }, null, 1)).not.toBeNull();
    const faults = faultsOf({ ...fresh, semana: [], pasos: [{ objeto: 's7', minutos: null, junto: false }] }, null, 1);
    expect(faults.map(({ field }) => field).sort()).toEqual(['nombre', 'pasos.0.minutos', 'semana']);
  });

  it('sends minutes as seconds and a first step always alone', () => {
    const fresh = { ...valuesOf(null, '2026-05-01'), pasos: [{ objeto: 's7', minutos: 1.5, junto: true }] };
    expect(programaOf(fresh, null, 1)).toMatchObject({
      pasos: [{ switch_id: 7, duracion_s: 90, junto_con_anterior: 0 }],
    });
  });
});
