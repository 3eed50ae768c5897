import { Bus, BusKeys, BusServer } from '@acequia/bus';
import {
  CAMBIOS_CAMPO,
  CAMBIOS_FIRMA,
  CAMBIOS_PARTICIONES,
  type Change,
  cambiosStream,
  notFound,
} from '@acequia/contracts';
import { REDIS_VOLATILE, type RedisClient } from '@acequia/service-kit';
import { eventually } from '@acequia/testing';
import { DataSource } from 'typeorm';
import { Alerts } from '../alerts.fixture.js';
import { FieldRepository } from '../field/field.repository.js';
import { Companies } from './companies.js';

/** One company for each partition, its number the company's id; each has the board of that number. */
const COMPANIES = Array.from({ length: CAMBIOS_PARTICIONES }, (_, partition) => partition + CAMBIOS_PARTICIONES);

let alerts: Alerts;

/** The whole service in this process; the other services are away. */
beforeEach(async () => {
  alerts = await Alerts.start();
  const { app } = alerts;
  app.connectMicroservice({ strategy: app.get(BusServer) }, { inheritAppConfig: true });
  await alerts.query(
    `WITH ids AS (SELECT unnest($1::int[]) AS id),
       e AS (INSERT INTO empresas SELECT id, 'Rancho ' || id, 1, 'UTC', '2099-12-31' FROM ids),
       r AS (INSERT INTO reglas (empresa_id, tipo, objeto, activa, espera_s, severidad)
             SELECT id, 'placa_sin_conexion', '', 1, 0, 'alta' FROM ids)
     INSERT INTO placas (placa_id, empresa_id, numero, revocada) SELECT id, id, id, 0 FROM ids`,
    [COMPANIES],
  );
});
afterEach(() => alerts?.stop());

/** Tells of a board that comes and goes, signed as device-gateway signs. */
const flicker = async (id: number): Promise<void> => {
  const board = { tipo: 'conexion', empresa_id: id, placa_id: id, ts: Date.now() } as const;
  const text = JSON.stringify([{ ...board, online: 1 } satisfies Change, { ...board, online: 0 } satisfies Change]);
  const stream = cambiosStream(id % CAMBIOS_PARTICIONES);
  const signature = alerts.get(BusKeys).signer.sign(stream, text);
  await alerts.app.get<RedisClient>(REDIS_VOLATILE).xadd(stream, '*', CAMBIOS_CAMPO, text, CAMBIOS_FIRMA, signature);
};

/** Every partition is heard, so each company's board is missed. */
const missesAllBoards = (): Promise<void> =>
  eventually(async () => {
    for (const id of COMPANIES) await flicker(id);
    const rows: { empresa_id: number }[] = await alerts.query(
      `SELECT empresa_id FROM avisos WHERE tipo = 'placa_sin_conexion' ORDER BY 1`,
    );
    expect(rows.map(({ empresa_id }) => empresa_id)).toEqual(COMPANIES);
  });

it('hears every partition although Redis failed while it took them', async () => {
  const client = alerts.app.get<RedisClient>(REDIS_VOLATILE);
  const set = client.set.bind(client) as (...args: unknown[]) => Promise<'OK'>;
  let failed = false;
  client.set = ((key: string, ...args: unknown[]) => {
    if (failed || !key.endsWith(':parte:5')) return set(key, ...args);
    failed = true;
    return Promise.reject(new Error('Redis is away'));
  }) as typeof client.set;
  await alerts.app.init();
  await missesAllBoards();
  expect(failed).toBe(true);
});

it('evaluates every partition although the database failed while it read their companies', async () => {
  const fields = alerts.get(FieldRepository);
  const companiesOf = fields.companiesOf.bind(fields);
  let failed = false;
  fields.companiesOf = (partition) => {
    if (failed || partition !== 5) return companiesOf(partition);
    failed = true;
    return Promise.reject(new Error('Postgres is away'));
  };
  await alerts.app.init();
  await missesAllBoards();
  expect(failed).toBe(true);
});

it('ends no alarm before it has read the last-known state, however long that takes', async () => {
  const [id = 0] = COMPANIES;
  const db = alerts.get(DataSource);
  await db.query(
    `INSERT INTO switches (id, empresa_id, placa_id, nombre, zona, tipo, hardware_pin, activo)
     VALUES (1, $1, $1, 'Válvula', 'Norte', 'selenoide', 4, 1)`,
    [id],
  );
  await db.query(
    `INSERT INTO avisos (empresa_id, tipo, objeto, severidad, estado, desde, texto, placa_id, switch_id, contado, maquina)
     VALUES ($1, 'orden_sin_respuesta', 'switch:1', 'media', 'disparado', $2, '', $1, 1, 1, $3)`,
    [id, Date.now(), { phase: 'open', since: Date.now(), clearSince: 0, closedAt: 0, times: 1 }],
  );
  // Between two refusals is a rest: after so many, all alarms were evaluated more than once.
  let refusals = 0;
  alerts.get(Bus).call = ((what: string) => {
    if (what === 'estado.leer') refusals += 1;
    return Promise.reject(new Error(`${what}: nobody is there`));
  }) as Bus['call'];
  await alerts.app.init();
  await eventually(() => expect(refusals).toBeGreaterThan(6));
  expect(await db.query('SELECT estado FROM avisos')).toEqual([{ estado: 'disparado' }]);
});

it('tells of a concession by what a meter has counted since January, though its history was away and another meter is gone', async () => {
  const [id = 0] = COMPANIES;
  const db = alerts.get(DataSource);
  await db.query(
    `INSERT INTO puntos (id, empresa_id, placa_id, nombre, sitio, magnitud, cada_s, activo, concesion_m3)
     VALUES (2, $1, $1, 'Borrado', '', 'volumen', 60, 1, 100), (3, $1, $1, 'Pozo', '', 'volumen', 60, 1, 100)`,
    [id],
  );
  const asked: unknown[] = [];
  let isAway = true;
  alerts.get(Bus).call = ((what: string, request: { punto_id?: number }) => {
    if (what !== 'puntos.serie') return Promise.resolve([]);
    if (isAway) {
      isAway = false;
      return Promise.reject(new Error('nobody is there'));
    }
    if (request.punto_id === 2) return Promise.reject(notFound());
    asked.push(request);
    return Promise.resolve({ paso_s: 86_400, puntos: [{ suma: 60 }, { suma: null }, { suma: 41 }] });
  }) as Bus['call'];
  const companies = alerts.get(Companies);
  const hoy = new Date().toISOString().slice(0, 10);
  // Away, answered, and within the hour not asked again.
  await companies.refresh(id, Date.now());
  for (let times = 0; times < 3; times++) await companies.askConcessions(Date.now());
  expect(asked).toEqual([{ punto_id: 3, desde: `${hoy.slice(0, 4)}-01-01`, hasta: hoy, puntos: 400 }]);
  await alerts.app.init();
  await eventually(async () => {
    await companies.askConcessions(Date.now());
    const rows: unknown[] = await db.query(`SELECT texto FROM avisos WHERE tipo = 'concesion_agotada'`);
    expect(rows).toEqual([{ texto: 'Pozo: 101 m³ desde enero, 101 % de su concesión. Son 1 m³ de más.' }]);
  });
});
