import { Bus, SystemState } from '@acequia/bus';
import { AppError, type CallName, type Persona } from '@acequia/contracts';
import { loadEnv } from '@acequia/service-kit';
import { ModemFolder, SmsProvider } from '@acequia/simulators';
import { RedisServer, testDatabase, type TestDatabase, testEnv, truncate } from '@acequia/testing';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { AppModule } from '../app.module.js';
import { SettingsService } from '../channels/settings.service.js';
import { Outgoing } from '../deliveries/outgoing.js';
import { MessagesService } from '../deliveries/messages.service.js';
import { type AlertsEnv, alertsEnv } from '../env.js';
import { FieldRepository } from '../field/field.repository.js';
import { GuardiaService } from '../guardia/guardia.service.js';
import { Sender } from '../sender/sender.js';
import { SystemJob } from '../system/system.job.js';
import { ChannelTrials } from '../trials/trials.service.js';
import { PhonesService } from './phones.service.js';
import { PlatformAcks } from './platform-acks.js';
import { SmsReplies } from './sms.replies.js';

const NUMERO = '+525512345678';
const TO = { empresa_id: 1, canal: 'sms', destino: 'usuario:7' };
const personOf = (usuario_id: number, empresa_id: number): Persona => ({
  tipo: 'persona',
  usuario_id,
  rol: 'admin_empresa',
  empresa_id,
  sid: 's',
});
const ANA = personOf(7, 1);
const IVAN = personOf(8, 1);
const OTHER = personOf(9, 2);
const ROOT: Persona = { ...personOf(1, 1), rol: 'admin_global', empresa_id: null };
const PEOPLE = [ANA, IVAN, OTHER, ROOT, { ...ROOT, usuario_id: 10 }];

let redis: RedisServer;
let database: TestDatabase;
let modem: ModemFolder;
let provider: SmsProvider;
let apps: INestApplication[];
let env: AlertsEnv;
/** ms that the services' clock is ahead. */
let ahead = 0;

const query = <T>(sql: string, params: unknown[] = []): Promise<T[]> => apps[0]!.get(DataSource).query(sql, params);
const phones = (): PhonesService => apps[0]!.get(PhonesService);

/** Opens an alarm, which is queued for Ana in the same transaction. */
const alarm = async (texto = 'Pozo Norte: sin agua.'): Promise<number> => {
  const [row] = await query<{ id: number }>(
    `INSERT INTO avisos (empresa_id, tipo, objeto, severidad, estado, desde, texto, contado, maquina)
     VALUES (1, 'corte_de_luz', $1, 'critica', 'disparado', $2, $1, 1, '{}') RETURNING id`,
    [texto, Date.now()],
  );
  await apps[0]!.get(DataSource).transaction((tx) => apps[0]!.get(Outgoing).opened(tx, 1, row!.id, 'critica'));
  return row!.id;
};

/** The senders of both instances work, and the modem looks, as often as they do within some seconds. */
const work = async (times = 4): Promise<void> => {
  for (let n = 0; n < times; n += 1) {
    await Promise.all(apps.map((app) => app.get(Sender).deliver(TO)));
    await modem.look();
    ahead += 1_500;
  }
};
const outcome = async (aviso_id: number) =>
  (
    await query<{ estado: string; detalle: string | null }>(
      `SELECT e.estado, coalesce(e.detalle_datos, m.detalle_datos)->>'codigo' AS detalle
       FROM entregas e LEFT JOIN mensajes m ON m.id = e.mensaje_id WHERE e.aviso_id = $1 AND e.canal = 'sms'`,
      [aviso_id],
    )
  ).map(({ estado, detalle }) => [estado, detalle]);
const stateOf = async (id: number) =>
  (await query<{ estado: string }>('SELECT estado FROM avisos WHERE id = $1', [id]))[0]!.estado;
const codeIn = (texto: string | undefined): string => /Responde (\d{6}) /.exec(texto ?? '')?.[1] ?? '';
const reply = async (numero: string, texto: string): Promise<void> => {
  await modem.receive(numero, texto);
  await Promise.all(apps.map((app) => app.get(SmsReplies).look()));
};

