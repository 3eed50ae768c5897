import { Test } from '@nestjs/testing';
import { TerminusModule } from '@nestjs/terminus';
import { HealthService } from './health.service.js';

it('a process that is ending is reported as unwell, while calls are told that its parts are well', async () => {
  const imports = [TerminusModule.forRoot({ logger: false })];
  const module = await Test.createTestingModule({ imports, providers: [HealthService] }).compile();
  const health = module.get(HealthService);
  health.add('base', async () => undefined);
  await expect(health.report()).resolves.toMatchObject({ status: 'ok' });
  health.leave();
  await expect(health.report()).rejects.toMatchObject({ status: 503 });
  await expect(health.assert()).resolves.toBeUndefined();
  await module.close();
});
