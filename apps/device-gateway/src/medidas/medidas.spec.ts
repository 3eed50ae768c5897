import { Bus } from '@acequia/bus';
import { type Caller, CAMBIOS_CAMPO, cambiosStream, type Medida, sistema } from '@acequia/contracts';
import { admin, Gateway, Parts, until } from '../gateway.fixture.js';
import { ProjectionRepository } from '../registry/projection.repository.js';
import { PuntosProjection } from '../registry/puntos.projection.js';
import { type StandIn, startStandIn } from '../stand-in.fixture.js';

const GLOBAL: Caller = { ...admin, rol: 'admin_global', empresa_id: null };
const MINUTE = 60_000;
const DAY = 86_400_000;

describe('values that programs send', () => {
  let parts: Parts;
  let gateway: Gateway;
  let history: StandIn | undefined;
  /** What telemetry-history has, by point and time. */
  const stored = new Map<string, number | null>();
  let next = 1;

  const answers = {
    'puntos.guardados': async ({ tiempos }: { tiempos: [number, number][] }) =>
      tiempos.flatMap(([id, ts], i) => {
        const valor = stored.get(`${id}:${ts}`);
        return valor === undefined ? [] : [{ i, valor }];
      }),
  };
  beforeAll(async () => {
    parts = await Parts.start();
    gateway = await Gateway.start(parts, { QUOTA_COMPANY_BURST: '50', QUOTA_COMPANY_PER_S: '1000' });
    history = await startStandIn(parts, 'telemetry-history', answers);
  });
  afterAll(async () => {
    await history?.stop();
    await parts.stop();
  });

  /** A point of pressure to which programs send, of a company of its own unless said. */
  const point = async (changes: { empresa_id?: number; activo?: 0 | 1; placa_id?: number } = {}) => {
    const id = next++;
    const { empresa_id = 1_000 + id, activo = 1, placa_id = null } = changes;
    await gateway.project((_repository, tx) =>
      gateway.app.get(PuntosProjection).save(tx, {
        id,
        empresa_id,
        placa_id,
        n: placa_id === null ? null : 1,
        magnitud: 'presion',
        nombre: 'Línea',
        sitio: '',
        mide: null,
        a: 1,
        b: 0,
        cada_s: 60,
        activo,
        fuente: placa_id === null ? { tipo: 'api' } : { tipo: 'placa', driver: 'adc', pin: 34 },
      }),
    );
    return { id, empresa_id };
  };
  const send = (medidas: Medida[], caller: Caller = GLOBAL) =>
    gateway.app.get(Bus).call('medidas.guardar', { medidas }, caller);
  const appended = async (id: number) =>
    (await gateway.rows()).valores.filter(([, punto]) => punto === id).map(([, , ts, value]) => [ts, value]);
  const last = (id: number) => gateway.app.get(Bus).call('puntos.ultimos', { puntos: [id] }, sistema('inventory'));
  const changes = async (empresa_id: number): Promise<object[]> => {
    const entries = await parts.volatile.client().xrange(cambiosStream(empresa_id % 8), '-', '+');
    return entries
      .flatMap(([, fields]) => JSON.parse(fields[fields.indexOf(CAMBIOS_CAMPO) + 1] ?? '[]') as { tipo: string }[])
      .filter(({ tipo }) => tipo === 'punto');
  };

  it('are in the readings before they are answered for, and become the last value, live and for alarms', async () => {
    const { id, empresa_id } = await point();
    const messages = await gateway.watch(empresa_id);
    const ts = Date.now();
    const medidas = [
      { punto_id: id, ts: ts - MINUTE, valor: 2.5 },
      { punto_id: id, ts, valor: 2.75 },
      { punto_id: id, ts: ts - 2 * MINUTE, valor: null },
    ];
    expect(await send(medidas)).toEqual({ aceptadas: 3, repetidas: 0, rechazadas: [] });
    expect(await appended(id)).toEqual([
      [ts - MINUTE, 2_500],
      [ts, 2_750],
      [ts - 2 * MINUTE, null],
    ]);
    expect(await last(id)).toEqual([{ punto_id: id, valor: 2.75, ts, online: null }]);
    await until(async () => (await changes(empresa_id)).length > 0);
    expect(await changes(empresa_id)).toEqual([{ tipo: 'punto', empresa_id, punto_id: id, valor: 2.75, ts }]);
    await until(() => messages.length > 0);
    expect(messages).toEqual([{ event: 'punto:valor', payload: { punto_id: id, valor: 2.75, ts }, audience: {} }]);
  });

  it('are not answered for before the durable Redis has them', async () => {
    const { id } = await point();
    process.kill(parts.durable.pid, 'SIGSTOP');
    let answered = false;
    const ts = Date.now();
    const answer = send([{ punto_id: id, ts, valor: 1 }]).finally(() => (answered = true));
    // The company's share is charged once the append has come back.
    await until(() => gateway.metric('acequia_gateway_held_messages').then((held) => held > 0));
    expect(answered).toBe(false);
    process.kill(parts.durable.pid, 'SIGCONT');
    expect(await answer).toMatchObject({ aceptadas: 1 });
    expect(await appended(id)).toEqual([[ts, 1_000]]);
  });

  it('are refused one by one, each with its place and reason', async () => {
    const own = await point();
    const { empresa_id } = own;
    const inactive = await point({ empresa_id, activo: 0 });
    const foreign = await point();
    const ofBoard = await point({ empresa_id, placa_id: 4_001 });
    const now = Date.now();
    const at = (punto_id: number, ts: number, valor: number | null): Medida => ({ punto_id, ts, valor });
    const mine: Caller = { ...admin, empresa_id };
    const { aceptadas, rechazadas } = await send(
      [
        at(foreign.id, now, 1),
        at(own.id, now, 1),
        at(2_000_000_000, now, 1),
        at(ofBoard.id, now, 1),
        at(inactive.id, now, 1),
        at(own.id, now + 10 * MINUTE, 1),
        at(own.id, now - 4_000 * DAY, 1),
        at(own.id, now - 1, 101),
      ],
      mine,
    );
    expect(aceptadas).toBe(1);
    expect(rechazadas.map(({ indice, motivo }) => [indice, motivo])).toEqual([
      [0, 'punto_desconocido'],
      [2, 'punto_desconocido'],
      [3, 'punto_desconocido'],
      [4, 'punto_inactivo'],
      [5, 'reloj_adelantado'],
      [6, 'fuera_de_retencion'],
      [7, 'valor_fuera_de_rango'],
    ]);
    expect(rechazadas[0]?.texto).toBe(rechazadas[1]?.texto);
    expect(rechazadas[6]?.texto).toBe('Presión va de -1 a 100 bar.');
    expect(await appended(foreign.id)).toEqual([]);
    await expect(send([at(own.id, now, 1)], { ...mine, rol: 'usuario' })).rejects.toMatchObject({
      codigo: 'sin_permiso',
    });
  });

  it('keep the first of two at one time, and say of the second whether it says the same', async () => {
    const { id } = await point();
    const ts = Date.now() - MINUTE;
    const one = (valor: number, at = ts): Medida => ({ punto_id: id, ts: at, valor });
    stored.set(`${id}:${ts - 1}`, 9_000);
    // In one request, while on its way, and once stored.
    const first = await send([one(2), one(2), one(3), one(9, ts - 1), one(8, ts - 1)]);
    expect(first).toMatchObject({ aceptadas: 1, repetidas: 2 });
    expect(first.rechazadas.map(({ indice, motivo, texto }) => [indice, motivo, texto])).toEqual([
      [2, 'otro_valor', 'A esa hora el punto ya dice 2 bar: cuenta lo primero.'],
      [4, 'otro_valor', 'A esa hora el punto ya dice 9 bar: cuenta lo primero.'],
    ]);
    expect(await send([one(2)])).toEqual({ aceptadas: 0, repetidas: 1, rechazadas: [] });
    expect((await send([one(7)])).rechazadas).toMatchObject([{ indice: 0, motivo: 'otro_valor' }]);
    expect(await appended(id)).toEqual([[ts, 2_000]]);
  });

  it('keep the first of two that are sent at the same moment', async () => {
    const { id } = await point();
    const ts = Date.now();
    const results = await Promise.all([1, 2, 3].map((valor) => send([{ punto_id: id, ts, valor }])));
    expect(results.map(({ aceptadas }) => aceptadas).sort()).toEqual([0, 0, 1]);
    expect(await appended(id)).toHaveLength(1);
  });

  it('that come late are stored, and are neither the last value nor told to alarms', async () => {
    const { id, empresa_id } = await point();
    const messages = await gateway.watch(empresa_id);
    const old = Date.now() - 400 * DAY;
    expect(await send([{ punto_id: id, ts: old, valor: 1 }])).toMatchObject({ aceptadas: 1 });
    expect(await appended(id)).toEqual([[old, 1_000]]);
    expect(await last(id)).toEqual([{ punto_id: id, valor: null, ts: null, online: null }]);
    const ts = Date.now();
    await send([{ punto_id: id, ts, valor: 3 }]);
    await send([{ punto_id: id, ts: ts - 1_000, valor: 2 }]);
    expect(await last(id)).toMatchObject([{ valor: 3, ts }]);
    await until(() => messages.length > 0);
    expect(messages.map(({ payload }) => (payload as { valor: number }).valor)).toEqual([3]);
  });

  it('of a company that has sent more than its share wait, and those of another do not', async () => {
    const [greedy, other] = [await point(), await point()];
    const now = Date.now();
    const many = (id: number, count: number): Medida[] =>
      Array.from({ length: count }, (_, i) => ({ punto_id: id, ts: now - i, valor: 1 }));
    expect(await send(many(greedy.id, 2_000))).toMatchObject({ aceptadas: 2_000 });
    await expect(send(many(greedy.id, 1))).rejects.toMatchObject({ codigo: 'demasiadas_solicitudes' });
    expect(await send(many(other.id, 1))).toMatchObject({ aceptadas: 1 });
  });

  it('outlive the sweep of what deleted boards leave behind', async () => {
    const { id } = await point();
    await gateway.sql('UPDATE puntos SET ultimo = 1, ultimo_ts = 1 WHERE id = $1', [id]);
    const repository = gateway.app.get(ProjectionRepository);
    Object.assign(repository, { purgedAt: 0 });
    await repository.purge();
    expect(await last(id)).toMatchObject([{ ts: 1 }]);
  });

  it('go with their point and their company', async () => {
    const [one, other] = [await point(), await point()];
    await send([{ punto_id: one.id, ts: Date.now(), valor: 1 }]);
    await gateway.project((_repository, tx) =>
      gateway.app.get(PuntosProjection).delete(tx, { ...one, placa_id: null }),
    );
    await gateway.project((repository, tx) => repository.eraseEmpresa(tx, other.empresa_id));
    expect(await last(one.id)).toEqual([{ punto_id: one.id, valor: null, ts: null, online: null }]);
    expect(await gateway.sql('SELECT id FROM puntos WHERE id = ANY($1)', [[one.id, other.id]])).toEqual([]);
  });

  it('are not taken while nobody can say what is stored', async () => {
    const { id } = await point();
    await history?.stop();
    history = undefined;
    await expect(send([{ punto_id: id, ts: Date.now(), valor: 1 }])).rejects.toMatchObject({ status: 503 });
    expect(await appended(id)).toEqual([]);
  });
});
