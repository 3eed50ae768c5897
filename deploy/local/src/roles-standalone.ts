import { readFileSync } from 'node:fs';
import { prepareRoles, type RolePasswords } from './database-roles.js';
import { DATABASE_SERVICES, DATABASE_VARIABLES } from './service-names.js';

/** The database roles of an installation that runs in containers: the URLs say which password each gets. */
const read = (variable: string): string => {
  const file = process.env[`${variable}_FILE`];
  const value = file ? readFileSync(file, 'utf8').trim() : process.env[variable];
  if (!value) throw new Error(`${variable} is missing`);
  return value;
};

const passwords = Object.fromEntries(
  DATABASE_SERVICES.map((service) => [
    service,
    decodeURIComponent(new URL(read(DATABASE_VARIABLES[service])).password),
  ]),
) as RolePasswords;
await prepareRoles(read('DATABASE_URL'), passwords);
console.log(`Roles de ${DATABASE_SERVICES.join(', ')}: listos.`);
