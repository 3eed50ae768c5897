import { AppError, type GuardiaSave, type Persona, type Severidad } from '@acequia/contracts';
import { truncate } from '@acequia/testing';
import { DataSource } from 'typeorm';
import { Alerts } from '../alerts.fixture.js';
import { Outgoing } from '../deliveries/outgoing.js';
import { ProjectionRepository } from '../field/projection.repository.js';
import { QuietService } from '../quiet/quiet.service.js';
import { RotaRepository } from '../rota/rota.repository.js';
import { GuardiaService } from './guardia.service.js';

const ROOT: Persona = { tipo: 'persona', usuario_id: 1, rol: 'admin_global', empresa_id: null, sid: 's' };
const ADMIN: Persona = { ...ROOT, usuario_id: 2, rol: 'admin_empresa', empresa_id: 1 };
const PEOPLE = new Map([
  [3, 1],
  [5, 1],
  [8, 1],
  [9, 2],
]);
/** Who is confined to no company. */
const GLOBALS = [1, 4];
const MINUTE = 60_000;
/** Tuesday 13 January 2026, 12:00 in Mexico City. */
const NOON = Date.UTC(2026, 0, 13, 18);
const ROTA: GuardiaSave = {
  empresa_id: 1,
  personas: [3, 5, 8],
  dia: 1,
  hora: '07:00',
  severidad_minima: 'alta',
  escalar_min: 10,
};

let alerts: Alerts;
let now = NOON;

const service = (): GuardiaService => alerts.get(GuardiaService);
const query = <T>(sql: string, params: unknown[] = []): Promise<T[]> => alerts.query(sql, params);

/** Opens an alarm, which is queued in the same transaction. */
const raise = async (severidad: Severidad, tipo = 'corte_de_luz'): Promise<number> => {
  const [row] = await query<{ id: number }>(
    `INSERT INTO avisos (empresa_id, tipo, objeto, severidad, estado, desde, texto, contado, maquina)
     VALUES (1, $2, gen_random_uuid()::text, $1, 'disparado', 1, '', 1, '{}') RETURNING id`,
    [severidad, tipo],
  );
  await alerts.get(DataSource).transaction((tx) => alerts.get(Outgoing).opened(tx, 1, row!.id, severidad));
  return row!.id;
};

/** Whom an alarm is queued for, and after how many minutes. */
const told = async (severidad: Severidad = 'critica'): Promise<[string, string, number][]> => {
  const rows = await query<{ canal: string; destino: string; no_antes: string; escala: number }>(
    `SELECT canal, destino, no_antes, escala FROM entregas WHERE aviso_id = $1 AND destino <> 'empresa' ORDER BY no_antes, canal`,
    [await raise(severidad)],
  );
  return rows.map(({ canal, destino, no_antes, escala }) => [
    canal,
    destino,
    escala === 1 ? (Number(no_antes) - now) / MINUTE : 0,
  ]);
};

beforeAll(async () => {
  alerts = await Alerts.start();
  alerts.answerCalls((name, { id }) => {
    if (GLOBALS.includes(id)) return { nombre: `Persona ${id}`, rol: 'admin_global', empresa_id: null, activo: true };
    const empresa_id = PEOPLE.get(id);
    if (empresa_id === undefined || !name.startsWith('usuarios.')) throw new AppError('no_encontrado');
    return { nombre: `Persona ${id}`, rol: 'usuario', empresa_id, activo: true };
  });
  await query(
    `INSERT INTO empresas SELECT id, 'Rancho Peña', 1, 'America/Mexico_City', '2099-12-31' FROM unnest(ARRAY[1, 2]) AS id`,
  );
  Date.now = () => now;
});
afterAll(() => alerts?.stop());
beforeEach(async () => {
  now = NOON;
  await truncate(
    query,
    'guardias, guardia_cambios, telefonos, vinculos, canales, suscripciones, descansos, avisos, entregas, mensajes, auditoria CASCADE',
  );
  await query(`INSERT INTO telefonos (usuario_id, numero, desde) VALUES (3, '+523', 1), (8, '+528', 1)`);
  await query(`INSERT INTO vinculos (usuario_id, telegram_id, desde) VALUES (8, 88, 1)`);
});