beforeAll(async () => {
  [redis, database, modem] = await Promise.all([RedisServer.start(), testDatabase(), ModemFolder.make()]);
  provider = new SmsProvider();
  await provider.start();
  const urls = { DATABASE_URL: database.url, REDIS_URL: redis.url, REDIS_VOLATILE_URL: redis.url };
  env = loadEnv(
    alertsEnv,
    testEnv({
      ...urls,
      SMS_GAMMU_FOLDER: modem.folder,
      SMS_HTTP_URL: provider.url,
      SMS_HTTP_HEADERS: '{"authorization":"Bearer t"}',
      SMS_PER_COMPANY_DAY: '6',
    }),
  );
  apps = [];
  while (apps.length < 2)
    apps.push(await NestFactory.create(AppModule.forRoot(env), { logger: false, abortOnError: false }));
  for (const app of apps)
    app.get(Bus).call = ((name: CallName, { id }: { id: number }) => {
      const persona = PEOPLE.find(({ usuario_id }) => usuario_id === id);
      if (!persona || !name.startsWith('usuarios.')) return Promise.reject(new AppError('no_encontrado'));
      return Promise.resolve({ ...persona, nombre: `Persona ${id}`, activo: 1 });
    }) as Bus['call'];
  await query(`INSERT INTO empresas VALUES (1, 'Rancho Peña', 1, 'America/Mexico_City', '2099-12-31')`);
  const now = Date.now.bind(Date);
  Date.now = () => now() + ahead;
});
afterAll(async () => {
  await Promise.all((apps ?? []).map((app) => app.close()));
  await Promise.all([redis?.stop(), database?.drop(), provider?.stop(), modem?.remove()]);
});
beforeEach(async () => {
  await truncate(
    query,
    'mensajes, avisos, entregas, destinos, canales, ajustes, guardias, sms, sms_dias, sms_respuestas, guardia_condiciones, telefonos, telefonos_pedidos CASCADE',
  );
  await query(`INSERT INTO telefonos (usuario_id, numero, desde) VALUES (7, $1, 1)`, [NUMERO]);
  await query(
    `INSERT INTO canales (empresa_id, canal, destino, usuario_id, severidad_minima, activo)
     VALUES (1, 'sms', 'usuario:7', 7, 'baja', 1)`,
  );
  Object.assign(modem, { mood: 'sends' });
  Object.assign(provider, { answer: 202, delay_ms: 0 });
  Object.assign(env, { SMS_GAMMU_FOLDER: modem.folder, SMS_HTTP_URL: provider.url });
  // What the test before left in its outbox.
  await modem.look();
  modem.sent.length = 0;
  provider.taken.length = 0;
});

it('leaves by the modem while the internet is cut, once, of two instances', async () => {
  Object.assign(env, { SMS_HTTP_URL: 'http://127.0.0.1:9/' });
  const id = await alarm();
  await work();
  expect(modem.sent).toHaveLength(1);
  expect(modem.sent[0]).toMatchObject({ numero: NUMERO });
  expect(modem.sent[0]!.texto).toMatch(
    /^Rancho Peña: Posible corte de luz\. Pozo Norte: sin agua\. Responde \d{6} para atenderlo\.$/,
  );
  expect(await outcome(id)).toEqual([['enviado', null]]);
});

it('waits for a busy modem, goes past it to the provider, and says at last what the modem did not send', async () => {
  modem.mood = 'busy';
  const first = await alarm();
  await work();
  expect(await outcome(first)).toEqual([['enviado', null]]);
  ahead += 70_000;
  // Ivan's messages wait behind nothing of Ana's.
  await query(`INSERT INTO telefonos (usuario_id, numero, desde) VALUES (8, '+525500000008', 1)`);
  await query(`UPDATE canales SET destino = 'usuario:8', usuario_id = 8`);
  await alarm('Otra cosa.');
  await apps[0]!.get(Sender).deliver({ ...TO, destino: 'usuario:8' });
  expect(provider.taken).toMatchObject([{ to: '+525500000008', authorization: 'Bearer t' }]);
  ahead += 120_000;
  await work(2);
  expect(await outcome(first)).toEqual([['fallido', 'sms_modem_ocupado']]);
  modem.mood = 'sends';
  await work();
  expect(modem.sent).toEqual([]);
});

it('says that the modem could not send', async () => {
  modem.mood = 'fails';
  const id = await alarm();
  await work();
  expect(await outcome(id)).toEqual([['fallido', 'sms_modem_rechaza']]);
});

