import { COMANDO_EXPIRY_MS, type LivePayload, type Switch } from '@acequia/contracts';
import { type ApiClient, eventually, type RunningAcequia, startAcequia } from '@acequia/testing';
import { io, type Socket } from 'socket.io-client';
import { Boards, ends, newest, type OrderedField, turn } from './ordered-field.js';

/** Orders and interlocks, with two instances of each service. */
let acequia: RunningAcequia;
let root: ApiClient;
const sockets: Socket[] = [];
const boards = new Boards();

beforeAll(async () => {
  acequia = await startAcequia({ instances: 2, quick: true });
  root = await acequia.loginAdmin();
});
afterAll(async () => {
  await boards.stop();
  for (const socket of sockets) socket.disconnect();
  await acequia?.stop();
});

const field = (door = 0): Promise<OrderedField> => boards.field(acequia, root, door);
const watch = async (api: ApiClient): Promise<LivePayload<'switch:comando'>[]> => {
  const heard: LivePayload<'switch:comando'>[] = [];
  const socket = io(acequia.http, { transports: ['websocket'], auth: { token: api.token }, reconnection: false });
  sockets.push(socket);
  socket.on('switch:comando', (message: LivePayload<'switch:comando'>) => heard.push(message));
  await new Promise((resolve, reject) => socket.once('connect', () => resolve(null)).once('connect_error', reject));
  return heard;
};

