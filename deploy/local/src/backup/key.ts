import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_FILES, writePrivate } from '../data-folder.js';
import { StartError } from '../environment.js';
import type { Manifest, Settings } from './settings.js';

const fileOf = ({ data }: Pick<Settings, 'data'>): string => join(data, KEY_FILES.current);

type Where = Pick<Settings, 'environment' | 'data'>;

/** @throws StartError when the restored installation would start with another key, which could not decrypt its secrets */
export const checkKey = (where: Where, { secretKey }: Pick<Manifest, 'secretKey'>): void => {
  const { ACEQUIA_SECRET_KEY: given } = where.environment;
  if (given !== undefined && given !== secretKey)
    throw new StartError(
      'ACEQUIA_SECRET_KEY no es la del respaldo: con ella no se abren sus secretos. Quítala, o pon la del respaldo (--key-out ARCHIVO la escribe).',
    );
  const file = fileOf(where);
  if (given === undefined && existsSync(file) && readFileSync(file, 'utf8').trim() !== secretKey)
    throw new StartError(
      `${file} no es la clave del respaldo: restaura con una carpeta de datos nueva, con ACEQUIA_DATA.`,
    );
};

/** Stores the backup's key where `npm start` looks for it, unless the environment provides it. */
export const keepKey = (
  where: Where,
  { secretKey, previousKey }: Pick<Manifest, 'secretKey' | 'previousKey'>,
): void => {
  if (where.environment.ACEQUIA_SECRET_KEY !== undefined) return;
  mkdirSync(where.data, { recursive: true });
  writePrivate(fileOf(where), secretKey);
  if (previousKey !== undefined) writePrivate(join(where.data, KEY_FILES.previous), previousKey);
};
