import { Bus } from '@acequia/bus';
import { type Caller, type CallInput, LORAWAN_NODOS, type MagnitudClave, sistema } from '@acequia/contracts';
import { BAD_AIR, farmOfNodes, flightOf } from '@acequia/simulators';
import fc from 'fast-check';
import { DataSource } from 'typeorm';
import { admin, Gateway, Parts, until } from '../gateway.fixture.js';
import { PuntosProjection } from '../registry/puntos.projection.js';
import { type StandIn, startStandIn } from '../stand-in.fixture.js';
import { ProjectionRepository } from '../registry/projection.repository.js';

const GLOBAL: Caller = { ...admin, rol: 'admin_global', empresa_id: null };
const MINUTE = 60_000;
type Uplink = CallInput<'lorawan.guardar'>;

describe('what LoRaWAN nodes send', () => {
  let parts: Parts;
  let gateway: Gateway;
  let history: StandIn | undefined;
  let next = 1;

  beforeAll(async () => {
    parts = await Parts.start();
    gateway = await Gateway.start(parts);
    history = await startStandIn(parts, 'telemetry-history', { 'puntos.guardados': async () => [] });
  });
  afterAll(async () => {
    await history?.stop();
    await parts.stop();
  });

  /** A node of a company of its own unless said. */
  const node = (empresa_id = 1_000 + next) => ({ empresa_id, dev_eui: (next++).toString(16).padStart(16, 'a') });
  type Node = ReturnType<typeof node>;
  const point = async (
    { empresa_id, dev_eui }: Node,
    ruta: string,
    changes: { magnitud?: MagnitudClave; a?: number; b?: number; activo?: 0 | 1; cada_s?: number } = {},
  ): Promise<number> => {
    const id = next++;
    await gateway.project((_repository, tx) =>
      gateway.app.get(PuntosProjection).save(tx, {
        id,
        empresa_id,
        placa_id: null,
        n: null,
        magnitud: 'humedad_suelo',
        nombre: 'Suelo',
        sitio: '',
        mide: null,
        a: 1,
        b: 0,
        cada_s: 3_600,
        activo: 1,
        fuente: { tipo: 'lorawan', dev_eui, ruta },
        ...changes,
      }),
    );
    return id;
  };
  const uplink = ({ dev_eui }: Node, f_cnt: number, valor: number | null, changes: Partial<Uplink> = {}): Uplink => ({
    servidor: 'chirpstack',
    dev_eui,
    nombre: 'Sonda',
    mensaje: `up:${f_cnt}`,
    ts: Date.now() - MINUTE,
    f_cnt,
    simulada: 0,
    campos: [{ ruta: 'soil.moisture', valor }],
    ...changes,
  });
  const send = ({ empresa_id }: Node, sent: Uplink, caller: Caller = { ...admin, empresa_id }) =>
    gateway.app.get(Bus).call('lorawan.guardar', sent, caller);
  const appended = async (id: number) =>
    (await gateway.rows()).valores.filter(([, punto]) => punto === id).map(([, , ts, value]) => [ts, value]);
  const nodes = (empresa_id: number) =>
    gateway.app.get(Bus).call('lorawan.nodos', { empresa_id }, sistema('inventory'));

  it('is in the readings before it is answered for, calibrated, and becomes the last value', async () => {
    const one = node();
    const id = await point(one, 'soil.moisture', { a: 0.5, b: 1 });
    const messages = await gateway.watch(one.empresa_id);
    const sent = uplink(one, 7, 40);
    expect(await send(one, sent)).toEqual({
      ignorado: null,
      aceptadas: 1,
      repetidas: 0,
      rechazadas: [],
      sin_usar: [],
    });
    expect(await appended(id)).toEqual([[sent.ts, 2_100]]);
    const last = await gateway.app.get(Bus).call('puntos.ultimos', { puntos: [id] }, sistema('inventory'));
    expect(last).toEqual([{ punto_id: id, valor: 21, ts: sent.ts, online: null }]);
    await until(() => messages.length > 0);
    expect(messages).toMatchObject([{ event: 'punto:valor', payload: { punto_id: id, valor: 21 } }]);
  });

  it('is listed where no point reads it, with the node, and says of a refused value why', async () => {
    const one = node();
    const id = await point(one, 'soil.moisture');
    const campos = [
      { ruta: 'soil.moisture', valor: 400 },
      { ruta: 'BatV', valor: 3.3 },
      { ruta: '@rssi', valor: -97 },
    ];
    const sent = uplink(one, 1, 0, { campos });
    expect(await send(one, sent)).toMatchObject({
      aceptadas: 0,
      rechazadas: [{ punto_id: id, ruta: 'soil.moisture', motivo: 'valor_fuera_de_rango' }],
      sin_usar: ['BatV', '@rssi'],
    });
    const { ts } = sent;
    expect(await nodes(one.empresa_id)).toEqual([
      {
        dev_eui: one.dev_eui,
        nombre: 'Sonda',
        servidor: 'chirpstack',
        ts,
        f_cnt: 1,
        recibidos: 1,
        perdidos: 0,
        repetidos: 0,
        campos: [
          { ruta: '@rssi', valor: -97, ts, rechazo: null },
          { ruta: 'BatV', valor: 3.3, ts, rechazo: null },
          { ruta: 'soil.moisture', valor: 400, ts, rechazo: 'Humedad del suelo va de 0 a 100 %.' },
        ],
      },
    ]);
    expect(await appended(id)).toEqual([]);
  });

  it('is stored once each, however often and in whatever order it comes', async () => {
    const sent = fc
      .uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 2, maxLength: 6 })
      .chain((list) => fc.tuple(fc.constant(list), fc.array(fc.constantFrom(...list), { maxLength: 6 })))
      .chain(([list, again]) => fc.shuffledSubarray([...list, ...again], { minLength: list.length + again.length }));
    await fc.assert(
      fc.asyncProperty(sent, async (order) => {
        const one = node();
        const id = await point(one, 'soil.moisture');
        const start = Date.now() - 60 * MINUTE;
        for (const f_cnt of order) await send(one, uplink(one, f_cnt, f_cnt, { ts: start + f_cnt * MINUTE }));
        const once = [...new Set(order)];
        expect((await appended(id)).sort(([a], [b]) => a! - b!)).toEqual(
          once.sort((a, b) => a - b).map((f_cnt) => [start + f_cnt * MINUTE, f_cnt * 100]),
        );
        expect(await nodes(one.empresa_id)).toMatchObject([
          {
            recibidos: once.length,
            repetidos: order.length - once.length,
            perdidos: Math.max(...once) - Math.min(...once) + 1 - once.length,
          },
        ]);
      }),
      { numRuns: 8 },
    );
  });

  it('of simulated nodes in bad air is kept as they measured it, and what they lack is counted', async () => {
    const to = Date.now();
    const span = { from: to - 48 * 60 * MINUTE, to, every_ms: 60 * MINUTE };
    for (const simulated of farmOfNodes(3, 11)) {
      const one = { empresa_id: 9_000, dev_eui: simulated.dev_eui };
      const id = await point(one, 'soil.moisture', { magnitud: 'bateria_porcentaje' });
      const { received, arriving, missing } = flightOf(simulated, span, { ...BAD_AIR, rejoined: 0 });
      for (const { f_cnt, ts } of arriving) await send(one, uplink(one, f_cnt, simulated.battery(ts), { ts }));
      expect((await appended(id)).sort(([a], [b]) => a! - b!)).toEqual(
        received.map(({ ts }) => [ts, Math.round(simulated.battery(ts) * 100)]),
      );
      expect((await nodes(one.empresa_id)).find(({ dev_eui }) => dev_eui === one.dev_eui)).toMatchObject({
        recibidos: received.length,
        repetidos: arriving.length - received.length,
        perdidos: missing,
      });
    }
  });

  it('is told apart by its id where its time was written anew, and by its time where its id was', async () => {
    const one = node();
    const id = await point(one, 'soil.moisture');
    const first = uplink(one, 1, 20);
    await send(one, first);
    expect(await send(one, { ...first, ts: first.ts + 1 })).toMatchObject({ ignorado: 'repetida', aceptadas: 0 });
    expect(await send(one, { ...first, mensaje: 'up:other' })).toMatchObject({ aceptadas: 0, repetidas: 1 });
    expect(await appended(id)).toEqual([[first.ts, 2_000]]);
  });

  it('of a battery that is repeated with each uplink is stored at the time at which the node told it', async () => {
    const one = node();
    const id = await point(one, '@bateria', { magnitud: 'bateria_porcentaje' });
    const told = Date.now() - 50 * MINUTE;
    const campos = [{ ruta: '@bateria', valor: 90.1, ts: told }];
    expect(await send(one, uplink(one, 1, 0, { campos }))).toMatchObject({ aceptadas: 1 });
    expect(await send(one, uplink(one, 2, 0, { campos, ts: Date.now() }))).toMatchObject({
      aceptadas: 0,
      repetidas: 1,
    });
    expect(await appended(id)).toEqual([[told, 9_010]]);
  });

  it('goes to the points of its own company, whoever else has the same node', async () => {
    const mine = node();
    const theirs = { ...mine, empresa_id: 9_999 };
    const [own, foreign] = [await point(mine, 'soil.moisture'), await point(theirs, 'soil.moisture')];
    await send(mine, uplink(mine, 1, 30));
    expect(await appended(own)).toHaveLength(1);
    expect(await appended(foreign)).toEqual([]);
    expect(await nodes(theirs.empresa_id)).toEqual([]);
    const asked = { ...uplink(mine, 2, 30), empresa_id: theirs.empresa_id };
    await expect(send(mine, asked)).rejects.toMatchObject({ codigo: 'no_encontrado' });
    await expect(send(mine, uplink(mine, 2, 30), GLOBAL)).rejects.toMatchObject({
      codigo: 'datos_invalidos',
      detalles: [{ campo: 'query.empresa_id' }],
    });
    expect(await send(mine, asked, GLOBAL)).toMatchObject({ aceptadas: 1 });
    const usuario: Caller = { ...admin, rol: 'usuario', empresa_id: mine.empresa_id };
    await expect(send(mine, uplink(mine, 3, 30), usuario)).rejects.toMatchObject({ codigo: 'sin_permiso' });
    const list = (caller: Caller) => gateway.app.get(Bus).call('lorawan.nodos', {}, caller);
    await expect(list(usuario)).rejects.toMatchObject({ codigo: 'sin_permiso' });
    expect(await list({ ...admin, empresa_id: mine.empresa_id })).toHaveLength(1);
  });

  it('that somebody only tries out is listed, and measures nothing', async () => {
    const one = node();
    const id = await point(one, 'soil.moisture');
    const tried = uplink(one, 9, 30, { simulada: 1, servidor: 'tts' });
    expect(await send(one, tried)).toMatchObject({ ignorado: 'simulada', aceptadas: 0 });
    expect(await appended(id)).toEqual([]);
    expect(await nodes(one.empresa_id)).toMatchObject([{ recibidos: 0, f_cnt: null, campos: [{ valor: 30 }] }]);
  });

  it('late is history, and is no last value', async () => {
    const one = node();
    const id = await point(one, 'soil.moisture', { cada_s: 600 });
    const ts = Date.now() - 24 * 60 * MINUTE;
    expect(await send(one, uplink(one, 1, 30, { ts }))).toMatchObject({ aceptadas: 1 });
    expect(await appended(id)).toEqual([[ts, 3_000]]);
    const last = await gateway.app.get(Bus).call('puntos.ultimos', { puntos: [id] }, sistema('inventory'));
    expect(last).toMatchObject([{ valor: null, ts: null }]);
  });

  it('is taken while the history is away, which a server that does not send again cannot wait for', async () => {
    await history?.stop();
    try {
      const one = node();
      const id = await point(one, 'soil.moisture');
      expect(await send(one, uplink(one, 1, 30))).toMatchObject({ aceptadas: 1 });
      expect(await appended(id)).toHaveLength(1);
    } finally {
      history = await startStandIn(parts, 'telemetry-history', { 'puntos.guardados': async () => [] });
    }
  });

  it('is no value of a point to which programs send, and theirs is none of a node', async () => {
    const one = node();
    const id = await point(one, 'soil.moisture');
    const medidas = [{ punto_id: id, ts: Date.now(), valor: 1 }];
    const refused = await gateway.app.get(Bus).call('medidas.guardar', { medidas }, GLOBAL);
    expect(refused).toMatchObject({ aceptadas: 0, rechazadas: [{ motivo: 'punto_desconocido' }] });
  });

  it('is remembered of so many nodes a company: one that no point reads gives way', async () => {
    const kept = node();
    const { empresa_id } = kept;
    await point(kept, 'soil.moisture');
    await send(kept, uplink(kept, 1, 1, { ts: 1_000 }));
    await gateway.sql(
      `INSERT INTO nodos_lorawan SELECT $1, lpad(to_hex(i), 16, '0'), 'tts', '', 2000 + i, NULL, 1, 0, 0, '{}', '{}'
         FROM generate_series(1, $2) i`,
      [empresa_id, LORAWAN_NODOS],
    );
    const fresh = node(empresa_id);
    await send(fresh, uplink(fresh, 1, 1));
    const known = (await nodes(empresa_id)).map(({ dev_eui }) => dev_eui);
    expect(known).toHaveLength(LORAWAN_NODOS + 1);
    expect(known).toEqual(expect.arrayContaining([kept.dev_eui, fresh.dev_eui]));
    expect(known).not.toContain('1'.padStart(16, '0'));
  });

  it('goes with its company', async () => {
    const one = node();
    await send(one, uplink(one, 1, 1));
    await gateway.app
      .get(DataSource)
      .transaction((tx) => gateway.app.get(ProjectionRepository).eraseEmpresa(tx, one.empresa_id));
    expect(await nodes(one.empresa_id)).toEqual([]);
  });
});
