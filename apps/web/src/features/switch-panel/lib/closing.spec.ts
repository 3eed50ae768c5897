import { NOW, switchOf, turnoOf } from './panel.fixture.js';
import { closingOf } from './closing.js';

const on = {
  comando_id: 'c',
  accion: 'on',
  estado: 'confirmado',
  detalle: null,
  ts: NOW - 60_000,
  max_s: 1_200,
} as const;

describe('the time on of a switch', () => {
  it('ends by the limit that its last order gave it', () => {
    expect(closingOf(switchOf({ estado: 1, comando: on }), [], NOW)).toEqual({
      from: NOW - 60_000,
      at: NOW + 1_140_000,
      turnoId: null,
    });
  });

  it('has no end that is known where it is off, where the order failed, or where its time is over', () => {
    expect(closingOf(switchOf({ estado: 0, comando: on }), [], NOW)).toBeNull();
    expect(closingOf(switchOf({ estado: 1, comando: { ...on, estado: 'rechazado' } }), [], NOW)).toBeNull();
    expect(closingOf(switchOf({ estado: 1, comando: { ...on, max_s: 30 } }), [], NOW)).toBeNull();
    expect(closingOf(switchOf({ estado: 1 }), [], NOW)).toBeNull();
  });

  it('is the turn of its program, unless a person said otherwise after it began', () => {
    const turno = turnoOf({ switch_id: 1, inicio: NOW - 30_000, segundos: 600, estado: 'en_curso' });
    expect(closingOf(switchOf({ estado: 1, comando: on }), [turno], NOW)?.turnoId).toBe(turno.turno_id);
    const later = { ...on, ts: NOW - 10_000 };
    expect(closingOf(switchOf({ estado: 1, comando: later }), [turno], NOW)?.turnoId).toBeNull();
  });
});
