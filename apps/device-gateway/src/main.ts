import { BusServer } from '@acequia/bus';
import { loadEnv, runService } from '@acequia/service-kit';
import { AppModule } from './app.module.js';
import { envSchema } from './env.js';

const env = loadEnv(envSchema, process.env, 'device-gateway');
await runService({
  name: 'device-gateway',
  module: AppModule.forRoot(env),
  env,
  strategies: (app) => [app.get(BusServer)],
});
