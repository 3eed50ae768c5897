import type { ComandoDeSwitch } from '@acequia/contracts';
import { masNueva, trasOir } from './orden.js';

const orden = (cambios: Partial<ComandoDeSwitch> = {}): ComandoDeSwitch => ({
  comando_id: 'a',
  accion: 'on',
  estado: 'enviado',
  detalle: null,
  ts: 1_000,
  ...cambios,
});

describe('the newest order of a switch', () => {
  it('goes forward, never back, and keeps the moment it was asked for', () => {
    const confirmada = trasOir(orden(), orden({ estado: 'confirmado', ts: 1_200 }));
    expect(confirmada).toMatchObject({ estado: 'confirmado', ts: 1_000 });
    expect(trasOir(confirmada, orden({ estado: 'enviado', ts: 1_300 }))).toBe(confirmada);
    expect(trasOir(orden({ estado: 'sin_respuesta' }), orden({ estado: 'confirmado' })).estado).toBe('confirmado');
  });

  it('gives way to another one on its way, not to the late end of an older one', () => {
    const vieja = orden({ estado: 'sin_respuesta' });
    const nueva = orden({ comando_id: 'b', accion: 'off', estado: 'solicitado', ts: 2_000 });
    expect(trasOir(vieja, nueva)).toBe(nueva);
    expect(trasOir(nueva, orden({ estado: 'vencido', ts: 3_000 }))).toBe(nueva);
  });

  it('is the one asked for last, or the further of two words about one', () => {
    const click = { ...orden({ estado: 'solicitado', ts: 5_000 }), comando_id: null };
    expect(masNueva(click, orden())).toBe(click);
    expect(masNueva(orden(), orden({ estado: 'confirmado' }))?.estado).toBe('confirmado');
    expect(masNueva(null, orden())).toEqual(orden());
    expect(masNueva(null, undefined)).toBeNull();
  });
});
