import { cubicOf, lanesOf, placeIn } from './lanes.js';

const HOUR = 3_600_000;
const turno = (switch_id: number, inicio: number, segundos: number, volumen_m3: number | null = null) => ({
  turno_id: `1-${inicio / 1_000}-s${switch_id}`,
  switch_id,
  dispositivo_id: null,
  inicio,
  segundos,
  volumen_m3,
});

describe('the lanes of a timeline', () => {
  it('are one per valve, in the order of their first turns, with their totals', () => {
    const lanes = lanesOf([turno(2, HOUR, 600), turno(1, 2 * HOUR, 300), turno(2, 3 * HOUR, 60)], 0, 10 * HOUR);
    expect(lanes.map(({ objeto, seconds, bars }) => [objeto, seconds, bars.length])).toEqual([
      ['s2', 660, 2],
      ['s1', 300, 1],
    ]);
    expect(lanes[0]?.bars[0]).toMatchObject({ left: 10 });
  });

  it('tell the m³ of turns by volume apart from the time of the others', () => {
    const lanes = lanesOf([turno(1, HOUR, 600, 2.5), turno(1, 2 * HOUR, 300), turno(1, 3 * HOUR, 60, 1)], 0, 10 * HOUR);
    expect(lanes).toMatchObject([{ seconds: 960, timed: 300, m3: 3.5 }]);
  });

  it('cut off what sticks out, and show the shortest turn', () => {
    expect(placeIn(-HOUR, HOUR, 0, 2 * HOUR)).toEqual({ left: 0, width: 50 });
    expect(placeIn(2 * HOUR - 1, 2 * HOUR, 0, 2 * HOUR)).toEqual({ left: 99.6, width: 0.4 });
    expect(lanesOf([turno(1, -2 * HOUR, 60)], 0, HOUR)).toMatchObject([{ seconds: 60, bars: [] }]);
  });

  it('know their water only where its flow is declared', () => {
    expect(cubicOf(1_800, 12)).toBe(6);
    expect(cubicOf(1_800, null)).toBeNull();
  });
});
