import type { LecturaEnVivo } from '@acequia/contracts';
import { withNewerMetrics } from './reading.js';

const offline: LecturaEnVivo = { online: false, ts_ms: 1, estado: { estado: null }, metricas: null };
const metrics = (age: number) => ({ data: { voltaje_a: 120 }, dataUpdatedAt: Date.now() - age });

describe('the reading of a meter', () => {
  it('is online when its metrics arrive, though the live call does not answer', () => {
    expect(withNewerMetrics({ data: undefined, dataUpdatedAt: 0 }, metrics(1_000))).toMatchObject({
      online: true,
      metricas: { voltaje_a: 120 },
    });
  });

  it('is what the live call says when that is newer, or the metrics are old', () => {
    const live = (age: number) => ({ data: offline, dataUpdatedAt: Date.now() - age });
    expect(withNewerMetrics(live(500), metrics(1_000))).toBe(offline);
    expect(withNewerMetrics(live(700_000), metrics(600_000))).toBe(offline);
    expect(withNewerMetrics(live(5_000), metrics(1_000))).toMatchObject({ online: true });
  });
});
