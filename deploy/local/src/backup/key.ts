import { chownSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { KEY_FILES, writePrivate } from '../data-folder.js';
import { StartError } from '../environment.js';
import type { Manifest, Settings } from './settings.js';

const fileOf = ({ data }: Pick<Settings, 'data'>): string => join(data, KEY_FILES.current);

type Where = Pick<Settings, 'environment' | 'data'>;

type SavedKeys = Pick<Manifest, 'secretKey' | 'previousKey'>;

/**
 * @param keyOut where the keys of the backup are to be written for an installation that still has others
 * @throws StartError when the restored installation would start without a key that its secrets need
 */
export const checkKey = (where: Where, { secretKey, previousKey }: SavedKeys, keyOut?: string): void => {
  const { ACEQUIA_SECRET_KEY: given, ACEQUIA_SECRET_KEY_PREVIOUS: previous } = where.environment;
  if (keyOut !== undefined && existsSync(keyOut))
    throw new StartError(`${keyOut} ya existe: no se escribe encima de una clave.`);
  if (keyOut === undefined && given !== undefined && given !== secretKey)
    throw new StartError(
      'ACEQUIA_SECRET_KEY no es la del respaldo: con ella no se abren sus secretos. Quítala, o pon la del respaldo (--key-out ARCHIVO la escribe).',
    );
  if (keyOut === undefined && given !== undefined && previousKey !== undefined && previous !== previousKey)
    throw new StartError(
      'El respaldo se hizo mientras se cambiaba la clave: falta la de antes en ACEQUIA_SECRET_KEY_PREVIOUS (--key-out ARCHIVO escribe las dos).',
    );
  const file = fileOf(where);
  if (given === undefined && existsSync(file) && readFileSync(file, 'utf8').trim() !== secretKey)
    throw new StartError(
      `${file} no es la clave del respaldo: restaura con una carpeta de datos nueva, con ACEQUIA_DATA.`,
    );
};

/** Writes a key for whom the folder belongs to: in a container the restore is root, and outside it root may not be at hand. */
const writeKey = (path: string, key: string): string => {
  writePrivate(path, key);
  const { uid, gid } = statSync(dirname(path));
  if (process.getuid?.() === 0) chownSync(path, uid, gid);
  return path;
};

/** Writes the backup's key to a file, and the previous one beside it. Answers the files. */
export const writeKeys = (keyOut: string, { secretKey, previousKey }: SavedKeys): string[] => [
  writeKey(keyOut, secretKey),
  ...(previousKey === undefined ? [] : [writeKey(`${keyOut}.previous`, previousKey)]),
];

/** Stores the backup's key where `npm start` looks for it, unless the environment provides it. */
export const keepKey = (where: Where, { secretKey, previousKey }: SavedKeys): void => {
  if (where.environment.ACEQUIA_SECRET_KEY !== undefined) return;
  mkdirSync(where.data, { recursive: true });
  writePrivate(fileOf(where), secretKey);
  if (previousKey !== undefined) writePrivate(join(where.data, KEY_FILES.previous), previousKey);
};
