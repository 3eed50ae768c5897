import { StartError } from '../environment.js';
import { backUp } from './backup.js';

/** Backups of an installation in containers: one now, then one every BACKUP_EVERY_H hours. */
const [out = '/backups'] = process.argv.slice(2);
const hours = Number(process.env['BACKUP_EVERY_H'] ?? 24);
const keep = Number(process.env['BACKUP_KEEP'] ?? 14);
if (!(hours > 0) || !Number.isInteger(keep) || keep < 1) {
  console.error('BACKUP_EVERY_H y BACKUP_KEEP deben ser números mayores que 0.');
  process.exit(1);
}

const once = async (): Promise<void> => {
  try {
    await backUp(process.env, { out, keep }, (line) => console.log(line));
  } catch (error) {
    // The next backup may succeed; until then the age of the last one reveals the failure.
    console.error(error instanceof StartError ? error.message : error);
  }
};

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
await once();
setInterval(() => void once(), hours * 3_600_000);
