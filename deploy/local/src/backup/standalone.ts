import { parseArgs } from 'node:util';
import { StartError } from '../environment.js';
import { waitUntil } from '../process-spec.js';
import { backUp } from './backup.js';

/** Backups of an installation in containers: one when its services are well, then one every BACKUP_EVERY_H hours. `--once`: one, now. */
const PATIENCE_MS = 15 * 60_000;
const { values, positionals } = parseArgs({ options: { once: { type: 'boolean' } }, allowPositionals: true });
const [out = '/backups'] = positionals;
const hours = Number(process.env['BACKUP_EVERY_H'] ?? 24);
const keep = Number(process.env['BACKUP_KEEP_DAYS'] ?? 14);
if (!(hours > 0) || !Number.isInteger(keep) || keep < 1) {
  console.error('BACKUP_EVERY_H y BACKUP_KEEP_DAYS deben ser números mayores que 0.');
  process.exit(1);
}

/** @returns whether it succeeded. The next one may; until then the age of the last backup reveals the failure. */
const once = async (): Promise<boolean> => {
  try {
    await backUp(process.env, { out, keep }, (line) => console.log(line));
    return true;
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    return false;
  }
};

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
if (values.once) process.exit((await once()) ? 0 : 1);
const { ACEQUIA_HTTP_URL } = process.env;
const isWell = (): Promise<boolean> =>
  fetch(`${ACEQUIA_HTTP_URL}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  );
// Before that the tables of a new version are still being made; of an installation that stays ill a backup is wanted too.
if (ACEQUIA_HTTP_URL && !(await waitUntil(isWell, PATIENCE_MS, 2_000)))
  console.error('Algún servicio no responde: se respalda lo que hay.');
await once();
setInterval(() => void once(), hours * 3_600_000);
