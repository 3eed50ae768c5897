import { LiveBus } from '@acequia/bus';
import { GrantsWriter, SessionInvalidator } from '@acequia/service-kit';
import { AppError, type Asignaciones, type LiveMessage } from '@acequia/contracts';
import { RedisServer, testEnv } from '@acequia/testing';
import { Gateway, type Persona } from '../test/gateway.fixture.js';
import { LiveClient } from '../test/live-client.fixture.js';
import { CompaniesHandlers } from './companies.handlers.js';
import { MAX_PACKETS } from './guard-connection.js';

const estado = (switch_id: number, switches = [switch_id]): LiveMessage => ({
  event: 'switch:estado',
  payload: { switch_id, estado: 1, temperatura: 21.5, humedad: 60, ts: 1, estado_ts: 1, sensor_ts: 1 },
  audience: { switches },
});
const status = (dispositivo_id: number): LiveMessage => ({
  event: 'device:status',
  payload: { dispositivo_id, status: 'on' },
  audience: { dispositivo: dispositivo_id },
});
const empresa = (id: number) => ({
  id,
  nombre: `Empresa ${id}`,
  telefono_celular: '',
  token_telegram: '' as const,
  token_telegram_definido: 0 as const,
  telegram_chat_id: '',
  costo_plan: null,
  limite_usuarios: null,
  comunicador_numero: '',
  comunicador_imei: '',
  comunicador_vencimiento: null,
  fecha_vencimiento: '2030-01-01',
  activa: 1 as const,
  zona_horaria: 'America/Mexico_City',
  version: 1,
});

