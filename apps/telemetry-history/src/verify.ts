import { baseEnv, loadEnv } from '@acequia/service-kit';
import { z } from 'zod';
import { verificar } from './maintenance/verify/verification.js';

/** `node dist/verify.js`: DATABASE_URL from the environment; one JSON line per difference and one in total, exit 1 if any differ. */
const env = loadEnv(z.object({ DATABASE_URL: baseEnv.shape.DATABASE_URL.unwrap() }), process.env, 'telemetry-history');
const { placas, dispositivos, differences } = await verificar(env.DATABASE_URL);
const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
for (const difference of differences) say(difference);
say({ placas, dispositivos, differences: differences.length });
process.exitCode = differences.length === 0 ? 0 : 1;
