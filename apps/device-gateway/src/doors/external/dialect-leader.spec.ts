import type { MqttClient } from 'mqtt';
import mqtt from 'mqtt';
import { Gateway, Parts, until } from '../../gateway.fixture.js';
import { EstadoService } from '../../overview/estado.service.js';
import { PlacaDirectory } from '../../registry/placa-directory.js';
import { BrokerAdmin } from './broker-admin.js';
import { ExternalDoor } from './external-door.js';
import { Mosquitto } from './mosquitto.fixture.js';

const SHELLY = 1;
const MARKER = 2;
const HERE = 3;
const GONE = 4;
const OURS = 5;

describe('what tells no time of its own, behind a broker with two gateways', () => {
  let parts: Parts;
  let broker: Mosquitto;
  let one: Gateway;
  let other: Gateway;
  let board: MqttClient;

  beforeAll(async () => {
    [parts, broker] = await Promise.all([Parts.start(), Mosquitto.start(false)]);
    board = await mqtt.connectAsync(broker.url, { reconnectPeriod: 0 }, false);
  });
  afterAll(async () => {
    board?.end(true);
    await parts.stop();
    await broker.stop();
  });

  const start = async (name: string): Promise<Gateway> => {
    const options = { MQTT_BROKER_AUTH: 'none', MQTT_CLIENT_NAME: name, MQTT_CONNECTIONS: '1' };
    return Gateway.start(parts, { MQTT_URL: broker.url, ...options });
  };
  const leads = (gateway: Gateway) => gateway.app.get(BrokerAdmin).leads;
  const heard = (gateway: Gateway) => gateway.metric('acequia_gateway_messages_total');
  const say = (numero: number, on: boolean) =>
    board.publishAsync(`shelly/${numero}/status/switch:1`, JSON.stringify({ id: 1, output: on }), { qos: 1 });
  const heardBy = async (gateways: Gateway[]) =>
    (await Promise.all(gateways.map(heard))).reduce((sum, n) => sum + n, 0);
  /** Returns once the one of them that leads has dealt with all that came before. */
  const upToNow = async (...gateways: Gateway[]): Promise<void> => {
    const already = await heardBy(gateways);
    await until(async () => (await say(MARKER, true), (await heardBy(gateways)) > already));
  };
  const told = async (gateway: Gateway, numero: number) =>
    (await gateway.rows()).estados.filter(([placa_id]) => placa_id === numero + 1_000).length;
  const isOn = async (gateway: Gateway, numero: number, pin: number) => {
    const states = await gateway.app.get(EstadoService).read([numero + 1_000]);
    return states.get(numero + 1_000)?.estado.pines.find((item) => item.pin === pin)?.estado === 1;
  };
  /** As a kill -9: the broker sees the connections end, and nobody renews the lead. */
  const crash = async (gateway: Gateway): Promise<void> => {
    const { clients } = gateway.app.get(ExternalDoor) as unknown as { clients: MqttClient[] };
    for (const client of clients) client.end(true);
    await gateway.app.get(BrokerAdmin).stop();
  };

  it('is heard by one of them, in its order', async () => {
    one = await start('uno');
    await until(() => leads(one));
    other = await start('dos');
    for (const numero of [SHELLY, MARKER]) await one.placa(numero, { dialecto: 'shelly' });
    for (const numero of [HERE, GONE]) await one.placa(numero, { dialecto: 'esphome' });
    await one.placa(OURS);
    await other.app.get(PlacaDirectory).refresh();
    // To start a gateway takes this process longer than the lead lasts, so it may change hands once more.
    await until(async () => {
      if (leads(other)) [one, other] = [other, one];
      await upToNow(one, other);
      const before = [await told(one, SHELLY), await heard(other)] as const;
      for (let i = 0; i < 30; i++) await say(SHELLY, i % 2 === 0);
      await upToNow(one, other);
      return (await told(one, SHELLY)) - before[0] === 30 && (await heard(other)) === before[1];
    });
    await until(async () => !(await isOn(one, SHELLY, 1)));
  });

  it('is noted of a board of ours that a broker without accounts lets write it, and not read', async () => {
    await board.publishAsync(`tasmota/${OURS}/stat/POWER2`, 'ON', { qos: 1 });
    const letters = () => one.sql('SELECT topico, motivo FROM descartes WHERE placa_id = $1', [OURS + 1_000]);
    await until(async () => (await letters()).length > 0);
    expect(await letters()).toEqual([{ topico: `tasmota/${OURS}/stat/POWER2`, motivo: 'topico_desconocido' }]);
    expect(await told(one, OURS)).toBe(0);
  });

  it('is heard by the other one when the first dies, which takes nothing old for news when it is back', async () => {
    await crash(one);
    await upToNow(other);
    await say(SHELLY, true);
    await say(SHELLY, false);
    await upToNow(other);
    const before = await told(other, SHELLY);
    const again = await start('uno');
    await upToNow(again, other);
    expect(await told(other, SHELLY)).toBe(before);
    await Promise.all([one.stop(), other.stop()]);
    await upToNow(again);
    await again.stop();
  });

  it('is read from what the broker kept, where a board that is there cannot be asked', async () => {
    const keep = (numero: number, rest: string, payload: string) =>
      board.publishAsync(`esphome/${numero}/${rest}`, payload, { qos: 1, retain: true });
    // Nobody listens. One board's last will is lost, and its lease has run out.
    for (const numero of [HERE, GONE]) {
      await keep(numero, 'status', 'online');
      await keep(numero, 'switch/relevador_4/state', 'ON');
      await keep(numero, 'sensor/temperatura_15/state', '21.5');
    }
    const gateway = await start('uno');
    await until(() => leads(gateway));
    await upToNow(gateway);
    expect(await told(gateway, HERE)).toBe(0);

    await board.publishAsync(`esphome/${HERE}/sensor/temperatura_15/state`, '22', { qos: 1 });
    await until(() => gateway.online(HERE + 1_000));
    await gateway.stop();
    const next = await start('uno');
    await until(() => isOn(next, HERE, 4));
    await upToNow(next);
    expect(await told(next, HERE)).toBe(1);
    expect(await told(next, GONE)).toBe(0);
    const readings = (await next.rows()).lecturas.filter(([placa_id]) => placa_id === HERE + 1_000);
    expect(readings).toHaveLength(1);
  });
});
