import { COMANDO_EXPIRY_MS, type Comando, type LivePayload, type Switch } from '@acequia/contracts';
import { BoardRunner, DeliveryState } from '@acequia/simulators';
import { eventually, Farm, startAcequia, type ApiClient, type RunningAcequia } from '@acequia/testing';
import { join } from 'node:path';
import { io, type Socket } from 'socket.io-client';

let acequia: RunningAcequia;
let root: ApiClient;
const sockets: Socket[] = [];
const runners: BoardRunner[] = [];
const timers: NodeJS.Timeout[] = [];

beforeAll(async () => {
  acequia = await startAcequia({ instances: 2, quick: true });
  root = await acequia.loginAdmin();
});
afterEach(async () => {
  for (const timer of timers.splice(0)) clearInterval(timer);
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await acequia?.stop();
});

/** A farm whose board is a simulated firmware, connected to the given instance. */
const field = async (door = 0): Promise<{ farm: Farm; board: BoardRunner; valve: Switch }> => {
  const farm = await Farm.create(acequia, root);
  const [valve] = farm.switches;
  if (!valve) throw new Error('no switch');
  const { id, placa_id, username, password } = farm.board;
  const relays = farm.switches.map(({ hardware_pin, tipo }) => ({ pin: hardware_pin, tipo }));
  const spec = { numero: id, placa_id, username, password, place: 'campo' as const, relays, sensors: [] };
  const state = new DeliveryState(join(acequia.dataFolder, `board-${id}.state`));
  const url = acequia.doors.mqtt[door] ?? acequia.mqtt;
  const board = new BoardRunner(spec, { url, historial_ms: 0, state, log: () => undefined, turnos: false });
  runners.push(board);
  board.start();
  timers.push(setInterval(() => board.tick(), 250));
  await eventually(async () => {
    const [panel] = await farm.admin.api.call('switches.panel');
    expect(panel).toMatchObject({ placa_online: 1, estado: 0 });
  });
  return { farm, board, valve };
};
const turn = (api: ApiClient, { id }: Switch, accion: 'encender' | 'apagar' = 'encender', body = {}) =>
  api.call(`switches.${accion}`, { params: { id }, body });
const newest = async (api: ApiClient, { id }: Switch): Promise<Comando | undefined> =>
  (await api.call('comandos.listar', { query: { switch_id: id } }))[0];
const ends = (api: ApiClient, valve: Switch, estado: Comando['estado']): Promise<Comando> =>
  eventually(async () => {
    const comando = await newest(api, valve);
    expect(comando?.estado).toBe(estado);
    return comando as Comando;
  });
const watch = async (api: ApiClient): Promise<LivePayload<'switch:comando'>[]> => {
  const heard: LivePayload<'switch:comando'>[] = [];
  const socket = io(acequia.http, { transports: ['websocket'], auth: { token: api.token }, reconnection: false });
  sockets.push(socket);
  socket.on('switch:comando', (message: LivePayload<'switch:comando'>) => heard.push(message));
  await new Promise((resolve, reject) => socket.once('connect', () => resolve(null)).once('connect_error', reject));
  return heard;
};

