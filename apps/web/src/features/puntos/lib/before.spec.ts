import type { SeriePunto } from '@acequia/contracts';
import { counterpart, movedOnto, spanBefore } from './before.js';

const HOUR = 3_600_000;
const step = (ts: number, suma: number | null) => ({ ts, suma, media: null, minimo: null, maximo: null });
const serie: SeriePunto = {
  magnitud: 'lluvia',
  unidad: 'mm',
  nivel: 'intervalos',
  paso_s: 3_600,
  zona_horaria: 'UTC',
  puntos: [step(0, 2), step(HOUR, 4)],
};

it('puts each step of the time before onto its counterpart, and none where there is none', () => {
  const span = { desde: 2 * HOUR, hasta: 4 * HOUR };
  expect(spanBefore(span)).toEqual({ desde: 0, hasta: 2 * HOUR });
  const moved = movedOnto(serie, spanBefore(span));
  expect(moved.puntos.map(({ ts }) => ts)).toEqual([2 * HOUR, 3 * HOUR]);
  expect(counterpart(moved, 3 * HOUR, HOUR / 2)?.suma).toBe(4);
  expect(counterpart(moved, 5 * HOUR, HOUR / 2)).toBeNull();
});
