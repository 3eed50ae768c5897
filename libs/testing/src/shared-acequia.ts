import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ApiClient, freePort, identityOf } from '@acequia/local';
import { eventually } from './eventually.js';
import { ADMIN, type AcequiaOptions, RunningAcequia } from './running-acequia.js';

/** Folder in which the runner keeps one running Acequia per Jest worker, in subfolders `1`, `2`, … */
export const SHARED = 'TEST_SHARED_ACEQUIAS';

/** Ports of this Acequia at which a file may start its stand-ins for the world outside: nothing listens there before. */
export interface StandInPorts {
  telegram: number;
  relayCloud: number;
  mail: number;
  webhooks: number;
}

/** A running Acequia that looks for the world outside at these ports. */
export interface SharedAcequia {
  acequia: RunningAcequia;
  ports: StandInPorts;
}

const PORTS_FILE = 'stand-ins.json';

/** Many files log in from one address and save in bulk; what the limits do is proven where they are made. */
const sharedOptions = ({ telegram, relayCloud, mail, webhooks }: StandInPorts): AcequiaOptions => ({
  quick: true,
  env: {
    RATE_LIMIT_LOGIN: '100000',
    RATE_LIMIT_BULK: '100000',
    RATE_LIMIT_SESSION: '100000',
    RATE_LIMIT_REFUSED: '100000',
    TELEGRAM_API_URL: `http://127.0.0.1:${telegram}`,
    RELAY_CLOUD_ALLOWED_HOSTS: `.shelly.cloud,http://127.0.0.1:${relayCloud}`,
    SMTP_URL: `smtp://127.0.0.1:${mail}`,
    WEBHOOK_ALLOWED_ORIGINS: `http://127.0.0.1:${webhooks}`,
    // A device's state follows its relay within seconds, so no test waits for the next of rare readings.
    RELAY_POLL_WATCHED_MS: '3000',
    RELAY_POLL_MS: '5000',
  },
});

const startShared = async (folder?: string): Promise<SharedAcequia> => {
  const ports: StandInPorts = {
    telegram: await freePort(),
    relayCloud: await freePort(),
    mail: await freePort(),
    webhooks: await freePort(),
  };
  const acequia = await RunningAcequia.start({ ...sharedOptions(ports), ...(folder && { folder }) });
  if (folder) writeFileSync(join(folder, PORTS_FILE), JSON.stringify(ports));
  return { acequia, ports };
};

/**
 * What the runner does before a suite: one Acequia for each of its workers, in `folder`, where the first `there` were started
 * already. Where one does not start, the files of that worker start their own, and tell why it cannot be.
 */
export const keepAcequias = async (folder: string, workers: number, there = 0): Promise<RunningAcequia[]> => {
  const missing = Array.from({ length: Math.max(0, workers - there) }, (_, index) => String(there + index + 1));
  const starts = missing.map((worker) => startShared(join(folder, worker)));
  return (await Promise.allSettled(starts)).flatMap((one) => (one.status === 'fulfilled' ? [one.value.acequia] : []));
};

/**
 * An Acequia without companies that the files of one Jest worker use one after another, each alone: a file may stop a service, as long
 * as it lets it go on. Without the runner (a single file started by hand) it is the file's own. A spec that
 * counts rows of the whole installation, or needs its own environment, asks for {@link startAcequia}.
 */
export const sharedAcequia = async (): Promise<RunningAcequia> => (await sharedWithStandIns()).acequia;

/** The same, with the ports at which it looks for what the file may stand in for. */
export const sharedWithStandIns = async (): Promise<SharedAcequia> => {
  const folder = join(process.env[SHARED] ?? '', process.env['JEST_WORKER_ID'] ?? '1');
  if (!process.env[SHARED] || !existsSync(join(folder, PORTS_FILE))) return startShared();
  const acequia = RunningAcequia.borrow(folder);
  await wake(acequia);
  await empty(await acequia.loginAdmin());
  return { acequia, ports: JSON.parse(readFileSync(join(folder, PORTS_FILE), 'utf8')) as StandInPorts };
};

/** The file before may have ended while one of its services stood still, or was just killed. */
const wake = async (acequia: RunningAcequia): Promise<void> => {
  for (const pid of Object.values(acequia.services).flat()) if (identityOf(pid)) process.kill(pid, 'SIGCONT');
  await eventually(async () => {
    const { status } = await acequia.api().raw('salud');
    if (status !== 200) throw new Error(`the shared Acequia is not well: ${status}`);
  });
};

/** Deletes every company, and every person but {@link ADMIN}, and waits until no service lists anything of them. */
const empty = async (root: ApiClient): Promise<void> => {
  for (const { id } of await root.call('empresas.listar')) await root.call('empresas.eliminar', { params: { id } });
  for (const { id, email } of await root.call('usuarios.listar'))
    if (email !== ADMIN.email) await root.call('usuarios.eliminar', { params: { id } });
  await eventually(async () => {
    const left = [
      await root.call('placas.listar'),
      await root.call('switches.listar'),
      await root.call('dispositivos.listar'),
    ];
    if (left.some((list) => list.length > 0)) throw new Error('the companies of the file before are not gone yet');
  });
};
