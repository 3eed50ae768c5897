import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT, type Programs } from './programs.js';

interface Container {
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string | number>;
  secrets?: (string | { source: string; target: string })[];
  volumes?: string[];
  healthcheck?: { test: string[] };
}

/** Address of each container: what Docker's networks would give it, so that all may listen on the ports of the file. */
export const ADDRESSES: Readonly<Record<string, string>> = {
  postgres: '127.0.10.2',
  redis: '127.0.10.3',
  'redis-volatile': '127.0.10.4',
  'auth-tenancy': '127.0.10.11',
  inventory: '127.0.10.12',
  'device-gateway': '127.0.10.13',
  'telemetry-history': '127.0.10.14',
  alerts: '127.0.10.15',
  automation: '127.0.10.16',
  'api-gateway': '127.0.10.17',
  proxy: '127.0.10.20',
};
const HOSTS = Object.keys(ADDRESSES).sort((a, b) => b.length - a.length);
const HOST = new RegExp(`(?<=//|@)(${HOSTS.join('|')})(?=:\\d)`, 'g');

/** ENV of the image's stages. */
const ofTheImage = (): Record<string, string> => {
  const dockerfile = readFileSync(join(ROOT, 'deploy/docker/Dockerfile'), 'utf8');
  const [, line = ''] = /^ENV (.+)$/m.exec(dockerfile) ?? [];
  return Object.fromEntries(line.split(' ').map((pair) => pair.split('=') as [string, string]));
};

/** Containers of docker-compose.yml as processes of this machine, with the environment, commands and files that it names. */
export class Compose {
  private readonly services: Record<string, Container>;
  private readonly variables: Record<string, string>;

  /** `folder` holds what `npm run deploy:init` wrote: `.env` and `secrets/`. */
  constructor(
    private readonly programs: Programs,
    private readonly folder: string,
  ) {
    const text = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
    this.services = (parse(text, { merge: true }) as { services: Record<string, Container> }).services;
    const lines = readFileSync(join(folder, '.env'), 'utf8').trim().split('\n');
    this.variables = Object.fromEntries(lines.map((line) => /^(\w+)=(.*)$/.exec(line)!.slice(1) as [string, string]));
  }

  secret(name: string): string {
    return readFileSync(join(this.folder, 'secrets', name), 'utf8').trim();
  }

  /** The folder of a volume. */
  volume(name: string): string {
    const path = join(this.folder, 'volumes', name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  environmentOf(name: string): Record<string, string> {
    const { environment = {} } = this.container(name);
    const given = Object.entries(environment).map(([variable, value]) => [variable, this.inPlace(name, String(value))]);
    const address = ADDRESSES[name];
    return {
      ...ofTheImage(),
      ...(Object.fromEntries(given) as Record<string, string>),
      // Inside its own network a container listens on every address; here it has one.
      ...(address !== undefined && 'INTERNAL_PORT' in environment && { INTERNAL_HOST: address, ACEQUIA_HOST: address }),
    };
  }

  /** Starts a container's command, or `entrypoint` with what is given. */
  start(name: string, ...given: string[]): void {
    this.programs.start({ name, cwd: ROOT, env: this.environmentOf(name), ...this.commandOf(name, given) });
  }

  /** Runs a container to its end. @throws with its output when it fails */
  run(name: string, ...given: string[]): string {
    return this.programs.run({ name, env: this.environmentOf(name), ...this.commandOf(name, given) });
  }

  /** Runs the container's own healthcheck. */
  isHealthy(name: string): boolean {
    const [, command = '', ...args] = this.container(name).healthcheck?.test ?? [];
    const own = args.map((text) => text.replaceAll('127.0.0.1', ADDRESSES[name] ?? ''));
    try {
      this.programs.run({ name, command: command === 'node' ? process.execPath : command, args: own });
      return true;
    } catch {
      return false;
    }
  }

  commandOf(name: string, given: string[] = []): { command: string; args: string[] } {
    const { entrypoint, command = [] } = this.container(name);
    const [program = '', ...args] = [...(entrypoint ?? command), ...given].map((text) => this.inPlace(name, text));
    return { command: program === 'node' ? process.execPath : program, args };
  }

  private container(name: string): Container {
    const container = this.services[name];
    if (!container) throw new Error(`docker-compose.yml has no ${name}`);
    return container;
  }

  /** A text of the file with its variables, hosts, secrets and volumes as they are on this machine. */
  private inPlace(name: string, text: string): string {
    const { secrets = [], volumes = [] } = this.container(name);
    let out = this.filled(this.filled(text))
      .replaceAll('$$', '$')
      .replace(HOST, (host) => ADDRESSES[host]!);
    for (const one of secrets) {
      const { source, target } = typeof one === 'string' ? { source: one, target: one } : one;
      out = out.replaceAll(`/run/secrets/${target}`, this.secretInPlace(source));
    }
    for (const volume of volumes) {
      const [from = '', to = ''] = volume.split(':');
      if (!from.startsWith('.')) out = out.replace(new RegExp(`(?<![\\w/.])${to}(?=/|$| |,)`, 'g'), this.volume(from));
    }
    return out;
  }

  /** With the values of variables, or their defaults: where a default is a variable too, the inner ones. */
  private filled(text: string): string {
    const value = (_: string, variable: string, byDefault: string): string => this.variables[variable] ?? byDefault;
    return text.replace(/\$\{(\w+):[-?]([^${}]*)\}/g, value);
  }

  /** A copy of the secret that names this machine's addresses. */
  private secretInPlace(name: string): string {
    const path = join(this.volume('secrets'), name);
    writeFileSync(
      path,
      this.secret(name).replace(HOST, (host) => ADDRESSES[host]!),
      { mode: 0o600 },
    );
    return path;
  }
}
