import type { Aviso } from '@acequia/contracts';
import { incidentsOf, type Incident } from './incidents.js';

const aviso = (id: number, fields: Partial<Aviso> = {}): Aviso =>
  ({
    id,
    empresa_id: 7,
    tipo: 'sensor_callado',
    severidad: 'media',
    estado: 'disparado',
    desde: id,
    sitio: 'Sector 1',
    ...fields,
  }) as Aviso;
const ids = (incidents: readonly Incident[]) => incidents.map(({ avisos }) => avisos.map(({ id }) => id));

describe('what is wrong', () => {
  it('is one incident for each place and cause, since its oldest alarm', () => {
    const { wrong } = incidentsOf([
      aviso(1),
      aviso(2),
      aviso(3, { sitio: 'Sector 2' }),
      aviso(4, { tipo: 'sensor_pegado' }),
    ]);
    expect(ids(wrong)).toEqual([[4], [3], [2, 1]]);
    expect(wrong[2]?.desde).toBe(1);
  });

  it('of two companies is never one incident, though their sites have one name', () => {
    expect(ids(incidentsOf([aviso(1), aviso(2, { empresa_id: 8 })]).wrong)).toEqual([[2], [1]]);
  });

  it('stands by its worst alarm, which comes first within it', () => {
    const { wrong } = incidentsOf([
      aviso(1, { severidad: 'critica' }),
      aviso(2),
      aviso(3, { sitio: null, severidad: 'alta' }),
    ]);
    expect(ids(wrong)).toEqual([[1, 2], [3]]);
  });

  it('and recovers stands apart, without hiding what holds at the same place', () => {
    const { wrong, recovering } = incidentsOf([
      aviso(1, { calma_desde: 9 }),
      aviso(2),
      aviso(3, { calma_desde: null }),
    ]);
    expect([ids(wrong), ids(recovering)]).toEqual([[[3, 2]], [[1]]]);
  });
});
