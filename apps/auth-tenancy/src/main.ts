import { BusServer } from '@acequia/bus';
import { loadEnv, runService } from '@acequia/service-kit';
import { AppModule } from './app.module.js';
import { authTenancyEnv } from './env.js';

const env = loadEnv(authTenancyEnv, process.env, 'auth-tenancy');
await runService({
  name: 'auth-tenancy',
  module: AppModule.forRoot(env),
  env,
  strategies: (app) => [app.get(BusServer)],
});
