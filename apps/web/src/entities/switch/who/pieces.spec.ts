import { datesIn } from '../../../lib/time/shown-zone.js';
import { piecesOf } from './pieces.js';

const dates = datesIn('America/Mexico_City');
const at = (fecha: string) => ({ fecha });

it('divides days into parts, and leaves out those in which nothing changed', () => {
  const events = ['2026-11-20T12:00:00Z', '2026-11-19T12:00:00Z', '2026-01-05T12:00:00Z'].map(at);
  expect(piecesOf({ desde: '2026-01-01', hasta: '2026-11-27' }, 30, events, dates)).toEqual([
    { desde: '2026-10-28', hasta: '2026-11-26' },
    { desde: '2026-01-01', hasta: '2026-01-30' },
  ]);
});

it('ends the last part with the days, and goes by the days of the zone', () => {
  // In Mexico still the 30th.
  const events = [at('2026-01-31T05:59:00Z')];
  expect(piecesOf({ desde: '2026-01-01', hasta: '2026-01-31' }, 30, events, dates)).toEqual([
    { desde: '2026-01-01', hasta: '2026-01-30' },
  ]);
  expect(piecesOf({ desde: '2026-01-20', hasta: '2026-02-02' }, 30, events, dates)).toEqual([
    { desde: '2026-01-20', hasta: '2026-02-02' },
  ]);
});

it('has no part where nothing changed, however many days there are', () => {
  expect(piecesOf({ desde: '0002-01-01', hasta: '2026-01-31' }, 30, [], dates)).toEqual([]);
});
