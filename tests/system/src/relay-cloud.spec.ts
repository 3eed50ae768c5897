import type { LivePayload } from '@acequia/contracts';
import { RelayCloud, type Account } from '@acequia/simulators';
import { eventually, Farm, PASSWORD, sharedWithStandIns, type ApiClient, type RunningAcequia } from '@acequia/testing';
import { io, type Socket } from 'socket.io-client';

let cloud: RelayCloud;
let acequia: RunningAcequia;
let root: ApiClient;
let farm: Farm;
let account: Account;
const sockets: Socket[] = [];

beforeAll(async () => {
  const shared = await sharedWithStandIns();
  acequia = shared.acequia;
  cloud = await new RelayCloud().start(shared.ports.relayCloud);
  root = await acequia.loginAdmin();
  farm = await Farm.create(acequia, root);
  account = cloud.account();
});

afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await acequia?.stop();
  await cloud?.stop();
});

const register = async (model: 'plus1pm' | 'pro3em') => {
  const device = account.add(model);
  const { id } = await farm.admin.api.call('dispositivos.crear', {
    body: {
      nombre: `Equipo ${device.id}`,
      shelly_id: device.id,
      auth_key: account.key,
      tipo: model === 'pro3em' ? 'shelly_pro3m' : 'shelly_1',
      server: cloud.origin,
      empresa_id: farm.empresa.id,
    },
  });
  return { id, device };
};

const person = async (dispositivos: number[]): Promise<ApiClient> => {
  const email = `operador-${Date.now()}-${dispositivos.join('-')}@acequia.test`;
  await root.call('usuarios.crear', {
    body: { nombre: 'Operador', email, password: PASSWORD, rol: 'usuario', empresa_id: farm.empresa.id, dispositivos },
  });
  return acequia.login(email, PASSWORD);
};

const listen = async (api: ApiClient, ...ids: number[]): Promise<Socket> => {
  const socket = io(acequia.http, { transports: ['websocket'], auth: { token: api.token }, reconnection: false });
  sockets.push(socket);
  await new Promise((resolve, reject) => socket.once('connect', () => resolve(null)).once('connect_error', reject));
  for (const id of ids) await socket.emitWithAck('joinDevice', id);
  return socket;
};

const online = (api: ApiClient, id: number) =>
  eventually(async () => {
    const live = await api.call('monitor.en_vivo', { params: { id } });
    expect(live.online).toBe(true);
    return live;
  });

describe('a device of the relay cloud', () => {
  it('is switched by a person it is assigned to, and whoever joined its channel sees it change', async () => {
    const { id, device } = await register('plus1pm');
    const operator = await person([id]);
    expect((await online(operator, id)).estado.estado).toBe(0);
    const socket = await listen(operator, id);
    const statuses: LivePayload<'device:status'>[] = [];
    const outcomes: LivePayload<'dispositivo:comando'>[] = [];
    socket.on('device:status', (message) => statuses.push(message));
    socket.on('dispositivo:comando', (message) => outcomes.push(message));

    const { comando_id } = await operator.call('dispositivos.encender', { params: { id } });

    expect(device.output(Date.now())).toBe(true);
    await eventually(() => {
      expect(outcomes.at(-1)).toMatchObject({ comando_id, estado: 'confirmado' });
      expect(statuses.at(-1)).toEqual({ dispositivo_id: id, status: 'on' });
    });
    const [row] = await operator.call('comandos.listar', { query: { dispositivo_id: id } });
    expect(row).toMatchObject({ comando_id, accion: 'on', estado: 'confirmado', ip: '127.0.0.1' });
    expect((await operator.call('monitor.en_vivo', { params: { id }, query: { nocache: '1' } })).estado.estado).toBe(1);
  });

  it('that is a meter tells its phases, live and when asked', async () => {
    const { id } = await register('pro3em');
    const socket = await listen(farm.admin.api, id);
    const heard: LivePayload<'metrics'>[] = [];
    socket.on('metrics', (message) => heard.push(message));
    const { metricas } = await online(farm.admin.api, id);
    expect(metricas?.voltaje_a).toBeGreaterThan(50);
    expect(await farm.admin.api.call('dispositivos.metricas', { params: { id } })).toMatchObject({
      total_act_power: expect.any(Number) as number,
      fecha: expect.any(String) as string,
    });
    await eventually(() => expect(heard.at(-1)).toMatchObject({ dispositivo_id: id }));
  });

  it('that was suspended takes no command and is not asked about', async () => {
    const { id, device } = await register('plus1pm');
    await online(farm.admin.api, id);
    await farm.admin.api.call('dispositivos.suspender', { params: { id } });
    await eventually(async () => {
      const answer = await farm.admin.api.raw('dispositivos.encender', { params: { id } });
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({ codigo: 'dispositivo_suspendido' });
    });
    expect(device.acted).toEqual([]);
    expect(await farm.admin.api.call('monitor.en_vivo', { params: { id } })).toMatchObject({ motivo: 'suspendido' });
  });

  it('that is not assigned does not exist for a usuario, and cannot be joined', async () => {
    const { id } = await register('plus1pm');
    const stranger = await person([]);
    for (const name of ['dispositivos.encender', 'dispositivos.metricas', 'monitor.en_vivo'] as const) {
      expect((await stranger.raw(name, { params: { id } })).status).toBe(404);
    }
    const socket = await listen(stranger);
    expect(await socket.emitWithAck('joinDevice', id)).toEqual({ ok: false });
  });
});

const signal = (name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL', service: string): void => {
  for (const pid of acequia.services[service] ?? []) process.kill(pid, name);
};

/** Longer than a busy machine takes to confirm the order. */
const TURN_S = 25;

describe('a program that moves a device of the relay cloud', () => {
  it('turns it on once, ends by its timer when no service can reach it, and is accounted for although automation was killed', async () => {
    const { id: dispositivo_id, device } = await register('plus1pm');
    const { id } = await farm.admin.api.call('programas.crear', {
      body: {
        empresa_id: farm.empresa.id,
        nombre: 'Con la nube',
        activo: 0,
        dias: ['lun'],
        inicios: ['05:00'],
        pasos: [{ dispositivo_id, duracion_s: TURN_S }],
      },
    });
    const [turno] = await farm.admin.api.call('programas.ejecutar', { params: { id } });
    expect(turno?.via).toBe('servicio');
    await eventually(async () => {
      expect(device.output(Date.now())).toBe(true);
      const [comando] = await farm.admin.api.call('comandos.listar', { query: { dispositivo_id } });
      expect(comando).toMatchObject({ accion: 'on', estado: 'confirmado', max_s: TURN_S });
    });
    expect(device.hasTimer()).toBe(true);
    signal('SIGSTOP', 'device-gateway');
    try {
      signal('SIGKILL', 'automation');
      await eventually(() => expect(device.output(Date.now())).toBe(false));
      expect(device.acted.map(({ on, via }) => [on, via])).toEqual([
        [true, 'v2'],
        [false, 'timer'],
      ]);
    } finally {
      signal('SIGCONT', 'device-gateway');
    }
    await eventually(async () => {
      const turnos = await farm.admin.api.call('turnos.listar', { query: {} });
      expect(turnos.find(({ turno_id }) => turno_id === turno?.turno_id)?.estado).toBe('cumplido');
    });
    expect(device.acted.filter(({ on }) => on)).toHaveLength(1);
  });
});
