import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_SERVICES, DATABASE_VARIABLES, freePort, prepareRoles, rolePasswords } from '@acequia/local';
import {
  eventually,
  Farm,
  publishTelemetry,
  type RunningAcequia,
  SENSOR_PIN,
  startAcequia,
  testDatabase,
  type TestDatabase,
} from '@acequia/testing';
import { Programs } from './programs.js';

const idOf = (flag: '-u' | '-g'): number => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);

describe('with PgBouncer in transaction mode in front of PostgreSQL', () => {
  const programs = new Programs();
  let database: TestDatabase;
  let acequia: RunningAcequia;

  /** The same addresses, through PgBouncer. */
  const startPooler = async (urls: string[]): Promise<(url: string) => string> => {
    const who = { uid: idOf('-u'), gid: idOf('-g') };
    const folder = join(programs.folder, 'pgbouncer');
    mkdirSync(folder);
    const server = new URL(urls[0]!);
    const port = await freePort();
    const users = join(folder, 'users.txt');
    const config = join(folder, 'pgbouncer.ini');
    const people = urls.map((url) => new URL(url)).map(({ username, password }) => `"${username}" "${password}"`);
    writeFileSync(users, people.join('\n'));
    writeFileSync(
      config,
      `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 2
unix_socket_dir =
`,
    );
    for (const path of [folder, users, config]) chownSync(path, who.uid, who.gid);
    programs.start({ name: 'pgbouncer', command: 'pgbouncer', args: [config], cwd: folder, ...who });
    return (url) => Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href;
  };

  beforeAll(async () => {
    database = await testDatabase();
    const urls = await prepareRoles(database.url, rolePasswords(join(programs.folder, 'roles.json')));
    const pooled = await startPooler(Object.values(urls));
    const env = Object.fromEntries(
      DATABASE_SERVICES.map((service) => [DATABASE_VARIABLES[service], pooled(urls[service])]),
    );
    const direct = new URL(database.url);
    direct.username = direct.password = '';
    acequia = await startAcequia({ env: { ...env, DATABASE_URL: database.url, DATABASE_DIRECT_URL: direct.href } });
  });
  afterAll(async () => {
    await acequia?.stop();
    await programs.end();
    await database?.drop();
  });

  it('a reading is stored, charted and exported, by more people at once than it has connections', async () => {
    const farm = await Farm.create(acequia, await acequia.loginAdmin());
    const board = await farm.connectBoard();
    const sensors = { [SENSOR_PIN]: { t: 21.5, h: 60 } };
    await publishTelemetry(board, farm.board.id, { seq: 1, ts: Date.now(), pins: { 4: 1 }, sensors });
    await board.endAsync(true);
    const [valve] = farm.switches;
    const { api } = farm.admin;
    await eventually(async () => {
      const rows = await Promise.all(
        Array.from({ length: 20 }, () => api.call('historial.puntos', { query: { switch_id: valve!.id } })),
      );
      for (const one of rows) expect(one).toEqual([expect.objectContaining({ temperatura: 21.5 })]);
    });
    const csv = await api.raw('historial.csv_sensores', { query: { switch_id: valve!.id } });
    expect(await csv.text()).toContain('21.5');
  });
});
