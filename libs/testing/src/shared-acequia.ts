import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ApiClient, identityOf } from '@acequia/local';
import { eventually } from './eventually.js';
import { ADMIN, type AcequiaOptions, RunningAcequia } from './running-acequia.js';

/** Folder in which the runner keeps one running Acequia per Jest worker, in subfolders `1`, `2`, … */
export const SHARED = 'TEST_SHARED_ACEQUIAS';

/** Many files log in from one address and save in bulk; what the limits do is proven where they are made. */
const SHARED_OPTIONS: AcequiaOptions = {
  quick: true,
  env: {
    RATE_LIMIT_LOGIN: '100000',
    RATE_LIMIT_BULK: '100000',
    RATE_LIMIT_SESSION: '100000',
    RATE_LIMIT_REFUSED: '100000',
  },
};

/**
 * What the runner does before a suite: one Acequia for each of its workers, in `folder`. Where one does not start, the files of that
 * worker start their own, and tell why it cannot be.
 */
export const keepAcequias = async (folder: string, workers: number): Promise<RunningAcequia[]> => {
  const starts = Array.from({ length: workers }, (_, index) =>
    RunningAcequia.start({ ...SHARED_OPTIONS, folder: join(folder, String(index + 1)) }),
  );
  return (await Promise.allSettled(starts)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
};

/**
 * An Acequia without companies that the files of one Jest worker use one after another, each alone: a file may stop a service, as long
 * as it lets it go on. Without the runner (a single file started by hand) it is the file's own. A spec that
 * counts rows of the whole installation, or needs its own environment, asks for {@link startAcequia}.
 */
export const sharedAcequia = async (): Promise<RunningAcequia> => {
  const folder = join(process.env[SHARED] ?? '', process.env['JEST_WORKER_ID'] ?? '1');
  if (!process.env[SHARED] || !existsSync(join(folder, 'run.json'))) return RunningAcequia.start(SHARED_OPTIONS);
  const acequia = RunningAcequia.borrow(folder);
  await wake(acequia);
  await empty(await acequia.loginAdmin());
  return acequia;
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
