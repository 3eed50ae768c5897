import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment, type Environment } from './environment.js';
import { freePort } from './ports.js';
import { SERVICE_NAMES } from './service-names.js';

/** Stand-in for every service: listens on its internal port; the api-gateway's answers /api/health once telemetry-history does. */
const STAND_IN = `
import { createServer } from 'node:http';
const listen = (port, handler) => createServer(handler).listen(port, '127.0.0.1');
listen(process.env.INTERNAL_PORT, (_request, answer) => answer.end('{}'));
if (process.env.PORT)
  listen(process.env.PORT, async (_request, answer) => {
    const up = await fetch(process.env.TELEMETRY_HISTORY_URL).catch(() => null);
    answer.statusCode = up ? 200 : 503;
    answer.end(JSON.stringify(up ? { status: 'ok' } : { status: 'error', sin_respuesta: ['telemetry-history'] }));
  });
`;

export interface FakeRepository {
  root: string;
  environment: Environment;
  remove(): void;
}

/** A folder laid out like the built repository, with stand-ins for the services, and an environment on free ports. */
export const fakeRepository = async (overrides: Record<string, string> = {}): Promise<FakeRepository> => {
  const root = mkdtempSync(join(tmpdir(), 'acequia-fake-'));
  chmodSync(root, 0o755); // PostgreSQL's user needs access.
  for (const service of SERVICE_NAMES) {
    const folder = join(root, 'apps', service, 'dist');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'main.js'), STAND_IN);
  }
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  const environment = readEnvironment({
    PORT: String(await freePort()),
    MQTT_PORT: String(await freePort()),
    ACEQUIA_DATA: join(root, 'data'),
    ACEQUIA_DEMO: '0',
    ...overrides,
  });
  return { root, environment, remove: () => rmSync(root, { recursive: true, force: true }) };
};
