import { RelayCloud, Telegram } from '@acequia/simulators';
import { eventually, Farm, startAcequia, type ApiClient, type RunningAcequia } from '@acequia/testing';
import { World } from './world.js';

const TOKEN = '123456789:AAaaBBbbCCccDDddEEeeFFffGGggHHhhIIi';
const CHAT = '7001';

/** The address of a stand-in, by a name. */
const named = (url: string, name: string): string => url.replace('127.0.0.1', name);

const world = new World();
let cloud: RelayCloud;
let telegram: Telegram;
let acequia: RunningAcequia;
let server: string;
let farm: Farm;
let api: ApiClient;

beforeAll(async () => {
  cloud = await new RelayCloud().start();
  telegram = new Telegram();
  await telegram.start();
  telegram.bot(TOKEN);
  server = named(cloud.origin, 'cloud.test');
  acequia = await startAcequia({
    env: {
      ...world.env,
      RELAY_CLOUD_ALLOWED_HOSTS: server,
      RELAY_POLL_MS: '5000',
      RELAY_POLL_WATCHED_MS: '2000',
      TELEGRAM_API_URL: named(telegram.url, 'telegram.test'),
    },
  });
  const root = await acequia.loginAdmin();
  farm = await Farm.create(acequia, root);
  ({ api } = farm.admin);
});

afterAll(async () => {
  await acequia?.stop();
  await telegram?.stop();
  await cloud?.stop();
  world.end();
});

it('a relay cloud whose name is gone is shown as away, is told no order, and is back with its name', async () => {
  const account = cloud.account();
  const device = account.add('plus1');
  const { id } = await api.call('dispositivos.crear', {
    body: {
      nombre: 'Bomba',
      shelly_id: device.id,
      auth_key: account.key,
      tipo: 'shelly_1',
      server,
      empresa_id: farm.empresa.id,
    },
  });
  const live = () => api.call('monitor.en_vivo', { params: { id } });
  await eventually(async () => expect(await live()).toMatchObject({ online: true }));

  world.set({ names: false });
  await eventually(async () => expect(await live()).toMatchObject({ online: false, motivo: 'nube_sin_respuesta' }));
  const refused = await api.raw('dispositivos.encender', { params: { id } });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(device.acted).toEqual([]);

  world.set({ names: true });
  await eventually(async () => expect(await live()).toMatchObject({ online: true }));
  const { comando_id } = await api.call('dispositivos.encender', { params: { id } });
  await eventually(async () => {
    const comandos = await api.call('comandos.listar', { query: { dispositivo_id: id } });
    expect(comandos.find((one) => one.comando_id === comando_id)?.estado).toBe('confirmado');
    // The order from before is not carried out late.
    expect(comandos.filter(({ estado }) => estado === 'confirmado')).toHaveLength(1);
  });
  expect(device.acted).toHaveLength(1);
}, 300_000);

it('an alarm waits while the name of Telegram is gone, says so, and is told once when it is back', async () => {
  world.set({ names: false });
  const { id: empresa_id, nombre, fecha_vencimiento } = farm.empresa;
  const root = await acequia.loginAdmin();
  const body = { nombre, fecha_vencimiento, token_telegram: TOKEN, telegram_chat_id: CHAT };
  await root.call('empresas.actualizar', { params: { id: empresa_id }, body });
  const rule = { empresa_id, tipo: 'placa_sin_conexion' as const, activa: 1 as const, espera_s: 1 };
  await api.call('avisos.guardar_regla', { body: rule });
  const board = await farm.connectBoard();
  await eventually(async () => expect((await api.call('placas.listar'))[0]).toMatchObject({ online: 1 }));
  await board.endAsync();
  const { id } = await eventually(async () => {
    const open = await api.call('avisos.listar', { query: { estado: 'abierto' } });
    const aviso = open.find(({ tipo }) => tipo === 'placa_sin_conexion');
    expect(aviso).toBeDefined();
    return aviso!;
  });
  const delivery = async () => (await api.call('avisos.entregas', { params: { id } }))[0];
  await eventually(async () =>
    expect(await delivery()).toMatchObject({ estado: 'pendiente', detalle: 'Telegram no responde.' }),
  );
  expect(telegram.bot(TOKEN).messages).toEqual([]);

  world.set({ names: true });
  await eventually(async () => expect(await delivery()).toMatchObject({ estado: 'enviado' }));
  expect(telegram.bot(TOKEN).messages).toHaveLength(1);
}, 300_000);