describe('a command to a switch', () => {
  it.each([0, 1])(
    'acts on the board behind instance %i, is confirmed by it, and its usuario sees it live',
    async (door) => {
      const { farm, board, valve } = await field(door);
      const heard = await watch(farm.usuario.api);
      const { comando_id } = await turn(farm.usuario.api, valve, 'encender', { duracion_s: 600 });
      await eventually(() =>
        expect(heard.map(({ estado }) => estado)).toEqual(['solicitado', 'enviado', 'confirmado']),
      );
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
    board.misbehave({ slow_ms: 400 });
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
    const { comando_id } = await ends(farm.admin.api, valve, 'confirmado');
    expect(new Set([...ids, await request(second)])).toEqual(new Set([comando_id]));
    expect(board.acted).toEqual([comando_id]);
  });

  it('to a deaf board is never confirmed, and whoever clicked is told so', async () => {
    const { farm, board, valve } = await field();
    const heard = await watch(farm.usuario.api);
    board.misbehave({ deaf: true });
    await turn(farm.usuario.api, valve);
    await eventually(() => expect(heard.at(-1)?.estado).toBe('sin_respuesta'));
    expect(heard.map(({ estado }) => estado)).not.toContain('confirmado');
    expect(heard.at(-1)?.detalle).toContain('no respondió');
    expect(board.isOn(valve.hardware_pin)).toBe(false);
  });

  it('that reaches its board after its expiry does not act, late return or slow board', async () => {
    const [away, slow] = [await field(), await field()];
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

  it('whose gateway is killed between sent and answered ends as the board acted', async () => {
    const { farm, board, valve } = await field();
    board.misbehave({ slow_ms: 500 });
    await turn(farm.usuario.api, valve);
    for (const pid of acequia.services['device-gateway'] ?? []) process.kill(pid, 'SIGKILL');
    const { accion } = await ends(farm.admin.api, valve, 'confirmado');
    expect(accion).toBe('on');
    expect(board.acted).toHaveLength(1);
    expect(board.isOn(valve.hardware_pin)).toBe(true);
  });

  it('whose gateway is killed and whose board is deaf is never confirmed', async () => {
    const { farm, board, valve } = await field();
    board.misbehave({ deaf: true });
    await turn(farm.usuario.api, valve);
    for (const pid of acequia.services['device-gateway'] ?? []) process.kill(pid, 'SIGKILL');
    await ends(farm.admin.api, valve, 'sin_respuesta');
    expect(board.isOn(valve.hardware_pin)).toBe(false);
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
  const LIMITE_S = 8;
  /** The longest time on plus five seconds. */
  const TOPE_MS = LIMITE_S * 1_000 + 5_000;

  it('is turned off by the board itself when its time is over, with the server stopped', async () => {
    const { farm, board, valve } = await field();
    await turn(farm.admin.api, valve, 'encender', { duracion_s: LIMITE_S });
    await ends(farm.admin.api, valve, 'confirmado');
    expect(board.isOn(valve.hardware_pin)).toBe(true);
    await withoutServer(() => eventually(() => expect(board.isOn(valve.hardware_pin)).toBe(false), TOPE_MS));
  });

  it('that nobody thinks of again ends at the limit of its switch, with the server stopped', async () => {
    const { farm, board, valve } = await field();
    const { placa_id: _placa, ...guardado } = { ...valve, max_encendido_s: LIMITE_S };
    await root.call('switches.guardar_lote', { body: { switches: [{ ...guardado, version: undefined }] } });
    await eventually(async () => {
      await turn(farm.admin.api, valve);
      expect((await newest(farm.admin.api, valve))?.max_s).toBe(LIMITE_S);
    });
    await ends(farm.admin.api, valve, 'confirmado');
    await withoutServer(() => eventually(() => expect(board.isOn(valve.hardware_pin)).toBe(false), TOPE_MS));
  });

  it('whose relay sticks for a while is off all the same by then, with the server stopped', async () => {
    const { farm, board, valve } = await field();
    await turn(farm.admin.api, valve, 'encender', { duracion_s: LIMITE_S });
    await ends(farm.admin.api, valve, 'confirmado');
    const end = Date.now() + TOPE_MS;
    board.misbehave({ stuck: [valve.hardware_pin] });
    await withoutServer(async () => {
      await eventually(() => expect(Date.now()).toBeGreaterThan(end - 4_000), TOPE_MS);
      expect(board.isOn(valve.hardware_pin)).toBe(true);
      board.misbehave({});
      await eventually(() => expect(board.isOn(valve.hardware_pin)).toBe(false), Math.max(1, end - Date.now()));
    });
  });
});
