import { statfs } from 'node:fs/promises';
import type { StatsFs } from 'node:fs';
import { Gauge, type Registry } from 'prom-client';

/** Measures the file systems of these folders at each scrape. A folder that cannot be measured has no value, so its absence shows. */
export const measureDisks = (registry: Registry, paths: readonly string[]): void => {
  if (paths.length === 0) return;
  const gauge = (name: string, help: string, of: (disk: StatsFs) => number): Gauge<'path'> =>
    new Gauge({
      name,
      help,
      labelNames: ['path'],
      registers: [registry],
      async collect() {
        this.reset();
        for (const path of paths) {
          const disk = await statfs(path).catch(() => null);
          if (disk) this.set({ path }, of(disk) * disk.bsize);
        }
      },
    });
  gauge('acequia_disk_size_bytes', 'Size of the file system of a folder of DISK_PATHS', ({ blocks }) => blocks);
  gauge('acequia_disk_free_bytes', 'Free space there for processes without privileges', ({ bavail }) => bavail);
};
