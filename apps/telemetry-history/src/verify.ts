import { baseEnv, loadEnv } from '@acequia/service-kit';
import { z } from 'zod';
import { verificar } from './verify/verification.js';

/** `node dist/verify.js`: DATABASE_URL from the environment; one JSON line per difference and one for the whole, exit 1 if any. */
const env = loadEnv(z.object({ DATABASE_URL: baseEnv.shape.DATABASE_URL.unwrap() }), process.env, 'telemetry-history');
const { placas, dispositivos, diferencias } = await verificar(env.DATABASE_URL);
const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
for (const diferencia of diferencias) say(diferencia);
say({ placas, dispositivos, diferencias: diferencias.length });
process.exitCode = diferencias.length === 0 ? 0 : 1;
