import { existsSync, mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DataFolder } from '../data-folder.js';
import { StartError } from '../environment.js';
import { Fed } from './child-streams.js';
import { checkKey, keepKey, writeKeys } from './key.js';
import { dumpTarget } from './restore-dump.js';
import { clusterTarget, type RestorePoint } from './restore-cluster.js';
import type { Sink, Target } from './restore-target.js';
import { type Manifest, readSettings } from './settings.js';
import { type Section, readVault } from './vault.js';

/** Verifies the whole file before anything is written, so that a damaged file restores nothing. */
const inspect = async (path: string, passphrase: string): Promise<Manifest> => {
  let text = '';
  for await (const { section, data } of readVault(path, passphrase))
    if (section === 'manifest') text += data.toString('utf8');
  return JSON.parse(text) as Manifest;
};

const pour = async (path: string, passphrase: string, { sinks }: Target): Promise<void> => {
  let current: Section | null = null;
  let sink: Sink | undefined;
  for await (const { section, data } of readVault(path, passphrase)) {
    if (section !== current) {
      await sink?.finish?.();
      [current, sink] = [section, await sinks[section]?.()];
    }
    await sink?.take(data);
  }
  await sink?.finish?.();
};

/** Restores the small files of the data folder. */
const filesSink = (folder: string): Sink => {
  mkdirSync(folder, { recursive: true });
  return new Fed('tar', ['-x', '-f', '-', '-C', folder, '--no-same-owner']);
};

/** Restores a backup into an empty installation. */
export const restore = async (
  source: NodeJS.ProcessEnv,
  { from, keyOut, ...point }: { from: string; keyOut?: string | undefined } & RestorePoint,
  say: (line: string) => void,
): Promise<void> => {
  const settings = readSettings(source);
  if (!existsSync(from)) throw new StartError(`${from} no existe.`);
  const manifest = await inspect(from, settings.passphrase);
  const external = settings.environment.DATABASE_URL !== undefined;
  if (external !== (manifest.kind === 'dump'))
    throw new StartError(
      manifest.kind === 'dump'
        ? 'Este respaldo es de un PostgreSQL externo: da DATABASE_URL y REDIS_URL de uno vacío.'
        : 'Este respaldo es del PostgreSQL que arranca Acequia: restáuralo sin DATABASE_URL, en una carpeta de datos nueva.',
    );
  checkKey(settings, manifest, keyOut);
  say(`Respaldo del ${manifest.created}: completo. Restaurando…`);
  const target = external
    ? await dumpTarget(settings, manifest)
    : await clusterTarget(new DataFolder(settings.data), manifest, point, say);
  // With an external key and an external database nothing is stored in a data folder.
  if (!external || settings.environment.ACEQUIA_SECRET_KEY === undefined)
    target.sinks.files = () => filesSink(settings.data);
  try {
    if (keyOut !== undefined) say(`La clave del respaldo: ${writeKeys(keyOut, manifest).join(', ')}`);
    await pour(from, settings.passphrase, target);
    await target.finish();
    keepKey(settings, manifest);
  } catch (error) {
    await target.undo();
    throw error;
  }
  say('Las cuentas son las del respaldo, con sus contraseñas: la que haya dado deploy:init no sirve.');
  say(external ? 'Listo: arranca los servicios.' : `Listo. Sigue: ACEQUIA_DATA=${settings.data} npm start`);
};

/** PostgreSQL parses this before it knows any zone name, so no `Z`. */
const targetTime = (text: string): string => new Date(text).toISOString().replace('T', ' ').replace('Z', '+00');

const pointOf = (wal: string | undefined, until: string | undefined): RestorePoint => {
  if (until !== undefined && wal === undefined) throw new StartError('--until necesita --wal CARPETA.');
  if (wal !== undefined && !existsSync(wal)) throw new StartError(`La carpeta ${wal} no existe.`);
  if (until !== undefined && Number.isNaN(Date.parse(until)))
    throw new StartError('--until debe ser una fecha y hora, como 2026-11-22T14:30:00-06:00.');
  return { ...(wal !== undefined && { wal }), ...(until !== undefined && { until: targetTime(until) }) };
};

/** `npm run restore -- --from FILE [--wal FOLDER [--until TIME]] [--key-out FILE]` */
export const restoreCommand = async (given: string[]): Promise<void> => {
  const text = { type: 'string' } as const;
  const options = { from: text, wal: text, until: text, 'key-out': text };
  const { values } = parseArgs({ args: given, options });
  if (!values.from)
    throw new StartError('Uso: npm run restore -- --from ARCHIVO [--wal CARPETA [--until FECHA]] [--key-out ARCHIVO]');
  const point = pointOf(values.wal, values.until);
  const request = { from: values.from, keyOut: values['key-out'], ...point };
  await restore(process.env, request, (line) => console.log(line));
};