it('tells who has the week at once, and each next person who can be told ten minutes later', async () => {
  await service().save(ADMIN, ROTA);
  expect(await told()).toEqual([
    ['sms', 'usuario:3', 0],
    ['sms', 'usuario:8', 10],
    ['telegram', 'usuario:8', 10],
  ]);
  expect(await told('media')).toEqual([]);
});

it('gives each alarm once to a person whom a channel of the company tells as well', async () => {
  await service().save(ADMIN, ROTA);
  await query(
    `INSERT INTO canales (empresa_id, canal, destino, usuario_id, severidad_minima, activo)
     VALUES (1, 'sms', 'usuario:3', 3, 'baja', 1)`,
  );
  expect((await told()).filter(([, destino]) => destino === 'usuario:3')).toEqual([['sms', 'usuario:3', 0]]);
});

it('goes on by the week, at its hour in the company’s zone', async () => {
  await service().save(ADMIN, ROTA);
  now = Date.UTC(2026, 0, 19, 12, 59);
  expect(await service().onDuty(ADMIN, undefined)).toEqual([
    { empresa_id: 1, usuario_id: 3, nombre: 'Persona 3', hasta: '2026-01-19', hora: '07:00' },
  ]);
  now += MINUTE;
  expect(await service().onDuty(ADMIN, undefined)).toMatchObject([{ usuario_id: 5, hasta: '2026-01-26' }]);
  const { personas, semanas } = await service().read(ADMIN, undefined);
  expect(personas.map(({ usuario_id, telefono, telegram }) => [usuario_id, telefono, telegram])).toEqual([
    [5, 0, 0],
    [8, 1, 1],
    [3, 1, 0],
  ]);
  expect(semanas.slice(0, 4).map(({ usuario_id }) => usuario_id)).toEqual([5, 8, 3, 5]);
});

it('lets another person take a week, gives it back, and writes both into the trail', async () => {
  await service().save(ADMIN, ROTA);
  const semana = '2026-01-12';
  const taken = await service().exchange(ADMIN, { empresa_id: 1, semana, usuario_id: 8 });
  expect(taken.semanas.slice(0, 2)).toMatchObject([
    { usuario_id: 8, cambiada: 1 },
    { usuario_id: 5, cambiada: 0 },
  ]);
  expect((await told())[0]).toEqual(['sms', 'usuario:8', 0]);
  const back = await service().exchange(ADMIN, { empresa_id: 1, semana, usuario_id: null });
  expect(back.semanas[0]).toMatchObject({ usuario_id: 3, cambiada: 0 });
  expect(
    (await query<{ accion: string }>('SELECT accion FROM auditoria ORDER BY id')).map(({ accion }) => accion),
  ).toEqual(['guardia.guardar', 'guardia.cambiar', 'guardia.cambiar']);
  const refused = { codigo: 'datos_invalidos' };
  await expect(service().exchange(ADMIN, { empresa_id: 1, semana: '2026-01-05', usuario_id: 8 })).rejects.toMatchObject(
    refused,
  );
  await expect(service().exchange(ADMIN, { empresa_id: 1, semana, usuario_id: 9 })).rejects.toMatchObject(refused);
});

it('is of the company alone, and of its own people', async () => {
  const gone = { codigo: 'no_encontrado' };
  await expect(service().save(ADMIN, { ...ROTA, personas: [9] })).rejects.toMatchObject(gone);
  await expect(service().save(ADMIN, { ...ROTA, empresa_id: 2, personas: [] })).rejects.toMatchObject(gone);
  await expect(service().save({ ...ADMIN, rol: 'usuario' }, ROTA)).rejects.toMatchObject({ codigo: 'sin_permiso' });
  await service().save(ROOT, { ...ROTA, empresa_id: 2, personas: [9] });
  expect(await service().onDuty(ADMIN, undefined)).toEqual([]);
  expect(await service().onDuty(ROOT, undefined)).toMatchObject([{ empresa_id: 2, usuario_id: 9 }]);
});

