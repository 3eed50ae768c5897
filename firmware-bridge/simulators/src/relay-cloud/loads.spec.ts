import { bootPulse, dashboard } from './electrical-load.js';
import { MODELS } from './models.js';
import { RelayDevice } from './relay-device.js';

const START = Date.UTC(2026, 10, 21, 6); // Midnight at the farm (UTC − 6).
const HOUR = 3_600_000;
const day = Array.from({ length: 24 * 60 * 6 }, (_, n) => START + n * 10_000);
const watts = (ts: number): number => dashboard(7, ts, -6).reduce((sum, { w }) => sum + w, 0);
const hourly = (hour: number): number => {
  const samples = day.filter((ts) => Math.floor((ts - START) / HOUR) === hour);
  return samples.reduce((sum, ts) => sum + watts(ts), 0) / samples.length;
};
const device = (model: (typeof MODELS)[number]): RelayDevice => new RelayDevice({ model, id: 'c0ffee' }, START);

describe("a farm's switchboard", () => {
  it('pumps in the morning and the evening, and rests at night', () => {
    expect(hourly(7)).toBeGreaterThan(1.5 * hourly(2));
    expect(hourly(18)).toBeGreaterThan(1.5 * hourly(2));
  });

  it('takes several times its current when a motor starts', () => {
    const amps = (ts: number): number => dashboard(7, ts, -6)[1].a;
    const steps = Array.from({ length: 24 * 3_600 }, (_, s) => amps(START + s * 1000));
    const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length * 0.99)] ?? 0;
    expect(Math.max(...steps)).toBeGreaterThan(2 * usual);
    expect(bootPulse(0)).toBeGreaterThan(5);
    expect(bootPulse(10)).toBeCloseTo(1, 2);
  });

  it('is unbalanced, but every phase keeps to physics', () => {
    const imbalance = day.map((ts) => {
      const amps = dashboard(7, ts, -6).map(({ a }) => a);
      return (Math.max(...amps) - Math.min(...amps)) / Math.max(...amps);
    });
    expect(Math.max(...imbalance)).toBeGreaterThan(0.3);
    for (const ts of day.filter((_ts, n) => n % 30 === 0))
      for (const { v, a, w, va, fp } of dashboard(7, ts, -6)) {
        expect(v).toBeGreaterThan(110);
        expect(v).toBeLessThan(135);
        expect(va).toBeCloseTo(v * a, 6);
        expect(w).toBeLessThanOrEqual(va);
        expect(fp).toBeLessThanOrEqual(1);
      }
  });
});

describe('what a device tells', () => {
  const status = (model: (typeof MODELS)[number], at = START + 7 * HOUR) => device(model).status(at);

  it('has no power at all where nothing is metered: absence is not 0 W', () => {
    expect(status('plus1')['switch:0']).not.toHaveProperty('apower');
    expect(status('plus1pm')['switch:0']).toMatchObject({
      output: false,
      apower: 0,
      aenergy: { total: expect.any(Number) },
    });
    expect(status('shelly1')).toMatchObject({
      relays: [{ ison: false, has_timer: false }],
      meters: [{ power: 0, is_valid: true }],
    });
  });

  it('gives three phases with their sums, or three single meters in the monophase profile', () => {
    const em = status('pro3em')['em:0'] as Record<string, number | null>;
    expect(em['n_current']).toBeNull();
    expect((em['a_act_power'] ?? 0) + (em['b_act_power'] ?? 0) + (em['c_act_power'] ?? 0)).toBeCloseTo(
      em['total_act_power'] ?? 0,
      0,
    );
    const mono = status('pro3em_mono');
    expect(mono).not.toHaveProperty('em:0');
    for (const n of [0, 1, 2])
      expect([mono[`em1:${n}`], mono[`em1data:${n}`]]).toMatchObject([
        { voltage: expect.any(Number), pf: expect.any(Number) },
        { total_act_energy: expect.any(Number) },
      ]);
  });

  it('says null, not 0, when its metering failed', () => {
    const meter = device('pro3em');
    meter.meterFailed = true;
    expect(meter.status(START)['em:0']).toMatchObject({
      a_voltage: null,
      c_pf: null,
      total_act_power: null,
      errors: ['power_meter_failure'],
    });
  });
});

describe('a counter of energy', () => {
  const total = (meter: RelayDevice, at: number): number =>
    (meter.status(at)['emdata:0'] as { total_act: number }).total_act;

  it('only grows, by what was drawn', () => {
    const meter = device('pro3em');
    const before = total(meter, START);
    let last = before;
    for (const ts of day) {
      const now = total(meter, ts);
      expect(now).toBeGreaterThanOrEqual(last);
      last = now;
    }
    const drawn = day.reduce((sum, ts) => sum + (watts(ts) * 10) / 3_600, 0);
    expect((last - before) / drawn).toBeCloseTo(1, 1);
  });

  it('begins at 0 again after a reset', () => {
    const meter = device('pro3em');
    meter.resetCounters(START + HOUR);
    expect(total(meter, START + HOUR)).toBe(0);
    expect(total(meter, START + 2 * HOUR)).toBeGreaterThan(0);
  });

  it('goes on where it was after the stand-in was restarted', () => {
    const before = device('pro3em');
    const memory = before.memory(START + HOUR);
    const after = new RelayDevice({ model: 'pro3em', id: 'c0ffee' }, START + 2 * HOUR);
    after.recall(memory);
    expect(total(after, START + 2 * HOUR)).toBeGreaterThan(total(before, START + HOUR));
  });

  it("counts a pump's relay only while it is on", () => {
    const pump = device('plus1pm');
    const wh = (at: number): number => (pump.status(at)['switch:0'] as { aenergy: { total: number } }).aenergy.total;
    const idle = wh(START);
    expect(wh(START + HOUR)).toBe(idle);
    pump.switch(true, START + HOUR, 'v2', 1800);
    expect(wh(START + 3 * HOUR) - idle).toBeGreaterThan(540);
    expect(wh(START + 3 * HOUR) - idle).toBeLessThan(570);
  });
});
