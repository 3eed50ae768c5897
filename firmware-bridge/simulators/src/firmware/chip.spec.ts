import { encodeCommand, encodeConfig, StatusMessage } from '@acequia/board-protocol';
import { BOARDS, PATIENCE_MS } from './both-boards.fixture.js';
import { CoreHost } from './core-host.fixture.js';
import { type Device, T0 } from './device.fixture.js';
import { FirmwareDevice } from './firmware-device.fixture.js';
import { SimulatedDevice } from './simulated-device.fixture.js';

describe.each(BOARDS)('the health of its chip on %s', (name) => {
  let host: CoreHost;
  beforeAll(async () => {
    host = await CoreHost.start();
  }, PATIENCE_MS);
  afterAll(() => host?.stop());

  const fresh = async (): Promise<Device> => {
    await host.fresh();
    return name === 'the simulator' ? new SimulatedDevice() : new FirmwareDevice(host);
  };

  it('says whence it has its time', async () => {
    const device = await fresh();
    const chip = async (at: number) => StatusMessage.parse(await device.status(at)).chip;
    await device.boot(0);
    expect(await chip(50)).toMatchObject({ clock: 'none', waiting: expect.any(Number) as number });
    await device.clock(100, 0);
    expect((await chip(150))?.clock).toBe('server');
  });

  it('counts how often its relays went on and for how long, and goes on counting after a cut of power', async () => {
    const device = await fresh();
    const wear = async (at: number) => StatusMessage.parse(await device.status(at)).wear;
    const turn = (at: number, on: boolean) =>
      device.command(at, Buffer.from(encodeCommand({ id: `c${at}`, pin: 26, on, exp: T0 + at + 10_000 })));
    await device.boot(0);
    await device.clock(0, 0);
    const relays = [26, 27].map((pin) => ({ pin, max_s: 7_200 }));
    await device.config(100, Buffer.from(encodeConfig({ rev: 1, relays, sensors: [] })));
    expect(await wear(200)).toEqual([]);
    await turn(1_000, true);
    await device.pass(1_000, 61_000, 1_000);
    await turn(61_000, false);
    await turn(62_000, true);
    expect(await wear(72_000)).toEqual([{ pin: 26, ops: 2, on_s: 70 }]);
    // What is kept is an hour old at the most: the last ten minutes are lost.
    await device.pass(72_000, 4_200_000, 1_000);
    const [before] = (await wear(4_200_000)) ?? [];
    await device.powerOff(4_200_000);
    await device.boot(4_300_000);
    const [after] = (await wear(4_300_000)) ?? [];
    expect(after).toEqual({ pin: 26, ops: 2, on_s: before!.on_s - 600 });
  });

  it('says which relays do not follow, and which document it did not take and why, until that is over', async () => {
    const device = await fresh();
    const status = async (at: number) => StatusMessage.parse(await device.status(at));
    const turn = (at: number, on: boolean) =>
      device.command(at, Buffer.from(encodeCommand({ id: `c${at}`, pin: 26, on, exp: T0 + at + 10_000 })));
    const config = (at: number, rev: number) => {
      const relays = [26, 27].map((pin) => ({ pin, max_s: 7_200 }));
      return device.config(at, Buffer.from(encodeConfig({ rev, relays, sensors: [] })));
    };
    await device.boot(0);
    await device.clock(0, 0);
    await config(100, 5);
    await config(150, 5);
    await turn(1_000, true);
    expect(await status(1_500)).not.toHaveProperty('stuck');
    expect(await status(1_500)).not.toHaveProperty('refused');
    await device.stuck(2_000, [26]);
    await turn(3_000, false);
    await config(3_100, 4);
    await device.agenda(3_200, Buffer.from('{'));
    const refused = [
      { doc: 'config', why: 'older' },
      { doc: 'agenda', why: 'unreadable' },
    ];
    expect(await status(4_000)).toMatchObject({ stuck: [26], refused });
    await device.stuck(5_000, []);
    await device.pass(5_000, 6_000, 250);
    await config(6_100, 6);
    const { stuck, refused: rest } = await status(6_500);
    expect([stuck, rest]).toEqual([undefined, [{ doc: 'agenda', why: 'unreadable' }]]);
  });
});

it('counts on the firmware the samples that wait, and calls a time of the day before kept', async () => {
  const host = await CoreHost.start();
  try {
    await host.fresh();
    const device = new FirmwareDevice(host);
    await device.boot(0);
    await device.clock(0, 0);
    await device.connected(0);
    expect((await device.status(100)).chip?.waiting).toBeGreaterThan(0);
    await device.deliver(200);
    expect((await device.status(300)).chip).toMatchObject({ waiting: 0, clock: 'server' });
    expect((await device.status(86_500_000)).chip).toMatchObject({ clock: 'kept', clock_s: 86_500 });
    await device.restart(86_600_000, 'kept');
    expect((await device.status(86_700_000)).chip).not.toHaveProperty('clock_s');
  } finally {
    host.stop();
  }
});
