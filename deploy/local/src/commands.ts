import { certs } from './certs.js';

/** What `deploy/local/command.mjs` runs, by name. */
export const commands: Record<string, (given: string[]) => Promise<void>> = { certs };
