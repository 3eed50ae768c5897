import { BusServer } from '@acequia/bus';
import { loadEnv, runService } from '@acequia/service-kit';
import { AppModule } from './app.module.js';
import { inventoryEnv } from './env.js';

const env = loadEnv(inventoryEnv, process.env, 'inventory');
await runService({
  name: 'inventory',
  module: AppModule.forRoot(env),
  env,
  strategies: (app) => [app.get(BusServer)],
});
