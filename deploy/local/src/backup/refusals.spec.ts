import { StartError } from '../environment.js';
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
