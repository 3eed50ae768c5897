import type { Turno } from '@acequia/contracts';
import { bySector } from './by-sector.js';

const turno = (inicio: number, zona: string, more: Partial<Turno>): Turno =>
  ({
    inicio,
    segundos: 600,
    real_segundos: null,
    m3_medidos: null,
    litros: null,
    riego: 0,
    ...more,
    motivo: zona,
  }) as Turno;

it('adds up what each sector was to get and got, in the order of the day, measured water before declared', () => {
  const turnos = [
    turno(30, 'Sur', { estado: 'previsto' }),
    turno(10, 'Norte', { estado: 'cumplido', real_segundos: 600, m3_medidos: 2, litros: 9_000 }),
    turno(20, 'Norte', { estado: 'en_curso', real_segundos: 120, litros: 500 }),
    turno(5, 'Sur', { estado: 'omitido', litros: 100 }),
    turno(40, 'Norte', { estado: 'perdido', real_segundos: 0 }),
  ];
  expect(bySector(turnos, ({ motivo }) => motivo ?? '')).toEqual([
    { sector: 'Norte', turnos: 3, done: 1, planned_s: 1_800, real_s: 720, m3: 2.5 },
    { sector: 'Sur', turnos: 1, done: 0, planned_s: 600, real_s: 0, m3: null },
  ]);
});
