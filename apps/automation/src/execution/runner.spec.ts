import { AppError, type CallRequest, type Comando } from '@acequia/contracts';
import { eventually } from '@acequia/testing';
import type { INestApplication } from '@nestjs/common';
import { Automation } from '../automation.fixture.js';

type Order = CallRequest<'dispositivos.comandar'>;

let automation: Automation;
let first: INestApplication;
const orders: Order[] = [];
let refuse: AppError | null = null;
/** The bulk calls for switches, and the switches that they refuse. */
const bulk: CallRequest<'switches.encender_lote'>['ordenes'][] = [];
const refused = new Set<number>();
/** Devices whose cloud answers only after this. */
const hanging = new Map<number, Promise<void>>();
/** What each switch is refused for, attempt by attempt; without an answer left it is turned on. */
const obstacles = new Map<number, AppError[]>();
/** The ledger of device-gateway. */
const ledger: Comando[] = [];
const entry = (id: number, accion: 'on' | 'off', ts: number, changes: Partial<Comando> = {}): Comando => ({
  comando_id: String(ledger.length),
  entidad: 'dispositivo',
  switch_id: null,
  dispositivo_id: id,
  empresa_id: 1,
  accion,
  max_s: null,
  motivo: null,
  estado: 'confirmado',
  detalle: null,
  usuario_id: null,
  usuario_nombre: null,
  ip: null,
  navegador: null,
  ts,
  enviado_ts: ts,
  resuelto_ts: ts,
  ...changes,
});

beforeAll(async () => {
  automation = await Automation.start({
    'device-gateway': {
      'dispositivos.comandar': async (request) => {
        orders.push(request);
        await hanging.get(request.id);
        const estado = refuse?.codigo === 'resultado_desconocido' ? 'sin_respuesta' : 'confirmado';
        if (!refuse || estado === 'sin_respuesta')
          ledger.push(entry(request.id, request.accion, Date.now(), { estado }));
        if (refuse) throw refuse;
        return { comando_id: String(orders.length), estado: 'enviado' };
      },
      'switches.encender_lote': async ({ ordenes }) => {
        bulk.push(ordenes);
        const refusal = { codigo: 'switch_bloqueado', texto: 'Bloqueado por Rosa: Fuga' } as const;
        return ordenes.map(({ id }) => (refused.has(id) ? refusal : obstacles.get(id)?.shift()?.toJSON()) ?? null);
      },
      'comandos.listar': async ({ dispositivo_id }) => ledger.filter((one) => one.dispositivo_id === dispositivo_id),
    },
  });
  [first] = await Promise.all([automation.instance(), automation.instance()]);
  await program(1);
});
afterAll(() => automation?.stop());

const program = (id: number, definicion: object = {}): Promise<unknown> =>
  automation.query(
    first,
    `INSERT INTO programas (id, empresa_id, nombre, activo, definicion) VALUES ($1, 1, 'Riego', 1, $2)`,
    [id, JSON.stringify(definicion)],
  );

let next = 1;

interface Row {
  estado: string;
  motivo: string | null;
  real_segundos: number | null;
  confirmado: boolean;
  ordenado: boolean;
  segundos: number;
}

