import { BAD_AIR, flightOf, NO_FAULTS } from './air.js';
import { farmOfNodes, VirtualNode } from './node.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FROM = Date.UTC(2026, 5, 1);
const MONTH = { from: FROM, to: FROM + 30 * DAY, every_ms: HOUR };
const nodeOf = (kind: VirtualNode['kind']) => new VirtualNode({ kind, index: 1, seed: 7, offset_h: -6 });

describe('simulated LoRaWAN nodes', () => {
  it('have a DevEUI of their own each', () => {
    const numbers = farmOfNodes(20, 3).map(({ dev_eui }) => dev_eui);
    expect(new Set(numbers).size).toBe(20);
    for (const eui of numbers) expect(eui).toMatch(/^[0-9a-f]{16}$/);
  });

  it('measure a soil that dries and is watered, a tank that fills at night, and rain that adds up', () => {
    const moisture = (hours: number) => nodeOf('soil').reading(FROM + hours * HOUR)['water_SOIL'] as number;
    const month = Array.from({ length: 720 }, (_, hours) => moisture(hours));
    const jumps = month.filter((value, i) => i > 0 && value > month[i - 1]! + 5);
    expect(jumps).toHaveLength(15);
    expect(Math.min(...month)).toBeGreaterThan(14);
    const level = (local: number) => (nodeOf('tank').reading(FROM + (local + 6) * HOUR)['level'] as { cm: number }).cm;
    expect(level(5)).toBeGreaterThan(level(12));
    expect(level(19)).toBeLessThan(level(23));
    const rain = Array.from(
      { length: 240 },
      (_, hours) => nodeOf('weather').reading(FROM + hours * HOUR)['rain_mm'] as number,
    );
    const start = Math.floor(FROM / (30 * DAY)) * 30 * DAY;
    const untilEmptied = Math.min(240, Math.ceil((start + 30 * DAY - FROM) / HOUR));
    for (let i = 1; i < untilEmptied; i++) expect(rain[i]).toBeGreaterThanOrEqual(rain[i - 1]!);
    expect(Math.max(...rain)).toBeGreaterThan(0);
  });

  it('in good air arrive as they are sent, and in bad air are lost, repeated, late and begin anew', () => {
    const node = nodeOf('soil');
    const good = flightOf(node, MONTH, NO_FAULTS);
    expect(good.arriving).toEqual(good.received);
    expect([good.received.length, good.missing]).toEqual([720, 0]);
    const bad = flightOf(node, MONTH, { ...BAD_AIR, rejoined: 0.01 });
    expect(bad.missing).toBeGreaterThan(0);
    expect(bad.arriving.length).toBeGreaterThan(bad.received.length);
    expect(new Set(bad.arriving)).toEqual(new Set(bad.received));
    const times = bad.arriving.map(({ ts }) => ts);
    expect(times).not.toEqual([...times].sort((a, b) => a - b));
    expect(bad.received.filter(({ f_cnt }, i) => i > 0 && f_cnt < bad.received[i - 1]!.f_cnt).length).toBeGreaterThan(
      0,
    );
    expect(flightOf(node, MONTH, { ...BAD_AIR, rejoined: 0.01 })).toEqual(bad);
  });
});
