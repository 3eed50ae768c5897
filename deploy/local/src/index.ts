export { commands } from './commands.js';
export { ApiClient, ApiFailure, type RouteInput } from './api-client.js';
export { prepareRoles, rolePasswords } from './database-roles.js';
export { readEnvironment, StartError, type Environment } from './environment.js';
export { main } from './main.js';
export { freePort, portIsFree } from './ports.js';
export {
  postgresAnswers,
  postgresReady,
  preparePostgres,
  settings as postgresSettings,
  type PostgresOptions,
} from './postgres.js';
export { endProcess, identityOf, isAlive, type ProcessIdentity } from './process-identity.js';
export { bareEnv, pause, startProcess, TEST_RUN, waitUntil, type ProcessSpec } from './process-spec.js';
export { prepareRedis, redisAnswers, redisReady, type RedisOptions } from './redis.js';
export { HEARS, QUEUES, userOf, type RedisKind } from './redis-access.js';
export { makeUsers, urlsOfUsers, userLines, type RedisPasswords } from './redis-users.js';
export type { RunJson } from './run-json.js';
export { findCommand, installBrowser, installCommands, missingLine, requireBrowser } from './system-packages.js';
export { DATABASE_SERVICES, DATABASE_VARIABLES, SERVICE_NAMES, type ServiceName } from './service-names.js';
export { Stack, type StackOptions } from './stack.js';
export { nodeFlags } from './services.js';
