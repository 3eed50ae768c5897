import { readFileSync } from 'node:fs';
import { INSTANCE_GONE_MS, INSTANCES_KEY, Instancia, isUnderstood } from '@acequia/contracts';
import { Redis } from 'ioredis';

/**
 * Before an upgrade, in the new image: may its services start beside the ones that run? Exit code 0: yes, one after another. 2: no, all
 * of these must stop first.
 */
const TOGETHER = 2;

const { REDIS_VOLATILE_URL, REDIS_VOLATILE_URL_FILE } = process.env;
const url = REDIS_VOLATILE_URL_FILE ? readFileSync(REDIS_VOLATILE_URL_FILE, 'utf8').trim() : REDIS_VOLATILE_URL;
if (!url) throw new Error('REDIS_VOLATILE_URL is missing');
const redis = new Redis(url, { maxRetriesPerRequest: 1 });
const told = Object.values(await redis.hgetall(INSTANCES_KEY));
redis.disconnect();
const strange = told
  .map((text) => Instancia.safeParse(JSON.parse(text)))
  .flatMap(({ data }) => (data && Date.now() - data.ts < INSTANCE_GONE_MS ? [data] : []))
  .filter((one) => !isUnderstood(one));
process.exit(strange.length > 0 ? TOGETHER : 0);
