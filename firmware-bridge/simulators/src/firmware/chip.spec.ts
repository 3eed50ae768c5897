import { StatusMessage } from '@acequia/board-protocol';
import { BOARDS, PATIENCE_MS } from './both-boards.fixture.js';
import { CoreHost } from './core-host.fixture.js';
import { FirmwareDevice, SimulatedDevice } from './device.fixture.js';

describe.each(BOARDS)('the health of its chip on %s', (name) => {
  let host: CoreHost;
  beforeAll(async () => {
    host = await CoreHost.start();
  }, PATIENCE_MS);
  afterAll(() => host?.stop());

  it('says whence it has its time', async () => {
    await host.fresh();
    const device = name === 'the simulator' ? new SimulatedDevice() : new FirmwareDevice(host);
    const chip = async (at: number) => StatusMessage.parse(await device.status(at)).chip;
    await device.boot(0);
    expect(await chip(50)).toMatchObject({ clock: 'none', waiting: expect.any(Number) as number });
    await device.clock(100, 0);
    expect((await chip(150))?.clock).toBe('server');
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
    expect((await device.status(86_500_000)).chip?.clock).toBe('kept');
  } finally {
    host.stop();
  }
});
