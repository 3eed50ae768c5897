import 'reflect-metadata';
import { Bus, BusModule, type BusOptions } from '@acequia/bus';
import { sistema } from '@acequia/contracts';
import { RedisServer } from '@acequia/testing';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Redis } from 'ioredis';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { BARE } from './bus/keys.js';
import { measure, type Measure, median } from './bus/measure.js';
import { busOptions } from './bus/options.js';

const ROUNDS = 3;
const ROUND_MS = 2_000;
const CONCURRENCIES = [1, 32];

const SIDES = ['bare', 'bus', 'bus unsigned'] as const;
type SideName = (typeof SIDES)[number];

interface Side {
  call: () => Promise<unknown>;
  stop: () => Promise<void>;
}

const server = async (file: string, ...args: string[]): Promise<ChildProcess> => {
  const child = fork(new URL(file, import.meta.url), args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  await once(child, 'message');
  return child;
};

const end = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGKILL');
  await once(child, 'exit');
};

const bareSide = async (url: string): Promise<Side> => {
  const child = await server('./bus/bare-server.js', url);
  const commands = new Redis(url, { enableAutoPipelining: true });
  const subscriber = new Redis(url);
  const waiting = new Map<string, () => void>();
  let last = 0;
  subscriber.on('message', (_channel, message) => waiting.get(message.slice(0, message.indexOf(' ')))?.());
  await subscriber.subscribe(BARE.channel);
  const call = (): Promise<void> =>
    new Promise((resolve) => {
      const id = (last += 1).toString(36);
      waiting.set(id, () => {
        waiting.delete(id);
        resolve();
      });
      void commands.xadd(BARE.stream, 'MAXLEN', '~', 1_000, '*', BARE.field, `${id} {"id":1}`);
    });
  const stop = async (): Promise<void> => {
    await end(child);
    commands.disconnect();
    subscriber.disconnect();
  };
  return { call, stop };
};

const busSide = async (url: string, signed: boolean): Promise<Side> => {
  const child = await server('./bus/bus-server.js', url, signed ? 'signed' : 'unsigned');
  @Module({
    imports: [BusModule.forRootAsync({ useFactory: (): BusOptions => busOptions('api-gateway', url, signed) })],
  })
  class ClientModule {}
  const app = await NestFactory.createApplicationContext(ClientModule, { logger: false });
  const bus = app.get(Bus);
  const caller = sistema('api-gateway');
  const stop = async (): Promise<void> => {
    await end(child);
    await app.close();
  };
  return { call: () => bus.call('empresas.ficha', { id: 1 }, caller), stop };
};

const line = (pattern: string, concurrency: number, rounds: Measure[], more: object = {}): object => ({
  bench: 'bus',
  pattern,
  concurrency,
  calls_s: median(rounds.map((round) => round.calls_s)),
  p50_ms: median(rounds.map((round) => round.p50_ms)),
  p99_ms: median(rounds.map((round) => round.p99_ms)),
  ...more,
});

/**
 * Calls over the bus beside the same without signatures, and beside the bare pattern (XADD → XREADGROUP → PUBLISH), in turns,
 * servers in processes of their own. `ratio` is the rate as a share of the bare one, `of_unsigned` as a share of the bus without
 * signatures; both the median of the rounds.
 */
export const benchBus = async (): Promise<object[]> => {
  const redis = await Promise.all(SIDES.map(() => RedisServer.start({ kind: 'volatile' })));
  const sides: Record<SideName, Side> = {
    bare: await bareSide(redis[0]!.url),
    bus: await busSide(redis[1]!.url, true),
    'bus unsigned': await busSide(redis[2]!.url, false),
  };
  const lines: object[] = [];
  try {
    for (const concurrency of CONCURRENCIES) {
      const rounds: Record<SideName, Measure>[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const measured: Partial<Record<SideName, Measure>> = {};
        for (const name of SIDES) measured[name] = await measure(sides[name].call, concurrency, ROUND_MS);
        rounds.push(measured as Record<SideName, Measure>);
      }
      const share = (of: SideName, beside: SideName): number =>
        Number(median(rounds.map((round) => round[of].calls_s / round[beside].calls_s)).toFixed(2));
      const more: Record<SideName, object> = {
        bare: {},
        bus: { ratio: share('bus', 'bare'), of_unsigned: share('bus', 'bus unsigned') },
        'bus unsigned': { ratio: share('bus unsigned', 'bare') },
      };
      for (const name of SIDES) {
        const own = rounds.map((round) => round[name]);
        lines.push(line(name, concurrency, own, more[name]));
      }
    }
  } finally {
    await Promise.all(Object.values(sides).map((side) => side.stop()));
    await Promise.all(redis.map((one) => one.stop()));
  }
  return lines;
};
