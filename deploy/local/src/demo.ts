import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ApiClient, ApiFailure } from './api-client.js';
import { writePrivate, type DataFolder } from './data-folder.js';
import type { DemoRelayCloud } from './demo-relay-cloud.js';
import { DemoSeed, type DemoBoard } from './demo-seed.js';
import type { ProcessSpec } from './process-spec.js';
import { DEMO_ADMIN, inherited } from './services.js';

/** What the demo needs from the running installation. */
export interface DemoHost {
  run: { http: string; mqtt: string };
  data: DataFolder;
  add(spec: ProcessSpec): Promise<void>;
  /** The seeding administrator; default: the demo's own. */
  admin?: { email: string; password: string };
}

/** The demo's account in a relay cloud stand-in; null = its dispositivos stay without an account. */
export type DemoCloud = DemoRelayCloud | null;

const HISTORY_DAYS = 7;

/** null when this installation has no such administrator (or the password was changed). */
const enter = async (http: string, { email, password }: typeof DEMO_ADMIN): Promise<ApiClient | null> => {
  try {
    return await ApiClient.login(http, email, password);
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) return null;
    throw error;
  }
};

/** Whether the data of an earlier seed still exists (the database may have been replaced). */
const stillThere = async (api: ApiClient, boards: DemoBoard[]): Promise<boolean> => {
  const registered = new Set((await api.call('placas.listar')).map(({ placa_id }) => placa_id));
  return boards.length > 0 && boards.some(({ placa_id }) => registered.has(placa_id));
};

/** Exists once the seed has completed. */
const MARKER = 'demo.json';

/** Whether the demo data was created in this data folder before: then a start need not wait for it. */
export const isSeeded = (folder: string): boolean => existsSync(join(folder, MARKER));

const seed = async (
  { run, data, admin = DEMO_ADMIN }: DemoHost,
  boardsFile: string,
  cloud: DemoCloud,
  say: (line: string) => void,
): Promise<void> => {
  const api = await enter(run.http, admin);
  if (!api) {
    say(`Sin datos de demostración: ${admin.email} no puede entrar en esta instalación.`);
    return;
  }
  const marker = data.file(MARKER);
  const work = new DemoSeed(api, boardsFile);
  // The seed completes only once, so later deletions and renames by a person stay.
  if (!existsSync(marker) || !(await stillThere(api, work.boards()))) {
    say('Creando los datos de demostración…');
    await work.run();
    writePrivate(marker, JSON.stringify({ creado: new Date().toISOString() }));
  }
  await cloud?.wire(api);
  await api.call('auth.salir');
};

const simulatorSpec = (root: string, boardsFile: string, mqtt: string, cloud: DemoCloud): ProcessSpec => ({
  name: 'simuladores',
  command: process.execPath,
  args: [
    '--max-old-space-size=128',
    '--max-semi-space-size=4',
    join(root, 'firmware-bridge/simulators/dist/cli.js'),
    'fleet',
    ...['--file', boardsFile, '--url', mqtt, '--history-days', String(HISTORY_DAYS)],
    ...(cloud ? ['--relay-cloud', cloud.file, '--relay-cloud-port', String(cloud.port)] : []),
  ],
  env: { ...inherited(process.env), MALLOC_ARENA_MAX: '2' },
  cwd: root,
});

/** Seeds missing demo data and starts the simulated boards. A failure is printed, and Acequia runs on without the demo. */
export const prepareDemo = async (
  host: DemoHost,
  root: string,
  say: (line: string) => void,
  cloud: DemoCloud = null,
): Promise<void> => {
  const boardsFile = host.data.file('demo-boards.json');
  try {
    cloud?.save();
    await seed(host, boardsFile, cloud, say);
  } catch (error) {
    say(`No se pudieron crear los datos de demostración: ${(error as Error).message}`);
  }
  if (existsSync(boardsFile)) await host.add(simulatorSpec(root, boardsFile, host.run.mqtt, cloud));
};
