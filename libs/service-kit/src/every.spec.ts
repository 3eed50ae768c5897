import { Controller, Injectable, Module } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { Every, EveryRunner } from './every.js';
import { deferred, type Deferred } from './spec-support/deferred.js';
import { LOGGER } from './tokens.js';

const runs: Deferred<void>[] = [];
const warnings: unknown[] = [];
let ran = deferred();

@Injectable()
class Purge {
  @Every({ ms: 1, failed: 'old rows could not be removed' })
  async purge(): Promise<void> {
    const run = deferred();
    runs.push(run);
    ran.resolve();
    await run.promise;
  }
}

let seen = deferred();

@Controller()
class Door {
  @Every({ ms: 1, failed: 'nobody could be seen' })
  async look(): Promise<void> {
    seen.resolve();
  }
}

@Module({
  imports: [DiscoveryModule],
  controllers: [Door],
  providers: [
    EveryRunner,
    Purge,
    { provide: 'alias', useExisting: Purge },
    { provide: LOGGER, useValue: { warn: (...line: unknown[]) => warnings.push(line) } },
  ],
})
class Service {}

const next = async (): Promise<Deferred<void>> => {
  await ran.promise;
  ran = deferred();
  return runs.at(-1)!;
};

it('a marked method runs while its service does, once at a time, also after a failure, and a shutdown waits for it', async () => {
  const service = await NestFactory.createApplicationContext(Service, { logger: false });
  const error = new Error('broken');
  (await next()).reject(error);
  const second = await next();
  expect(warnings).toEqual([[{ err: error }, 'old rows could not be removed']]);
  expect(runs).toHaveLength(2);

  const closed = service.close().then(() => 'closed');
  expect(await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 20, 'waiting'))])).toBe('waiting');
  second.resolve();
  expect(await closed).toBe('closed');
  expect(runs).toHaveLength(2);
});

it('a marked method of a controller runs too', async () => {
  const service = await NestFactory.createApplicationContext(Service, { logger: false });
  seen = deferred();
  await seen.promise;
  (await next()).resolve();
  await service.close();
});