it('is of the platform too, of admin_globals alone, whom no company sees', async () => {
  const platform = { ...ROTA, empresa_id: null, personas: [1, 4] };
  const refused = { codigo: 'sin_permiso' };
  const nobody: Persona = { ...ADMIN, empresa_id: null };
  await expect(service().save(ADMIN, platform)).rejects.toMatchObject(refused);
  await expect(service().save(nobody, platform)).rejects.toMatchObject(refused);
  await expect(service().save(ROOT, { ...platform, personas: [3] })).rejects.toMatchObject({ codigo: 'no_encontrado' });
  await service().save(ROOT, platform);
  const semana = '2026-01-12';
  const { semanas } = await service().exchange(ROOT, { empresa_id: null, semana, usuario_id: 4 });
  expect(semanas[0]).toMatchObject({ semana, usuario_id: 4, cambiada: 1 });
  await expect(service().exchange(ADMIN, { empresa_id: null, semana, usuario_id: 1 })).rejects.toMatchObject(refused);
  expect(await service().read(ROOT, undefined)).toMatchObject({ empresa_id: null, personas: [{ usuario_id: 1 }, {}] });
  for (const caller of [ADMIN, nobody]) expect((await service().read(caller, undefined)).personas).toEqual([]);
  for (const caller of [ROOT, ADMIN, nobody]) expect(await service().onDuty(caller, undefined)).toEqual([]);
  const [entry] = await query(`SELECT empresa_id, entidad, nombre FROM auditoria ORDER BY id LIMIT 1`);
  expect(entry).toEqual({ empresa_id: null, entidad: 'guardia:0', nombre: 'Plataforma' });
});

it('counts a reply of who has the week, or was told because nobody before had answered', async () => {
  await service().save(ADMIN, ROTA);
  const counts = (usuario_id: number) => alerts.get(RotaRepository).replyCounts(1, usuario_id, 77, now);
  expect([await counts(3), await counts(5)]).toEqual([true, false]);
  now = Date.UTC(2026, 0, 19, 13);
  expect([await counts(3), await counts(5)]).toEqual([false, true]);
});

/** What became of an alarm's messages of one kind, by destination. */
const outcome = async (aviso_id: number, clase = 'disparo') =>
  (
    await query<Record<'canal' | 'destino' | 'estado', string> & { codigo: string | null }>(
      `SELECT canal, destino, estado, detalle_datos->>'codigo' AS codigo FROM entregas WHERE aviso_id = $1 AND clase = $2
       ORDER BY destino, canal`,
      [aviso_id, clase],
    )
  ).map(({ canal, destino, estado, codigo }) => `${canal} ${destino} ${codigo ?? estado}`);

it('tells of a failing channel by itself only while no other takes messages', async () => {
  await query(`INSERT INTO canales (empresa_id, canal, destino, severidad_minima, activo, pruebas_falladas)
               VALUES (1, 'correo', 'a@b.mx', 'baja', 1, 2), (1, 'correo', 'c@d.mx', 'baja', 1, 0)`);
  const told = async (tipo: string) => outcome(await raise('alta', tipo));
  expect(await told('canal_fallido')).toContain('correo a@b.mx pendiente');
  await query(
    `INSERT INTO mensajes (empresa_id, canal, destino, partes, estado, creado, enviado)
     VALUES (1, 'correo', 'c@d.mx', '[]', 'enviado', $1, $1)`,
    [now],
  );
  expect(await told('canal_fallido')).toEqual([
    'correo a@b.mx canal_fallido',
    'correo c@d.mx pendiente',
    'telegram empresa pendiente',
  ]);
  expect(await told('corte_de_luz')).toContain('correo a@b.mx pendiente');
});

