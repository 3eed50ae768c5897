import { BusServer } from '@acequia/bus';
import { loadEnv, runService } from '@acequia/service-kit';
import { AppModule } from './app.module.js';
import { alertsEnv } from './env.js';

const env = loadEnv(alertsEnv, process.env, 'alerts');
await runService({
  name: 'alerts',
  module: AppModule.forRoot(env),
  env,
  strategies: (app) => [app.get(BusServer)],
});
