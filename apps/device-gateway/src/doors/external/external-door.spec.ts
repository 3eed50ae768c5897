import { CREDENCIAL_CONTEXT } from '@acequia/contracts';
import { SecretBox } from '@acequia/service-kit';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { claveOf, closed, Gateway, Parts, sha256, telemetry, until } from '../../gateway.fixture.js';
import { EstadoService } from '../../overview/estado.service.js';
import { PlansRepository } from '../../plans/plans.repository.js';
import { ConnectionsService } from '../../presence/connections.service.js';
import type { KnownPlaca } from '../../registry/known-placa.js';
import { PlacaDirectory } from '../../registry/placa-directory.js';
import { Board, click, ends } from '../../commands/switches/board.fixture.js';
import { Mosquitto } from './mosquitto.fixture.js';

describe('an external broker: Mosquitto with its dynamic security plugin and two gateways', () => {
  let parts: Parts;
  let broker: Mosquitto;
  let gateways: Gateway[];
  const clients: MqttClient[] = [];

  beforeAll(async () => {
    [parts, broker] = await Promise.all([Parts.start(), Mosquitto.start()]);
    gateways = await Promise.all(
      ['uno', 'dos'].map((name) =>
        Gateway.start(parts, {
          MQTT_URL: broker.url,
          MQTT_CLIENT_NAME: name,
          MQTT_CONNECTIONS: '3',
          MQTT_HOLD_MAX_MS: '1500',
        }),
      ),
    );
  });
  afterAll(async () => {
    for (const client of clients) client.end(true);
    await parts.stop();
    await broker.stop();
  });

  const [first, second] = [() => gateways[0] as Gateway, () => gateways[1] as Gateway];
  /** Registers a board as inventory does for an external broker. */
  const register = (numero: number, changes: { revocada?: 0 | 1; clave?: string } = {}): Promise<number> => {
    const clave = changes.clave ?? claveOf(numero);
    return first().placa(numero, {
      revocada: changes.revocada ?? 0,
      credencial_sha256: sha256(clave),
      credencial_cifrada: first().app.get(SecretBox).encrypt(clave, CREDENCIAL_CONTEXT),
    });
  };
  const connect = async (numero: number, options: IClientOptions = {}): Promise<MqttClient> => {
    const url = `mqtt://127.0.0.1:${broker.port}`;
    const client = await mqtt.connectAsync(url, { ...first().login(numero), ...options }, false);
    client.on('error', () => undefined);
    clients.push(client);
    return client;
  };
  const letIn = (numero: number, options: IClientOptions = {}): Promise<boolean> =>
    connect(numero, options).then(
      (client) => client.endAsync(true).then(() => true),
      () => false,
    );
  const open = async (numero: number, options: IClientOptions = {}): Promise<MqttClient> => {
    await until(() => letIn(numero));
    return connect(numero, options);
  };
  const times = async (placa_id: number): Promise<number[]> =>
    (await first().rows()).lecturas.filter(([id]) => id === placa_id).map(([, , ts]) => ts as number);
  const sample = (ts: number): string => JSON.stringify({ ts, sensors: { 15: { t: 20 } } });

  it('lets a registered board in with its own number, client id and password only', async () => {
    await register(1);
    await register(2);
    await until(() => letIn(1));
    await until(() => letIn(2));
    expect(await letIn(1, { password: 'otra' })).toBe(false);
    expect(await letIn(1, { clientId: 'placa-2' })).toBe(false);
    expect(await letIn(1, { username: '2' })).toBe(false);
    expect(await letIn(99)).toBe(false);
  });

  it('holds a board to its own topics', async () => {
    await register(3);
    await register(4);
    const board = await open(3);
    const other = await open(4);
    for (const filter of [
      '#',
      'acequia/v1/4/command',
      'acequia/v1/+/config',
      '$share/acequia/acequia/v1/+/telemetry',
      '$CONTROL/#',
    ]) {
      await expect(board.subscribeAsync(filter, { qos: 1 })).rejects.toThrow();
    }
    const ts = Date.now();
    await board.publishAsync(telemetry(4), sample(ts), { qos: 1 });
    await other.publishAsync(telemetry(4), sample(ts + 1), { qos: 1 });
    await until(async () => (await times(1_004)).length > 0);
    expect(await times(1_004)).toEqual([ts + 1]);
    expect(await times(1_003)).toEqual([]);
  });

  it('cuts a revoked board off, and one whose credential was renewed', async () => {
    await register(5);
    await register(6);
    const [revoked, renewed] = [await open(5), await open(6)];
    const ends = [closed(revoked), closed(renewed)];
    await register(5, { revocada: 1 });
    await register(6, { clave: 'nueva' });
    await Promise.all(ends);
    expect(await letIn(5)).toBe(false);
    await until(() => letIn(6, { password: 'nueva' }));
    expect(await letIn(6)).toBe(false);
  });

  it('has every acknowledged message in the stream exactly once, shared by both gateways', async () => {
    const boards = [10, 11, 12, 13];
    const from = Date.now() - 3_600_000;
    await Promise.all(
      boards.map(async (numero) => {
        await register(numero);
        const board = await open(numero);
        await Promise.all(
          Array.from({ length: 300 }, (_, i) => board.publishAsync(telemetry(numero), sample(from + i), { qos: 1 })),
        );
      }),
    );
    const expected = Array.from({ length: 300 }, (_, i) => from + i);
    for (const numero of boards) {
      await until(async () => (await times(1_000 + numero)).length >= 300);
      expect((await times(1_000 + numero)).sort((a, b) => a - b)).toEqual(expected);
    }
    for (const gateway of gateways) expect(await gateway.metric('acequia_gateway_messages_total')).toBeGreaterThan(100);
  });

  it('loses nothing that the broker acknowledged while Redis was stopped', async () => {
    await register(20);
    const board = await open(20);
    const from = Date.now() - 3_600_000;
    process.kill(parts.durable.pid, 'SIGSTOP');
    await Promise.all(
      Array.from({ length: 60 }, (_, i) => board.publishAsync(telemetry(20), sample(from + i), { qos: 1 })),
    );
    // Waits until the gateways have given up once: their connections are renewed, and the broker sends again.
    await until(async () => (await first().metric('acequia_gateway_messages_total')) > 0 && (await gaveUp()) > 0);
    process.kill(parts.durable.pid, 'SIGCONT');
    await until(async () => new Set(await times(1_020)).size === 60);
  });

  const gaveUp = async (): Promise<number> => {
    const texts = await Promise.all(gateways.map((gateway) => gateway.exposition()));
    return texts.join('\n').match(/resultado="sin_respuesta".*\} [1-9]/g)?.length ?? 0;
  };

  it('keeps the pin map of each board as a retained message', async () => {
    const placa_id = await register(30);
    await first().switch(300, placa_id, 4, 15);
    const board = await open(30);
    const configs: { rev: number; relays: unknown[] }[] = [];
    board.on('message', (_topic, payload) => configs.push(JSON.parse(payload.toString('utf8')) as (typeof configs)[0]));
    await board.subscribeAsync('acequia/v1/30/config', { qos: 1 });
    await until(() => configs.some(({ relays }) => relays.length === 1));
    await first().switch(301, placa_id, 5, null);
    await until(() => configs.some(({ relays }) => relays.length === 2));
    expect(configs.at(-1)).toMatchObject({
      relays: [
        { pin: 4, max_s: 14_400 },
        { pin: 5, max_s: 14_400 },
      ],
      sensors: [{ pin: 15, type: 'dht22', every_s: 30 }],
    });
  });

  it('replaces the retained agenda of a board although the word of the newer one was lost', async () => {
    const placa_id = await register(31);
    const agenda = { placa_id, until: Math.floor(Date.now() / 1_000) + 86_400, runs: [] };
    await second()
      .app.get(PlansRepository)
      .save({ ...agenda, rev: 1 });
    const board = await open(31);
    const revs: number[] = [];
    board.on('message', (_topic, payload) => revs.push((JSON.parse(payload.toString('utf8')) as { rev: number }).rev));
    await board.subscribeAsync('acequia/v1/31/agenda', { qos: 1 });
    await until(() => revs.includes(1));
    await second()
      .app.get(PlansRepository)
      .save({ ...agenda, rev: 2 });
    await until(() => revs.includes(2));
  });

  it('knows from status and last will which boards are connected', async () => {
    await register(40);
    await until(() => letIn(40));
    const will = {
      topic: 'acequia/v1/40/status',
      payload: Buffer.from('{"online":false}'),
      qos: 1,
      retain: true,
    } as const;
    const board = await connect(40, { will });
    await board.publishAsync('acequia/v1/40/status', '{"online":true,"fw":"1.4.0"}', { qos: 1, retain: true });
    await until(() => second().online(1_040));
    board.stream.destroy();
    await until(async () => !(await first().online(1_040)));
  });

  it('does not take what the broker kept of a board that left for a sign of life', async () => {
    const say = (board: MqttClient, numero: number, online: boolean, retain = true): Promise<unknown> =>
      board.publishAsync(`acequia/v1/${numero}/status`, JSON.stringify({ online }), { qos: 1, retain });
    const seen = async (placa_id: number): Promise<number | null> =>
      (await first().app.get(EstadoService).connection([placa_id])).get(placa_id)!.ultimo_visto;
    const known = (gateway: Gateway, numero: number): KnownPlaca =>
      gateway.app.get(PlacaDirectory).byNumero(numero) as KnownPlaca;
    // As its silence would, or the end of the broker that knew it.
    const falls = (gateway: Gateway, numero: number) =>
      gateway.app.get(ConnectionsService).gone(known(gateway, numero));

    for (const numero of [41, 42, 43]) await register(numero);
    await second().app.get(PlacaDirectory).refresh();
    const [ended, lost, marker] = [await open(41), await open(42), await open(43)];
    await say(ended, 41, false);
    await say(lost, 42, true);
    await until(() => gateways.every((gateway) => known(gateway, 42).leasedUntil > 0));
    await until(async () => (await seen(1_041)) !== null && (await seen(1_042)) !== null);
    for (const board of [ended, lost]) board.end(true);
    await falls(first(), 42);
    const before = [await seen(1_041), await seen(1_042)];

    const third = await Gateway.start(parts, { MQTT_URL: broker.url, MQTT_CLIENT_NAME: 'tres', MQTT_CONNECTIONS: '1' });
    await until(() => known(third, 42).leasedUntil > 0);
    await until(() => first().online(1_042));
    await falls(third, 42);
    // A client of the same name ends the connection: the next one is told again what the broker kept.
    const other = { clientId: 'acequia-gateway-tres-status', protocolVersion: 5, reconnectPeriod: 0 } as const;
    await mqtt.connectAsync(broker.url, other, false).then((client) => clients.push(client));
    await until(async () => {
      await say(marker, 43, true, false);
      return known(third, 43).leasedUntil > 0;
    });
    expect(await first().online(1_042)).toBe(false);
    await third.stop();
    expect([await seen(1_041), await seen(1_042)]).toEqual(before);
  });

  it('carries a command to its board, not retained, and its answer to the ledger, whichever gateway was asked', async () => {
    const placa_id = await register(45);
    await first().switch(450, placa_id, 4, null);
    await second().app.get(PlacaDirectory).refresh();
    const client = await open(45);
    const board = await Board.connect(client, 45);
    await client.publishAsync('acequia/v1/45/status', '{"online":true}', { qos: 1, retain: true });
    await until(() => second().online(placa_id));
    for (const [gateway, accion] of [
      [first(), 'on'],
      [second(), 'off'],
    ] as const) {
      const { comando_id } = await click(gateway, 450, { accion });
      expect((await ends(gateway, 450, 'confirmado')).comando_id).toBe(comando_id);
    }
    expect(board.commands.map(({ on }) => on)).toEqual([true, false]);
  });

  it('goes on when one of the gateways ends', async () => {
    await register(50);
    const board = await open(50);
    await second().stop();
    const from = Date.now() - 3_600_000;
    await Promise.all(
      Array.from({ length: 100 }, (_, i) => board.publishAsync(telemetry(50), sample(from + i), { qos: 1 })),
    );
    await until(async () => (await times(1_050)).length === 100);
    await register(51);
    await until(() => letIn(51));
  });
});