describe('the communicator of a company', () => {
  const REST = {
    empresa_id: 1,
    descanso_desde: null,
    descanso_hasta: null,
    descanso_severidad: 'critica' as const,
    resumen_hora: null,
  };
  const settings = (): SettingsService => apps[0]!.get(SettingsService);
  const told = async () => (await settings().read(ANA, 1)).comunicador_estado?.estado ?? null;
  const next = async (mood: typeof modem.mood): Promise<void> => {
    modem.mood = mood;
    ahead += 61_000;
    await alarm(`${mood} ${ahead}`);
    await work();
  };

  it('that is the modem works until two SMS in a row fail, and again once one leaves', async () => {
    expect(await told()).toBeNull();
    await settings().save(ANA, { ...REST, comunicador: 'modem' });
    await settings().save(ANA, REST);
    await next('fails');
    expect(await told()).toBe('sin_saber');
    await next('fails');
    expect(await told()).toBe('callado');
    expect((await apps[0]!.get(FieldRepository).things(1))?.communicator).toMatchObject({ isThere: true, fails: 2 });
    await next('sends');
    expect(await told()).toBe('bien');
    Object.assign(env, { SMS_GAMMU_FOLDER: undefined });
    expect(await told()).toBe('sin_modem');
  });

  it('that is a router works while a board is heard, and is not known while nobody can say', async () => {
    await settings().save(ANA, { ...REST, comunicador: 'router' });
    expect(await told()).toBe('sin_saber');
    const bus = apps[0]!.get(Bus);
    const { call } = bus;
    let online = 1;
    bus.call = (() =>
      Promise.resolve([
        { online: 0, ultimo_visto: 5 },
        { online, ultimo_visto: 7 },
      ])) as Bus['call'];
    expect((await settings().read(ANA, 1)).comunicador_estado).toEqual({ estado: 'bien', bien_ts: 7, mal_ts: null });
    online = 0;
    expect(await told()).toBe('callado');
    bus.call = call;
  });
});

it.each([
  ['late', { delay_ms: 500 }, 1, [['enviado', null]]],
  ['a refusal', { answer: 400 }, 0, [['fallido', 'sms_respondio']]],
  ['an error of its gateway', { answer: 502 }, 1, [['fallido', 'sms_sin_respuesta']]],
])('a provider that answers %s is asked once', async (_how, behaviour, taken, expected) => {
  Object.assign(env, { SMS_GAMMU_FOLDER: undefined });
  Object.assign(provider, behaviour);
  const id = await alarm();
  await work();
  expect(provider.taken).toHaveLength(taken);
  expect(await outcome(id)).toEqual(expected);
});

