import {
  encodeConfig,
  encodeControl,
  type ControlRule,
  type PointMessage,
  type TelemetrySample,
} from '@acequia/board-protocol';
import { BOARDS, PATIENCE_MS } from './both-boards.fixture.js';
import { CoreHost } from './core-host.fixture.js';
import { type Device, T0 } from './device.fixture.js';
import { FirmwareDevice } from './firmware-device.fixture.js';
import { SimulatedDevice } from './simulated-device.fixture.js';

const meter: PointMessage = { n: 7, kind: 'pulsos', pin: 27, every_s: 10, a: 0.01, b: 0, dec: 3 };
const soil: PointMessage = { n: 9, kind: 'adc', pin: 34, every_s: 30, a: 30, b: -12.5, dec: 2 };
const map = (rev: number, points: PointMessage[]): Buffer =>
  Buffer.from(
    encodeConfig({
      rev,
      relays: [{ pin: 4, max_s: 600 }],
      sensors: [{ pin: 16, type: 'dht22', every_s: 30 }],
      points,
    }),
  );
const valuesOf = (samples: readonly TelemetrySample[], n: number): (number | null)[] =>
  samples.flatMap(({ values }) => (values && String(n) in values ? [values[String(n)]!] : []));

describe.each(BOARDS)('points of measurement on %s', (name) => {
  let host: CoreHost;
  let device: Device;
  beforeAll(async () => {
    host = await CoreHost.start();
  }, PATIENCE_MS);
  afterAll(() => host?.stop());
  beforeEach(async () => {
    await host.fresh();
    device = name === 'the simulator' ? new SimulatedDevice() : new FirmwareDevice(host);
    await device.boot(0);
    await device.clock(0, 0);
    await device.connected(0);
    await device.deliver(0);
  });

  it('a counter tells its total, a voltage its value', async () => {
    await device.config(100, map(1, [meter, soil]));
    await device.volts(150, 34, 1.25);
    await device.pulses(200, 27, 150);
    await device.pass(200, 12_200, 250);
    const samples = await device.deliver(12_300);
    expect(valuesOf(samples, 7).at(-1)).toBe(1.5);
    expect(valuesOf(samples, 9).at(-1)).toBe(25);
  });

  it('a counter goes on where it was after a cut of power and after another factor', async () => {
    await device.config(100, map(1, [meter]));
    await device.pulses(200, 27, 150);
    await device.pass(200, 12_200, 250);
    // What was delivered is in flash still.
    expect(valuesOf(await device.deliver(12_300), 7).at(-1)).toBe(1.5);
    await device.powerOff(13_000);
    await device.boot(20_000);
    await device.clock(20_000, 0);
    await device.pulses(20_100, 27, 50);
    await device.pass(20_100, 32_100, 250);
    expect(valuesOf(await device.deliver(32_200), 7).at(-1)).toBe(2);
    await device.config(33_000, map(2, [{ ...meter, a: 0.1 }]));
    await device.pulses(33_100, 27, 10);
    await device.pass(33_100, 46_000, 250);
    expect(valuesOf(await device.deliver(46_100), 7).at(-1)).toBe(3);
  });

  it('a counter tells its total when a relay goes on and when it goes off, however long its period', async () => {
    await device.config(100, map(1, [{ ...meter, every_s: 3_600 }]));
    await device.pass(100, 12_000, 250);
    await device.pulses(12_100, 27, 3);
    await device.command(
      12_200,
      Buffer.from(JSON.stringify({ id: 'on', pin: 4, on: true, max_s: 5, exp: T0 + 60_000 })),
    );
    await device.pulses(14_000, 27, 40);
    await device.pass(14_000, 30_000, 250);
    await device.pulses(30_100, 27, 1);
    await device.pass(30_100, 60_000, 250);
    expect(valuesOf(await device.deliver(60_100), 7)).toEqual([0, 0.03, 0.43]);
  });

  it('a rule follows a value: on past one threshold, off at the other, and what it says once the value is gone', async () => {
    const watering: ControlRule = {
      id: 'dry',
      pin: 4,
      point: 9,
      on_below: 20,
      off_at: 30.5,
      min_on_s: 0,
      min_off_s: 1,
      silent: 'on',
      priority: 1,
    };
    await device.config(100, map(1, [soil]));
    await device.control(150, Buffer.from(encodeControl({ epoch: 1, rev: 1, rules: [watering] })));
    let at = 200;
    const changesAt = async (volts: number | null, seconds: number): Promise<number[]> => {
      const until = at + seconds * 1_000;
      const seen = [await device.volts(at, 34, volts), await device.pass(at, until, 250)];
      at = until;
      return seen.flatMap(({ changes }) => changes.map(([, , on]) => on));
    };
    expect(await changesAt(1.25, 5)).toEqual([]);
    expect(await changesAt(1, 5)).toEqual([1]);
    expect(await changesAt(1.25, 5)).toEqual([]);
    expect(await changesAt(1.5, 5)).toEqual([0]);
    expect(await changesAt(null, 85)).toEqual([]);
    expect(await changesAt(null, 10)).toEqual([1]);
  });

  it('a sensor on a slow wire tells its value by its address, and loses it with the sensor', async () => {
    const probe = { kind: 'ds18b20', pin: 5, every_s: 10, a: 1, b: -0.5, dec: 2 };
    const [near, far] = ['280102030405069E', '28020203040506C7'].map((addr, i) => ({ ...probe, n: 11 + i, addr }));
    const line = { kind: 'modbus', addr: 7, reg: 100, fn: 3, format: 's32', baud: 9_600, parity: 'n' };
    const power: PointMessage = { ...line, n: 13, every_s: 10, a: 0.1, b: 0, dec: 1 };
    const relays = [{ pin: 18, max_s: 600 }];
    await device.config(100, Buffer.from(encodeConfig({ rev: 1, relays, sensors: [], points: [near!, far!, power] })));
    await device.probe(150, 5, near!.addr, 16 * 21 + 8);
    await device.probe(150, 5, far!.addr, -16 * 3);
    await device.registers(150, 7, 100, [0xffff, 0xff85]);
    await device.pass(200, 25_200, 250);
    const samples = await device.deliver(25_300);
    expect([11, 12, 13].map((n) => valuesOf(samples, n).at(-1))).toEqual([21, -3.5, -12.3]);
    await device.probe(25_400, 5, near!.addr, null);
    await device.pass(25_400, 125_400, 250);
    expect(valuesOf(await device.deliver(125_500), 11).at(-1)).toBeNull();
  });

  it('sensors on I²C tell what each of their channels says, until they are unplugged', async () => {
    const on = (n: number, kind: string, addr: number, ch: string): PointMessage => {
      return { n, kind, addr, ch, every_s: 10, a: 1, b: 0, dec: 2 };
    };
    const points = [
      on(11, 'sht4x', 0x44, 't'),
      on(12, 'sht4x', 0x44, 'h'),
      on(13, 'bme280', 0x76, 't'),
      on(14, 'bme280', 0x76, 'h'),
      { ...on(15, 'bme280', 0x76, 'p'), dec: 3 },
      { ...on(16, 'ads1115', 0x48, '2'), a: 30, b: -12.5 },
      on(17, 'sht4x', 0x45, 't'),
    ];
    const relays = [{ pin: 18, max_s: 600 }];
    await device.config(100, Buffer.from(encodeConfig({ rev: 1, relays, sensors: [], points })));
    await device.onI2c(150, 'sht4x', 0x44, { raw: [0x6667, 0x8000], means: { t: 25.001, h: 56.501 } });
    await device.onI2c(150, 'bme280', 0x76, { raw: [30_000], means: { t: 25.08, h: 58.745, p: 1.006533 } });
    await device.onI2c(150, 'ads1115', 0x48, { raw: [2, 10_000], means: { 2: 1.25 } });
    await device.pass(200, 45_200, 250);
    const samples = await device.deliver(45_300);
    const told = (): (number | null | undefined)[] => points.map(({ n }) => valuesOf(samples, n).at(-1));
    expect(told()).toEqual([25, 56.5, 25.08, 58.74, 1.006, 25, null]);
    await device.onI2c(45_400, 'sht4x', 0x44, null);
    await device.pass(45_400, 145_400, 250);
    const later = await device.deliver(145_500);
    expect([11, 12, 13].map((n) => valuesOf(later, n).at(-1))).toEqual([null, null, 25.08]);
  });

  it('a contact is counted by one point in one way', async () => {
    const fast: PointMessage = { ...meter, n: 8, pin: 26, ms: 0 };
    await device.config(100, map(1, [meter, fast, { ...meter, n: 9, ms: 0 }, { ...meter, n: 10, pin: 25, ms: 201 }]));
    await device.pulses(200, 27, 3);
    await device.pulses(200, 26, 5_000);
    await device.pass(200, 12_200, 250);
    const samples = await device.deliver(12_300);
    expect([7, 8, 9, 10].map((n) => valuesOf(samples, n).at(-1))).toEqual([0.03, 50, null, null]);
    await device.config(13_000, map(2, [{ ...meter, ms: 0 }]));
    await device.pulses(13_100, 27, 2);
    await device.pass(13_100, 25_000, 250);
    expect(valuesOf(await device.deliver(25_100), 7).at(-1)).toBe(0.05);
  });

  it('a point that cannot be read has no value and leaves the rest of the map as it is', async () => {
    const odd: PointMessage[] = [
      { ...meter, n: 1, pin: 4 },
      { ...meter, n: 2, pin: 16 },
      { ...soil, n: 3, pin: 27 },
      { ...meter, n: 4, kind: 'sonar' },
      { ...soil, n: 5, kind: 'ds18b20', addr: '2801020304050600' },
      { ...soil, n: 6, kind: 'sht4x', pin: undefined, addr: 0x44, ch: 'p' },
    ];
    await device.config(100, map(1, [...odd, meter]));
    await device.pulses(200, 27, 1);
    await device.pass(200, 12_200, 250);
    const samples = await device.deliver(12_300);
    for (const n of [1, 2, 3, 4, 5, 6]) expect(valuesOf(samples, n).every((value) => value === null)).toBe(true);
    expect(valuesOf(samples, 7).at(-1)).toBe(0.01);
    expect((await device.status(12_400)).revs?.config).toBe(1);
  });
});
