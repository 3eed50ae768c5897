import { readFileSync } from 'node:fs';
import { prepareRoles, type RolePasswords } from './database-roles.js';
import { makeUsers, type RedisPasswords } from './redis-users.js';
import { DATABASE_SERVICES, DATABASE_VARIABLES, SERVICE_NAMES } from './service-names.js';

/** The roles and users of an installation that runs in containers: the URLs say which password each gets. */
const given = (variable: string): string | undefined => {
  const file = process.env[`${variable}_FILE`];
  return file ? readFileSync(file, 'utf8').trim() : process.env[variable];
};
const read = (variable: string): string => {
  const value = given(variable);
  if (!value) throw new Error(`${variable} is missing`);
  return value;
};
const passwordIn = (variable: string): string => decodeURIComponent(new URL(read(variable)).password);

const passwords = Object.fromEntries(
  DATABASE_SERVICES.map((service) => [service, passwordIn(DATABASE_VARIABLES[service])]),
) as RolePasswords;
await prepareRoles(read('DATABASE_URL'), passwords);
console.log(`Roles de ${DATABASE_SERVICES.join(', ')}: listos.`);

// Absent in Kubernetes, where Redis is used as given.
if (given('REDIS_URL')) {
  const users = Object.fromEntries(
    SERVICE_NAMES.map((service) => [service, passwordIn(`REDIS_URL_${service.toUpperCase().replaceAll('-', '_')}`)]),
  ) as RedisPasswords;
  await makeUsers(read('REDIS_URL'), 'durable', users);
  await makeUsers(read('REDIS_VOLATILE_URL'), 'volatile', users);
  console.log(`Usuarios de Redis de ${SERVICE_NAMES.join(', ')}: listos.`);
}
