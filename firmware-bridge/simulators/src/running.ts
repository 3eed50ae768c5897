import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Run = z.object({ http: z.url(), mqtt: z.url() });

/** Addresses of the Acequia that runs on this computer, from `$ACEQUIA_DATA/run.json`. @throws Error when none runs. */
export const running = (env: NodeJS.ProcessEnv = process.env): z.infer<typeof Run> => {
  const path = join(env['ACEQUIA_DATA'] || '.data', 'run.json');
  try {
    return Run.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new Error(`No hay un Acequia en marcha según ${path}; indica --http o --url.`, { cause: error });
  }
};
