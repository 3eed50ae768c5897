import type { Programa, Punto } from '@acequia/contracts';
import { faultsOf, wholePrograma } from './form-faults.js';
import { newCondition, newStep, programaOf, valuesOf } from './form-values.js';
import { summariesOf } from './summaries.js';

const guardado: Programa = {
  id: 3,
  empresa_id: 1,
  nombre: 'Sector norte',
  activo: 1,
  dias: { cada: 3, desde: '2026-01-01' },
  inicios: ['05:00', { sol: 'puesta', minutos: -30 }],
  pasos: [
    { switch_id: 7, duracion_s: 600, junto_con_anterior: 0 },
    { switch_id: 8, duracion_s: 7_200, volumen_m3: 20, junto_con_anterior: 0 },
    { switch_id: 9, duracion_s: 7_200, hasta: { punto_id: 6, humedad: 30 }, junto_con_anterior: 0 },
    { dispositivo_id: 2, duracion_s: 90, junto_con_anterior: 1 },
  ],
  porcentajes: [50, 60, 70, 80, 90, 100, 110, 110, 100, 80, 60, 50],
  temporada: { desde: '11-01', hasta: '02-28' },
  ventana: { desde: '22:00', hasta: '06:00' },
  pausa_s: 30,
  remojo: { max_s: 300, pausa_s: 600 },
  limite: { valvulas: 2 },
  omitir: [
    { tipo: 'humedad_mayor', switch_id: 7, valor: 80 },
    { tipo: 'temperatura_menor', switch_id: 8, valor: 10, reducir_a: 60 },
    { tipo: 'punto_mayor', punto_id: 5, valor: 4, horas: 24 },
    { tipo: 'punto_mayor', punto_id: 5, valor: 2, horas: 3, retrasar: 1 },
  ],
  ajuste_et0: { switch_id: 7, referencia_mm: 5.5, minimo: 30 },
  sin_conexion: 'no_regar',
  tarde_max_min: 10,
  pausado: 0,
  proximo: null,
  vias: [],
  pendiente: 0,
  version: 4,
};

