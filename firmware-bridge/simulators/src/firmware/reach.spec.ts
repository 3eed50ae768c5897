import type { AgendaRun, ConfigMessage, RunReport } from '@acequia/board-protocol';
import { BOARDS, PATIENCE_MS } from './both-boards.fixture.js';
import { CoreHost } from './core-host.fixture.js';
import type { Device } from './device.fixture.js';
import { FirmwareDevice } from './firmware-device.fixture.js';
import { SimulatedDevice } from './simulated-device.fixture.js';
import { Field } from './field.fixture.js';
import { planned } from './scenario.fixture.js';

/** A probe in the soil: 20 % at 1 V and 40 % at 2 V. */
const PROBE = 34;
const voltsAt = (percent: number): number => percent / 20;
const map: Omit<ConfigMessage, 'rev'> = {
  relays: [4, 18].map((pin) => ({ pin, max_s: 3_000 })),
  sensors: [],
  points: [{ n: 9, kind: 'adc', pin: PROBE, every_s: 60, a: 20, b: 0, dec: 1 }],
  interlocks: [{ kind: 'requires', pin: 18, any: [4], on_delay_s: 0, off_delay_s: 0 }],
};
/** Waters until the soil has 30 %, for ten minutes at most. */
const moist = (rest: Partial<AgendaRun> = {}): AgendaRun => planned('a', 4, 10, 600, { reach: 30, point: 9, ...rest });

describe.each(BOARDS)('a run that ends by the moisture of the soil on %s', (name) => {
  let host: CoreHost;
  let device: Device;
  let field: Field;
  beforeAll(async () => {
    host = await CoreHost.start();
  }, PATIENCE_MS);
  afterAll(() => host?.stop());

  const on = async (percent: number | null, ...runs: AgendaRun[]): Promise<void> => {
    await host.fresh(64);
    device = name === 'the simulator' ? new SimulatedDevice() : new FirmwareDevice(host);
    field = new Field(device, []);
    await field.begin(map);
    await soil(percent);
    await field.plan(...runs);
  };
  const soil = (percent: number | null) =>
    device.volts(field.now * 1_000, PROBE, percent === null ? null : voltsAt(percent));
  const report = (): RunReport | undefined => field.reports.find(({ id }) => id === 'a');

  it('ends half a minute after it is reached, without a link too, and its pump with it', async () => {
    await on(22, moist(), planned('p', 18, 10, 600));
    await field.pass(100);
    await field.link(false);
    await soil(30);
    await field.pass(29);
    expect(field.isOpen(4)).toBe(true);
    await field.pass(3);
    expect([field.isOpen(4), field.isOpen(18)]).toEqual([false, false]);
    await field.link(true);
    await field.pass(1);
    expect(report()).toMatchObject({ end: 'reached', secs: 120 });
    expect(report()).not.toHaveProperty('litres');
    expect(field.reports.find(({ id }) => id === 'p')?.end).toBe('reached');
  });

  it('is not ended by one wrong reading, and lasts its longest time where the soil stays dry', async () => {
    await on(22, moist());
    await field.pass(60);
    await soil(60);
    await field.pass(20);
    await soil(22);
    await field.pass(600);
    expect(report()).toMatchObject({ end: 'done', secs: 600 });
  });

  it('lasts its longest time where nobody knows the soil', async () => {
    await on(null, moist({ secs: 60 }));
    await field.pass(80);
    expect(report()).toMatchObject({ end: 'done', secs: 60 });
    await on(40, moist({ secs: 60, point: 5 }));
    await field.pass(80);
    expect(report()).toMatchObject({ end: 'done', secs: 60 });
  });

  it('yields to a person, a cut of power and a changed plan', async () => {
    await on(22, moist());
    await field.pass(60);
    await field.order('x', 4, false);
    await field.pass(20);
    expect(report()?.end).toBe('off');
    await on(22, moist());
    await field.pass(60);
    await field.cut(30);
    await field.pass(20);
    expect(report()?.end).toBe('power');
    await on(35, moist({ reach: 50 }));
    await field.pass(100);
    await field.plan(moist());
    await field.pass(29);
    expect(field.isOpen(4)).toBe(true);
    await field.pass(3);
    expect(report()?.end).toBe('reached');
  });
});