/** A turn of a device, as planning leaves it unless `changes` say otherwise. */
const turn = async (changes: Record<string, unknown> = {}): Promise<number> => {
  const dispositivo_id = next++;
  const now = Date.now();
  const row = {
    turno_id: `1-${dispositivo_id}-d${dispositivo_id}`,
    empresa_id: 1,
    programa_id: 1,
    dispositivo_id,
    riego: now,
    inicio: now,
    segundos: 600,
    pedidos_s: 600,
    via: 'servicio',
    con_enlace: 0,
    tarde_s: 300,
    estado: 'previsto',
    ...changes,
  };
  const names = Object.keys(row);
  await automation.query(
    first,
    `INSERT INTO turnos (${names.join(', ')}) VALUES (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
    Object.values(row),
  );
  return dispositivo_id;
};

const rowOf = async (dispositivo_id: number): Promise<Row> => {
  const [row] = await automation.query<Row>(
    first,
    'SELECT estado, motivo, ordenado, segundos, real_segundos, confirmado FROM turnos WHERE dispositivo_id = $1',
    [dispositivo_id],
  );
  if (!row) throw new Error('no such turn');
  return row;
};

const ordersOf = (dispositivo_id: number): Order[] => orders.filter(({ id }) => id === dispositivo_id);

/** A turn of a switch, whose attempts to start have these obstacles. */
const switchTurn = async (hindered: AppError[], changes: Record<string, unknown> = {}): Promise<number> => {
  const switch_id = next++;
  obstacles.set(switch_id, hindered);
  await turn({ turno_id: `1-s${switch_id}`, switch_id, dispositivo_id: null, placa_id: 1, ...changes });
  return switch_id;
};

const rowOfSwitch = async (switch_id: number): Promise<Row> => {
  const [row] = await automation.query<Row>(
    first,
    'SELECT estado, motivo, ordenado, segundos, real_segundos, confirmado FROM turnos WHERE switch_id = $1',
    [switch_id],
  );
  if (!row) throw new Error('no such turn');
  return row;
};

const attemptsOf = (switch_id: number) => bulk.flat().filter(({ id }) => id === switch_id);

const inState = (dispositivo_id: number, estado: string): Promise<Row> =>
  eventually(async () => {
    const row = await rowOf(dispositivo_id);
    if (row.estado !== estado) throw new Error(`is ${row.estado}`);
    return row;
  });

describe('a turn that the service runs', () => {
  it('is ordered once by two instances, with the time after which the device turns itself off', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => turn()));
    await Promise.all(ids.map((id) => inState(id, 'en_curso')));
    await eventually(() => expect(ids.every((id) => ordersOf(id).length > 0)).toBe(true));
    for (const id of ids) {
      expect(ordersOf(id)).toHaveLength(1);
      expect(ordersOf(id)[0]).toMatchObject({ accion: 'on' });
      expect(ordersOf(id)[0]?.duracion_s).toBeGreaterThan(500);
    }
  });

  it('is ended by another instance when the one that began it was killed', async () => {
    const now = Date.now();
    const id = await turn({
      estado: 'en_curso',
      fijo: true,
      ordenado: true,
      inicio: now - 599_000,
      real_inicio: now - 599_000,
    });
    ledger.push(entry(id, 'on', now - 599_000));
    expect(await inState(id, 'cumplido')).toMatchObject({ motivo: null, real_segundos: 600 });
    await eventually(() => expect(ordersOf(id).map(({ accion }) => accion)).toEqual(['off']));
  });

  it('is ordered for its remaining time when the instance was killed before it wrote that down', async () => {
    const now = Date.now();
    const began = now - 60_000;
    const id = await turn({ estado: 'en_curso', fijo: true, inicio: began, real_inicio: began, orden_en: began });
    await eventually(() => expect(ordersOf(id)).toHaveLength(1));
    const { duracion_s = 0 } = ordersOf(id)[0] ?? {};
    expect(duracion_s).toBeGreaterThan(400);
    expect(duracion_s).toBeLessThanOrEqual(540);
    expect((await rowOf(id)).estado).toBe('en_curso');
  });

  it('is turned on once when the instance died after its ON, in time or late', async () => {
    for (const ago of [60_000, 400_000]) {
      const began = Date.now() - ago;
      ledger.push(entry(next, 'on', began));
      const id = await turn({ estado: 'en_curso', fijo: true, inicio: began, real_inicio: began, orden_en: began });
      await eventually(async () => expect(await rowOf(id)).toMatchObject({ estado: 'en_curso', ordenado: true }));
      expect(ordersOf(id)).toEqual([]);
    }
  });

  it('of a switch is followed when the instance died while starting it late', async () => {
    const began = Date.now() - 400_000;
    const died = { estado: 'en_curso', fijo: true, inicio: began, real_inicio: began, orden_en: began };
    const id = await switchTurn([], died);
    await eventually(async () => expect(await rowOfSwitch(id)).toMatchObject({ estado: 'en_curso', ordenado: true }));
    expect(attemptsOf(id)).toEqual([]);
  });

  it('gets no OFF at its end while the device’s next turn runs', async () => {
    const now = Date.now();
    const ended = { estado: 'en_curso', fijo: true, ordenado: true, inicio: now - 600_000, real_inicio: now - 600_000 };
    const id = next;
    ledger.push(entry(id, 'on', now - 600_000));
    await turn({ turno_id: `1-next-d${id}`, estado: 'en_curso', ordenado: true, real_inicio: now, orden_en: now });
    await turn({ ...ended, turno_id: `1-first-d${id}`, dispositivo_id: id });
    await eventually(async () => {
      const [row] = await automation.query<Row>(first, 'SELECT estado FROM turnos WHERE turno_id = $1', [
        `1-first-d${id}`,
      ]);
      expect(row?.estado).toBe('cumplido');
    });
    // The end of another device shows that orders of that look have been given.
    const other = await turn(ended);
    await eventually(() => expect(ordersOf(other).map(({ accion }) => accion)).toEqual(['off']));
    expect(ordersOf(id)).toEqual([]);
  });

  it('is not delayed by a cloud that does not answer another', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    // One for each instance.
    for (const hung of [next, next + 1]) {
      hanging.set(hung, answered);
      await turn();
      await eventually(() => expect(ordersOf(hung)).toHaveLength(1));
    }
    const ids = [await turn(), await turn(), await turn()];
    await Promise.all(ids.map((id) => eventually(() => expect(ordersOf(id)).toHaveLength(1))));
    answer();
  });

  it('is lost when no instance ran in time, and nothing is turned on', async () => {
    const late = Date.now() - 400_000;
    const never = await turn({ inicio: late });
    const killed = await turn({ estado: 'en_curso', inicio: late, real_inicio: late, orden_en: late });
    for (const id of [never, killed]) {
      expect(await inState(id, 'perdido')).toMatchObject({ motivo: 'El servicio no estaba en marcha a su hora' });
      expect(ordersOf(id)).toEqual([]);
    }
  });

  it('is unconfirmed when the cloud never answered its ON, and done once the ledger has seen it on', async () => {
    refuse = new AppError('resultado_desconocido');
    const id = await turn({ segundos: 2 });
    await inState(id, 'en_curso');
    await eventually(() => expect(ordersOf(id)).toHaveLength(1));
    refuse = null;
    expect(await inState(id, 'perdido')).toMatchObject({ confirmado: false, real_segundos: null, motivo: null });
    const order = ledger.find((one) => one.dispositivo_id === id && one.accion === 'on');
    if (order) order.estado = 'confirmado';
    await automation.query(first, 'UPDATE turnos SET orden_en = 0 WHERE dispositivo_id = $1', [id]);
    expect(await inState(id, 'cumplido')).toMatchObject({ confirmado: true, real_segundos: 2 });
  });

  it('ends when a person turns its device off, and says who', async () => {
    const id = await turn();
    await inState(id, 'en_curso');
    await eventually(() => expect(ordersOf(id)).toHaveLength(1));
    const ts = Date.now() + 5_000;
    const byPerson = { usuario_id: 7, usuario_nombre: 'Lucía Armenta' };
    ledger.push(entry(id, 'off', ts, byPerson));
    await automation.query(
      first,
      `INSERT INTO ordenes_de_personas (entidad, entidad_id, empresa_id, accion, max_s, usuario_id, ts, rev)
       VALUES ('dispositivo', $1, 1, 'off', NULL, 7, $2, 1)`,
      [id, ts],
    );
    const { motivo, real_segundos } = await inState(id, 'parcial');
    expect(motivo).toBe('Lo apagó Lucía Armenta');
    expect(real_segundos).toBeLessThan(600);
    expect(ordersOf(id).map(({ accion }) => accion)).toEqual(['on']);
  });

  it('of a switch is ordered together with the others that are due; one that is refused keeps none of them', async () => {
    const ids = Array.from({ length: 12 }, () => next++);
    const [unlucky = 0, ...lucky] = ids;
    refused.add(unlucky);
    const row = { placa_id: 1, dispositivo_id: null, estado: 'omitido' };
    await Promise.all(ids.map((switch_id) => turn({ ...row, turno_id: `1-s${switch_id}`, switch_id })));
    await automation.query(first, `UPDATE turnos SET estado = 'previsto' WHERE switch_id = ANY($1)`, [ids]);
    const state = (id: number): Promise<{ estado: string; ordenado: boolean; motivo: string | null }[]> =>
      automation.query(first, 'SELECT estado, ordenado, motivo FROM turnos WHERE switch_id = $1', [id]);
    const begun = { estado: 'en_curso', ordenado: true, motivo: null };
    for (const id of lucky) await eventually(async () => expect(await state(id)).toEqual([begun]));
    await eventually(async () =>
      expect(await state(unlucky)).toMatchObject([{ estado: 'perdido', motivo: 'Bloqueado por Rosa: Fuga' }]),
    );
    const ordered = bulk.flat().filter(({ id }) => ids.includes(id));
    expect(ordered.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids);
    expect(ordered.every(({ duracion_s }) => duracion_s > 500 && duracion_s <= 600)).toBe(true);
    // Both instances may have claimed some.
    expect(bulk.length).toBeLessThanOrEqual(2);
  });

  it.each([
    ['an interlock', new AppError('switch_enclavado')],
    ['the rest of its motor', new AppError('switch_en_reposo', { wait_s: 1 })],
    ['an absent service', new AppError('servicio_no_disponible')],
  ])('starts as soon as %s no longer hinders it, and ends when it would have', async (_, obstacle) => {
    const id = await switchTurn([obstacle, obstacle]);
    await eventually(async () => expect(await rowOfSwitch(id)).toMatchObject({ estado: 'en_curso', ordenado: true }));
    const [before, , after] = attemptsOf(id);
    expect(attemptsOf(id)).toHaveLength(3);
    expect(after?.duracion_s).toBeLessThan(before?.duracion_s ?? 0);
    expect((await rowOfSwitch(id)).segundos).toBeLessThan(600);
  });

  it('is lost with the words of the refusal when its time to start is nearly over', async () => {
    const id = await switchTurn([new AppError('switch_enclavado')], {
      inicio: Date.now() - 3_400_000,
      tarde_s: 3_600,
    });
    const motivo = 'Un enclavamiento no deja encender el switch';
    await eventually(async () => expect(await rowOfSwitch(id)).toMatchObject({ estado: 'perdido', motivo }));
    expect(attemptsOf(id)).toHaveLength(1);
  });

  it.each([
    ['is paused', 'UPDATE programas SET pausado = 1 WHERE id = $1', 'El programa está en pausa'],
    ['is deactivated', 'UPDATE programas SET activo = 0 WHERE id = $1', 'El programa está desactivado'],
    ['is deleted', 'DELETE FROM programas WHERE id = $1', 'Se eliminó el programa'],
    [
      'waters nothing by «No regar»',
      `INSERT INTO no_regar (empresa_id, desde, hasta, motivo) VALUES ($1, 0, 4102444800000, 'Lluvia')`,
      expect.stringMatching(/^No regar hasta .*: Lluvia$/),
    ],
  ])('is not started any more once its program %s while it waits', async (_, change, motivo) => {
    const programa_id = 100 + next;
    await program(programa_id);
    const obstacle = new AppError('switch_enclavado');
    const id = await switchTurn(Array(60).fill(obstacle), { programa_id, empresa_id: programa_id });
    await eventually(() => expect(attemptsOf(id).length).toBeGreaterThan(0));
    await automation.query(first, change, [programa_id]);
    await eventually(async () => expect(await rowOfSwitch(id)).toMatchObject({ estado: 'omitido', motivo }));
    expect(obstacles.get(id)?.length).toBeGreaterThan(0);
  });

  it('waits for the decision on its conditions, and is lost without one', async () => {
    const programa_id = 100 + next;
    await program(programa_id, { omitir: [{ tipo: 'helada', switch_id: 1, valor: 2 }] });
    const undecided = await turn({ programa_id, inicio: Date.now() - 1_000 });
    const late = await turn({ programa_id, inicio: Date.now() - 400_000 });
    await inState(late, 'perdido');
    const other = await turn();
    await inState(other, 'en_curso');
    expect(await rowOf(undecided)).toMatchObject({ estado: 'previsto' });
    await automation.query(first, 'UPDATE turnos SET decidido = true WHERE dispositivo_id = $1', [undecided]);
    await eventually(() => expect(ordersOf(undecided)).toHaveLength(1));
    expect(ordersOf(late)).toEqual([]);
  });

  it('starts although its program allows no delay', async () => {
    const id = await turn({ tarde_s: 0 });
    await inState(id, 'en_curso');
    await eventually(() => expect(ordersOf(id)).toHaveLength(1));
  });

  it('is lost with the words of who refused it', async () => {
    refuse = new AppError('comando_rechazado', { texto: 'La nube no sabe apagarlo sola.' });
    const id = await turn();
    expect((await inState(id, 'perdido')).motivo).toBe('La nube no sabe apagarlo sola');
    refuse = null;
  });
});
