import { type Programa, Turno } from '@acequia/contracts';
import { isStep, onItsDay, rescheduled, startIndexOf, stepIndexOf, withinDay } from './reschedule.js';

const ZONE = 'America/Mexico_City';
const at = (hora: string): number => Date.parse(`2026-05-10T${hora}:00-06:00`);

const programa: Programa = {
  id: 3,
  empresa_id: 1,
  nombre: 'Norte',
  activo: 1,
  dias: ['dom'],
  inicios: ['05:00', '18:30'],
  pasos: [
    { switch_id: 7, duracion_s: 600 },
    { switch_id: 8, duracion_s: 900 },
  ],
  sin_conexion: 'regar',
  pausado: 0,
  proximo: null,
  vias: ['placa'],
  pendiente: 0,
  version: 4,
};
const turno = (hora: string, switch_id: number, segundos: number): Turno =>
  Turno.parse({
    turno_id: `3-1-s${switch_id}`,
    programa_id: 3,
    programa_nombre: null,
    empresa_id: 1,
    switch_id,
    dispositivo_id: null,
    inicio: at(hora),
    segundos,
    via: 'placa',
    real_inicio: null,
    real_segundos: null,
    estado: 'previsto',
    motivo: null,
    movido_de: null,
    manual: 0,
    pendiente: 0,
    litros: null,
  });

describe('a turn that is moved or stretched', () => {
  it('moves the start it comes from, and no other', () => {
    expect(rescheduled(programa, turno('18:40', 8, 900), { move: 35, stretch: 0 }, ZONE)).toMatchObject({
      programa: { id: 3, version: 4, inicios: ['05:00', '19:05'], pasos: programa.pasos },
      start: { before: '18:30', after: '19:05' },
      length: null,
    });
  });

  it('makes its step longer in the measure of what the month leaves of it', () => {
    const half = rescheduled(programa, turno('05:00', 7, 300), { move: 0, stretch: 5 }, ZONE);
    expect(half?.length).toEqual({ before: 600, after: 1_200 });
    expect(half?.programa.pasos[0]?.duracion_s).toBe(1_200);
    expect(rescheduled(programa, turno('05:00', 7, 600), { move: 0, stretch: -60 }, ZONE)?.length?.after).toBe(60);
  });

  it('stays within its day, and within twelve hours of the sun', () => {
    expect(rescheduled(programa, turno('05:00', 7, 600), { move: -400, stretch: 0 }, ZONE)?.start?.after).toBe('00:00');
    const bySun: Programa = { ...programa, inicios: [{ sol: 'salida', minutos: -30 }] };
    expect(rescheduled(bySun, turno('06:00', 7, 600), { move: 45, stretch: 0 }, ZONE)?.start?.after).toEqual({
      sol: 'salida',
      minutos: 15,
    });
  });

  it('is left alone where it does not tell which start or step it is', () => {
    const mixed: Programa = { ...programa, inicios: ['05:00', { sol: 'puesta', minutos: 0 }] };
    expect(rescheduled(mixed, turno('05:00', 7, 600), { move: 5, stretch: 0 }, ZONE)).toBeNull();
    expect(stepIndexOf(programa, turno('05:00', 9, 600))).toBeNull();
    expect(startIndexOf(programa, at('00:10'), ZONE)).toBe(1);
  });

  it('of one day keeps its id, and stays within its day and ahead of now', () => {
    const one = turno('18:40', 8, 900);
    const day = { from: at('00:00'), to: at('00:00') + 86_400_000 };
    expect(onItsDay(one, { move: 35, stretch: -5 })).toEqual({
      turno_id: one.turno_id,
      inicio: at('19:15'),
      segundos: 600,
    });
    expect(withinDay(one, { move: 900, stretch: 2 }, day, at('10:00'))).toEqual({ move: 319, stretch: 2 });
    expect(withinDay(one, { move: -900, stretch: 0 }, day, at('18:00'))).toEqual({ move: -40, stretch: 0 });
    const running: Turno = { ...one, estado: 'en_curso' };
    expect(withinDay(running, { move: 5, stretch: -3 }, day, at('18:45'))).toEqual({ move: 0, stretch: 0 });
    expect(isStep(programa, one)).toBe(true);
    expect(isStep(programa, turno('05:00', 9, 600))).toBe(false);
  });

  it('that is already an exception no longer changes its program', () => {
    const moved: Turno = { ...turno('06:00', 7, 600), movido_de: at('05:00') };
    expect(rescheduled(programa, moved, { move: 5, stretch: 0 }, ZONE)).toBeNull();
  });

  it('sends nothing that only the server says', () => {
    const { programa: sent } = rescheduled(programa, turno('05:00', 7, 600), { move: 5, stretch: 0 }, ZONE)!;
    for (const field of ['pausado', 'proximo', 'vias', 'pendiente']) expect(sent).not.toHaveProperty(field);
  });
});
