import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment, StartError } from '../environment.js';
import { checkKey, keepKey, writeKeys } from './key.js';
import { toolsFor, withoutPassword } from './pg-tools.js';
import { readSettings } from './settings.js';

describe('before a backup of a database that is not ours', () => {
  it('refuses a server newer than every pg_dump of this machine, and says what to install', () => {
    expect(() => toolsFor(99)).toThrow(StartError);
    expect(() => toolsFor(99)).toThrow(/^El servidor es PostgreSQL 99 y .*Instala postgresql-client-99/);
  });

  it('keeps the password off the command line', () => {
    const { url, env } = withoutPassword('postgres://acequia:una%20clave@db:5432/acequia');
    expect(url).toBe('postgres://acequia@db:5432/acequia');
    expect(env['PGPASSWORD']).toBe('una clave');
  });
});

describe('the settings of a backup', () => {
  it.each([{}, { ACEQUIA_BACKUP_PASSPHRASE: 'corta' }])('demand a passphrase: %j', (env) => {
    expect(() => readSettings(env)).toThrow(/^ACEQUIA_BACKUP_PASSPHRASE debe tener al menos 12 caracteres/);
  });

  it('say so when a secret file is missing', () => {
    expect(() => readSettings({ DATABASE_URL_FILE: '/no/existe' })).toThrow('DATABASE_URL_FILE nombra un archivo');
  });
});

describe('the secret key of a restored installation', () => {
  const KEY = 'k'.repeat(64);
  const folder = mkdtempSync(join(tmpdir(), 'acequia-key-'));
  const where = (env: Record<string, string> = {}) => ({ data: folder, environment: readEnvironment(env) });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is kept where npm start looks for it, for its owner only', () => {
    checkKey(where(), { secretKey: KEY });
    keepKey(where(), { secretKey: KEY });
    const file = join(folder, 'secret.key');
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([KEY, 0o600]);
    expect(() => checkKey(where(), { secretKey: KEY })).not.toThrow();
  });

  it('is never mixed with another one', () => {
    const other = { secretKey: 'o'.repeat(64) };
    expect(() => checkKey(where(), other)).toThrow(/no es la clave del respaldo/);
    expect(() => checkKey(where({ ACEQUIA_SECRET_KEY: KEY }), other)).toThrow(/no es la del respaldo/);
    keepKey(where({ ACEQUIA_SECRET_KEY: other.secretKey }), other);
    expect(readFileSync(join(folder, 'secret.key'), 'utf8')).toBe(KEY);
  });

  const OLD = 'p'.repeat(64);
  const rotating = { secretKey: KEY, previousKey: OLD };

  it('comes with the previous one, when the backup was made while the key was rotated', () => {
    const given = { ACEQUIA_SECRET_KEY: KEY };
    expect(() => checkKey(where(given), rotating)).toThrow(/falta la de antes en ACEQUIA_SECRET_KEY_PREVIOUS/);
    expect(() => checkKey(where({ ...given, ACEQUIA_SECRET_KEY_PREVIOUS: OLD }), rotating)).not.toThrow();
    keepKey(where(), rotating);
    expect(readFileSync(join(folder, 'secret.key.previous'), 'utf8')).toBe(OLD);
  });

  it('is handed out to an installation that has another one, never over a file', () => {
    const others = where({ ACEQUIA_SECRET_KEY: 'o'.repeat(64) });
    const out = join(folder, 'secret_key');
    checkKey(others, rotating, out);
    expect(writeKeys(out, rotating)).toEqual([out, `${out}.previous`]);
    expect([out, `${out}.previous`].map((file) => [readFileSync(file, 'utf8'), statSync(file).mode & 0o777])).toEqual([
      [KEY, 0o600],
      [OLD, 0o600],
    ]);
    expect(() => checkKey(others, rotating, out)).toThrow(/ya existe: no se escribe encima de una clave/);
  });
});
