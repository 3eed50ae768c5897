import { BusServer } from '@acequia/bus';
import { loadEnv, runService } from '@acequia/service-kit';
import { AppModule } from './app.module.js';
import { automationEnv } from './env.js';

const env = loadEnv(automationEnv, process.env, 'automation');
await runService({
  name: 'automation',
  module: AppModule.forRoot(env),
  env,
  strategies: (app) => [app.get(BusServer)],
});
