import { backupCommand } from './backup/backup.js';
import { restoreCommand } from './backup/restore.js';
import { rotateKey } from './rotate-key.js';
import { StartError } from './environment.js';

type Command = (given: string[]) => Promise<void>;

/** Prints a failure as one line and exits with 1. */
const told =
  (command: Command): Command =>
  async (given) => {
    try {
      await command(given);
    } catch (error) {
      const { code, message } = error as { code?: string; message?: string };
      const expected = error instanceof StartError || code?.startsWith('ERR_PARSE_ARGS');
      console.error(expected ? message : error);
      process.exitCode = 1;
    }
  };

/** The commands of `deploy/local/command.mjs` by name. */
export const commands: Record<string, Command> = {
  // Of all of this library only this one needs a library for certificates, which is slow to load.
  certs: told(async (given) => (await import('./certs.js')).certs(given)),
  'rotate-key': told(rotateKey),
  backup: told(backupCommand),
  restore: told(restoreCommand),
};
