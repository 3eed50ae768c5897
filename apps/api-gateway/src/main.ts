import { BusServer } from '@acequia/bus';
import { loadEnv, runService } from '@acequia/service-kit';
import { AppModule } from './app.module.js';
import { envSchema } from './env.js';
import { configureHttp } from './http/configure.js';

const env = loadEnv(envSchema, process.env, 'api-gateway');
const tls = env.TLS_CERT && env.TLS_KEY ? { cert: env.TLS_CERT, key: env.TLS_KEY } : undefined;
await runService({
  name: 'api-gateway',
  module: AppModule.forRoot(env),
  env,
  strategies: (app) => [app.get(BusServer)],
  configure: (app) => configureHttp(app, env),
  public: { port: env.PORT, hosts: env.ACEQUIA_HOST, tls },
});
