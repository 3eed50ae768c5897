import type { FinDeEncendido } from '@acequia/contracts';
import { newsOf as newsIn } from './news.js';
import type { SwitchOrder } from './order.js';

const ON_AT = Date.parse('2026-11-22T07:36:00Z');
const OFF_AT = Date.parse('2026-11-22T07:56:00Z');
const NOW = OFF_AT + 60_000;
const order = (changes: Partial<SwitchOrder> = {}): SwitchOrder => ({
  comando_id: 'a',
  accion: 'on',
  estado: 'confirmado',
  detalle: null,
  ts: ON_AT,
  ...changes,
});
const fin = (changes: Partial<FinDeEncendido> = {}): FinDeEncendido => ({
  causa: 'limite',
  ts: OFF_AT,
  limite_s: 1_200,
  ...changes,
});
const off = (changes: object = {}) => ({ estado: 0 as const, estado_ts: OFF_AT, ...changes });

const newsOf = (sw: Parameters<typeof newsIn>[0], last: SwitchOrder, now: number) =>
  newsIn(sw, last, now, 'America/Mexico_City');

describe('what is said of a switch', () => {
  it.each([
    [fin(), 'Se apagó sola a las 01:56, límite de 20 min'],
    [fin({ causa: 'sistema', limite_s: null }), 'La apagó el sistema a las 01:56'],
    [fin({ causa: 'enclavamiento', limite_s: null }), 'La apagó un enclavamiento a las 01:56'],
    [fin({ causa: 'persona', limite_s: null }), 'La apagó una persona a las 01:56'],
    [fin({ causa: 'placa', limite_s: null }), 'Se apagó en la placa a las 01:56'],
    [fin({ causa: 'programa', nombre: 'Pulsos', limite_s: null }), 'La apagó el programa Pulsos a las 01:56'],
    [fin({ causa: 'programa', limite_s: null }), 'La apagó un programa a las 01:56'],
    [fin({ causa: 'regla', nombre: 'Calor', limite_s: null }), 'La apagó la regla Calor a las 01:56'],
    [fin({ causa: 'regla', nombre: null, limite_s: null }), 'La apagó una regla de clima a las 01:56'],
  ])('that went off after an ON is what ended it (%#)', (ended, text) => {
    expect(newsOf(off({ fin: ended }), order(), NOW)).toEqual({ text, kind: 'fin' });
  });

  it('never passes the confirmation of an ON off as that of being off', () => {
    const justNow = order({ ts: NOW - 30_000 });
    expect(newsOf(off({ estado_ts: NOW - 10_000 }), justNow, NOW)).toBeNull();
    expect(newsOf({ estado: 1, estado_ts: NOW - 10_000 }, justNow, NOW)?.text).toBe('Confirmado por la placa');
  });

  it('is the newer order once there is one, and a person’s own Apagar as confirmed by the board', () => {
    const later = order({ ts: NOW, estado: 'enviado' });
    expect(newsOf(off({ fin: fin() }), later, NOW)?.text).toBe('Encendiendo…');
    const apagar = order({ accion: 'off', ts: OFF_AT - 1_000 });
    expect(newsOf(off({ fin: fin({ causa: 'persona' }) }), apagar, NOW)?.text).toBe('Confirmado por la placa');
  });

  it('stops being news', () => {
    expect(newsOf(off({ fin: fin() }), order(), OFF_AT + 2 * 3_600_000)).toBeNull();
    expect(newsOf({ estado: 1, estado_ts: ON_AT }, order(), ON_AT + 3 * 60_000)).toBeNull();
  });
});
