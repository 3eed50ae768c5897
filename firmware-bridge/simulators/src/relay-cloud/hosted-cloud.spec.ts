import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HostedCloud } from './hosted-cloud.js';
import { describeAccounts, loadAccounts } from './relay-cloud-file.js';
import { RelayCloud } from './relay-cloud.js';

describe('a stand-in that runs from a file', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'acequia-cloud-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const write = (content: unknown): string => {
    const path = join(folder, 'cuentas.json');
    writeFileSync(path, JSON.stringify(content));
    return path;
  };

  it('has the accounts and devices of the file, and goes on with its meters after a restart', async () => {
    const devices = [
      { id: 'A1', model: 'plus1pm' },
      { id: 'a2', model: 'pro3em', offline: true },
    ];
    const path = write({ port: 1, accounts: [{ key: 'clave', devices }] });
    const before = new HostedCloud(path, 0);
    await before.start();
    const [pump, meter] = before.cloud.accounts[0]?.devices ?? [];
    expect([before.cloud.accounts[0]?.key, pump?.id, meter?.online]).toEqual(['clave', 'a1', false]);
    pump?.resetCounters(Date.now());
    pump?.switch(true, Date.now(), 'v2');
    await before.stop();

    const [again] = new HostedCloud(path, 0).cloud.accounts[0]?.devices ?? [];
    expect(again?.output(Date.now())).toBe(true);
    expect(again?.memory(Date.now()).wh[0]).toBeLessThan(1_000);
  });

  it('describes itself as a file that makes the same cloud', () => {
    const made = new RelayCloud();
    made.account({ v2: false }).add('shelly1');
    made.account().add('pro3em_mono');
    const again = new RelayCloud();
    loadAccounts(again, write(describeAccounts(made)));
    expect(describeAccounts(again)).toEqual(describeAccounts(made));
  });

  it.each([
    ['a file that is not there', () => join(folder, 'nada.json'), /^No se puede leer/],
    [
      'a model that nobody makes',
      () => write({ accounts: [{ key: 'k', devices: [{ id: 'a', model: 'x' }] }] }),
      /model/,
    ],
    [
      'an id that is not hexadecimal',
      () => write({ accounts: [{ key: 'k', devices: [{ id: 'z', model: 'plus1' }] }] }),
      /hexadecimal/,
    ],
  ])('refuses %s in one line', (_what, path, message) => {
    expect(() => new HostedCloud(path(), 0)).toThrow(message);
  });
});
