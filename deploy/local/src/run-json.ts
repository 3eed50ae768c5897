import { writePrivate } from './data-folder.js';

/** `$ACEQUIA_DATA/run.json`, which exists while Acequia runs: its addresses with their passwords, and the pids of its services. */
export interface RunJson {
  http: string;
  mqtt: string;
  postgres: string;
  redis: string;
  redis_volatile: string;
  services: Record<string, number[]>;
}

/** Mode 600: the URLs carry passwords. */
export const writeRunJson = (path: string, run: RunJson): void =>
  writePrivate(path, `${JSON.stringify(run, null, 2)}\n`);
