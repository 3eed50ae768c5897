import type { AgendaMessage, RunsMessage } from '@acequia/board-protocol';
import type { LivePayload, ProgramaSave, Turno } from '@acequia/contracts';
import {
  type ApiClient,
  eventually,
  Farm,
  publishTelemetry,
  type RunningAcequia,
  sharedAcequia,
} from '@acequia/testing';
import type { MqttClient } from 'mqtt';
import { io } from 'socket.io-client';

/** A board that stores its agenda, reports what it took, and follows the test's instructions. */
class AgendaBoard {
  agenda: AgendaMessage | undefined;

  private constructor(
    private readonly client: MqttClient,
    private readonly numero: number,
  ) {}

  static async connect(farm: Farm): Promise<AgendaBoard> {
    const board = new AgendaBoard(await farm.connectBoard(), farm.board.id);
    board.client.on('message', (_topic, payload) => void board.take(JSON.parse(payload.toString()) as AgendaMessage));
    await board.client.subscribeAsync(board.topic('agenda'), { qos: 1 });
    await board.status();
    return board;
  }

  tell(runs: RunsMessage): Promise<unknown> {
    return this.client.publishAsync(this.topic('runs'), JSON.stringify(runs), { qos: 1 });
  }

  pin(pin: number, on: 0 | 1): Promise<void> {
    return publishTelemetry(this.client, this.numero, { ts: Date.now(), pins: { [pin]: on } });
  }

  end(): Promise<void> {
    return this.client.endAsync(true);
  }

  private async take(agenda: AgendaMessage): Promise<void> {
    this.agenda = agenda;
    await this.status();
  }

  private async status(): Promise<void> {
    const { agenda } = this;
    const taken = agenda && { revs: { agenda: agenda.rev }, epochs: { agenda: agenda.epoch } };
    const status = { online: true, can: ['agenda'], ...taken };
    await this.client.publishAsync(this.topic('status'), JSON.stringify(status), { qos: 1, retain: true });
  }

  private topic(canal: string): string {
    return `acequia/v1/${this.numero}/${canal}`;
  }
}

let acequia: RunningAcequia;
let root: ApiClient;
let farm: Farm;
let board: AgendaBoard;

beforeAll(async () => {
  acequia = await sharedAcequia();
  root = await acequia.loginAdmin();
  farm = await Farm.create(acequia, root);
  board = await AgendaBoard.connect(farm);
});

afterAll(async () => {
  await board?.end();
  await acequia?.stop();
});

/** Resolves with the value once the check passes. */
const seen = <T>(get: () => Promise<T> | T, accept: (value: T) => boolean): Promise<T> =>
  eventually(async () => {
    const value = await get();
    if (!accept(value)) throw new Error(`not yet: ${JSON.stringify(value)}`);
    return value;
  });

const valve = (n: number): number => farm.switches[n]?.id ?? 0;
const pinOf = (n: number): number => farm.switches[n]?.hardware_pin ?? 0;

const programa = (cambios: Partial<ProgramaSave> = {}) => ({
  empresa_id: farm.empresa.id,
  nombre: 'Sector norte',
  dias: { cada: 1, desde: '2026-01-01' },
  inicios: ['00:00', '12:00'],
  pasos: [
    { switch_id: valve(0), duracion_s: 600 },
    { switch_id: valve(1), duracion_s: 300 },
  ],
  ...cambios,
});

const turnos = (api: ApiClient = farm.admin.api): Promise<Turno[]> => api.call('turnos.listar', { query: {} });
const turno = async (turno_id: string): Promise<Turno | undefined> =>
  (await turnos()).find((one) => one.turno_id === turno_id);