describe('the form of a program', () => {
  it('gives back all that is stored', () => {
    const { id: _id, pausado: _p, proximo: _n, vias: _v, pendiente: _q, ...contract } = guardado;
    expect(wholePrograma(valuesOf(guardado, '2026-05-01'), 1)).toEqual(contract);
  });

  it('is whole once a switch is chosen, and says beside each field what is wrong', () => {
    const fresh = valuesOf(null, '2026-05-01');
    expect(wholePrograma(fresh, 1)).toBeNull();
    const [step] = fresh.pasos;
    expect(wholePrograma({ ...fresh, pasos: [{ ...step!, objeto: 's7' }] }, 1)).not.toBeNull();
    const faults = faultsOf({ ...fresh, semana: [], pasos: [{ ...step!, objeto: 's7', minutos: null }] }, 1);
    expect(faults.map(({ field }) => field).sort()).toEqual(['nombre', 'pasos.0.minutos', 'semana']);
  });

  it('asks for the m³ of a step by volume, and for none of a dispositivo', () => {
    const fresh = { ...valuesOf(null, '2026-05-01'), nombre: 'Norte' };
    const step = { ...newStep(), ends: 'volumen' as const };
    const without = faultsOf({ ...fresh, pasos: [{ ...step, objeto: 's7' }] }, 1);
    expect(without).toEqual([{ field: 'pasos.0.m3', message: 'Este dato es obligatorio' }]);
    expect(faultsOf({ ...fresh, pasos: [{ ...step, objeto: 's7', m3: 1e6 }] }, 1)).toMatchObject([
      { field: 'pasos.0.m3' },
    ]);
    expect(wholePrograma({ ...fresh, pasos: [{ ...step, objeto: 'd7' }] }, 1)?.pasos[0]).not.toHaveProperty(
      'volumen_m3',
    );
  });

  it('asks for the point and the moisture of a step that ends by the soil', () => {
    const fresh = { ...valuesOf(null, '2026-05-01'), nombre: 'Norte' };
    const pasos = [{ ...newStep(), objeto: 's7', ends: 'humedad' as const }];
    const faults = faultsOf({ ...fresh, pasos }, 1);
    expect(faults.map(({ field }) => field).sort()).toEqual(['pasos.0.humedad', 'pasos.0.suelo']);
  });

  it('tells every fault in Spanish', () => {
    const pasos = [{ ...newStep(), objeto: 's7', minutos: 1e9 }];
    const faults = faultsOf({ ...valuesOf(null, '2026-05-01'), nombre: 'x'.repeat(500), pasos }, 1);
    expect(faults.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Máximo \d+ caracteres$/),
      expect.stringMatching(/^Debe ser \d+ o menos$/),
    ]);
  });

  it('sends minutes as seconds and a first step always alone', () => {
    const fresh = {
      ...valuesOf(null, '2026-05-01'),
      pasos: [{ ...newStep(), objeto: 's7', minutos: 1.5, junto: true }],
    };
    expect(programaOf(fresh, 1)).toMatchObject({
      pasos: [{ switch_id: 7, duracion_s: 90, junto_con_anterior: 0 }],
    });
  });

  it('takes an empty month for the whole duration, and asks for both ends of a season', () => {
    const fresh = valuesOf(null, '2026-05-01');
    const porcentajes = fresh.porcentajes.map((month, n) => (n === 6 ? { valor: 120 } : month));
    expect(programaOf({ ...fresh, porcentajes }, 1)).toMatchObject({
      porcentajes: [100, 100, 100, 100, 100, 100, 120, 100, 100, 100, 100, 100],
    });
    const pasos = [{ ...newStep(), objeto: 's7', minutos: 5 }];
    const half = { ...fresh, nombre: 'x', pasos, temporada_desde: { mes: '03', dia: 1 } };
    expect(faultsOf(half, 1).map(({ field }) => field)).toEqual(['temporada_hasta.dia']);
    const never = { ...half, temporada_hasta: { mes: '02', dia: 30 } };
    expect(faultsOf(never, 1)).toEqual([{ field: 'temporada_hasta.dia', message: 'La fecha no existe' }]);
  });

  it('wants the sensor and the reference of an adjustment by ET0, or a value by hand', () => {
    const pasos = [{ ...newStep(), objeto: 's7', minutos: 5 }];
    const fresh = { ...valuesOf(null, '2026-05-01'), nombre: 'x', pasos };
    const fields = (values: typeof fresh): string[] =>
      faultsOf(values, 1)
        .map(({ field }) => field)
        .sort();
    expect(fields({ ...fresh, et0_de: 'sensor' })).toEqual(['et0_referencia', 'et0_switch']);
    expect(fields({ ...fresh, et0_de: 'mano', et0_referencia: 5 })).toEqual(['et0_mm']);
    expect(programaOf({ ...fresh, et0_de: 'mano', et0_mm: 3.1, et0_referencia: 5 }, 1)).toMatchObject({
      ajuste_et0: { et0_mm: 3.1, referencia_mm: 5 },
    });
  });

  it('wants the sensor and the value of every condition', () => {
    const fresh = { ...valuesOf(null, '2026-05-01'), nombre: 'x', pasos: [{ ...newStep(), objeto: 's7', minutos: 5 }] };
    const faults = faultsOf({ ...fresh, omitir: [newCondition()] }, 1);
    expect(faults.map(({ field }) => field).sort()).toEqual(['omitir.0.switch_id', 'omitir.0.valor']);
    const ofPunto = faultsOf({ ...fresh, omitir: [{ ...newCondition(), tipo: 'punto_menor' }] }, 1);
    expect(ofPunto.map(({ field }) => field).sort()).toEqual(['omitir.0.punto_id', 'omitir.0.valor']);
  });

  it('says in its summary what a point is asked, in its unit', () => {
    const rain = { id: 5, nombre: 'Pluviómetro', magnitud: 'lluvia' } as Punto;
    expect(summariesOf(valuesOf(guardado, '2026-05-01'), [rain]).conditions).toBe(
      'humedad mayor que 80 %: omitir · temperatura menor que 10 °C: reducir a 60 % · «Pluviómetro» en 24 h desde 4 mm: omitir · «Pluviómetro» en 3 h desde 2 mm: retrasar',
    );
  });
});
