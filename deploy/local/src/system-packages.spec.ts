import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser, findCommand, missingLine, withoutServerStart } from './system-packages.js';

describe('programs of the system', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'acequia-packages-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are found along a PATH, in its order', () => {
    const program = join(folder, 'un-programa');
    writeFileSync(program, '#!/bin/sh\n');
    chmodSync(program, 0o755);
    expect(findCommand('un-programa', `/nowhere:${folder}`)).toBe(program);
    expect(findCommand('otro-programa', folder)).toBeNull();
  });

  it('may be any of several browsers, the lightest first', () => {
    expect(findBrowser(folder)).toBeNull();
    for (const name of ['google-chrome', 'chromium', 'chromium-headless-shell']) {
      writeFileSync(join(folder, name), '');
      expect(findBrowser(folder)).toBe(join(folder, name));
    }
  });

  it('that are missing are named with the packages that bring them', () => {
    expect(missingLine(['redis-server', 'mosquitto_pub'])).toContain('apt-get install redis-server mosquitto-clients');
  });

  it('may not start their servers while they are installed, and may again afterwards', async () => {
    const policy = join(folder, 'policy-rc.d');
    await withoutServerStart(async () => expect(readFileSync(policy, 'utf8')).toContain('exit 101'), policy);
    expect(existsSync(policy)).toBe(false);
  });

  it('may start their servers again even when the installation failed', async () => {
    const policy = join(folder, 'policy-rc.d');
    const failing = withoutServerStart(() => Promise.reject(new Error('apt')), policy);
    await expect(failing).rejects.toThrow('apt');
    expect(existsSync(policy)).toBe(false);
  });

  it("leave a machine's own rule alone", async () => {
    const policy = join(folder, 'policy-rc.d');
    writeFileSync(policy, 'mine');
    await withoutServerStart(async () => undefined, policy);
    expect(readFileSync(policy, 'utf8')).toBe('mine');
  });
});
