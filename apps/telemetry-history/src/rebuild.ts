import { baseEnv, loadEnv } from '@acequia/service-kit';
import { z } from 'zod';
import { rebuild } from './maintenance/verify/rebuild.js';

/** `node dist/rebuild.js`: DATABASE_URL from the environment; recomputes roll-ups and transitions from raw rows; prints one JSON line. */
const env = loadEnv(z.object({ DATABASE_URL: baseEnv.shape.DATABASE_URL.unwrap() }), process.env, 'telemetry-history');
process.stdout.write(`${JSON.stringify(await rebuild(env.DATABASE_URL))}\n`);