describe('the live door', () => {
  let redis: RedisServer;
  let gateway: Gateway;
  let live: LiveBus;
  const clients: LiveClient[] = [];

  beforeAll(async () => {
    redis = await RedisServer.start();
    gateway = await Gateway.start(
      testEnv({ REDIS_URL: redis.url, PUBLIC_URL: 'https://acequia.mx', SOCKETS_PER_USER: '3' }),
    );
    gateway.answers['empresas.listar'] = () => [empresa(1), empresa(2)];
    live = gateway.app.get(LiveBus);
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });
  afterAll(async () => {
    await gateway.stop();
    await redis.stop();
  });

  const connect = async (who: Persona | undefined, options = {}): Promise<LiveClient> => {
    const client = await LiveClient.connect(gateway, who, options);
    clients.push(client);
    return client;
  };
  const grant = (who: Persona, changes: Partial<Asignaciones>): Asignaciones => {
    const grants = { ...gateway.grantsOf(who.usuario_id), ...changes };
    gateway.grants.set(who.usuario_id, grants);
    return grants;
  };

  describe('who may connect', () => {
    it('nobody without a valid token', async () => {
      const ended = gateway.entra('usuario');
      gateway.sesiones.delete(ended.sid);
      for (const auth of [{}, { token: '' }, { token: 'x.y.z' }, { token: { $ne: 1 } }, { token: ended.token }]) {
        await expect(connect(undefined, { auth })).rejects.toMatchObject({
          message: 'sesion_invalida',
          data: { codigo: 'sesion_invalida', mensaje: 'Tu sesión terminó. Vuelve a entrar.' },
        });
      }
    });

    it('no page of another site, but the console and clients that are no page', async () => {
      const ana = gateway.entra('usuario');
      await expect(connect(ana, { origin: 'https://mala.mx' })).rejects.toThrow();
      await expect(connect(ana, { origin: 'null' })).rejects.toThrow();
      for (const options of [{ origin: 'https://acequia.mx' }, { origin: gateway.url }, {}]) {
        expect((await connect(ana, options)).socket.connected).toBe(true);
      }
    });

    it('only over web sockets', async () => {
      const response = await gateway.fetch('/socket.io/?EIO=4&transport=polling');
      expect(response.status).toBe(400);
    });

    it('nobody while the session cannot be checked', async () => {
      const ana = gateway.entra('usuario');
      const verify = gateway.answers['sesiones.verificar'];
      gateway.answers['sesiones.verificar'] = () => {
        throw new AppError('servicio_no_disponible');
      };
      await expect(connect(ana)).rejects.toMatchObject({ message: 'servicio_no_disponible' });
      if (verify) gateway.answers['sesiones.verificar'] = verify;
    });

    it('one person with so many sockets, and again when one leaves', async () => {
      const ana = gateway.entra('usuario');
      const open = [await connect(ana), await connect(ana), await connect(ana)];
      await expect(connect(ana)).rejects.toMatchObject({ message: 'demasiadas_solicitudes' });
      expect((await connect(gateway.entra('usuario'))).socket.connected).toBe(true);
      open[0]?.close();
      for (;;) {
        const again = await connect(ana).catch(() => null);
        if (again) break;
      }
    });
  });

  describe('joinDevice', () => {
    it('lets a usuario join what is assigned to them, and refuses the rest without saying why', async () => {
      const ana = gateway.entra('usuario');
      grant(ana, { dispositivos: [7] });
      const client = await connect(ana);
      expect(await client.joinDevice(7)).toEqual({ ok: true });
      expect(await client.joinDevice('7')).toEqual({ ok: true });
      for (const id of [8, 0, -1, 1.5, '', '7 ', [7], { id: 7 }, null, true, '7; x', 1e30]) {
        expect(await client.joinDevice(id)).toEqual({ ok: false });
      }
      expect(await client.next('error')).toEqual({ codigo: 'no_encontrado', mensaje: 'No se encontró lo que buscas.' });
      await live.publish(1, status(7));
      expect(await client.next('device:status')).toEqual({ dispositivo_id: 7, status: 'on' });
    });

    it('lets admins join what the inventory lists for them', async () => {
      const dispositivo = {
        id: 7,
        nombre: 'Bomba',
        shelly_id: 'a',
        auth_key: '' as const,
        auth_key_definida: 0 as const,
      };
      const rest = { tipo: 'shelly_1', server: '', empresa_id: 1, fecha_vencimiento: null, vencido: 0 } as const;
      gateway.answers['dispositivos.listar'] = (_request, { caller }) =>
        caller.tipo === 'persona' && caller.empresa_id === 2
          ? []
          : [{ ...dispositivo, ...rest, activo: 1, suspendido: 0, version: 1 }];
      expect(await (await connect(gateway.entra('admin_empresa', 1))).joinDevice(7)).toEqual({ ok: true });
      expect(await (await connect(gateway.entra('admin_global'))).joinDevice(7)).toEqual({ ok: true });
      const foreign = await connect(gateway.entra('admin_empresa', 2));
      const absent = await connect(gateway.entra('admin_global'));
      expect(await foreign.joinDevice(7)).toEqual({ ok: false });
      expect(await absent.joinDevice(99)).toEqual({ ok: false });
      expect(await foreign.next('error')).toEqual(await absent.next('error'));
    });

    it('a client that asks without waiting for an answer does no harm', async () => {
      const client = await connect(gateway.entra('usuario'));
      client.socket.emit('joinDevice');
      client.socket.emit('joinDevice', 1, 2, 3);
      client.socket.emit('constructor', 'x');
      expect(await client.joinDevice(1)).toEqual({ ok: false });
    });
  });

  it('an admin receives their company, a usuario what is assigned, an admin_global all', async () => {
    const [ana, bob] = [gateway.entra('usuario', 1), gateway.entra('usuario', 1)];
    grant(ana, { switches: [5] });
    grant(bob, { switches: [6] });
    const hears5 = await connect(ana);
    const hears6 = await connect(bob);
    const admin1 = await connect(gateway.entra('admin_empresa', 1));
    const admin2 = await connect(gateway.entra('admin_empresa', 2));
    const global = await connect(gateway.entra('admin_global'));
    for (let round = 0; round < 50; round += 1) {
      await live.publish(1, estado(5, [5, 6]));
      await live.publish(1, estado(6));
      await live.publish(2, estado(9));
      await live.publish(1, status(7));
    }
    await live.publish(1, estado(5));
    await live.publish(1, {
      event: 'placa:estado',
      payload: { placa_id: 1, online: true, ts: 1 },
      audience: { switches: [5, 6] },
    });
    await live.publish(2, {
      event: 'placa:estado',
      payload: { placa_id: 2, online: true, ts: 1 },
      audience: { switches: [9] },
    });
    await Promise.all([hears5, hears6, admin1, admin2].map((client) => client.next('placa:estado')));
    await global.next('placa:estado', ({ placa_id }) => placa_id === 1);
    await global.next('placa:estado', ({ placa_id }) => placa_id === 2);
    const heard = (client: LiveClient) => [...new Set(client.about('switch_id'))].sort();
    expect(heard(hears5)).toEqual([5]);
    expect(heard(hears6)).toEqual([6]);
    expect(heard(admin1)).toEqual([5, 6]);
    expect(heard(admin2)).toEqual([9]);
    expect(heard(global)).toEqual([5, 6, 9]);
    for (const client of [hears5, hears6, admin1, admin2, global]) expect(client.about('dispositivo_id')).toEqual([]);
  });

  it('unassigned devices fall silent and assigned ones are heard, without a new connection', async () => {
    const ana = gateway.entra('usuario', 1);
    grant(ana, { switches: [5], dispositivos: [7] });
    const client = await connect(ana);
    await client.joinDevice(7);
    const writer = new GrantsWriter(redis.client());
    await writer.put(grant(ana, { version: 2, switches: [6], dispositivos: [] }));
    // A message about the new switch shows that the change has arrived.
    while (client.about('switch_id').length === 0) {
      await live.publish(1, estado(6));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    client.heard.length = 0;
    await live.publish(1, estado(5));
    await live.publish(1, status(7));
    await live.publish(1, estado(6));
    await client.next('switch:estado');
    expect(client.about('switch_id')).toEqual([6]);
    expect(client.about('dispositivo_id')).toEqual([]);
  });

  it('a session that ends, or becomes another rol, loses its sockets; the others keep theirs', async () => {
    const [ana, bob, eva] = [gateway.entra('usuario'), gateway.entra('admin_empresa'), gateway.entra('usuario')];
    const [first, second, third] = [await connect(ana), await connect(bob), await connect(eva)];
    gateway.sesiones.delete(ana.sid);
    const known = gateway.sesiones.get(bob.sid);
    if (known) gateway.sesiones.set(bob.sid, { ...known, rol: 'usuario' });
    const invalidator = new SessionInvalidator(redis.client());
    await Promise.all([invalidator.endSid(ana.sid), invalidator.endUsuario(bob.usuario_id)]);
    expect(await first.ended()).toBe('io server disconnect');
    expect(await second.ended()).toBe('io server disconnect');
    expect(third.socket.connected).toBe(true);
  });

  it('a token that runs out loses its socket', async () => {
    const ana = gateway.entra('usuario', 1, { expiresIn: 3 });
    expect(await (await connect(ana)).ended()).toBe('io server disconnect');
  });

  it('a client that floods is dropped, and the others are not slowed', async () => {
    const quiet = await connect(gateway.entra('admin_empresa', 1));
    const flood = await connect(gateway.entra('usuario', 1));
    for (let i = 0; i <= MAX_PACKETS; i += 1) flood.socket.emit('nada', i);
    expect(await flood.ended()).toBe('transport close');
    const shout = await connect(gateway.entra('usuario', 1));
    shout.socket.emit('joinDevice', 'x'.repeat(20_000));
    expect(await shout.ended()).toBe('transport close');
    await live.publish(1, estado(5));
    expect(await quiet.next('switch:estado')).toMatchObject({ switch_id: 5 });
    expect(quiet.socket.connected).toBe(true);
  });

  it('an admin_global gets the messages of a company created after they connected, and none of a deleted one', async () => {
    const global = await connect(gateway.entra('admin_global'));
    const handlers = gateway.app.get(CompaniesHandlers);
    const event = { seq: 1, entidad: 'empresa:3', rev: 1, at: 1, trace_id: 't' } as const;
    const profile = { id: 3, nombre: 'Tres', activa: 1, zona_horaria: 'UTC', fecha_vencimiento: '2030-01-01' } as const;
    await handlers.guardada({ ...event, name: 'empresa.guardada', data: profile });
    await live.publish(3, estado(30));
    expect(await global.next('switch:estado')).toMatchObject({ switch_id: 30 });
    await handlers.eliminada({ ...event, name: 'empresa.eliminada', rev: 2, data: { id: 3 } });
    await live.publish(3, estado(31));
    await live.publish(1, estado(10));
    await global.next('switch:estado', ({ switch_id }) => switch_id === 10);
    expect(global.about('switch_id')).not.toContain(31);
  });

  it('an admin_global who arrives while a company is created gets its messages, however old the list is', async () => {
    const handlers = gateway.app.get(CompaniesHandlers);
    const profile = { nombre: 'Cinco', activa: 1, zona_horaria: 'UTC', fecha_vencimiento: '2030-01-01' } as const;
    const event = { seq: 1, entidad: 'empresa:5', rev: 1, at: 1, trace_id: 't', name: 'empresa.guardada' } as const;
    const before = gateway.answers['empresas.listar'];
    gateway.answers['empresas.listar'] = async () => {
      gateway.answers['empresas.listar'] = () => [empresa(1), empresa(2), empresa(5)];
      await handlers.guardada({ ...event, data: { id: 5, ...profile } });
      return [empresa(1), empresa(2)];
    };
    const global = await connect(gateway.entra('admin_global'));
    await live.publish(5, estado(50));
    expect(await global.next('switch:estado')).toMatchObject({ switch_id: 50 });
    if (before) gateway.answers['empresas.listar'] = before;
  });

  it('hears only companies that have a socket here', async () => {
    const subscribed = async (): Promise<number> => Number((await redis.client().pubsub('NUMSUB', 'live:{4}')).at(1));
    expect(await subscribed()).toBe(0);
    const client = await connect(gateway.entra('admin_empresa', 4));
    expect(await subscribed()).toBe(1);
    client.close();
    while ((await subscribed()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  });
});
