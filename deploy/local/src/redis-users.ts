import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { redisRules, userOf, type RedisKind } from './redis-access.js';
import { SERVICE_NAMES, type ServiceName } from './service-names.js';

/** Password of each service's user, the same on both servers. */
export type RedisPasswords = Record<ServiceName, string>;

/** Rights to read or to write a key, which the users need, are of this version. */
const OLDEST = 7;

/** Whether this machine's redis-server knows all that the users' rules say. */
export const canHaveUsers = (): boolean => {
  const { stdout } = spawnSync('redis-server', ['--version'], { encoding: 'utf8' });
  return Number(/ v=(\d+)/.exec(stdout ?? '')?.[1] ?? 0) >= OLDEST;
};

const withPassword = (service: ServiceName, kind: RedisKind, passwords: RedisPasswords): string[] => [
  `#${createHash('sha256').update(passwords[service]).digest('hex')}`,
  ...redisRules(service, kind),
];

/** Lines of redis.conf that make a user for each service. */
export const userLines = (kind: RedisKind, passwords: RedisPasswords): string[] =>
  SERVICE_NAMES.map((service) => ['user', userOf(service), ...withPassword(service, kind, passwords)].join(' '));

/** The address of one server, for each service as its own user. */
export const urlsOfUsers = (url: string, passwords: RedisPasswords): Record<ServiceName, string> => {
  const urlOf = (service: ServiceName): string => {
    const own = new URL(url);
    own.username = userOf(service);
    own.password = passwords[service];
    return own.href;
  };
  return Object.fromEntries(SERVICE_NAMES.map((service) => [service, urlOf(service)])) as Record<ServiceName, string>;
};

/**
 * Makes the users on a server that runs, and writes them into its file of users. Safe to repeat.
 * @param url of a user that may make others
 */
export const makeUsers = async (url: string, kind: RedisKind, passwords: RedisPasswords): Promise<void> => {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: (times) => (times > 20 ? null : 250) });
  redis.on('error', () => undefined);
  try {
    for (const service of SERVICE_NAMES)
      await redis.call('ACL', 'SETUSER', userOf(service), 'reset', ...withPassword(service, kind, passwords));
    // A server without such a file is one of a version before: it is replaced by one with it.
    await redis.call('ACL', 'SAVE').catch((error: Error) => {
      if (!error.message.includes('ACL file')) throw error;
    });
  } finally {
    redis.disconnect();
  }
};
