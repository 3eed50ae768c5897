import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { measureDisks } from './disk-metrics.js';

describe('measureDisks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'acequia-disk-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('tells size and free space of each folder, and nothing of one that is gone', async () => {
    const registry = new Registry();
    const gone = join(folder, 'gone');
    measureDisks(registry, [folder, gone]);
    const text = await registry.metrics();
    const valueOf = (name: string): number =>
      Number(new RegExp(`^${name}\\{path="${folder}"\\} (.+)$`, 'm').exec(text)?.[1]);
    expect(valueOf('acequia_disk_free_bytes')).toBeGreaterThan(0);
    expect(valueOf('acequia_disk_size_bytes')).toBeGreaterThanOrEqual(valueOf('acequia_disk_free_bytes'));
    expect(text).not.toContain(gone);
  });

  it('registers nothing without folders', () => {
    const registry = new Registry();
    measureDisks(registry, []);
    expect(registry.getMetricsAsArray()).toEqual([]);
  });
});