describe('programs', () => {
  it('are previewed for two weeks, with every conflict named before they are saved', async () => {
    const { turnos: previstos, conflictos } = await farm.admin.api.call('programas.vista_previa', {
      body: programa({
        pasos: [{ switch_id: valve(0), duracion_s: 5 * 3_600 }],
        ventana: { desde: '11:00', hasta: '13:00' },
      }),
    });
    expect(previstos.length).toBeGreaterThanOrEqual(27);
    expect(conflictos.map(({ tipo }) => tipo)).toEqual(
      expect.arrayContaining(['maximo_encendido', 'fuera_de_ventana']),
    );
  });

  it('refuse what belongs to somebody else as what does not exist', async () => {
    const other = await Farm.create(acequia, root);
    const foreign = await farm.admin.api.raw('programas.crear', {
      body: programa({ pasos: [{ switch_id: other.switches[0]?.id ?? 0, duracion_s: 60 }] }),
    });
    expect(foreign.status).toBe(404);
    const { id } = await root.call('programas.crear', {
      body: {
        ...programa(),
        empresa_id: other.empresa.id,
        pasos: [{ switch_id: other.switches[0]?.id ?? 0, duracion_s: 60 }],
      },
    });
    expect((await farm.admin.api.raw('programas.ejecutar', { params: { id } })).status).toBe(404);
    expect((await turnos()).some(({ programa_id }) => programa_id === id)).toBe(false);
  });

  it('reach their board as its agenda, are pending until it has taken it, and follow every change', async () => {
    const request = { body: programa(), headers: { 'Idempotency-Key': 'crear-riego' } };
    const creado = await farm.admin.api.call('programas.crear', request);
    expect((await farm.admin.api.call('programas.crear', request)).id).toBe(creado.id);
    const agenda = await seen(
      () => board.agenda,
      (one) => (one?.runs.length ?? 0) >= 8,
    );
    const first = agenda?.runs[0];
    expect(first).toMatchObject({ pin: pinOf(0), secs: 600, late_s: 300, link: 0 });
    expect((agenda?.until ?? 0) * 1_000).toBeGreaterThan(Date.now() + 3 * 86_400_000 - 60_000);
    await seen(
      () => farm.admin.api.call('programas.listar', { query: {} }),
      (list) => list.some(({ id, pendiente, vias }) => id === creado.id && pendiente === 0 && vias.includes('placa')),
    );
    await farm.admin.api.call('programas.actualizar', {
      params: { id: creado.id },
      body: programa({ pasos: [{ switch_id: valve(0), duracion_s: 120 }], sin_conexion: 'no_regar', tarde_max_min: 0 }),
    });
    await seen(
      () => board.agenda?.runs,
      (runs) => runs?.every(({ secs, link, late_s }) => secs === 120 && link === 1 && late_s === 0) === true,
    );
    await farm.admin.api.call('programas.pausar', { params: { id: creado.id } });
    await seen(
      () => board.agenda?.runs,
      (runs) => runs?.length === 0,
    );
    await farm.admin.api.call('programas.eliminar', { params: { id: creado.id } });
    const query = { entidad: 'programa', entidad_id: String(creado.id) } as const;
    const { entradas } = await farm.admin.api.call('auditoria.listar', { query });
    expect(entradas.map(({ accion }) => accion)).toEqual([
      'programa.eliminar',
      'programa.pausar',
      'programa.actualizar',
      'programa.crear',
    ]);
  });

  it('start when a person says so, and the account tells what their board did', async () => {
    const auth = { token: farm.usuario.api.token };
    const socket = io(acequia.http, { transports: ['websocket'], auth, reconnection: false });
    const heard: string[] = [];
    socket.on('turno:cambio', ({ turno: told }: LivePayload<'turno:cambio'>) =>
      heard.push(`${told.turno_id} ${told.estado}`),
    );
    await new Promise((resolve, reject) => socket.once('connect', () => resolve(null)).once('connect_error', reject));
    const { id } = await farm.admin.api.call('programas.crear', { body: programa({ activo: 0 }) });
    const request = { params: { id }, headers: { 'Idempotency-Key': `ejecutar-${id}` } };
    const [uno, dos] = await farm.usuario.api.call('programas.ejecutar', request);
    expect(await farm.usuario.api.call('programas.ejecutar', request)).toEqual([uno, dos]);
    if (!uno || !dos) throw new Error('nothing was started');
    const runs = await seen(
      () => board.agenda?.runs,
      (all) => all?.length === 2,
    );
    expect(runs?.map(({ id: run }) => run)).toEqual([uno.turno_id, dos.turno_id]);
    const at = Math.round(uno.inicio / 1_000);
    await seen(
      () => Date.now(),
      (now) => now >= uno.inicio,
    );
    await board.pin(pinOf(0), 1);
    await seen(
      () => turno(uno.turno_id),
      (one) => one?.estado === 'en_curso',
    );
    // Live messages tell the newest state: this one is gone once the board has told the end.
    await eventually(() => expect(heard).toContain(`${uno.turno_id} en_curso`));
    const largo = await farm.usuario.api.call('turnos.alargar', {
      params: { turno_id: uno.turno_id },
      body: { segundos: 300 },
    });
    expect(largo.segundos).toBe(900);
    await seen(
      () => board.agenda?.runs,
      (all) => all?.[0]?.secs === 900,
    );
    await board.tell([{ id: uno.turno_id, started: at, secs: 900, end: 'done' }]);
    await seen(
      () => turno(uno.turno_id),
      (one) => one?.estado === 'cumplido' && one.real_segundos === 900,
    );
    const omitido = await farm.usuario.api.call('turnos.detener', { params: { turno_id: dos.turno_id }, body: {} });
    expect(omitido).toMatchObject({ estado: 'omitido', motivo: expect.stringMatching(/^Lo omitió usuario \d+$/) });
    const again = await farm.usuario.api.raw('turnos.detener', { params: { turno_id: dos.turno_id }, body: {} });
    expect(again.status).toBe(409);
    await eventually(() =>
      expect(heard).toEqual(expect.arrayContaining([`${uno.turno_id} cumplido`, `${dos.turno_id} omitido`])),
    );
    socket.disconnect();
  });

  it('are moved on one day by who may write them, on their board too, until that is undone', async () => {
    const { id } = await farm.admin.api.call('programas.crear', { body: programa() });
    const planned = await seen(
      () => board.agenda?.runs,
      (all) => (all?.length ?? 0) >= 8,
    );
    const run = planned?.[4];
    if (!run) throw new Error('nothing is planned');
    const { id: turno_id, at } = run;
    const runsAt = () => board.agenda?.runs.map(({ id: each, at: start, secs }) => `${each} ${start} ${secs}`);
    const before = runsAt();
    const params = { turno_id };
    const body = { inicio: (at + 1_800) * 1_000, segundos: 720 };
    expect((await farm.usuario.api.raw('turnos.mover', { params, body })).status).toBe(403);
    const beyond = await farm.admin.api.raw('turnos.mover', { params, body: { inicio: (at + 86_400) * 1_000 } });
    expect(beyond.status).toBe(400);
    expect(await beyond.json()).toMatchObject({ detalles: [{ campo: 'body.inicio' }] });
    const moved = await farm.admin.api.call('turnos.mover', { params, body });
    expect(moved).toMatchObject({
      turno_id,
      ...body,
      movido_de: at * 1_000,
      motivo: expect.stringContaining('solo este día'),
    });
    await seen(runsAt, (all) => all?.includes(`${turno_id} ${at + 1_800} 720`) === true);
    expect(runsAt()?.filter((each) => !each.startsWith(turno_id))).toEqual(
      before?.filter((each) => !each.startsWith(turno_id)),
    );
    expect(await farm.admin.api.call('turnos.mover', { params, body: {} })).toMatchObject({
      inicio: at * 1_000,
      movido_de: null,
      motivo: null,
    });
    await seen(runsAt, (all) => JSON.stringify(all) === JSON.stringify(before));
    await farm.admin.api.call('programas.eliminar', { params: { id } });
    expect((await farm.admin.api.raw('turnos.mover', { params, body })).status).toBe(404);
  });

  it('do not water until the day that a person names', async () => {
    const { id } = await farm.admin.api.call('programas.crear', { body: programa() });
    await seen(
      () => board.agenda?.runs.length ?? 0,
      (n) => n > 4,
    );
    const veda = await farm.admin.api.call('no_regar.crear', {
      body: { empresa_id: farm.empresa.id, hasta: Date.now() + 30 * 86_400_000, motivo: 'Lluvia' },
    });
    await seen(
      () => board.agenda?.runs,
      (runs) => runs?.length === 0,
    );
    await farm.admin.api.call('no_regar.eliminar', { params: { id: veda.id } });
    await seen(
      () => board.agenda?.runs.length ?? 0,
      (n) => n > 4,
    );
    const [next] = await farm.admin.api.call('programas.omitir', { params: { id } });
    await seen(
      () => board.agenda?.runs,
      (runs) => runs?.every(({ id: run }) => run !== next?.turno_id) === true,
    );
    await farm.admin.api.call('programas.eliminar', { params: { id } });
  });
});