describe('a command to a switch', () => {
  it.concurrent.each([0, 1])(
    'acts on the board behind instance %i, is confirmed by it, and its usuario sees it live',
    async (door) => {
      const { farm, board, valve } = await field(door);
      const heard = await watch(farm.usuario.api);
      const { comando_id } = await turn(farm.usuario.api, valve, 'encender', { duracion_s: 600 });
      // Two instances tell of it, so their messages may cross.
      const told = ['confirmado', 'enviado', 'solicitado'];
      await eventually(() => expect(heard.map(({ estado }) => estado).sort()).toEqual(told));
      expect(board.isOn(valve.hardware_pin)).toBe(true);
      const [row] = await farm.admin.api.call('comandos.listar', { query: { switch_id: valve.id } });
      expect(row).toMatchObject({ comando_id, accion: 'on', max_s: 600, usuario_id: farm.usuario.id, ip: '127.0.0.1' });
      await turn(farm.admin.api, valve, 'apagar');
      await ends(farm.admin.api, valve, 'confirmado');
      expect(board.isOn(valve.hardware_pin)).toBe(false);
    },
  );

  it('of two clicks, two browsers and a retry is one act', async () => {
    const { farm, board, valve } = await field();
    let letAct = (): void => undefined;
    board.misbehave({ held: new Promise<void>((resolve) => (letAct = resolve)) });
    const clave = `clave-${farm.board.id}`;
    const request = async (http: string): Promise<string> => {
      const response = await fetch(`${http}/api/switches/${valve.id}/on`, {
        method: 'POST',
        headers: { authorization: `Bearer ${farm.usuario.api.token}`, 'idempotency-key': clave },
      });
      expect(response.status).toBe(202);
      return ((await response.json()) as { comando_id: string }).comando_id;
    };
    const [first, second] = acequia.doors.http as [string, string];
    const ids = await Promise.all([
      request(first),
      request(second),
      turn(farm.usuario.api, valve).then(({ comando_id }) => comando_id),
      turn(farm.admin.api, valve).then(({ comando_id }) => comando_id),
    ]);
    letAct();
    const { comando_id } = await ends(farm.admin.api, valve, 'confirmado');
    expect(new Set([...ids, await request(second)])).toEqual(new Set([comando_id]));
    expect(board.acted).toEqual([comando_id]);
  });

  it.concurrent('to a deaf board is never confirmed, and whoever clicked is told so', async () => {
    const { farm, board, valve } = await field();
    const heard = await watch(farm.usuario.api);
    board.misbehave({ deaf: true });
    await turn(farm.usuario.api, valve);
    await eventually(() => expect(heard.at(-1)?.estado).toBe('sin_respuesta'));
    expect(heard.map(({ estado }) => estado)).not.toContain('confirmado');
    expect(heard.at(-1)?.detalle).toContain('no respondió');
    expect(board.isOn(valve.hardware_pin)).toBe(false);
  });

  it.concurrent('that reaches its board after its expiry does not act, late return or slow board', async () => {
    const [away, slow] = await Promise.all([field(), field()]);
    away.board.drop(2 * COMANDO_EXPIRY_MS);
    slow.board.misbehave({ slow_ms: COMANDO_EXPIRY_MS + 500 });
    await eventually(async () => {
      expect((await away.farm.admin.api.call('switches.panel'))[0]).toMatchObject({ placa_online: 0 });
    });
    expect((await turn(away.farm.admin.api, away.valve)).estado).toBe('solicitado');
    await turn(slow.farm.admin.api, slow.valve);
    await ends(away.farm.admin.api, away.valve, 'vencido');
    await ends(slow.farm.admin.api, slow.valve, 'vencido');
    await eventually(async () => {
      expect((await away.farm.admin.api.call('switches.panel'))[0]).toMatchObject({ placa_online: 1 });
    });
    for (const { board } of [away, slow]) expect(board.acted).toEqual([]);
  });

  it('whose gateway is killed between sent and answered ends as the board acted, and unconfirmed when it is deaf', async () => {
    const [slow, deaf] = await Promise.all([field(), field()]);
    slow.board.misbehave({ slow_ms: 500 });
    deaf.board.misbehave({ deaf: true });
    await Promise.all([slow, deaf].map(({ farm, valve }) => turn(farm.usuario.api, valve)));
    for (const pid of acequia.services['device-gateway'] ?? []) process.kill(pid, 'SIGKILL');
    const { accion } = await ends(slow.farm.admin.api, slow.valve, 'confirmado');
    expect(accion).toBe('on');
    expect(slow.board.acted).toHaveLength(1);
    expect(slow.board.isOn(slow.valve.hardware_pin)).toBe(true);
    await ends(deaf.farm.admin.api, deaf.valve, 'sin_respuesta');
    expect(deaf.board.isOn(deaf.valve.hardware_pin)).toBe(false);
  });

  /** Stops every process of Acequia meanwhile. */
  const withoutServer = async (meanwhile: () => Promise<unknown>): Promise<void> => {
    const pids = Object.values(acequia.services).flat();
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    try {
      await meanwhile();
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    }
  };
  const LIMITE_S = 10;
  /** The longest time on plus five seconds. */
  const TOPE_MS = LIMITE_S * 1_000 + 5_000;

  it('is ended by its board with the server stopped: by its time, by the limit of its switch, and though its relay sticks', async () => {
    const [timed, limited, stuck] = await Promise.all([field(), field(), field()]);
    const { placa_id: _placa, ...guardado } = { ...limited.valve, max_encendido_s: LIMITE_S };
    await root.call('switches.guardar_lote', { body: { switches: [{ ...guardado, version: undefined }] } });
    const { api } = limited.farm.admin;
    // An event tells the gateway of the limit.
    await eventually(async () => {
      await turn(api, limited.valve);
      expect((await newest(api, limited.valve))?.max_s).toBe(LIMITE_S);
    });
    await turn(api, limited.valve, 'apagar');
    await ends(api, limited.valve, 'confirmado');
    const isOn = ({ board, valve }: OrderedField): boolean => board.isOn(valve.hardware_pin);
    const turnOn = async (one: OrderedField, body = {}): Promise<void> => {
      await turn(one.farm.admin.api, one.valve, 'encender', body);
      await ends(one.farm.admin.api, one.valve, 'confirmado');
      expect(isOn(one)).toBe(true);
    };
    const duracion_s = LIMITE_S;
    await Promise.all([turnOn(timed, { duracion_s }), turnOn(limited), turnOn(stuck, { duracion_s })]);
    const end = Date.now() + TOPE_MS;
    stuck.board.misbehave({ stuck: [stuck.valve.hardware_pin] });
    await withoutServer(async () => {
      await eventually(() => expect([timed, limited].map(isOn)).toEqual([false, false]), TOPE_MS);
      await eventually(() => expect(Date.now()).toBeGreaterThan(end - 4_000), TOPE_MS);
      expect(isOn(stuck)).toBe(true);
      stuck.board.misbehave({});
      await eventually(() => expect(isOn(stuck)).toBe(false), Math.max(1, end - Date.now()));
    });
  });
});

