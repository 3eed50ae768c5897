import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from '@acequia/local';
import { Engine } from './engine.js';
import { ROOT, run, shell } from './run.js';

export const EMAIL = 'jefa@campo.mx';

export interface Container {
  Name: string;
  Service: string;
  State: string;
  Health: string;
  ExitCode: number;
}

/** A server on which an operator put the project's files and follows docs/operations.md: the same files, the same commands. */
export class Installation {
  private constructor(
    readonly engine: Engine,
    readonly folder: string,
  ) {}

  /** The files that Git would give the operator, and what `npm run deploy:init` writes. */
  static async prepare(engine: Engine, domain = ''): Promise<Installation> {
    const server = await Installation.files(engine);
    await server.init(domain);
    // A run that was killed leaves its volumes, with other passwords.
    await server.down();
    return server;
  }

  /** The files that Git would give the operator, in a folder. */
  static async files(engine: Engine): Promise<Installation> {
    const folder = mkdtempSync(join(tmpdir(), 'acequia-server-'));
    await shell(
      `git ls-files -z -c -o --exclude-standard | tar -c --null -T - --ignore-failed-read | tar -x -C '${folder}'`,
      {
        cwd: ROOT,
      },
    );
    return new Installation(engine, folder);
  }

  init(domain = ''): Promise<string> {
    return this.shell(`npm run --silent deploy:init -- ${EMAIL} ${domain}`);
  }

  /** A line of the guide, run where the operator runs it. */
  shell(script: string): Promise<string> {
    return shell(script, { cwd: this.folder, env: this.engine.environment });
  }

  compose(...args: string[]): Promise<string> {
    return run('docker', ['compose', ...args], { cwd: this.folder, env: this.engine.environment });
  }

  get http(): string {
    return `http://${this.engine.address}:3000`;
  }
  get mqtt(): string {
    return `mqtt://${this.engine.address}:1883`;
  }

  secret(name: string): string {
    return readFileSync(join(this.folder, 'secrets', name), 'utf8').trim();
  }

  login(password = this.secret('admin_password')): Promise<ApiClient> {
    return ApiClient.login(this.http, EMAIL, password);
  }

  /** What api-gateway answers to a POST on the server itself, where a domain hides its door from others. */
  async api<T>(path: string, token: string, body: unknown): Promise<T> {
    const script = `fetch('http://127.0.0.1:3000' + process.argv[1], { method: 'POST', body: process.argv[3],
      headers: { 'content-type': 'application/json', authorization: 'Bearer ' + process.argv[2] } })
      .then(async (answer) => { console.log(await answer.text()); process.exit(answer.ok ? 0 : 1); })`;
    const given = ['node', '-e', script, path, token, JSON.stringify(body)];
    return JSON.parse(await this.compose('exec', '-T', 'api-gateway', ...given)) as T;
  }

  async containers(): Promise<Container[]> {
    const lines = await this.compose('ps', '--all', '--format', 'json');
    return lines
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Container);
  }

  /** The containers that should run and do not, or are not well. */
  async unwell(): Promise<string[]> {
    return (await this.containers())
      .filter(({ Service }) => Service !== 'database-roles')
      .filter(({ State, Health }) => State !== 'running' || (Health !== '' && Health !== 'healthy'))
      .map(({ Service, State, Health }) => `${Service}: ${State} ${Health}`);
  }

  /** What a query answers, one line a row. */
  async query(sql: string): Promise<string[]> {
    const psql = ['psql', '-U', 'acequia', '-d', 'acequia', '-tAc', sql];
    return (await this.compose('exec', '-T', 'postgres', ...psql)).trim().split('\n').filter(Boolean);
  }

  async readings(): Promise<number> {
    return Number((await this.query('SELECT count(*) FROM telemetry_history.lecturas'))[0]);
  }

  /** Lines of `docker logs` of a service that tell an error. */
  async logs(service: string): Promise<string> {
    return this.compose('logs', '--no-log-prefix', service);
  }

  /** Removes containers and volumes. */
  async down(): Promise<void> {
    // Also where no .env was written yet.
    await this.shell(`ACEQUIA_ADMIN_EMAIL=${EMAIL} docker compose --profile '*' down -v --remove-orphans`);
  }

  async end(): Promise<void> {
    await this.down();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
