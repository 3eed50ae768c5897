import type { Aviso, Silencio } from '@acequia/contracts';
import { silencedUntil, subjectOf } from './silence.js';

describe('what an alarm is silenced for', () => {
  const nothing = { placa_id: null, switch_id: null, dispositivo_id: null, sitio: null };
  const aviso = (more: Partial<Aviso>) => ({ empresa_id: 1, ...nothing, ...more }) as Aviso;
  const of = (more: Partial<Aviso>) => subjectOf(aviso(more));

  it('is the narrowest thing it names', () => {
    expect(of({ placa_id: 3, switch_id: 7, sitio: 'Pozo' })).toEqual({ switch_id: 7 });
    expect(of({ placa_id: 3, sitio: 'Pozo' })).toEqual({ placa_id: 3 });
    expect(of({ sitio: 'Pozo' })).toEqual({ sitio: 'Pozo' });
  });

  it('is never the whole company', () => {
    expect(of({})).toBeNull();
  });

  it('holds until the last silence of it ends, one of its company included', () => {
    const silence = (hasta: number, more: Partial<Silencio>) =>
      ({ empresa_id: 1, ...nothing, desde: 0, ...more, hasta }) as Silencio;
    const pump = aviso({ placa_id: 3, switch_id: 7 });
    expect(silencedUntil(pump, [silence(10, { switch_id: 7 }), silence(20, { placa_id: 3 })])).toBe(20);
    expect(silencedUntil(pump, [silence(30, {})])).toBe(30);
    expect(silencedUntil(pump, [silence(30, { desde: Date.now() + 60_000 })])).toBeNull();
    expect(silencedUntil(pump, [silence(40, { switch_id: 8 }), silence(50, { empresa_id: 2 })])).toBeNull();
  });
});
