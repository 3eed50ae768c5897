import { BusServer } from '@acequia/bus';
import { loadEnv, runService } from '@acequia/service-kit';
import { AppModule } from './app.module.js';
import { historyEnv } from './env.js';

const env = loadEnv(historyEnv, process.env, 'telemetry-history');
await runService({
  name: 'telemetry-history',
  module: AppModule.forRoot(env),
  env,
  strategies: (app) => [app.get(BusServer)],
});
