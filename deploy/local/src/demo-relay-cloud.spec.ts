import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_EMPRESAS } from './demo-data.js';
import { DemoRelayCloud } from './demo-relay-cloud.js';

describe("the demo's relay cloud", () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'acequia-demo-cloud-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('has an account for each company, with its dispositivos, in a file for its owner only', async () => {
    const cloud = await DemoRelayCloud.choose(folder);
    cloud.save();
    expect(statSync(cloud.file).mode & 0o777).toBe(0o600);
    const { accounts } = JSON.parse(readFileSync(cloud.file, 'utf8')) as { accounts: { devices: { id: string }[] }[] };
    expect(accounts.map(({ devices }) => devices.map(({ id }) => id))).toEqual(
      DEMO_EMPRESAS.map(({ dispositivos }) => dispositivos.map(({ shelly_id }) => shelly_id)),
    );
  });

  it('keeps its port and keys from start to start, and takes another port when somebody has its own', async () => {
    const first = await DemoRelayCloud.choose(folder);
    first.save();
    const saved = readFileSync(first.file, 'utf8');
    const second = await DemoRelayCloud.choose(folder);
    second.save();
    expect(readFileSync(second.file, 'utf8')).toBe(saved);

    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(first.port, '127.0.0.1', resolve));
    const third = await DemoRelayCloud.choose(folder);
    await new Promise((resolve) => squatter.close(resolve));
    expect(third.port).not.toBe(first.port);
    expect(third.allowedHosts).toBe(`.shelly.cloud,http://127.0.0.1:${third.port}`);
  });
});
