import type { BusKeys } from '@acequia/bus';
import { CAMBIOS_CAMPO, CAMBIOS_FIRMA, type Change, cambiosStream } from '@acequia/contracts';
import type { Logger } from '@acequia/service-kit';
import { RedisServer } from '@acequia/testing';
import { Redis } from 'ioredis';
import { ChangesReader } from './changes.reader.js';

const STREAM = cambiosStream(1);
const keys = {
  signer: {
    sign: (where: string, text: string) => `${where}|${text.length}`,
    verify: (where: string, text: string, signature?: string) => signature === `${where}|${text.length}`,
  },
} as unknown as BusKeys;
const logger = { warn: () => undefined, error: () => undefined } as unknown as Logger;
const change: Change = { tipo: 'conexion', empresa_id: 1, placa_id: 7, online: 1, ts: 1_000 };

let server: RedisServer;
let redis: Redis;
let reader: ChangesReader;

beforeAll(async () => {
  server = await RedisServer.start();
  redis = new Redis(server.url);
});
afterAll(async () => {
  redis?.disconnect();
  await server?.stop();
});
beforeEach(async () => {
  await redis.flushall();
  reader = new ChangesReader(redis, keys, logger);
  await reader.start(1);
});

const append = (text: string, signature?: string) =>
  redis.xadd(STREAM, '*', CAMBIOS_CAMPO, text, ...(signature === undefined ? [] : [CAMBIOS_FIRMA, signature]));

it('reads what this installation signed for this stream, and nothing else', async () => {
  const text = JSON.stringify([change]);
  await append(text);
  await append(text, keys.signer.sign(cambiosStream(2), text));
  await append(text, keys.signer.sign(STREAM, text));
  expect((await reader.read(1, Date.now())).cambios).toEqual([change]);
});

it('skips to the present when it is too far behind, and says so', async () => {
  const text = JSON.stringify([change]);
  for (let i = 0; i < 200; i += 1) await append(text, keys.signer.sign(STREAM, text));
  expect(await reader.read(1, Date.now() + 60_000)).toEqual({ cambios: [], skipped: true });
  expect(await reader.read(1, Date.now())).toEqual({ cambios: [], skipped: false });
});
