import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DATABASE_SERVICES,
  DATABASE_VARIABLES,
  findCommand,
  freePort,
  prepareRoles,
  rolePasswords,
} from '@acequia/local';
import {
  eventually,
  Farm,
  publishTelemetry,
  type RunningAcequia,
  SENSOR_PIN,
  startAcequia,
  TcpProxy,
} from '@acequia/testing';
import type { MqttClient } from 'mqtt';
import { Programs } from './programs.js';
import { StandbyPair } from './standby.js';

/** Rows of a file that takes a while. */
const MANY = 300_000;

describe('with a standby of PostgreSQL', () => {
  const programs = new Programs();
  let pair: StandbyPair;
  /** Between telemetry-history and the standby. */
  let link: TcpProxy & { url: string };
  let acequia: RunningAcequia;
  let farm: Farm;
  let board: MqttClient;
  const acknowledged = new Set<number>();

  beforeAll(async () => {
    pair = await StandbyPair.start(programs);
    const balanced = await startBalancer(programs, pair);
    const urls = await prepareRoles(pair.urlOf('primary'), rolePasswords(join(programs.folder, 'roles.json')));
    const env = DATABASE_SERVICES.map((service) => [DATABASE_VARIABLES[service], balanced(urls[service])]);
    link = await TcpProxy.start(pair.urlOf('standby'));
    const standby = Object.assign(new URL(link.url), { username: '', password: '' });
    acequia = await startAcequia({
      env: {
        ...(Object.fromEntries(env) as Record<string, string>),
        DATABASE_URL: balanced(pair.urlOf('primary')),
        DATABASE_REPLICA_URL: standby.href,
      },
    });
    farm = await Farm.create(acequia, await acequia.loginAdmin());
    board = await farm.connectBoard();
    for (let n = 0; n < 5; n += 1) await publish();
  });
  afterAll(async () => {
    board?.end(true);
    await acequia?.stop();
    await link?.close();
    await programs.end();
  });

  /** One sample, later than all before it. */
  const publish = async (): Promise<number> => {
    const ts = Math.max(Date.now(), ...[...acknowledged].slice(-1).map((last) => last + 1));
    const sample = { ts, pins: { 4: ts % 2 }, sensors: { [SENSOR_PIN]: { t: 21.5, h: 60 } } };
    await publishTelemetry(board, farm.board.id, sample);
    acknowledged.add(ts);
    return ts;
  };
  const switchId = (): number => farm.switches[0]!.id;
  /** What an administrator's screens read of the past. */
  const questions = {
    points: () => farm.usuario.api.call('historial.puntos', { query: { switch_id: switchId(), limit: 50 } }),
    chart: () =>
      farm.usuario.api.call('historial.serie', {
        query: { switch_id: switchId(), desde: Date.now() - 3_600_000, hasta: Date.now(), ancho: 200 },
      }),
    days: () => farm.usuario.api.call('historial.encendido', { query: { switch_id: switchId() } }),
    changes: () => farm.usuario.api.call('historial.eventos', { query: { usuario_id: farm.usuario.id } }),
    file: async () =>
      (await farm.admin.api.raw('historial.csv_estados', { query: { empresa_id: farm.empresa.id } })).text(),
  };
  const stored = async (server: 'primary' | 'standby'): Promise<Set<number>> => {
    const rows = await pair.on(
      server,
      `SELECT (extract(epoch FROM ts) * 1000)::bigint AS ts FROM telemetry_history.lecturas WHERE placa_id = ${farm.board.placa_id}`,
    );
    return new Set(rows.map(({ ts }) => Number(ts)));
  };
  const newestPoint = async (): Promise<number> => Date.parse((await questions.points()).at(-1)?.fecha ?? '');
  /** What the standby was asked since. */
  const askedOfStandby = (since: number): string => programs.said('standby').slice(since);
  const standbyIsAsked = (): Promise<void> =>
    eventually(async () => {
      const since = programs.said('standby').length;
      await questions.points();
      expect(askedOfStandby(since)).toContain('FROM lecturas');
    });

  it('charts, days, lists and files are read there, and whose a switch is never', async () => {
    await standbyIsAsked();
    const since = programs.said('standby').length;
    await eventually(async () => {
      expect((await questions.points()).length).toBe(acknowledged.size);
      expect((await questions.chart()).n.reduce((sum, n) => sum + n, 0)).toBe(acknowledged.size);
      expect((await questions.days()).length).toBeGreaterThan(0);
      expect((await questions.changes()).length).toBeGreaterThan(0);
      expect(await questions.file()).toMatch(/ENCENDIDO|APAGADO/);
    });
    const asked = askedOfStandby(since);
    for (const text of ['count(*) AS n', 'estado_actual', 'CROSS JOIN LATERAL', 'COPY ('])
      expect(asked).toContain(text);
    expect(asked).not.toMatch(/\b(cableado|switches|empresas|tenencias)\b/);
  });

  it('a standby that lags is not asked until it has caught up', async () => {
    await pair.on('standby', 'SELECT pg_wal_replay_pause()');
    const ts = await publish();
    await eventually(async () => expect(await newestPoint()).toBe(ts));
    expect(await stored('standby')).not.toContain(ts);
    await pair.on('standby', 'SELECT pg_wal_replay_resume()');
    await standbyIsAsked();
  });

  /** Asks everything over and over while `harm` is done, and some more. @returns what failed */
  const askWhile = async (harm: () => Promise<void>): Promise<unknown[]> => {
    const failures: unknown[] = [];
    let asked = 0;
    let more = true;
    const people = Object.entries(questions).map(async ([name, ask]) => {
      while (more) {
        await ask().catch((error: unknown) => failures.push([name, error]));
        asked += 1;
      }
    });
    const someMore = async (): Promise<void> => {
      const goal = asked + 40;
      await eventually(() => expect(asked).toBeGreaterThan(goal));
    };
    await someMore();
    await harm();
    await someMore();
    more = false;
    await Promise.all(people);
    return failures;
  };

  it('no question fails when the standby falls silent, nor when it is killed', async () => {
    expect(
      await askWhile(async () => {
        link.silence();
        const ts = await publish();
        await eventually(async () => expect(await newestPoint()).toBe(ts));
      }),
    ).toEqual([]);
    link.hear();
    await standbyIsAsked();
    expect(await askWhile(() => pair.kill('standby'))).toEqual([]);
    await pair.restartStandby();
    await standbyIsAsked();
  });

  it('a file that the standby began to give is whole when the standby is killed', async () => {
    await pair.on(
      'primary',
      `INSERT INTO telemetry_history.lecturas (placa_id, pin, ts, temperatura, humedad)
       SELECT ${farm.board.placa_id}, ${SENSOR_PIN}, now() - interval '1 day' + n * interval '100 ms', n % 4000, 5000
         FROM generate_series(1, ${MANY}) n ON CONFLICT DO NOTHING`,
    );
    await standbyIsAsked();
    const since = programs.said('standby').length;
    const csv = await farm.admin.api.raw('historial.csv_sensores', { query: { switch_id: switchId() } });
    const reader = csv.body!.getReader();
    const parts: Uint8Array[] = [];
    const take = async (): Promise<boolean> => {
      const { done, value } = await reader.read();
      if (value) parts.push(value);
      return !done;
    };
    await take();
    await take();
    expect(askedOfStandby(since)).toContain('COPY (');
    await pair.kill('standby');
    const killed = programs.said('primary').length;
    while (await take());
    expect(programs.said('primary').slice(killed)).toContain('COPY (');
    const lines = Buffer.concat(parts).toString().trimEnd().split('\n');
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines.length - 1).toBe((await stored('primary')).size);
    await pair.restartStandby();
  });

  it('what was acknowledged is there when the primary dies and the standby takes its place', async () => {
    await pair.beSynchronous();
    const root = await acequia.loginAdmin();
    const companies = new Set<number>();
    let more = true;
    const create = async (n: number): Promise<void> => {
      const body = { nombre: `Rancho nuevo ${n}`, fecha_vencimiento: '2099-12-31', zona_horaria: 'UTC' };
      companies.add((await root.call('empresas.crear', { body })).id);
    };
    const load = async (work: (n: number) => Promise<unknown>): Promise<void> => {
      for (let n = 0; more; n += 1) await work(n).catch(() => undefined);
    };
    const loads = [load(create), load(publish)];
    const growth = async (): Promise<void> => {
      const before = [acknowledged.size + 20, companies.size + 5] as const;
      await eventually(() => {
        expect(acknowledged.size).toBeGreaterThan(before[0]);
        expect(companies.size).toBeGreaterThan(before[1]);
      });
    };
    await growth();
    await pair.kill('primary');
    await pair.on('standby', 'SELECT pg_promote()');
    await growth();
    more = false;
    await Promise.all(loads);
    await eventually(async () => {
      const now = await stored('standby');
      expect([...acknowledged].filter((ts) => !now.has(ts))).toEqual([]);
    });
    const listed = new Set((await root.call('empresas.listar', {})).map(({ id }) => id));
    expect([...companies].filter((id) => !listed.has(id))).toEqual([]);
    const last = await publish();
    await eventually(async () => expect(await newestPoint()).toBe(last));
  });
});

/** HAProxy before both: the standby stands in while the primary does not answer. @returns an address through it */
const startBalancer = async (programs: Programs, pair: StandbyPair): Promise<(url: string) => string> => {
  const port = await freePort();
  const file = join(programs.folder, 'haproxy.cfg');
  writeFileSync(
    file,
    `defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
listen postgres
  bind 127.0.0.1:${port}
  default-server check inter 200ms fall 2 rise 2 on-marked-down shutdown-sessions
  server primary 127.0.0.1:${pair.portOf('primary')}
  server standby 127.0.0.1:${pair.portOf('standby')} backup
`,
  );
  programs.start({ name: 'haproxy', command: findCommand('haproxy') ?? 'haproxy', args: ['-db', '-f', file] });
  return (url) => Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href;
};
