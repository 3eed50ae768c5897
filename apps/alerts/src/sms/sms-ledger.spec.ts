import fc from 'fast-check';
import { AvisosService } from '../avisos/avisos.service.js';
import { MessagesService } from '../deliveries/messages.service.js';
import { FieldRepository } from '../field/field.repository.js';
import { TelegramAccounts } from '../telegram/accounts.js';
import { ChannelTrials } from '../trials/trials.service.js';
import { GammuTransport } from './gammu.transport.js';
import { HttpTransport } from './http.transport.js';
import { ANA, codeIn, IVAN, NUMERO, SmsWorld } from './sms.fixture.js';
import { SmsReplies } from './sms.replies.js';

let world: SmsWorld;

beforeAll(async () => {
  world = await SmsWorld.start();
});
afterAll(() => world?.stop());
beforeEach(() => world.begin());

describe('each alarm reaches a person on duty once, or says that it could not', () => {
  const SECOND = '+525500000008';
  const NUMBERS = new Map([
    [`usuario:${ANA.usuario_id}`, NUMERO],
    [`usuario:${IVAN.usuario_id}`, SECOND],
  ]);
  const CUT = 'http://127.0.0.1:9/';
  /** What a sender does next: it ends before the message is handed over, or after; null = it lives. */
  let ends: 'before' | 'after' | null = null;

  /** A sender whose process ends leaves its message as it is, as one does that is killed. */
  const mortal = (transport: GammuTransport | HttpTransport): void => {
    const send = transport.send.bind(transport);
    transport.send = async (sms) => {
      const end = ends;
      ends = null;
      if (end === 'before') throw new Error('killed');
      const result = await send(sms);
      if (end === 'after') throw new Error('killed');
      return result;
    };
  };
  /** Both people are served; a provider that never answers hangs up at last. */
  const deliver = async (which: number): Promise<void> => {
    const hanging = setInterval(() => world.provider.answer === 'never' && world.provider.hangUp(), 30);
    for (const { usuario_id } of [ANA, IVAN]) await world.deliver(which, usuario_id).catch(() => undefined);
    clearInterval(hanging);
  };
  /** What arrived at a telephone, by either way. */
  const arrived = (): { numero: string; texto: string }[] => [
    ...world.modem.sent,
    ...world.provider.taken.map(({ to, text }) => ({ numero: to, texto: text })),
  ];

  const replyTwice = async (numero: string): Promise<void> => {
    const texto = codeIn(arrived().findLast((one) => one.numero === numero)?.texto);
    for (const which of [0, 1])
      await world
        .get(SmsReplies, which)
        .posted({ mensaje: `m${texto}`, numero, texto })
        .catch(() => undefined);
  };

  interface Step {
    name: string;
    run: () => unknown;
  }
  let raised = 0;
  const step = (name: string, run: () => unknown): Step => ({ name, run });
  const USUAL = [
    ...[0, 1].map((n) => step(`sender ${n} works`, () => deliver(n))),
    step('alarm', () => world.alarm(`Pozo ${(raised += 1)}: sin agua.`)),
    step('the modem looks', () => world.modem.look()),
    ...[2, 30, 130, 660, 3_600].map((s) => step(`${s} s pass`, () => (world.ahead += s * 1_000))),
  ];
  const FAULTS = [
    ...(['sends', 'fails', 'busy'] as const).map((mood) => step(`modem ${mood}`, () => (world.modem.mood = mood))),
    ...([202, 202, 400, 429, 502, 503, 'never'] as const).map((answer) =>
      step(`provider answers ${answer}`, () => (world.provider.answer = answer)),
    ),
    ...[0, 100].map((ms) => step(`provider ${ms} ms late`, () => (world.provider.delay_ms = ms))),
    step('internet cut', () => (world.env.SMS_HTTP_URL = CUT)),
    step('internet back', () => (world.env.SMS_HTTP_URL = world.provider.url)),
    ...(['before', 'after'] as const).map((end) =>
      step(`power cut ${end} a message is handed over`, () => (ends = end)),
    ),
    ...[true, false].map((known) => step(`rights known: ${known}`, () => (world.knowsPeople = known))),
    ...[NUMERO, SECOND].map((numero) => step(`${numero} replies by the provider, twice`, () => replyTwice(numero))),
  ];
  const schedule = fc.array(
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...USUAL) }, { weight: 2, arbitrary: fc.constantFrom(...FAULTS) }),
    { minLength: 15, maxLength: 60 },
  );

  beforeAll(() => {
    for (const app of world.apps) [GammuTransport, HttpTransport].forEach((type) => mortal(app.get(type)));
  });
  const restart = async (): Promise<void> => {
    await world.begin();
    await world.query(`DELETE FROM canales`);
    await world.query(`INSERT INTO telefonos (usuario_id, numero, desde) VALUES ($1, $2, 1)`, [
      IVAN.usuario_id,
      SECOND,
    ]);
    await world.rota(ANA, 1, [ANA.usuario_id, IVAN.usuario_id]);
    Object.assign(world.env, { SMS_PER_COMPANY_DAY: 40 });
  };
  const calm = async (): Promise<void> => {
    ends = null;
    world.knowsPeople = true;
    Object.assign(world.modem, { mood: 'sends' });
    Object.assign(world.provider, { answer: 202, delay_ms: 0 });
    Object.assign(world.env, { SMS_HTTP_URL: world.provider.url });
    // Everybody's turn has come after eleven minutes; a message that was refused lets the next one wait a minute.
    world.ahead += 660_000;
    for (let n = 0; n < 12; n += 1) {
      for (const one of [0, 1]) await deliver(one);
      await world.modem.look();
      world.ahead += 61_000;
    }
  };

  /** Of one alarm, what is said of each person's SMS is what their telephone got. */
  const expectTold = async (id: number, isAcknowledged: boolean, codes: Map<number, string>): Promise<void> => {
    const deliveries = (await world.get(AvisosService).entregas(ANA, id)).filter(({ canal }) => canal === 'sms');
    expect(deliveries.map(({ destino }) => destino).sort()).toEqual([...NUMBERS.keys()]);
    for (const { numero, destino, estado, detalle } of deliveries) {
      const codigo = codes.get(numero ?? 0);
      const times = arrived().filter(
        (one) => one.numero === NUMBERS.get(destino) && codeIn(one.texto) === codigo,
      ).length;
      if (estado === 'enviado') expect(times).toBe(1);
      // Only where it says that it does not know may one have arrived.
      else if (estado === 'fallido') expect(times).toBeLessThanOrEqual(Number(detalle!.startsWith('No se sabe')));
      // Who is next is not told what somebody has acknowledged.
      else expect([estado, destino, isAcknowledged, times]).toEqual(['descartado', 'usuario:8', true, 0]);
    }
  };

  it('whatever happens to modem, provider, internet, power and rights', async () => {
    const property = fc.asyncProperty(schedule, async (steps) => {
      await restart();
      for (const { run } of steps) await run();
      await calm();
      const codes = await world.query<{ id: number; codigo: string }>('SELECT mensaje_id AS id, codigo FROM sms');
      const alarms = await world.query<{ id: number; estado: string }>('SELECT id, estado FROM avisos');
      for (const { id, estado } of alarms)
        await expectTold(id, estado === 'reconocido', new Map(codes.map((one) => [one.id, one.codigo])));
    });
    await fc.assert(property, { numRuns: Number(process.env['SMS_RUNS'] ?? 6) });
  }, 600_000);
});