it('does not ask again what a sender that stopped had asked, and asks again what reached nobody', async () => {
  Object.assign(env, { SMS_GAMMU_FOLDER: undefined });
  provider.answer = 'never';
  const cut = await alarm();
  const stopped = apps[0]!.get(Sender).deliver(TO);
  for (let n = 0; n < 100 && provider.taken.length === 0; n += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  ahead += 25_000;
  await apps[1]!.get(Sender).deliver(TO);
  expect(await outcome(cut)).toEqual([['fallido', 'sms_sin_respuesta']]);
  provider.hangUp();
  await stopped;
  ahead += 65_000;
  provider.answer = 503;
  const again = await alarm('Otra.');
  await work();
  expect(await outcome(again)).toEqual([['enviado', 'sms_respondio']]);
  provider.answer = 202;
  ahead += 60_000;
  await work();
  expect(await outcome(again)).toEqual([['enviado', null]]);
  expect(provider.taken).toHaveLength(2);
});

it('what lay with the modem when the power went is told as it ended, by whoever comes back, and sent once', async () => {
  const left = await alarm();
  await apps[0]!.get(Sender).deliver(TO);
  // The server is off; what the modem was given leaves, or is lost with it.
  await modem.look();
  ahead += 3_600_000;
  await apps[1]!.get(Sender).deliver(TO);
  expect(await outcome(left)).toEqual([['enviado', null]]);
  modem.mood = 'busy';
  const stuck = await alarm('Otra.');
  await apps[1]!.get(Sender).deliver(TO);
  ahead += 3_600_000;
  await apps[0]!.get(Sender).deliver(TO);
  modem.mood = 'sends';
  ahead += 61_000;
  await work();
  expect(await outcome(stuck)).toEqual([['fallido', 'sms_modem_ocupado']]);
  expect(modem.sent).toHaveLength(1);
  expect(provider.taken).toEqual([]);
});

it('a reply that the network brings many times acknowledges once, and guesses nothing', async () => {
  const id = await alarm();
  await work();
  const codigo = codeIn(modem.sent[0]?.texto);
  await modem.receive(NUMERO, codigo);
  for (let n = 0; n < 6; n += 1) await reply(NUMERO, codigo);
  expect(await stateOf(id)).toBe('reconocido');
  expect(await query('SELECT count(*)::int AS n FROM auditoria WHERE entidad = $1', [`aviso:${id}`])).toEqual([
    { n: 1 },
  ]);
  ahead += 61_000;
  const other = await alarm('Otra.');
  await work();
  await reply(NUMERO, codeIn(modem.sent[1]?.texto));
  expect(await stateOf(other)).toBe('reconocido');
});

it('a reply that a provider posts many times, to both instances at once, is read once and judged as the modem’s', async () => {
  const id = await alarm();
  await work();
  const codigo = codeIn(modem.sent[0]?.texto);
  const post = (mensaje: string, texto: string, app = 0, numero = NUMERO) =>
    apps[app]!.get(SmsReplies).posted({ mensaje, texto, numero });
  const wrong = codigo === '000000' ? '111111' : '000000';
  for (let n = 0; n < 6; n += 1) await post('guess', wrong);
  await post('other', codigo, 0, '+525599999999');
  expect(await stateOf(id)).toBe('disparado');
  const { call } = apps[0]!.get(Bus);
  apps[0]!.get(Bus).call = (() => Promise.reject(new AppError('servicio_no_disponible'))) as Bus['call'];
  await expect(post('good', codigo)).rejects.toMatchObject({ codigo: 'servicio_no_disponible' });
  apps[0]!.get(Bus).call = call;
  const both = await Promise.allSettled([post('good', codigo, 0), post('good', codigo, 1)]);
  expect(both.map(({ status }) => status)).toContain('fulfilled');
  expect(await stateOf(id)).toBe('reconocido');
  await query(`UPDATE avisos SET estado = 'disparado' WHERE id = $1`, [id]);
  await post('good', codigo, 1);
  await post('good again', codigo);
  expect(await stateOf(id)).toBe('disparado');
});

it('sends no more than the company may in a day, codes included, and says so', async () => {
  for (let n = 0; n < 7; n += 1) {
    const id = await alarm(`Cosa ${n}.`);
    ahead += 61_000;
    await work();
    expect(await outcome(id)).toEqual(n < 6 ? [['enviado', null]] : [['fallido', 'sms_tope']]);
  }
  await expect(phones().pedir(IVAN, '+525500000008')).rejects.toMatchObject({ codigo: 'demasiadas_solicitudes' });
  await work();
  expect(modem.sent).toHaveLength(6);
});

it('a reply acknowledges by its code, from its person’s number alone, once', async () => {
  const id = await alarm();
  await work();
  const codigo = codeIn(modem.sent[0]?.texto);
  await reply('+525599999999', codigo);
  await query(`INSERT INTO telefonos (usuario_id, numero, desde) VALUES (8, '+525500000008', 1)`);
  await reply('+525500000008', codigo);
  await reply(NUMERO, 'apaga la bomba');
  expect(await stateOf(id)).toBe('disparado');
  await reply(NUMERO, `Voy ${codigo}`);
  expect(await stateOf(id)).toBe('reconocido');
  await query(`UPDATE avisos SET estado = 'disparado' WHERE id = $1`, [id]);
  await reply(NUMERO, codigo);
  expect(await stateOf(id)).toBe('disparado');
});

it('does not read a number for an hour that has guessed', async () => {
  const id = await alarm();
  await work();
  const codigo = codeIn(modem.sent[0]?.texto);
  for (let n = 0; n < 5; n += 1) await reply(NUMERO, codigo === '000000' ? '111111' : '000000');
  await reply(NUMERO, codigo);
  expect(await stateOf(id)).toBe('disparado');
  ahead += 3_700_000;
  await reply(NUMERO, codigo);
  expect(await stateOf(id)).toBe('reconocido');
});

it('verifies a number by the code that reaches it, takes it from who had it, and forgets it', async () => {
  const asked = await phones().pedir(IVAN, NUMERO);
  expect(asked).toMatchObject({ numero: null, pendiente: NUMERO });
  await modem.look();
  const codigo = /(\d{6})/.exec(modem.sent[0]?.texto ?? '')?.[1] ?? '';
  const wrong = codigo === '000000' ? '111111' : '000000';
  await expect(phones().confirmar(IVAN, wrong)).rejects.toMatchObject({ codigo: 'codigo_incorrecto' });
  await expect(phones().confirmar(ANA, codigo)).rejects.toMatchObject({ codigo: 'codigo_incorrecto' });
  expect(await phones().confirmar(IVAN, codigo)).toMatchObject({ numero: NUMERO, pendiente: null });
  expect(await phones().numberOf(7)).toBeNull();
  await expect(phones().confirmar(IVAN, codigo)).rejects.toMatchObject({ codigo: 'codigo_incorrecto' });
  await phones().remove(IVAN);
  expect(await phones().numberOf(8)).toBeNull();
});

it('gives five tries for a code, and five codes a day', async () => {
  await phones().pedir(IVAN, NUMERO);
  await modem.look();
  const codigo = /(\d{6})/.exec(modem.sent[0]?.texto ?? '')?.[1] ?? '';
  const wrong = codigo === '000000' ? '111111' : '000000';
  for (let n = 0; n < 5; n += 1) await expect(phones().confirmar(IVAN, wrong)).rejects.toThrow();
  await expect(phones().confirmar(IVAN, codigo)).rejects.toMatchObject({ codigo: 'codigo_incorrecto' });
  for (let n = 0; n < 4; n += 1) await phones().pedir(IVAN, NUMERO);
  await expect(phones().pedir(IVAN, NUMERO)).rejects.toMatchObject({ codigo: 'demasiadas_solicitudes' });
});

describe('the rota of the platform', () => {
  const [FIRST, SECOND] = ['+525500000001', '+525500000010'] as const;
  const AWAY = { condicion: 'servicio', grave: true, texto: 'No responde: automation.' };
  const MILD = { condicion: 'respaldo', grave: false, texto: 'Todavía no hay ningún respaldo.' };
  let condiciones: object[];
  const acks = (): PlatformAcks => apps[0]!.get(PlatformAcks);
  const rounds = async (minutes: number): Promise<void> => {
    ahead += minutes * 60_000;
    for (const app of [...apps, ...apps]) await app.get(SystemJob).run();
    await modem.look();
  };

  beforeEach(async () => {
    await query(`INSERT INTO telefonos (usuario_id, numero, desde) VALUES (1, $1, 1), (10, $2, 1)`, [FIRST, SECOND]);
    const rota = { dia: 1, hora: '00:00', severidad_minima: 'alta' as const, escalar_min: 10 };
    await apps[0]!.get(GuardiaService).save(ROOT, { empresa_id: null, personas: [1, 10], ...rota });
    condiciones = [AWAY, MILD];
    for (const app of apps)
      app.get(SystemState).read = (() => Promise.resolve({ condiciones })) as unknown as SystemState['read'];
  });
  afterEach(async () => {
    condiciones = [];
    await rounds(0);
  });

  it('tells who is on duty of what is grave, once, and the next one while nobody acknowledges it', async () => {
    await rounds(0);
    expect(modem.sent.map(({ numero }) => numero)).toEqual([FIRST]);
    expect(modem.sent[0]?.texto).toMatch(/^Acequia: No responde: automation\. Responde \d{6} para atenderlo\.$/);
    await rounds(9);
    await rounds(1);
    expect(modem.sent.map(({ numero }) => numero)).toEqual([FIRST, SECOND]);
    await rounds(30);
    expect(modem.sent).toHaveLength(2);
  });

  it('tells nobody else once a reply with the code acknowledges it, from the number that it went to', async () => {
    await rounds(0);
    const codigo = codeIn(modem.sent[0]?.texto);
    await reply('+525599999999', codigo);
    await reply(SECOND, codigo);
    const told = { condicion: 'servicio', avisados: ['Persona 1'], reconocido_por: null };
    expect(await acks().list(ROOT)).toMatchObject([told, { condicion: 'respaldo', avisados: [] }]);
    await reply(FIRST, `Voy ${codigo}`);
    await reply(FIRST, codigo);
    await rounds(30);
    expect(modem.sent).toHaveLength(1);
    expect(await acks().list(ROOT)).toMatchObject([{ reconocido_por: 'Persona 1' }, { reconocido_por: null }]);
    const trail = await query(`SELECT usuario_id, nombre FROM auditoria WHERE accion = 'guardia.reconocer'`);
    expect(trail).toEqual([{ usuario_id: 1, nombre: 'servicio' }]);
  });

  it('tells nobody else once an admin_global acknowledges it, and begins anew when it comes back', async () => {
    await rounds(0);
    await expect(acks().acknowledge(ANA, 'servicio')).rejects.toMatchObject({ codigo: 'sin_permiso' });
    await expect(acks().acknowledge(ROOT, 'disco')).rejects.toMatchObject({ codigo: 'no_encontrado' });
    const [one] = await acks().acknowledge({ ...ROOT, usuario_id: 10 }, 'servicio');
    expect(one).toMatchObject({ avisados: ['Persona 1'], reconocido_por: 'Persona 10' });
    await rounds(30);
    expect(modem.sent).toHaveLength(1);
    condiciones = [];
    await rounds(0);
    condiciones = [AWAY];
    await rounds(0);
    expect(modem.sent).toHaveLength(2);
    expect(await acks().list(ROOT)).toMatchObject([{ avisados: ['Persona 1'], reconocido_por: null }]);
  });
});

describe('the weekly try', () => {
  const DAY_MS = 86_400_000;
  /** Ten o'clock of the company on Friday, by when each channel's day has come, `weeks` after this week. */
  const friday = (weeks: number): void => {
    const monday = Math.floor((Date.now() / DAY_MS - 4) / 7) * 7 + 4;
    ahead += (monday + 4 + 7 * weeks) * DAY_MS + 16.5 * 3_600_000 - Date.now();
  };
  const look = () => Promise.all(apps.map((app) => app.get(ChannelTrials).look()));
  const tryOut = async (): Promise<void> => {
    await look();
    await work();
    await look();
  };
  const dead = async () => (await apps[0]!.get(FieldRepository).things(1))?.dead;

  it('reaches its person once of two instances, says what it is, and counts in the day', async () => {
    friday(1);
    await tryOut();
    ahead += 3_600_000;
    await tryOut();
    expect(modem.sent).toMatchObject([
      { numero: NUMERO, texto: expect.stringMatching(/^Rancho Peña: prueba semanal/) },
    ]);
    const [message] = await apps[0]!.get(MessagesService).list(ANA, {});
    expect(message).toMatchObject({ canal: 'sms', estado: 'enviado', prueba: 1, avisos: [] });
    expect(await query('SELECT partes FROM sms_dias')).toEqual([{ partes: 1 }]);
    friday(1);
    await tryOut();
    expect(modem.sent).toHaveLength(2);
  });

  it('that fails twice in a row is an alarm, until one arrives', async () => {
    modem.mood = 'fails';
    friday(1);
    await tryOut();
    expect(await dead()).toEqual([]);
    // The next workday is Monday.
    ahead += 3 * DAY_MS;
    await tryOut();
    expect(await dead()).toEqual([{ canal: 'sms', nombre: 'Persona 7' }]);
    modem.mood = 'sends';
    ahead += DAY_MS;
    await tryOut();
    expect(await dead()).toEqual([]);
  });

  it('is not of a paused channel, nor of a number that nobody verified, and one that never left keeps nothing waiting', async () => {
    friday(1);
    await query('UPDATE canales SET activo = 0');
    await tryOut();
    await query('UPDATE canales SET activo = 1');
    await query('DELETE FROM telefonos');
    await tryOut();
    expect(await query('SELECT id FROM mensajes')).toEqual([]);
    await query(`INSERT INTO telefonos (usuario_id, numero, desde) VALUES (7, $1, 1)`, [NUMERO]);
    Object.assign(env, { SMS_GAMMU_FOLDER: undefined });
    provider.answer = 503;
    await tryOut();
    ahead += 11 * 60_000;
    await look();
    expect(await query('SELECT estado FROM mensajes')).toEqual([{ estado: 'fallido' }]);
    expect(await query('SELECT pruebas_falladas AS n FROM canales')).toEqual([{ n: 1 }]);
  });
});
