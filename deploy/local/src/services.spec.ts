import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment } from './environment.js';
import { DATABASE_SERVICES, type DatabaseService, SERVICE_NAMES, type ServiceName } from './service-names.js';
import { serviceSpec } from './services.js';

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

  const databaseUrls = Object.fromEntries(
    DATABASE_SERVICES.map((service) => [service, `postgres://${service}@p/acequia`]),
  ) as Record<DatabaseService, string>;
  const usersOf = (host: string): Record<ServiceName, string> =>
    Object.fromEntries(SERVICE_NAMES.map((service) => [service, `redis://${service}@${host}`])) as Record<
      ServiceName,
      string
    >;
  const redisUrls = { durable: usersOf('r'), volatile: usersOf('v') };
  const envOf = (service: ServiceName, given: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
    serviceSpec(service, 1, {
      environment: readEnvironment(given),
      parts: { keys: { current: 'k' }, databaseUrls, redisUrls },
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

  it.each(SERVICE_NAMES)('a service learns of its own database role only: %s', (service) => {
    const given = { DATABASE_URL: 'postgres://owner@p/acequia', DATABASE_URL_INVENTORY: 'postgres://other@p/acequia' };
    const urls = Object.values(envOf(service, given)).filter((value) => value?.startsWith('postgres:'));
    expect(urls).toEqual(service === 'api-gateway' ? [] : [`postgres://${service}@p/acequia`]);
  });

  it.each(SERVICE_NAMES)('a service learns of its own user of Redis only: %s', (service) => {
    const urls = Object.values(envOf(service, {})).filter((value) => value?.startsWith('redis:'));
    expect(urls).toEqual([`redis://${service}@r`, `redis://${service}@v`]);
  });

  it.each(SERVICE_NAMES)('the doors to the outside, and no others, learn where to listen: %s', (service) => {
    const isDoor = service === 'api-gateway' || service === 'device-gateway';
    const hostOf = (given: NodeJS.ProcessEnv) => envOf(service, given)['ACEQUIA_HOST'];
    expect(hostOf({})).toBe(isDoor ? '127.0.0.1,::1' : undefined);
    expect(hostOf({ ACEQUIA_DEMO: '0' })).toBe(isDoor ? '0.0.0.0' : undefined);
    expect(hostOf({ ACEQUIA_HOST: '10.1.2.3' })).toBe(isDoor ? '10.1.2.3' : undefined);
  });

  it.each(SERVICE_NAMES)('what is not set stays the default of the service: %s', (service) => {
    expect(envOf(service, { MQTT_BROKER_AUTH: '' })).not.toHaveProperty('MQTT_BROKER_AUTH');
  });
});
