import { inTurn, personOfWeek, type Rota, weekAt } from './rota.js';

const ZONE = 'America/Santiago';
const ROTA: Rota = {
  personas: [3, 5, 8],
  dia: 1,
  hora: '07:00',
  severidad_minima: 'alta',
  escalar_min: 10,
  ancla: '2026-03-30',
};
const NONE = new Map<string, number>();

it.each([
  ['before its hour, the week before', '2026-04-06T09:59:00Z', '2026-03-30'],
  // Chile turned its clocks back on 5 April: three hours behind became four.
  ['at its hour after the clocks changed', '2026-04-06T11:00:00Z', '2026-04-06'],
  ['a minute earlier', '2026-04-06T10:59:00Z', '2026-03-30'],
  ['on its last day', '2026-04-13T03:59:00Z', '2026-04-06'],
])('%s', (_when, now, expected) => {
  expect(weekAt(ROTA, ZONE, Date.parse(now))).toBe(expected);
});

it('goes round by the week, over a year, before and after its first one', () => {
  const weeks = ['2026-03-23', '2026-03-30', '2026-04-06', '2026-04-13', '2026-04-20', '2027-03-29'];
  expect(weeks.map((week) => personOfWeek(ROTA, NONE, week))).toEqual([8, 3, 5, 8, 3, 5]);
});

it('tells the person of the week first, and then whose weeks come next', () => {
  expect(inTurn(ROTA, NONE, '2026-04-06')).toEqual([5, 8, 3]);
  expect(inTurn(ROTA, new Map([['2026-04-06', 3]]), '2026-04-06')).toEqual([3, 8, 5]);
  expect(inTurn({ ...ROTA, personas: [] }, NONE, '2026-04-06')).toEqual([]);
});