describe('the weekly try', () => {
  const DAY_MS = 86_400_000;
  /** Ten o'clock of the company on Friday, by when each channel's day has come, `weeks` after this week. */
  const friday = (weeks: number): void => {
    const monday = Math.floor((Date.now() / DAY_MS - 4) / 7) * 7 + 4;
    world.ahead += (monday + 4 + 7 * weeks) * DAY_MS + 16.5 * 3_600_000 - Date.now();
  };
  const look = () => Promise.all(world.apps.map((app) => app.get(ChannelTrials).look()));
  const tryOut = async (): Promise<void> => {
    await look();
    await world.work();
    await look();
  };
  const dead = async () => (await world.get(FieldRepository).things(1))?.dead;

  it('reaches its person once of two instances, says what it is, and counts in the day', async () => {
    friday(1);
    await tryOut();
    world.ahead += 3_600_000;
    await tryOut();
    expect(world.modem.sent).toMatchObject([
      { numero: NUMERO, texto: expect.stringMatching(/^Rancho Peña: prueba semanal/) },
    ]);
    const [message] = await world.get(MessagesService).list(ANA, {});
    expect(message).toMatchObject({ canal: 'sms', estado: 'enviado', prueba: 1, avisos: [] });
    expect(await world.query('SELECT partes FROM sms_dias')).toEqual([{ partes: 1 }]);
    friday(1);
    await tryOut();
    expect(world.modem.sent).toHaveLength(2);
  });

  it('is of chats, mails and webhooks too, each once', async () => {
    const chat = { empresa_id: 1, token: '', bot: '1', chat_id: '5' };
    for (const app of world.apps) app.get(TelegramAccounts).of = () => Promise.resolve(chat);
    await world.query(`INSERT INTO canales (empresa_id, canal, destino, severidad_minima, activo)
      VALUES (1, 'correo', 'a@b.mx', 'baja', 1), (1, 'webhook', 'https://b.mx/w', 'baja', 1), (1, 'telegram', 'empresa', 'baja', 1)`);
    friday(1);
    await look();
    await look();
    const tried = await world.query<{ canal: string }>('SELECT canal FROM mensajes WHERE prueba ORDER BY canal');
    expect(tried.map(({ canal }) => canal)).toEqual(['correo', 'sms', 'telegram', 'webhook']);
  });

  it('that fails twice in a row is an alarm, until one arrives', async () => {
    world.modem.mood = 'fails';
    friday(1);
    await tryOut();
    expect(await dead()).toEqual([]);
    // The next workday is Monday.
    world.ahead += 3 * DAY_MS;
    await tryOut();
    expect(await dead()).toEqual([{ canal: 'sms', nombre: 'Persona 7' }]);
    world.modem.mood = 'sends';
    world.ahead += DAY_MS;
    await tryOut();
    expect(await dead()).toEqual([]);
  });

  it('is not of a paused channel, nor of a number that nobody verified, and one that never left keeps nothing waiting', async () => {
    friday(1);
    await world.query('UPDATE canales SET activo = 0');
    await tryOut();
    await world.query('UPDATE canales SET activo = 1');
    await world.query('DELETE FROM telefonos');
    await tryOut();
    expect(await world.query('SELECT id FROM mensajes')).toEqual([]);
    await world.query(`INSERT INTO telefonos (usuario_id, numero, desde) VALUES (7, $1, 1)`, [NUMERO]);
    Object.assign(world.env, { SMS_GAMMU_FOLDER: undefined });
    world.provider.answer = 503;
    await tryOut();
    world.ahead += 11 * 60_000;
    await look();
    expect(await world.query('SELECT estado FROM mensajes')).toEqual([{ estado: 'fallido' }]);
    expect(await world.query('SELECT pruebas_falladas AS n FROM canales')).toEqual([{ n: 1 }]);
  });
});