describe('an interlock group', () => {
  it.concurrent(
    'lets one of two valves at once through, says why not the other, and holds for the usuario too',
    async () => {
      const { farm, board, switches } = await boards.field(acequia, root, 0, { pairs: 2 });
      const [una, another] = switches as [Switch, Switch];
      await farm.admin.api.call('enclavamientos.crear', {
        body: {
          empresa_id: farm.empresa.id,
          nombre: 'Turno',
          tipo: 'exclusion',
          switches: [una.id, another.id],
          bomba_id: null,
        },
      });
      // An event tells the gateway of the group.
      await eventually(async () => {
        await turn(farm.admin.api, una);
        await ends(farm.admin.api, una, 'confirmado');
        const refused = await farm.usuario.api.raw('switches.encender', { params: { id: another.id }, body: {} });
        if (refused.status === 202) await turn(farm.admin.api, another, 'apagar');
        expect(refused.status).toBe(409);
        expect(await refused.json()).toMatchObject({
          codigo: 'switch_enclavado',
          mensaje: `No se puede encender: el switch «${una.nombre}» está encendido y no pueden estar juntos.`,
        });
      });
      expect(await newest(farm.admin.api, another)).toMatchObject({ estado: 'rechazado', usuario_id: farm.usuario.id });
      expect(board.isOn(another.hardware_pin)).toBe(false);
      await turn(farm.admin.api, una, 'apagar');
      await ends(farm.admin.api, una, 'confirmado');
      const answers = await Promise.all(
        [una, another].map(({ id }) => farm.usuario.api.raw('switches.encender', { params: { id }, body: {} })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
      await eventually(() =>
        expect([una, another].filter(({ hardware_pin }) => board.isOn(hardware_pin))).toHaveLength(1),
      );
    },
  );

  it.concurrent('starts a pump only with an open valve, and stops it before that closes', async () => {
    const { farm, board, switches } = await boards.field(acequia, root, 0, { pairs: 2 });
    const [pump, valve] = switches as [Switch, Switch];
    const { api } = farm.admin;
    const { id } = await api.call('enclavamientos.crear', {
      body: {
        empresa_id: farm.empresa.id,
        nombre: 'Bomba con válvula',
        tipo: 'requiere',
        switches: [valve.id],
        bomba_id: pump.id,
        retardo_encendido_s: 1,
        retardo_apagado_s: 2,
      },
    });
    const refused = () => api.raw('switches.encender', { params: { id: pump.id }, body: {} });
    await eventually(async () => {
      const { status } = await refused();
      if (status === 202) await turn(api, pump, 'apagar');
      expect(status).toBe(409);
    });
    await eventually(() => expect(board.isOn(pump.hardware_pin)).toBe(false));
    await turn(api, valve);
    await ends(api, valve, 'confirmado');
    await eventually(async () => expect((await refused()).status).toBe(202));
    await ends(api, pump, 'confirmado');
    expect(board.isOn(pump.hardware_pin)).toBe(true);
    expect(await turn(api, valve, 'apagar')).toMatchObject({ estado: 'solicitado' });
    const closure = await ends(api, valve, 'confirmado');
    const stop = await newest(api, pump);
    expect(stop).toMatchObject({ accion: 'off', estado: 'confirmado', usuario_id: null });
    expect((closure.enviado_ts ?? 0) - (stop?.resuelto_ts ?? Infinity)).toBeGreaterThanOrEqual(2_000);
    expect([pump, valve].map(({ hardware_pin }) => board.isOn(hardware_pin))).toEqual([false, false]);
    await api.call('enclavamientos.eliminar', { params: { id } });
    await eventually(async () => expect((await refused()).status).toBe(202));
  });
});
