import type { By, Interval } from '../../../entities/switch/who/intervals.js';
import { othersIn } from './others.js';

const HOUR = 3_600_000;
const WINDOW = { from: 10 * HOUR, to: 20 * HOUR };
const on = (desde: number | null, hasta: number | null, by: By | null): Interval => ({
  desde: desde && desde * HOUR,
  hasta: hasta && hasta * HOUR,
  by,
  endedBy: null,
  turno: null,
});
const ANA: By = { kind: 'persona', who: 'Ana' };

it('are what people, rules and nobody known turned on, cut to what is in sight; turns have bars of their own', () => {
  const intervals = [
    on(19, null, { kind: 'regla', who: 'Regla de clima «Calor»' }),
    on(15, 16, { kind: 'programa', who: 'Programa «Goteo»' }),
    on(12, 13, ANA),
    on(8, 9, ANA),
    on(null, 11, null),
  ];
  expect(othersIn(intervals, WINDOW, 19.5 * HOUR)).toMatchObject([
    { actor: 'regla', who: 'Regla de clima «Calor»', hasta: null, left: 90, width: 5 },
    { actor: 'persona', who: 'Ana', left: 20, width: 10 },
    { actor: 'placa', who: null, desde: null, left: 0, width: 10 },
  ]);
});
