import { existsSync } from 'node:fs';
import { request } from 'node:http';

const SOCKET = '/var/run/docker.sock';

/** Whether a Docker engine answers. Checked before loading `testcontainers`, which takes a second. */
export const dockerAnswers = (): Promise<boolean> =>
  new Promise((resolve) => {
    const host = process.env['DOCKER_HOST'];
    if (!host && !existsSync(SOCKET)) return resolve(false);
    const door = host?.startsWith('tcp://')
      ? { host: new URL(host).hostname, port: new URL(host).port }
      : { socketPath: host?.replace('unix://', '') ?? SOCKET };
    const ping = request({ ...door, path: '/_ping', timeout: 2_000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    ping.on('error', () => resolve(false));
    ping.on('timeout', () => ping.destroy());
    ping.end();
  });

/** A PostgreSQL 18 container for tests. It outlives this process: the starter removes it by its id. */
export const startPostgresContainer = async (): Promise<{ url: string; container: string }> => {
  const { GenericContainer, Wait } = await import('testcontainers');
  const started = await new GenericContainer('postgres:18-alpine')
    .withEnvironment({ POSTGRES_PASSWORD: 'acequia', POSTGRES_USER: 'acequia' })
    .withCommand(['postgres', '-c', 'fsync=off', '-c', 'max_connections=300'])
    .withExposedPorts(5432)
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .withReuse()
    .start();
  return {
    url: `postgres://acequia:acequia@${started.getHost()}:${started.getMappedPort(5432)}/acequia`,
    container: started.getId(),
  };
};
