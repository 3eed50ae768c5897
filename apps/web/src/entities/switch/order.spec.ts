import type { ComandoDeSwitch } from '@acequia/contracts';
import { afterHearing, newerOf } from './order.js';

const order = (changes: Partial<ComandoDeSwitch> = {}): ComandoDeSwitch => ({
  comando_id: 'a',
  accion: 'on',
  estado: 'enviado',
  detalle: null,
  ts: 1_000,
  ...changes,
});

describe('the newest order of a switch', () => {
  it('goes forward, never back, and keeps the moment it was asked for', () => {
    const confirmed = afterHearing(order(), order({ estado: 'confirmado', ts: 1_200 }));
    expect(confirmed).toMatchObject({ estado: 'confirmado', ts: 1_000 });
    expect(afterHearing(confirmed, order({ estado: 'enviado', ts: 1_300 }))).toBe(confirmed);
    expect(afterHearing(order({ estado: 'sin_respuesta' }), order({ estado: 'confirmado' })).estado).toBe('confirmado');
  });

  it('gives way to another one under way, not to the late end of an older one', () => {
    const old = order({ estado: 'sin_respuesta' });
    const fresh = order({ comando_id: 'b', accion: 'off', estado: 'solicitado', ts: 2_000 });
    expect(afterHearing(old, fresh)).toBe(fresh);
    expect(afterHearing(fresh, order({ estado: 'vencido', ts: 3_000 }))).toBe(fresh);
  });

  it('is the one asked for last, or the further of two words about one', () => {
    const click = { ...order({ estado: 'solicitado', ts: 5_000 }), comando_id: null };
    expect(newerOf(click, order())).toBe(click);
    expect(newerOf(order(), order({ estado: 'confirmado' }))?.estado).toBe('confirmado');
    expect(newerOf(null, order())).toEqual(order());
    expect(newerOf(null, undefined)).toBeNull();
  });
});
