import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DataFolder } from './data-folder.js';
import { prepareDemo } from './demo.js';
import { readEnvironment } from './environment.js';
import { RotatingLog } from './rotating-log.js';
import { SupervisedProcess } from './supervisor.js';

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
const running: SupervisedProcess[] = [];

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void Promise.all(running.map((one) => one.stop(3_000))).then(() => process.exit(0)));

await prepareDemo(
  {
    run: {
      http: process.env['ACEQUIA_HTTP_URL'] ?? 'http://127.0.0.1:3000',
      mqtt: MQTT_URL ?? 'mqtt://127.0.0.1:1883',
    },
    data,
    ...(ACEQUIA_ADMIN_EMAIL &&
      ACEQUIA_ADMIN_PASSWORD && { admin: { email: ACEQUIA_ADMIN_EMAIL, password: ACEQUIA_ADMIN_PASSWORD } }),
    add: async (spec) => {
      const supervised = new SupervisedProcess(spec, new RotatingLog(data.file('logs', `${spec.name}.log`)));
      running.push(supervised);
      await supervised.start();
    },
  },
  root,
  (line) => console.log(line),
);
