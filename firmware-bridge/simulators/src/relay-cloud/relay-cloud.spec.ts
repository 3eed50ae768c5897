import { Client } from './relay-cloud.fixture.js';
import type { RelayDevice } from './relay-device.js';

describe('the stand-in for the relay cloud', () => {
  let client: Client;
  let now = 0;
  beforeEach(async () => {
    now = Date.UTC(2026, 10, 21, 14);
    client = await Client.start({ now: () => now });
  });
  afterEach(() => client.cloud.stop());
  const relay = (id = 'a8032abe41fc'): RelayDevice => client.account.add('plus1', { id });

  describe('v1', () => {
    it('answers a status with online, device_status and empty objects as lists', async () => {
      const { status, json } = await client.status(relay().id);
      expect(status).toBe(200);
      expect(json).toMatchObject({
        isok: true,
        data: {
          online: true,
          device_status: {
            _updated: '2026-11-21 14:00:00',
            id: 'a8032abe41fc',
            code: 'SNSW-001X16EU',
            'switch:0': { output: false },
            ble: [],
          },
        },
      });
    });

    it('switches a relay and says which one', async () => {
      const device = relay();
      expect((await client.control(device.id, 'on')).json).toEqual({ isok: true, data: { device_id: device.id } });
      expect(device.output(now)).toBe(true);
      expect(device.acted).toEqual([{ at: now, on: true, via: 'v1' }]);
    });

    it.each([
      ['a channel it does not have', { channel: '1', turn: 'on' }],
      ['a turn that is neither on nor off', { channel: '0', turn: 'toggle' }],
    ])('refuses %s', async (_what, fields) => {
      const device = relay();
      const { status, json } = await client.v1('/device/relay/control', { id: device.id, ...fields });
      expect([status, json]).toEqual([
        400,
        { isok: false, errors: { wrong_channel: 'Could not control this relay channel!' } },
      ]);
      expect(device.acted).toEqual([]);
    });

    it('refuses a command sent as GET', async () => {
      const query = new URLSearchParams({ auth_key: client.account.key, id: relay().id, channel: '0', turn: 'on' });
      const answer = await fetch(`${client.cloud.origin}/device/relay/control?${query}`);
      expect([answer.status, await answer.json()]).toEqual([
        400,
        { isok: false, errors: { wrong_channel: 'Could not control this relay channel!' } },
      ]);
    });

    it('says that a key is wrong, also the one from before the password changed', async () => {
      const device = relay();
      const wrong = [401, { isok: false, errors: { invalid_auth_key: 'Wrong auth key' } }];
      const before = client.account.key;
      client.account.key = 'la-nueva';
      const { status, json } = await client.v1('/device/status', { id: device.id, auth_key: before });
      expect([status, json]).toEqual(wrong);
      expect((await client.status(device.id)).status).toBe(200);
      expect(client.cloud.strangers).toBe(1);
    });
  });

  describe('v2', () => {
    it('reads up to ten devices in one call, leaving out the ids it does not know', async () => {
      const ids = Array.from({ length: 10 }, () => client.account.add('plus1pm').id);
      const { json } = await client.get([...ids.slice(1), 'ffffffffffff']);
      expect(json).toHaveLength(9);
      expect(json[0]).toMatchObject({ id: ids[1], gen: 'G2', type: 'relay', online: 1, code: 'SNSW-001P16EU' });
      expect((await client.get([...ids, 'f1'])).json).toEqual({ error: 'BAD_REQUEST', data: { messages: [] } });
    });

    it('gives of a status only what was picked', async () => {
      const { id } = relay();
      const { json } = await client.v2('get', { ids: [id], select: ['status'], pick: { status: ['switch:0'] } });
      expect(Object.keys(json[0]?.['status'] ?? {})).toEqual(['switch:0']);
      expect((await client.get([id], [])).json[0]).not.toHaveProperty('status');
    });

    it('switches with an empty answer, and back again when toggle_after has passed', async () => {
      const device = relay();
      const { status, text } = await client.v2('set/switch', { id: device.id, channel: 0, on: true, toggle_after: 60 });
      expect([status, text]).toEqual([200, '']);
      expect(device.output((now += 59_000))).toBe(true);
      expect(device.output((now += 1_000))).toBe(false);
      expect(device.acted.map(({ via }) => via)).toEqual(['v2', 'timer']);
    });

    it('says what is wrong with a command', async () => {
      const { id } = relay();
      client.account.add('plus1', { id: 'b1' }).setOnline(false, now);
      const error = async (body: unknown): Promise<unknown> => {
        const { status, json } = await client.v2('set/switch', body);
        return [status, json['error']];
      };
      expect(await error({ id, channel: 3, on: true })).toEqual([400, 'DEVICE_INVALID_CHANNEL']);
      expect(await error({ id: 'b1', on: true })).toEqual([400, 'DEVICE_OFFLINE']);
      expect(await error({ id: 'b2', on: true })).toEqual([404, 'DEVICE_NOT_FOUND']);
      expect(await error({ id, on: 'sí' })).toEqual([400, 'BAD_REQUEST']);
    });

    it('carries out for a group what it can and names the rest', async () => {
      const device = relay();
      client.account.add('plus1', { id: 'b1' }).setOnline(false, now);
      const command = { on: true };
      const both = await client.v2('set/groups', { switch: { ids: [`${device.id}_0`, 'b1_0'], command } });
      expect([both.status, both.json]).toEqual([200, { failedCommands: { b1_0: 'DEVICE_OFFLINE' } }]);
      expect(device.output(now)).toBe(true);
      expect((await client.v2('set/groups', { switch: { ids: [`${device.id}_0`], command } })).text).toBe('');
    });

    it('does not answer for an account that has only v1', async () => {
      const { id } = relay();
      client.account.v2 = false;
      expect((await client.get([id])).status).toBe(404);
      expect((await client.status(id)).status).toBe(200);
    });
  });

  it('knows a device by its id in capitals and in decimal', async () => {
    const device = relay();
    for (const id of ['A8032ABE41FC', String(0xa8032abe41fc)]) {
      expect((await client.status(id)).status).toBe(200);
      expect((await client.get([id])).json).toHaveLength(1);
    }
    expect(device.online).toBe(true);
  });

  it('keeps showing what it saw last of a device that went offline', async () => {
    const device = relay();
    device.switch(true, now, 'v1');
    device.setOnline(false, now);
    now += 3_600_000;
    device.switch(false, now, 'timer');
    const { data } = (await client.status(device.id)).json;
    expect(data).toMatchObject({
      online: false,
      device_status: { _updated: '2026-11-21 14:00:00', 'switch:0': { output: true } },
    });
    expect((await client.get([device.id])).json[0]).toMatchObject({ online: 0 });
    device.setOnline(true, now);
    expect((await client.get([device.id])).json[0]).toMatchObject({
      online: 1,
      status: { 'switch:0': { output: false } },
    });
  });

  it('comes back on the same origin with what it had', async () => {
    const device = relay();
    const { origin } = client.cloud;
    await client.cloud.stop();
    await expect(client.status(device.id)).rejects.toThrow();
    await client.cloud.start();
    expect(client.cloud.origin).toBe(origin);
    expect((await client.status(device.id)).status).toBe(200);
  });
});

describe('its rate limit', () => {
  let client: Client;
  beforeEach(async () => (client = await Client.start({ interval_ms: 60_000 })));
  afterEach(() => client.cloud.stop());

  it('refuses a second request within the second, v1 and v2 together, and counts it', async () => {
    const { id } = client.account.add('plus1');
    expect((await client.get([id])).status).toBe(200);
    const { status, json } = await client.control(id, 'on');
    expect([status, json]).toEqual([401, { isok: false, errors: { max_req: 'Request limit reached!' } }]);
    expect((await client.get([id])).status).toBe(429);
    expect([client.account.requests, client.account.violations]).toEqual([3, 2]);
    expect(client.account.log.map(({ api, action, tooFast }) => [api, action, tooFast])).toEqual([
      ['v2', 'read', false],
      ['v1', 'command', true],
      ['v2', 'read', true],
    ]);
    expect(client.account.device(id)?.acted).toEqual([]);
  });

  it('holds for each account on its own', async () => {
    const other = client.cloud.account();
    const { id } = other.add('plus1');
    await client.get(['f1']);
    expect((await client.v2('get', { ids: [id] }, other.key)).status).toBe(200);
    expect(other.violations).toBe(0);
  });
});
