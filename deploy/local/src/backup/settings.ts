import { existsSync, readFileSync } from 'node:fs';
import { DataFolder, type Keys } from '../data-folder.js';
import { readEnvironment, StartError, type Environment } from '../environment.js';
import type { RunJson } from '../run-json.js';

const SHORTEST = 12;
const FROM_FILES = [
  'DATABASE_URL',
  'REDIS_URL',
  'ACEQUIA_SECRET_KEY',
  'ACEQUIA_SECRET_KEY_PREVIOUS',
  'ACEQUIA_BACKUP_PASSPHRASE',
];

/** The environment, with variables read from files, the way containers get secrets. */
const withFiles = (source: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const all = { ...source };
  for (const name of FROM_FILES) {
    const file = source[`${name}_FILE`];
    if (!file || source[name]) continue;
    if (!existsSync(file)) throw new StartError(`${name}_FILE nombra un archivo que no existe.`);
    all[name] = readFileSync(file, 'utf8').trim();
  }
  return all;
};

export interface Settings {
  environment: Environment;
  passphrase: string;
  /** The data folder of `npm start`. */
  data: string;
}

/** @throws StartError that names what is missing */
export const readSettings = (source: NodeJS.ProcessEnv): Settings => {
  const values = withFiles(source);
  const passphrase = values['ACEQUIA_BACKUP_PASSPHRASE'] ?? '';
  if (passphrase.length < SHORTEST)
    throw new StartError(
      `ACEQUIA_BACKUP_PASSPHRASE debe tener al menos ${SHORTEST} caracteres: con ella se cifra el respaldo, y sin ella no se abre.`,
    );
  const { ACEQUIA_DATA, DATABASE_URL, REDIS_URL, ACEQUIA_SECRET_KEY, ACEQUIA_SECRET_KEY_PREVIOUS } = values;
  // The other variables (ports, certificates) do not matter here and may belong to another machine.
  const environment = readEnvironment({
    ACEQUIA_DATA,
    DATABASE_URL,
    REDIS_URL,
    ACEQUIA_SECRET_KEY,
    ACEQUIA_SECRET_KEY_PREVIOUS,
  });
  return { environment, passphrase, data: environment.ACEQUIA_DATA };
};

/** The installation that runs on this data folder; null = none. */
export const runningIn = (folder: string): RunJson | null => {
  try {
    return JSON.parse(readFileSync(`${folder}/run.json`, 'utf8')) as RunJson;
  } catch {
    return null;
  }
};

export const keysOf = ({ environment, data }: Settings): Keys => {
  const { ACEQUIA_SECRET_KEY: current, ACEQUIA_SECRET_KEY_PREVIOUS: previous } = environment;
  // A container that is given its key has no data folder.
  return current === undefined ? new DataFolder(data).keys({}) : { current, previous };
};

/** Metadata of a backup. */
export interface Manifest {
  created: string;
  /** `cluster`: files of the embedded PostgreSQL; `dump`: a pg_dump. */
  kind: 'cluster' | 'dump';
  /** Major version of PostgreSQL, e.g. 18. */
  major: number;
  secretKey: string;
  /** Of a backup made while the key was rotated: some of its secrets may be sealed with this one. */
  previousKey?: string | undefined;
  /** Password of the embedded PostgreSQL's owner: the restored cluster accepts no other. */
  password?: string;
}
