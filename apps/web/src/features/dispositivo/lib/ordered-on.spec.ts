import type { Comando } from '@acequia/contracts';
import { orderedOn } from './ordered-on.js';

const NOW = Date.UTC(2026, 10, 27, 12);
const MINUTE = 60_000;
const order = (minutesAgo: number, accion: 'on' | 'off', over: Partial<Comando> = {}) =>
  ({
    accion,
    estado: 'confirmado',
    max_s: null,
    usuario_id: 7,
    ts: NOW - minutesAgo * MINUTE,
    resuelto_ts: NOW - minutesAgo * MINUTE,
    ...over,
  }) as Comando;
const spans = (isOn: boolean, ...comandos: Comando[]) =>
  orderedOn(comandos, isOn, NOW).map(({ desde, hasta, actor }) => [
    (NOW - desde) / MINUTE,
    hasta === null ? null : (NOW - hasta) / MINUTE,
    actor,
  ]);

it('ends with the next order, or by the timer of its own', () => {
  expect(spans(false, order(10, 'off'), order(40, 'on'))).toEqual([[40, 10, 'persona']]);
  const timed = order(90, 'on', { max_s: 1_200, usuario_id: null, motivo_codigo: 'programa' });
  expect(spans(false, order(40, 'off'), timed)).toEqual([[90, 70, 'programa']]);
});

it('lasts while the relay says that it is on, and has no known end where it does not', () => {
  expect(spans(true, order(30, 'on'))).toEqual([[30, 0, 'persona']]);
  expect(spans(false, order(30, 'on'))).toEqual([[30, null, 'persona']]);
});

it('is none of an order that the relay did not follow', () =>
  expect(spans(true, order(5, 'on', { estado: 'vencido' }), order(9, 'off'))).toEqual([]));
