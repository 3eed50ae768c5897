import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

interface Migration {
  up(runner: { query(sql: string): Promise<unknown[]> }): Promise<void>;
}

/** What old code, which runs beside the new one during an upgrade, could not live with. */
const BREAKS: [string, (part: string) => boolean][] = [
  ['drops', (part) => /\bDROP\s+(?!DEFAULT\b|NOT\s+NULL\b)/i.test(part)],
  ['renames', (part) => /\bRENAME\b/i.test(part)],
  ['changes a type', (part) => /\bALTER\s+(COLUMN\s+)?\w+\s+(SET\s+DATA\s+)?TYPE\b/i.test(part)],
  ['forbids null', (part) => /\bSET\s+NOT\s+NULL\b/i.test(part)],
  [
    'asks old code for a value',
    (part) => /\bADD\s+COLUMN\b.*\bNOT\s+NULL\b/is.test(part) && !/\bDEFAULT\b/i.test(part),
  ],
  ['narrows', (part) => /\bADD\s+(CONSTRAINT|CHECK|UNIQUE|FOREIGN)\b/i.test(part)],
];

/** Exceptions from the rule, and why they do not break old code. */
const LISTED: Record<string, string> = {
  'device-gateway/1763960000000-claves-de-peticion': 'older than the first release',
  'inventory/1763970000000-pines-de-otros-firmwares': 'a narrower check gives way to a wider one',
  'inventory/1764300000000-protecciones-caudal': 'a longer text, and a narrower check gives way to a wider one',
};

const statementsOf = async (file: string): Promise<string[]> => {
  const statements: string[] = [];
  const module = (await import(pathToFileURL(file).href)) as Record<string, new () => Migration>;
  for (const Each of Object.values(module))
    await new Each().up({
      query: async (sql) => {
        statements.push(sql);
        return [];
      },
    });
  return statements;
};

const breaksOf = (statement: string): string[] =>
  statement
    .split(/,\s*(?=(?:ADD|ALTER|DROP)\b)/i)
    .flatMap((part) => BREAKS.filter(([, isSo]) => isSo(part)).map(([what]) => `${what}: ${part}`));

/** By service and name. */
const migrations = readdirSync(join(ROOT, 'apps')).flatMap((app) => {
  const folder = join(ROOT, 'apps', app, 'src/migrations');
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.ts')) : [];
  return files.map((file): [string, string] => [`${app}/${file.replace(/\.ts$/, '')}`, join(folder, file)]);
});

describe('the migrations of the services', () => {
  it.each(migrations)('%s only adds, unless listed with its reason', async (name, file) => {
    const statements = await statementsOf(file);
    expect(statements.length).toBeGreaterThan(0);
    const breaks = statements.flatMap(breaksOf);
    if (name in LISTED) expect(breaks).not.toEqual([]);
    else expect(breaks).toEqual([]);
  });

  it('lists no migration that does not exist', () => {
    expect(migrations.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(LISTED)));
  });

  it.each([
    'DROP TABLE a',
    'ALTER TABLE a DROP COLUMN b',
    'ALTER TABLE a RENAME COLUMN b TO c',
    'ALTER TABLE a ALTER COLUMN b TYPE bigint',
    'ALTER TABLE a ALTER b SET NOT NULL',
    'ALTER TABLE a ADD COLUMN b integer NOT NULL',
    'ALTER TABLE a ADD COLUMN b integer NOT NULL DEFAULT 0, ADD COLUMN c text NOT NULL',
    'ALTER TABLE a ADD CONSTRAINT c CHECK (b > 0)',
  ])('would not be allowed "%s"', (statement) => {
    expect(breaksOf(statement)).not.toEqual([]);
  });

  it.each([
    'ALTER TABLE a ADD COLUMN b integer',
    "ALTER TABLE a ADD COLUMN b jsonb NOT NULL DEFAULT '[]', ADD COLUMN c integer",
    'ALTER TABLE a ALTER COLUMN b DROP NOT NULL',
    'CREATE TABLE a (b integer NOT NULL)',
  ])('are allowed "%s"', (statement) => {
    expect(breaksOf(statement)).toEqual([]);
  });
});
