import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, type RunJson, SERVICE_NAMES } from '@acequia/local';
import { makeCertificates } from '@acequia/local/certificates';
import { ApiClient, eventually, publishTelemetry } from '@acequia/testing';
import { panelQueries, ruleQueries } from '@acequia/testing/watching';
import mqtt from 'mqtt';
import { parse, stringify } from 'yaml';
import { Programs, ROOT } from './programs.js';

const GRAFANA = join(ROOT, 'deploy/grafana');

interface Config {
  global: Record<string, string>;
  rule_files: string[];
  scrape_configs: { static_configs: { targets: string[]; labels: { service: string } }[] }[];
}

interface Result {
  status: string;
  error?: string;
  data?: { result: { value: [number, string] }[] };
}

describe('deploy/grafana over a running Acequia', () => {
  const programs = new Programs();
  const data = join(programs.folder, 'acequia');
  let acequia: RunJson;
  let prometheus: string;
  let board: mqtt.MqttClient | undefined;
  const timers: NodeJS.Timeout[] = [];

  /** Where a service answers for its metrics, from its log. */
  const internalDoor = (service: string): string => {
    const lines = readFileSync(join(data, 'logs', `${service}.log`), 'utf8')
      .trim()
      .split('\n');
    const said = lines.flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []));
    const internal = said.findLast(({ msg }) => msg === 'Internal listener started');
    return internal
      ? `127.0.0.1:${String(internal['port'])}`
      : new URL(String(said.findLast(({ msg }) => msg === 'Started')?.['http'])).host;
  };

  beforeAll(async () => {
    acequia = await start();
    const config = parse(readFileSync(join(GRAFANA, 'prometheus.yml'), 'utf8')) as Config;
    config.global = { scrape_interval: '1s', evaluation_interval: '1s' };
    config.rule_files = [join(GRAFANA, 'rules.yml')];
    for (const one of config.scrape_configs[0]!.static_configs) one.targets = [internalDoor(one.labels.service)];
    const file = join(programs.folder, 'prometheus.yml');
    writeFileSync(file, stringify(config));
    const address = `127.0.0.1:${await freePort()}`;
    prometheus = `http://${address}`;
    const storage = `--storage.tsdb.path=${join(programs.folder, 'data')}`;
    const args = [`--config.file=${file}`, storage, `--web.listen-address=${address}`];
    programs.start({ name: 'prometheus', command: 'prometheus', args });
    await use();
  });
  afterAll(async () => {
    for (const timer of timers) clearInterval(timer);
    await board?.endAsync(true);
    // Its launcher ends the services, which takes longer than other programs do.
    await programs.stop('acequia', 'SIGTERM', 60_000);
    await programs.end();
  });

  /** As `npm start` does: with the demo's companies, boards and relay cloud, and a certificate for boards, whose age is watched. */
  const start = async (): Promise<RunJson> => {
    mkdirSync(data);
    // PostgreSQL runs as another user.
    chmodSync(data, 0o755);
    const { cert, key } = await makeCertificates(join(programs.folder, 'certs'), ['localhost']);
    const env = {
      ...process.env,
      ACEQUIA_DATA: data,
      PORT: String(await freePort()),
      MQTT_PORT: String(await freePort()),
      MQTT_TLS_CERT: cert,
      MQTT_TLS_KEY: key,
      MQTT_TLS_PORT: String(await freePort()),
      RELAY_POLL_MS: '5000',
      RELAY_POLL_WATCHED_MS: '2000',
    };
    const args = [join(ROOT, 'deploy/local/start.mjs')];
    const launcher = programs.start({ name: 'acequia', command: process.execPath, args, env, cwd: ROOT });
    return eventually(() => {
      if (launcher.exitCode !== null) throw new Error(programs.said('acequia'));
      return JSON.parse(readFileSync(join(data, 'run.json'), 'utf8')) as RunJson;
    }, 300_000);
  };

  /** What people and boards do in a minute: without it a farm's counters stand still. */
  const use = async (): Promise<void> => {
    const admin = await ApiClient.login(acequia.http, 'admin@acequia.demo', 'acequia-demo');
    const [empresa] = await admin.call('empresas.listar');
    const [registered] = await admin.call('placas.registrar', { body: { empresa_id: empresa!.id } });
    const { id, username, password } = registered!;
    const client = await mqtt.connectAsync(acequia.mqtt, { username, password, clientId: `placa-${id}` });
    board = client;
    const panel = await admin.call('switches.listar', { query: { empresa_id: empresa!.id } });
    const actuators = (await admin.call('dispositivos.listar')).filter(({ tipo }) => tipo === 'shelly_1');
    let turn = 0;
    const work = async (): Promise<void> => {
      const on = turn++ % 2 === 0 ? 'encender' : 'apagar';
      await publishTelemetry(client, id, { pins: { 4: turn % 2 } });
      await publishTelemetry(client, id, '{');
      await admin.call(`switches.${on}`, { params: { id: panel[0]!.id }, body: {} }).catch(() => undefined);
      const params = { id: actuators[0]!.id };
      const order =
        on === 'encender'
          ? admin.call('dispositivos.encender', { params })
          : admin.call('dispositivos.apagar', { params });
      await order.catch(() => undefined);
    };
    timers.push(setInterval(() => void work().catch(() => undefined), 2_000));
  };

  const ask = async (expr: string): Promise<Result> => {
    const query = expr.replaceAll('$__rate_interval', '1m');
    return (await (await fetch(`${prometheus}/api/v1/query?query=${encodeURIComponent(query)}`)).json()) as Result;
  };

  it('is what promtool takes for right, with rules that fire when they should', () => {
    const promtool = (...args: string[]): string =>
      programs.run({ name: 'promtool', command: 'promtool', args, cwd: GRAFANA });
    expect(promtool('check', 'rules', 'rules.yml')).toContain('SUCCESS');
    expect(promtool('check', 'config', 'prometheus.yml')).toContain('SUCCESS');
    expect(promtool('test', 'rules', 'rules.test.yml')).toContain('SUCCESS');
  });

  it('reaches every service', async () => {
    await eventually(async () => {
      const { data } = await ask('sum(up{job="acequia"})');
      expect(data?.result[0]?.value[1]).toBe(String(SERVICE_NAMES.length));
    });
  });

  it.each([...panelQueries(), ...ruleQueries()].map(({ where, expr }) => [where, expr]))(
    '%s has data',
    async (_, expr) => {
      await eventually(async () => {
        const { status, error, data } = await ask(expr);
        expect([status, error]).toEqual(['success', undefined]);
        const values = data!.result.map(({ value }) => value[1]);
        expect(values.some((value) => value !== 'NaN')).toBe(true);
      }, 180_000);
    },
  );

  it('raises no alarm about parts that are well', async () => {
    const { data } = (await (await fetch(`${prometheus}/api/v1/alerts`)).json()) as {
      data: { alerts: { state: string; labels: { alertname: string } }[] };
    };
    const firing = data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
    expect(firing.filter((name) => /ServiceDown|Appends|Budget|Unsigned|EventsDead/.test(name))).toEqual([]);
  });
});
