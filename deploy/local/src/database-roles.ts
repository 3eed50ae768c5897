import pg from 'pg';
import { DATABASE_SERVICES, type DatabaseService } from './service-names.js';
import { storedPasswords } from './stored-passwords.js';

/** Password of each service's role. */
export type RolePasswords = Record<DatabaseService, string>;

/** A service's schema, by convention; its role has the same name after `acequia_`. */
const schemaOf = (service: DatabaseService): string => service.replaceAll('-', '_');
const roleOf = (service: DatabaseService): string => `acequia_${schemaOf(service)}`;

/** Generated once and stored in `file`. */
export const rolePasswords = (file: string): RolePasswords => storedPasswords(file, DATABASE_SERVICES);

/** $1 schema, $2 role. Statements that hand objects of the database's owner over to the role, for installations older than the roles. */
const HAND_OVER = `
  SELECT format('ALTER TABLE %s OWNER TO %I', c.oid::regclass, $2::text) AS statement FROM pg_class c
   WHERE c.relnamespace = to_regnamespace($1) AND c.relowner <> to_regrole($2)
     AND (c.relkind IN ('r', 'p', 'v', 'm')
          OR c.relkind = 'S' AND NOT EXISTS (
            SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i')))
  UNION ALL
  SELECT format('ALTER ROUTINE %s OWNER TO %I', p.oid::regprocedure, $2::text) FROM pg_proc p
   WHERE p.pronamespace = to_regnamespace($1) AND p.proowner <> to_regrole($2)
  UNION ALL
  SELECT format('ALTER TYPE %s OWNER TO %I', t.oid::regtype, $2::text) FROM pg_type t
   WHERE t.typnamespace = to_regnamespace($1) AND t.typowner <> to_regrole($2) AND t.typtype IN ('e', 'd')`;

const prepareRole = async (client: pg.Client, service: DatabaseService, password: string): Promise<void> => {
  const [schema, role] = [schemaOf(service), roleOf(service)];
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
  await client.query(`${verb} ROLE ${role} LOGIN PASSWORD ${client.escapeLiteral(password)}`);
  await client.query(
    `GRANT CONNECT, TEMPORARY ON DATABASE ${client.escapeIdentifier(client.database ?? '')} TO ${role}`,
  );
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
  await client.query(`ALTER SCHEMA ${schema} OWNER TO ${role}`);
  const { rows } = await client.query<{ statement: string }>(HAND_OVER, [schema, role]);
  for (const { statement } of rows) await client.query(statement);
};

/**
 * Creates a role for each service with a database; the role sees only its own schema. Safe to repeat.
 * @param owner URL of the role that owns the database
 * @returns each service's URL
 */
export const prepareRoles = async (
  owner: string,
  passwords: RolePasswords,
): Promise<Record<DatabaseService, string>> => {
  const client = new pg.Client({ connectionString: owner });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN');
    const database = client.escapeIdentifier(client.database ?? '');
    await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
    for (const service of DATABASE_SERVICES) await prepareRole(client, service, passwords[service]);
    await client.query('COMMIT');
  } finally {
    await client.end().catch(() => undefined);
  }
  const urlOf = (service: DatabaseService): string => {
    const url = new URL(owner);
    url.username = roleOf(service);
    url.password = passwords[service];
    return url.href;
  };
  return Object.fromEntries(DATABASE_SERVICES.map((service) => [service, urlOf(service)])) as Record<
    DatabaseService,
    string
  >;
};
