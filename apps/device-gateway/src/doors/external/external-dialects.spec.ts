import { CREDENCIAL_CONTEXT, FOREIGN_DIALECTOS, type ForeignDialecto } from '@acequia/contracts';
import { SecretBox } from '@acequia/service-kit';
import mqtt, { type MqttClient } from 'mqtt';
import { claveOf, Gateway, Parts, sha256, telemetry, until } from '../../gateway.fixture.js';
import { PlacaDirectory } from '../../registry/placa-directory.js';
import { EstadoService } from '../../overview/estado.service.js';
import { click, ends } from '../../commands/switches/board.fixture.js';
import { FieldBoard } from '../field-board.fixture.js';
import { Mosquitto } from './mosquitto.fixture.js';

const RELAY: Record<ForeignDialecto, number> = { tasmota: 2, esphome: 4, shelly: 1 };

describe('boards of other firmwares behind a Mosquitto, with two gateways', () => {
  let parts: Parts;
  let broker: Mosquitto;
  let first: Gateway;
  let second: Gateway;
  const clients: MqttClient[] = [];
  let next = 1_600;

  beforeAll(async () => {
    [parts, broker] = await Promise.all([Parts.start(), Mosquitto.start()]);
    const options = { MQTT_URL: broker.url, MQTT_CONNECTIONS: '2' };
    [first, second] = await Promise.all([
      Gateway.start(parts, { ...options, MQTT_CLIENT_NAME: 'uno' }),
      Gateway.start(parts, { ...options, MQTT_CLIENT_NAME: 'dos' }),
    ]);
  });
  afterAll(async () => {
    for (const client of clients) client.end(true);
    await parts.stop();
    await broker.stop();
  });

  const register = async (numero: number, dialecto: ForeignDialecto | 'acequia', placa_id = numero + 1_000) => {
    const credencial_cifrada = first.app.get(SecretBox).encrypt(claveOf(numero), CREDENCIAL_CONTEXT);
    await first.placa(numero, { placa_id, dialecto, credencial_sha256: sha256(claveOf(numero)), credencial_cifrada });
    await second.app.get(PlacaDirectory).refresh();
  };
  const connect = async (numero: number): Promise<MqttClient> => {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`, first.login(numero), false);
    client.on('error', () => undefined);
    clients.push(client);
    return client;
  };
  const open = async (numero: number): Promise<MqttClient> => {
    let client: MqttClient | undefined;
    await until(async () => {
      client = await connect(numero).catch(() => undefined);
      return client !== undefined;
    });
    return client as MqttClient;
  };
  const connected = async (dialecto: ForeignDialecto): Promise<{ id: number; board: FieldBoard }> => {
    const id = next++;
    await register(id, dialecto);
    await first.switch(id, id + 1_000, RELAY[dialecto], null);
    await second.app.get(PlacaDirectory).refresh();
    return { id, board: await FieldBoard.connect(await open(id), dialecto, id) };
  };
  const stateOf = async (placa_id: number) =>
    (await first.app.get(EstadoService).read([placa_id])).get(placa_id)?.estado;
  const isOn = async (id: number, pin: number): Promise<boolean> =>
    (await stateOf(id + 1_000))?.pines.some((item) => item.pin === pin && item.estado === 1) ?? false;

  it.each(FOREIGN_DIALECTOS)('%s is read, is there, obeys and is confirmed by its state', async (dialecto) => {
    const { id, board } = await connected(dialecto);
    await board.replay();
    await until(() => isOn(id, RELAY[dialecto]));
    await until(() => first.online(id + 1_000));
    await click(second, id, { accion: 'off' });
    await ends(first, id, 'confirmado');
    await click(first, id);
    await ends(first, id, 'confirmado');
    expect(board.commands).toHaveLength(2);
    await board.say(
      { tasmota: 'tele/LWT', esphome: 'status', shelly: 'online' }[dialecto], //
      { tasmota: 'Offline', esphome: 'offline', shelly: 'false' }[dialecto],
    );
    await until(async () => !(await first.online(id + 1_000)));
  });

  it('they are asked for their state when they come', async () => {
    const { board } = await connected('tasmota');
    await board.client.publishAsync('tasmota/discovery/B48A0A1CD978/config', '{}', { retain: true });
    await board.say('tele/LWT', 'Online');
    await until(() => board.received.some(({ topic }) => topic === 'cmnd/STATE'));
  });

  it.each(FOREIGN_DIALECTOS)('the broker holds a %s to its own prefix', async (dialecto) => {
    const [{ id, board }, { id: neighbour }] = [await connected(dialecto), await connected('tasmota')];
    const foreign = FOREIGN_DIALECTOS.filter((name) => name !== dialecto);
    const filters = [
      '#',
      'tasmota/#',
      'shelly/+/rpc',
      '$CONTROL/#',
      `acequia/v1/${id}/command`,
      `tasmota/${neighbour}/cmnd/#`,
      ...foreign.flatMap((name) => [`${name}/${id}/cmnd/#`, `${name}/${id}/rpc`, `${name}/${id}/switch/+/command`]),
    ];
    for (const filter of filters) await expect(board.client.subscribeAsync(filter, { qos: 1 })).rejects.toThrow();
    // Mosquitto 2.0.11 disconnects a client whose message it denies, so each message gets its own connection.
    for (const topic of [telemetry(id), telemetry(neighbour), `tasmota/${neighbour}/stat/POWER2`]) {
      const intruder = await open(id);
      await intruder.publishAsync(topic, topic.endsWith('POWER2') ? 'ON' : '{"pins":{"2":1}}');
    }
    const again = await FieldBoard.connect(await open(id), dialecto, id);
    await again.replay();
    await until(() => isOn(id, RELAY[dialecto]));
    expect(await isOn(neighbour, 2)).toBe(false);
  });

  it('the broker keeps a board of ours off their topics', async () => {
    const { id: neighbour, board: watched } = await connected('tasmota');
    const own = next++;
    await register(own, 'acequia');
    const board = await open(own);
    for (const filter of [`tasmota/${own}/cmnd/#`, `shelly/${own}/rpc`, `esphome/${own}/switch/+/command`]) {
      await expect(board.subscribeAsync(filter)).rejects.toThrow();
    }
    await board.publishAsync(`tasmota/${neighbour}/stat/POWER2`, 'ON');
    await watched.say('stat/POWER1', 'ON');
    await until(() => isOn(neighbour, 1));
    expect(await isOn(neighbour, 2)).toBe(false);
  });

  it('no pin map is published for them', async () => {
    const { id } = await connected('shelly');
    const own = next++;
    await register(own, 'acequia');
    await open(own);
    const reader = await mqtt.connectAsync(broker.url, { reconnectPeriod: 0 }, false);
    clients.push(reader);
    const maps: string[] = [];
    reader.on('message', (topic) => void maps.push(topic));
    await reader.subscribeAsync('acequia/v1/+/config');
    await until(() => maps.includes(`acequia/v1/${own}/config`));
    expect(maps).not.toContain(`acequia/v1/${id}/config`);
  });

  it('a number that is registered again as another firmware leaves the old topics behind', async () => {
    const { id, board } = await connected('tasmota');
    await register(id, 'shelly', id + 5_000);
    await until(() => !board.client.connected);
    const client = await open(id);
    await until(() =>
      client.subscribeAsync(`shelly/${id}/rpc`).then(
        () => true,
        () => false,
      ),
    );
    await expect(client.subscribeAsync(`tasmota/${id}/cmnd/#`)).rejects.toThrow();
  });
});
