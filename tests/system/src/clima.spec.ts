import type { ControlMessage } from '@acequia/board-protocol';
import type { ReglaClimaSave } from '@acequia/contracts';
import { type ApiClient, eventually, Farm, type RunningAcequia, SENSOR_PIN, sharedAcequia } from '@acequia/testing';
import type { MqttClient } from 'mqtt';
import { io } from 'socket.io-client';

let acequia: RunningAcequia;
let root: ApiClient;
let farm: Farm;
let client: MqttClient;
let control: ControlMessage | undefined;
/** True when the board reports that it took its climate rules. */
let tells = true;
const commands: { pin: number; on: boolean; max_s?: number }[] = [];

const topic = (channel: string): string => `acequia/v1/${farm.board.id}/${channel}`;

const status = async (): Promise<void> => {
  const taken = control && { revs: { control: control.rev }, epochs: { control: control.epoch } };
  const message = { online: true, can: ['agenda', 'control'], ...taken };
  await client.publishAsync(topic('status'), JSON.stringify(message), { qos: 1, retain: true });
};

beforeAll(async () => {
  acequia = await sharedAcequia();
  root = await acequia.loginAdmin();
  farm = await Farm.create(acequia, root);
  client = await farm.connectBoard();
  client.on('message', (name, payload) => {
    const message = JSON.parse(payload.toString()) as unknown;
    if (name === topic('command')) commands.push(message as (typeof commands)[number]);
    else if (name === topic('control')) {
      control = message as ControlMessage;
      if (tells) void status();
    }
  });
  await client.subscribeAsync([topic('control'), topic('command')], { qos: 1 });
  await status();
});

afterAll(async () => {
  await client?.endAsync(true);
  await acequia?.stop();
});

const switchId = (n: number): number => farm.switches[n]?.id ?? 0;

const regla = (changes: Partial<ReglaClimaSave> = {}) => ({
  empresa_id: farm.empresa.id,
  nombre: 'Ventilación',
  sensor_switch_id: switchId(0),
  valor: 'temperatura' as const,
  cuando: 'arriba' as const,
  etapas: [
    { switch_id: switchId(0), enciende: 28, apaga: 26 },
    { switch_id: switchId(1), enciende: 31, apaga: 28 },
  ],
  persona_s: 900,
  ...changes,
});

const listed = async (id: number) => (await farm.admin.api.call('clima.listar')).find((one) => one.id === id);

