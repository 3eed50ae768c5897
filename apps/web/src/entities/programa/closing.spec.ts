import { NOW, switchOf, turnoOf } from './panel.fixture.js';
import { closingAfter, closingOf } from './closing.js';

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

  it('ends with the last of its order and the turn of its program, whichever began first', () => {
    const turno = turnoOf({ switch_id: 1, inicio: NOW - 30_000, segundos: 600, estado: 'en_curso' });
    const endsOf = (comando: Omit<typeof on, 'ts' | 'max_s'> & { ts: number; max_s: number }) =>
      closingOf(switchOf({ estado: 1, comando }), [turno], NOW);
    const byTurn = { from: NOW - 30_000, at: NOW + 570_000, turnoId: turno.turno_id };
    expect(endsOf({ ...on, max_s: 70 })).toEqual(byTurn);
    expect(endsOf({ ...on, ts: NOW - 10_000, max_s: 30 })).toEqual(byTurn);
    expect(endsOf(on)).toEqual({ from: NOW - 60_000, at: NOW + 1_140_000, turnoId: null });
    expect(endsOf({ ...on, ts: NOW - 10_000 })).toMatchObject({ at: NOW + 1_190_000, turnoId: null });
  });

  it('ends, for an order that is about to be given, with the turns that run or begin before its end', () => {
    const turn = (from: number, segundos: number, estado: 'en_curso' | 'previsto') =>
      turnoOf({ switch_id: 1, inicio: NOW + from * 1_000, segundos, estado });
    const after = (...turnos: ReturnType<typeof turn>[]) => (closingAfter(switchOf({}), turnos, NOW, 60) - NOW) / 1_000;
    expect(after()).toBe(60);
    expect(after(turn(-30, 600, 'en_curso'))).toBe(570);
    expect(after(turn(-30, 40, 'en_curso'))).toBe(60);
    expect(after(turn(150, 100, 'previsto'), turn(50, 100, 'previsto'))).toBe(250);
    expect(after(turn(61, 100, 'previsto'))).toBe(60);
  });

  it('never ends past the longest time of the switch', () => {
    const turno = turnoOf({ switch_id: 1, inicio: NOW - 30_000, segundos: 900, estado: 'en_curso' });
    const sw = switchOf({ estado: 1, comando: { ...on, max_s: 600 }, max_encendido_s: 600 });
    expect(closingOf(sw, [turno], NOW)?.at).toBe(NOW + 540_000);
  });
});
