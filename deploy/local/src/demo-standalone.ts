import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DataFolder } from './data-folder.js';
import { prepareDemo } from './demo.js';
import { readEnvironment } from './environment.js';
import { startProcess, type ProcessSpec } from './process-spec.js';

/** The demo for an Acequia that runs elsewhere (docker compose): ACEQUIA_HTTP_URL and MQTT_URL are its addresses. */
const PASSWORD_FILE = 'ACEQUIA_ADMIN_PASSWORD_FILE';
const withPassword = (source: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const file = source[PASSWORD_FILE];
  return file ? { ...source, ACEQUIA_ADMIN_PASSWORD: readFileSync(file, 'utf8').trim() } : source;
};

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { ACEQUIA_DATA, ACEQUIA_ADMIN_EMAIL, ACEQUIA_ADMIN_PASSWORD, MQTT_URL } = readEnvironment(
  withPassword(process.env),
);
const data = new DataFolder(ACEQUIA_DATA);
let boards: ChildProcess | undefined;

/** The container ends with its boards, so that Docker sees it, tells it and starts it again. */
const play = (spec: ProcessSpec): Promise<void> => {
  boards = startProcess(spec, ['ignore', 'inherit', 'inherit']);
  boards.once('error', ({ message }) => end(message));
  boards.once('exit', (code, signal) => end(`Las placas simuladas terminaron: ${signal ?? code}.`));
  return Promise.resolve();
};
const end = (line: string): void => {
  console.error(line);
  process.exit(1);
};

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    boards?.removeAllListeners('exit').once('exit', () => process.exit(0));
    if (!boards?.kill('SIGTERM')) process.exit(0);
  });

await prepareDemo(
  {
    run: {
      http: process.env['ACEQUIA_HTTP_URL'] ?? 'http://127.0.0.1:3000',
      mqtt: MQTT_URL ?? 'mqtt://127.0.0.1:1883',
    },
    data,
    ...(ACEQUIA_ADMIN_EMAIL &&
      ACEQUIA_ADMIN_PASSWORD && { admin: { email: ACEQUIA_ADMIN_EMAIL, password: ACEQUIA_ADMIN_PASSWORD } }),
    add: play,
  },
  root,
  (line) => console.log(line),
);
if (!boards) end('No hay placas simuladas que mostrar.');