describe('the quiet hours of a person', () => {
  const browser = (): Promise<unknown> =>
    query(`INSERT INTO suscripciones (clave, usuario_id, empresa_id, nombre, severidad_minima, endpoint_cifrado, claves_cifradas, desde)
           VALUES ('aa', 3, 1, 'Chrome', 'baja', '', '', 1)`);
  const rest = (): Promise<unknown> =>
    alerts
      .get(QuietService)
      .save(
        { ...ADMIN, usuario_id: 3 },
        { descanso_desde: '11:00', descanso_hasta: '13:00', descanso_severidad: 'critica' },
      );
  beforeEach(async () => {
    await service().save(ADMIN, ROTA);
    await browser();
    await rest();
  });

  it('hold back for good what is less severe, from their own channels alone, and the next person is told', async () => {
    expect(await outcome(await raise('alta'))).toEqual([
      'push aa en_su_descanso',
      'telegram empresa pendiente',
      'sms usuario:3 en_su_descanso',
      'sms usuario:8 pendiente',
      'telegram usuario:8 pendiente',
    ]);
    now = NOON + 60 * MINUTE;
    expect(await query(`SELECT 1 FROM entregas WHERE destino = 'usuario:3' AND estado = 'pendiente'`)).toEqual([]);
    expect(await outcome(await raise('alta'))).toContain('sms usuario:3 pendiente');
  });

  it('let a critical alarm through', async () => {
    expect(await outcome(await raise('critica'))).toEqual(
      expect.arrayContaining(['push aa pendiente', 'sms usuario:3 pendiente']),
    );
  });

  it('hold back the end of an alarm that was told before them', async () => {
    now = NOON - 90 * MINUTE;
    const id = await raise('alta');
    now = NOON;
    await alerts.get(DataSource).transaction((tx) => alerts.get(Outgoing).closed(tx, 1, id, 'alta'));
    expect(await outcome(id, 'resuelto')).toEqual(
      expect.arrayContaining(['push aa en_su_descanso', 'sms usuario:3 en_su_descanso', 'telegram empresa pendiente']),
    );
  });

  it('are kept, noted in the trail, and gone with the person, as their number is', async () => {
    const kept = { descanso_desde: '11:00', descanso_hasta: '13:00', descanso_severidad: 'critica' };
    expect(await alerts.get(QuietService).read({ ...ADMIN, usuario_id: 3 })).toEqual(kept);
    expect(await alerts.get(QuietService).read(ADMIN)).toMatchObject({ descanso_desde: null });
    expect(await query(`SELECT entidad, despues FROM auditoria WHERE accion = 'usuario.descanso'`)).toEqual([
      { entidad: 'usuario:3', despues: kept },
    ]);
    await alerts.get(DataSource).transaction((tx) => alerts.get(ProjectionRepository).deleteUsuario(tx, 3));
    expect(await alerts.get(QuietService).read({ ...ADMIN, usuario_id: 3 })).toMatchObject({ descanso_desde: null });
    expect(await query('SELECT 1 FROM telefonos WHERE usuario_id = 3')).toEqual([]);
  });
});

it('leaves nothing with a company that is deleted', async () => {
  await service().save(ROOT, { ...ROTA, empresa_id: 2, personas: [9] });
  await query(`INSERT INTO guardia_cambios (empresa_id, semana, usuario_id) VALUES (2, '2026-01-12', 9)`);
  await query(`INSERT INTO sms_dias (empresa_id, dia, partes) VALUES (2, '2026-01-12', 1)`);
  await alerts.get(DataSource).transaction((tx) => alerts.get(ProjectionRepository).eraseEmpresa(tx, 2));
  for (const table of ['guardias', 'guardia_cambios', 'sms_dias'])
    expect(await query(`SELECT 1 FROM ${table}`)).toEqual([]);
});
