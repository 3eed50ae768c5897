import { spawn } from 'node:child_process';
import { existsSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@acequia/testing';
import { buildBases } from './bases.js';
import { fetchDocker } from './packages.js';
import { cached, run, shell } from './run.js';

const FORWARD = '/proc/sys/net/ipv4/ip_forward';
/** Two addresses between this machine and the engine's network. */
const [HERE, THERE] = ['10.213.77.1', '10.213.77.2'];
const ROUTE = `-s ${HERE}/30 ! -o acequia-host -j MASQUERADE`;

/** A Docker engine: the one that answers on this machine, otherwise one of Debian's packages in a network of its own. */
export class Engine {
  private constructor(
    /** Address at which published ports answer. */
    readonly address: string,
    private readonly env: Record<string, string>,
    private readonly end: () => Promise<void>,
  ) {}

  static async start(): Promise<Engine> {
    if (
      await run('docker', ['compose', 'version']).then(
        () => run('docker', ['info']),
        () => null,
      )
    )
      return new Engine('127.0.0.1', {}, () => Promise.resolve());
    const { path, compose } = await fetchDocker();
    const config = cached('config');
    const plugin = join(cached('config', 'cli-plugins'), 'docker-compose');
    if (!existsSync(plugin)) symlinkSync(compose, plugin);
    const env = {
      PATH: `${path}:${process.env['PATH']}`,
      DOCKER_CONFIG: config,
      DOCKER_HOST: `unix://${join(cached('run'), 'docker.sock')}`,
    };
    await stopDaemon();
    const undo = await ownNetwork();
    await startDaemon(env);
    const engine = new Engine(THERE, env, async () => {
      await stopDaemon();
      await undo();
    });
    await buildBases((...args) => engine.docker(...args));
    return engine;
  }

  /** Variables with which `docker` reaches it. */
  get environment(): Record<string, string> {
    return this.env;
  }

  docker(...args: string[]): Promise<string> {
    return run('docker', args, { env: this.env });
  }

  stop(): Promise<void> {
    return this.end();
  }
}

const ownNetwork = async (): Promise<() => Promise<void>> => {
  const before = readFileSync(FORWARD, 'utf8');
  const remove = `ip netns del acequia 2>/dev/null || true; ip link del acequia-host 2>/dev/null || true
    while iptables -t nat -D POSTROUTING ${ROUTE} 2>/dev/null; do :; done`;
  await shell(`${remove}
    ip netns add acequia
    ip link add acequia-host type veth peer name acequia-in netns acequia
    ip addr add ${HERE}/30 dev acequia-host && ip link set acequia-host up
    ip -n acequia addr add ${THERE}/30 dev acequia-in && ip -n acequia link set acequia-in up
    ip -n acequia link set lo up && ip -n acequia route add default via ${HERE}
    iptables -t nat -A POSTROUTING ${ROUTE}`);
  writeFileSync(FORWARD, '1');
  return async () => {
    await shell(remove);
    writeFileSync(FORWARD, before);
  };
};

const PID = join(cached('run'), 'docker.pid');

const startDaemon = async (env: Record<string, string>): Promise<void> => {
  const log = openSync(join(cached('run'), 'dockerd.log'), 'w');
  const child = spawn(
    'nsenter',
    [
      // `ip netns exec` would mount a /sys without the cgroups.
      ...['--net=/var/run/netns/acequia', 'dockerd', '-H', env['DOCKER_HOST']!, '--pidfile', PID],
      ...['--data-root', cached('docker'), '--exec-root', cached('run', 'exec')],
      ...['--default-ulimit', 'nofile=8192:8192'],
    ],
    { env: { ...process.env, ...env }, stdio: ['ignore', log, log], detached: true },
  );
  child.on('error', () => undefined).unref();
  await until(
    () =>
      run('docker', ['info'], { env }).then(
        () => true,
        () => false,
      ),
    `dockerd answers; see ${join(cached('run'), 'dockerd.log')}`,
  );
};

/** Ends the daemon of this run, or what a run that was killed left. */
const stopDaemon = async (): Promise<void> => {
  if (!existsSync(PID)) return;
  const pid = Number(readFileSync(PID, 'utf8'));
  const isOurs = (): boolean =>
    existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(PID);
  if (isOurs()) process.kill(pid, 'SIGTERM');
  await until(() => !isOurs(), 'dockerd has ended');
  rmSync(PID, { force: true });
};
