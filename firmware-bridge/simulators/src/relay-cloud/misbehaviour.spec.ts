import { MISBEHAVIOURS } from './misbehaviour.js';
import { Client } from './relay-cloud.fixture.js';
import type { RelayDevice } from './relay-device.js';

describe('a relay cloud that misbehaves', () => {
  let client: Client;
  let device: RelayDevice;
  beforeEach(async () => {
    client = await Client.start();
    device = client.account.add('plus1', { id: 'a1' });
  });
  afterEach(() => client.cloud.stop());
  const isOn = (): boolean => device.output(Date.now());

  it.each([
    ['max_req', 401, { isok: false, errors: { max_req: 'Request limit reached!' } }],
    ['wrong_key', 401, { isok: false, errors: { invalid_auth_key: 'Wrong auth key' } }],
    ['empty_401', 401, { isok: false, errors: {} }],
    ['too_many', 429, {}],
    ['server_error', 502, {}],
  ] as const)('answers %s as the real one does', async (kind, status, body) => {
    client.account.misbehave(kind);
    const told = await client.control('a1', 'on');
    expect([told.status, told.json]).toEqual([status, body]);
    expect(device.acted).toEqual([]);
    expect((await client.v2('set/switch', { id: 'a1', on: true })).status).toBe(
      { max_req: 429, wrong_key: 401, empty_401: 401, too_many: 429, server_error: 500 }[kind],
    );
  });

  it('is slow: no answer comes, and nothing is done', async () => {
    client.account.misbehave('slow');
    const init = { signal: AbortSignal.timeout(150) };
    await expect(client.v2('set/switch', { id: 'a1', on: true }, undefined, init)).rejects.toThrow(/timeout/i);
    expect(isOn()).toBe(false);
  });

  it.each(['acts_then_drops', 'acts_then_hangs'] as const)(
    '%s: the client cannot know, but it was done',
    async (kind) => {
      client.account.misbehave(kind);
      const init = { signal: AbortSignal.timeout(500) };
      await expect(client.v2('set/switch', { id: 'a1', on: true }, undefined, init)).rejects.toThrow();
      expect(device.acted).toHaveLength(1);
      expect(isOn()).toBe(true);
    },
  );

  it('talks garbage, or stops in the middle', async () => {
    client.account.misbehave('garbage', { times: 1 });
    await expect(client.get(['a1'])).rejects.toThrow(/JSON/);
    client.account.misbehave('truncated', { times: 1 });
    await expect(client.get(['a1'])).rejects.toThrow(/terminated/);
    expect((await client.get(['a1'])).status).toBe(200);
  });

  it('pours out a body without end for whoever keeps reading', async () => {
    client.account.misbehave('huge');
    const answer = await fetch(`${client.cloud.origin}/v2/devices/api/get?auth_key=${client.account.key}`, {
      method: 'POST',
      body: '{"ids":["a1"]}',
    });
    let read = 0;
    for await (const chunk of answer.body ?? []) {
      read += (chunk as Uint8Array).length;
      if (read > 5_000_000) break; // Leaving the loop hangs up.
    }
    expect(read).toBeGreaterThan(5_000_000);
  });

  it('redirects to where a canary sees who comes, and with which key', async () => {
    client.account.misbehave('redirect');
    const url = `${client.cloud.origin}/v2/devices/api/get?auth_key=${client.account.key}`;
    const answer = await fetch(url, { method: 'POST', body: '{"ids":["a1"]}', redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${client.cloud.origin}/canary`]);
    expect(client.cloud.canaryVisits).toEqual([]);
    await fetch(`${client.cloud.origin}/canary?auth_key=${client.account.key}`);
    expect(client.cloud.canaryVisits).toEqual([{ url: expect.stringContaining('/canary'), withKey: true }]);
  });

  it('does so for one device, for one kind of request, and for as long as it was told', async () => {
    client.account.add('plus1', { id: 'a2' });
    device.misbehave('server_error', { only: 'commands', times: 1 });
    expect((await client.get(['a1', 'a2'])).status).toBe(200);
    expect((await client.v2('set/switch', { id: 'a2', on: true })).status).toBe(200);
    expect((await client.v2('set/switch', { id: 'a1', on: true })).status).toBe(500);
    expect((await client.v2('set/switch', { id: 'a1', on: true })).status).toBe(200);
  });

  it.each(MISBEHAVIOURS)('is well again after %s once it is told so', async (kind) => {
    client.account.misbehave(kind);
    client.account.misbehave(null);
    expect((await client.get(['a1'])).status).toBe(200);
  });
});
