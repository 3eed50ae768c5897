import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment } from './environment.js';
import { SERVICE_NAMES, serviceSpec, type ServiceName } from './services.js';

describe('what a service is started with', () => {
  let root: string;

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'acequia-services-'));
    for (const service of SERVICE_NAMES) {
      mkdirSync(join(root, 'apps', service, 'dist'), { recursive: true });
      writeFileSync(join(root, 'apps', service, 'dist/main.js'), '');
    }
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const envOf = (service: ServiceName, given: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
    serviceSpec(service, 1, {
      environment: readEnvironment(given),
      parts: { secretKey: 'k', databaseUrl: 'postgres://p', redisUrl: 'redis://r', redisVolatileUrl: 'redis://v' },
      ports: { internal: 1, door: 2 },
      historyUrl: 'http://127.0.0.1:3',
      root,
      inherit: given,
    }).env;

  it.each(SERVICE_NAMES)('only who speaks to an external broker learns of it and of its accounts: %s', (service) => {
    const env = envOf(service, { MQTT_URL: 'mqtt://u:clave@broker', MQTT_BROKER_AUTH: 'none' });
    const speaks = service === 'inventory' || service === 'device-gateway';
    expect(env['MQTT_URL']).toBe(speaks ? 'mqtt://u:clave@broker' : undefined);
    expect(env['MQTT_BROKER_AUTH']).toBe(speaks ? 'none' : undefined);
  });

  it.each(SERVICE_NAMES)('what is not set stays the default of the service: %s', (service) => {
    expect(envOf(service, { MQTT_BROKER_AUTH: '' })).not.toHaveProperty('MQTT_BROKER_AUTH');
  });
});