describe('climate rules', () => {
  it('reach their board, and are pending until it has taken them', async () => {
    tells = false;
    const { id, etapas } = await farm.admin.api.call('clima.crear', { body: regla() });
    expect(etapas.map(({ texto }) => texto)).toEqual(['Válvula A1 si > 28 °C', 'Válvula B1 si > 31 °C']);
    await eventually(() => expect(control?.rules).toHaveLength(2));
    expect(control?.rules[0]).toMatchObject({
      pin: farm.switches[0]?.hardware_pin,
      value: 't',
      on_above: 28,
      off_at: 26,
      silent: 'off',
    });
    expect(await listed(id)).toMatchObject({ pendiente: 1 });
    tells = true;
    await status();
    await eventually(async () => expect(await listed(id)).toMatchObject({ pendiente: 0 }));
    await farm.admin.api.call('clima.eliminar', { params: { id } });
    await eventually(() => expect(control?.rules).toEqual([]));
  });

  it('stand back from a person for as long as they say, and the console tells who is in charge', async () => {
    const { id } = await farm.admin.api.call('clima.crear', { body: regla() });
    const inCharge = async () =>
      (await farm.usuario.api.call('clima.mandos')).find(({ switch_id }) => switch_id === switchId(0));
    expect(await inCharge()).toMatchObject({ quien: 'automatico', texto: 'Automático: Válvula A1 si > 28 °C' });
    await eventually(() => expect(control?.rules).toHaveLength(2));
    const auth = { token: farm.usuario.api.token };
    const socket = io(acequia.http, { transports: ['websocket'], auth, reconnection: false });
    let told = 0;
    socket.on('clima:mandos', () => (told += 1));
    await new Promise((resolve, reject) => socket.once('connect', () => resolve(null)).once('connect_error', reject));
    await farm.usuario.api.call('switches.encender', { params: { id: switchId(0) } });
    await eventually(async () => expect(await inCharge()).toMatchObject({ quien: 'persona' }));
    await eventually(() => expect(told).toBeGreaterThan(0));
    socket.disconnect();
    await eventually(() => expect(commands.at(-1)).toMatchObject({ on: true, max_s: 900 }));
    await farm.admin.api.call('clima.eliminar', { params: { id } });
  });

  it('must say what a fan does while its sensor is silent', async () => {
    const { switches } = await root.call('switches.guardar_lote', {
      body: {
        switches: [
          {
            nombre: 'Extractor',
            tipo: 'turbina',
            zona: 'Nave',
            empresa_id: farm.empresa.id,
            dispositivo_id: farm.board.id,
            switch_site_id: 7,
            hardware_pin: 27,
          },
        ],
      },
    });
    const fan = switches[0]?.id ?? 0;
    const etapas = [{ switch_id: fan, enciende: 28, apaga: 26 }];
    const refused = await farm.admin.api.raw('clima.crear', { body: regla({ etapas }) });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ detalles: [{ campo: 'body.etapas.0.si_calla' }] });
    const chosen = regla({ etapas: [{ switch_id: fan, enciende: 28, apaga: 26, si_calla: 'ciclo' }] });
    const { id } = await farm.admin.api.call('clima.crear', { body: chosen });
    await eventually(() => expect(control?.rules.map(({ silent }) => silent)).toEqual(['cycle']));
    await farm.admin.api.call('clima.eliminar', { params: { id } });
  });

  it('work out the ET0 of a day by the sun and the wind where points measure them', async () => {
    const { empresa } = farm;
    // FAO-56, example 18: 6 July in Brussels; its air in two halves of the day.
    const place = { latitud: 50.8, longitud: 4.35, altitud: 100 };
    const { token_telegram: _token, ...saved } = empresa;
    await root.call('empresas.actualizar', { params: { id: empresa.id }, body: { ...saved, ...place } });
    const pointOf = async (magnitud: 'radiacion' | 'viento_velocidad') => {
      const body = { empresa_id: empresa.id, fuente: { tipo: 'api' }, magnitud, nombre: magnitud } as const;
      return (await farm.admin.api.call('puntos.crear', { body })).id;
    };
    const [sun, wind] = [await pointOf('radiacion'), await pointOf('viento_velocidad')];
    const query = { switch_id: switchId(0) };
    const [yesterday] = (await farm.admin.api.call('clima.derivados', { query })).slice(-2);
    const midnight = Date.parse(`${yesterday!.fecha.slice(0, 10)}T06:00:00Z`);
    const hours = Array.from({ length: 24 }, (_, n) => midnight + n * 3_600_000);
    const medidas = hours.flatMap((ts) => [
      { punto_id: sun, ts, valor: 255.4 },
      { punto_id: wind, ts, valor: 2.08 },
    ]);
    expect(await farm.admin.api.call('medidas.guardar', { body: { medidas } })).toMatchObject({ aceptadas: 48 });
    for (const [n, ts] of hours.entries()) {
      const sensors = { [SENSOR_PIN]: n < 12 ? { t: 12.3, h: 95 } : { t: 21.5, h: 57 } };
      await client.publishAsync(topic('telemetry'), JSON.stringify({ seq: n + 1, ts, pins: {}, sensors }), { qos: 1 });
    }
    await eventually(async () => {
      const [day] = (await farm.usuario.api.call('clima.derivados', { query })).slice(-2);
      expect(day).toMatchObject({ temperatura_max: 21.5, et0_metodo: 'penman_monteith' });
    });
  });

  it('tell the days of their sensor, and the month of the valves, as tables too', async () => {
    const days = await farm.usuario.api.call('clima.derivados', { query: { switch_id: switchId(0) } });
    expect(days).toHaveLength(30);
    const other = await Farm.create(acequia, root);
    const query = { switch_id: other.switches[0]?.id ?? 0 };
    expect((await farm.admin.api.raw('clima.derivados', { query })).status).toBe(404);
    const csv = await farm.admin.api.raw('turnos.csv_cuenta');
    expect(csv.headers.get('content-type')).toContain('text/csv');
    expect(await csv.text()).toContain('Sector,Nombre,Turnos');
  });
});
