import { Bus } from '@acequia/bus';
import { SettingsService } from '../channels/settings.service.js';
import { FieldRepository } from '../field/field.repository.js';
import { PhonesService } from './phones.service.js';
import { ANA, codeIn, IVAN, NUMERO, SmsWorld } from './sms.fixture.js';
import { SmsReplies } from './sms.replies.js';

let world: SmsWorld;
const phones = (): PhonesService => world.get(PhonesService);

beforeAll(async () => {
  world = await SmsWorld.start();
});
afterAll(() => world?.stop());
beforeEach(() => world.begin());

it('leaves by the modem while the internet is cut, once, of two instances', async () => {
  Object.assign(world.env, { SMS_HTTP_URL: 'http://127.0.0.1:9/' });
  const id = await world.alarm();
  await world.work();
  expect(world.modem.sent).toHaveLength(1);
  expect(world.modem.sent[0]).toMatchObject({ numero: NUMERO });
  expect(world.modem.sent[0]!.texto).toMatch(
    /^Rancho Peña: Posible corte de luz\. Pozo Norte: sin agua\. Responde \d{6} para atenderlo\.$/,
  );
  expect(await world.outcome(id)).toEqual([['enviado', null]]);
});

it('waits for a busy modem, goes past it to the provider, and says at last what the modem did not send', async () => {
  world.modem.mood = 'busy';
  const first = await world.alarm();
  await world.work();
  expect(await world.outcome(first)).toEqual([['enviado', null]]);
  world.ahead += 70_000;
  // Ivan's messages wait behind nothing of Ana's.
  await world.query(`INSERT INTO telefonos (usuario_id, numero, desde) VALUES (8, '+525500000008', 1)`);
  await world.query(`UPDATE canales SET destino = 'usuario:8', usuario_id = 8`);
  await world.alarm('Otra cosa.');
  await world.deliver(0, IVAN.usuario_id);
  expect(world.provider.taken).toMatchObject([{ to: '+525500000008', authorization: 'Bearer t' }]);
  world.ahead += 120_000;
  await world.work(2);
  expect(await world.outcome(first)).toEqual([['fallido', 'sms_modem_ocupado']]);
  world.modem.mood = 'sends';
  await world.work();
  expect(world.modem.sent).toEqual([]);
});

it('says that the modem could not send', async () => {
  world.modem.mood = 'fails';
  const id = await world.alarm();
  await world.work();
  expect(await world.outcome(id)).toEqual([['fallido', 'sms_modem_rechaza']]);
});

describe('the communicator of a company', () => {
  const REST = {
    empresa_id: 1,
    descanso_desde: null,
    descanso_hasta: null,
    descanso_severidad: 'critica' as const,
    resumen_hora: null,
  };
  const settings = (): SettingsService => world.get(SettingsService);
  const told = async () => (await settings().read(ANA, 1)).comunicador_estado?.estado ?? null;
  const next = async (mood: typeof world.modem.mood): Promise<void> => {
    world.modem.mood = mood;
    world.ahead += 61_000;
    await world.alarm(`${mood} ${world.ahead}`);
    await world.work();
  };

  it('that is the modem works until two SMS in a row fail, and again once one leaves', async () => {
    expect(await told()).toBeNull();
    await settings().save(ANA, { ...REST, comunicador: 'modem' });
    await settings().save(ANA, REST);
    await next('fails');
    expect(await told()).toBe('sin_saber');
    await next('fails');
    expect(await told()).toBe('callado');
    expect((await world.get(FieldRepository).things(1))?.communicator).toMatchObject({ isThere: true, fails: 2 });
    await next('sends');
    expect(await told()).toBe('bien');
    Object.assign(world.env, { SMS_GAMMU_FOLDER: undefined });
    expect(await told()).toBe('sin_modem');
  });

  it('that is a router works while a board is heard, and is not known while nobody can say', async () => {
    await settings().save(ANA, { ...REST, comunicador: 'router' });
    expect(await told()).toBe('sin_saber');
    const bus = world.get(Bus);
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
  Object.assign(world.env, { SMS_GAMMU_FOLDER: undefined });
  Object.assign(world.provider, behaviour);
  const id = await world.alarm();
  await world.work();
  expect(world.provider.taken).toHaveLength(taken);
  expect(await world.outcome(id)).toEqual(expected);
});

it('does not ask again what a sender that stopped had asked, and asks again what reached nobody', async () => {
  Object.assign(world.env, { SMS_GAMMU_FOLDER: undefined });
  world.provider.answer = 'never';
  const cut = await world.alarm();
  const stopped = world.deliver();
  for (let n = 0; n < 100 && world.provider.taken.length === 0; n += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  world.ahead += 25_000;
  await world.deliver(1);
  expect(await world.outcome(cut)).toEqual([['fallido', 'sms_sin_respuesta']]);
  world.provider.hangUp();
  await stopped;
  world.ahead += 65_000;
  world.provider.answer = 503;
  const again = await world.alarm('Otra.');
  await world.work();
  expect(await world.outcome(again)).toEqual([['enviado', 'sms_respondio']]);
  world.provider.answer = 202;
  world.ahead += 60_000;
  await world.work();
  expect(await world.outcome(again)).toEqual([['enviado', null]]);
  expect(world.provider.taken).toHaveLength(2);
});

it('what lay with the modem when the power went is told as it ended, by whoever comes back, and sent once', async () => {
  const left = await world.alarm();
  await world.deliver();
  // The server is off; what the modem was given leaves, or is lost with it.
  await world.modem.look();
  world.ahead += 3_600_000;
  await world.deliver(1);
  expect(await world.outcome(left)).toEqual([['enviado', null]]);
  world.modem.mood = 'busy';
  const stuck = await world.alarm('Otra.');
  await world.deliver(1);
  world.ahead += 3_600_000;
  await world.deliver();
  world.modem.mood = 'sends';
  world.ahead += 61_000;
  await world.work();
  expect(await world.outcome(stuck)).toEqual([['fallido', 'sms_modem_ocupado']]);
  expect(world.modem.sent).toHaveLength(1);
  expect(world.provider.taken).toEqual([]);
});

it('a reply that the network brings many times acknowledges once, and guesses nothing', async () => {
  const id = await world.alarm();
  await world.work();
  const codigo = codeIn(world.modem.sent[0]?.texto);
  await world.modem.receive(NUMERO, codigo);
  for (let n = 0; n < 6; n += 1) await world.reply(NUMERO, codigo);
  expect(await world.stateOf(id)).toBe('reconocido');
  expect(await world.query('SELECT count(*)::int AS n FROM auditoria WHERE entidad = $1', [`aviso:${id}`])).toEqual([
    { n: 1 },
  ]);
  world.ahead += 61_000;
  const other = await world.alarm('Otra.');
  await world.work();
  await world.reply(NUMERO, codeIn(world.modem.sent[1]?.texto));
  expect(await world.stateOf(other)).toBe('reconocido');
});

it('a reply that a provider posts many times, to both instances at once, is read once and judged as the modem’s', async () => {
  const id = await world.alarm();
  await world.work();
  const codigo = codeIn(world.modem.sent[0]?.texto);
  const post = (mensaje: string, texto: string, app = 0, numero = NUMERO) =>
    world.get(SmsReplies, app).posted({ mensaje, texto, numero });
  const wrong = codigo === '000000' ? '111111' : '000000';
  for (let n = 0; n < 6; n += 1) await post('guess', wrong);
  await post('other', codigo, 0, '+525599999999');
  expect(await world.stateOf(id)).toBe('disparado');
  world.knowsPeople = false;
  await expect(post('good', codigo)).rejects.toMatchObject({ codigo: 'servicio_no_disponible' });
  world.knowsPeople = true;
  const both = await Promise.allSettled([post('good', codigo, 0), post('good', codigo, 1)]);
  expect(both.map(({ status }) => status)).toContain('fulfilled');
  expect(await world.stateOf(id)).toBe('reconocido');
  await world.query(`UPDATE avisos SET estado = 'disparado' WHERE id = $1`, [id]);
  await post('good', codigo, 1);
  await post('good again', codigo);
  expect(await world.stateOf(id)).toBe('disparado');
});

it('sends no more than the company may in a day, codes included, and says so', async () => {
  for (let n = 0; n < 7; n += 1) {
    const id = await world.alarm(`Cosa ${n}.`);
    world.ahead += 61_000;
    await world.work();
    expect(await world.outcome(id)).toEqual(n < 6 ? [['enviado', null]] : [['fallido', 'sms_tope']]);
  }
  await expect(phones().pedir(IVAN, '+525500000008')).rejects.toMatchObject({ codigo: 'demasiadas_solicitudes' });
  await world.work();
  expect(world.modem.sent).toHaveLength(6);
});

it('a reply acknowledges by its code, from its person’s number alone, once', async () => {
  const id = await world.alarm();
  await world.work();
  const codigo = codeIn(world.modem.sent[0]?.texto);
  await world.reply('+525599999999', codigo);
  await world.query(`INSERT INTO telefonos (usuario_id, numero, desde) VALUES (8, '+525500000008', 1)`);
  await world.reply('+525500000008', codigo);
  await world.reply(NUMERO, 'apaga la bomba');
  expect(await world.stateOf(id)).toBe('disparado');
  await world.reply(NUMERO, `Voy ${codigo}`);
  expect(await world.stateOf(id)).toBe('reconocido');
  await world.query(`UPDATE avisos SET estado = 'disparado' WHERE id = $1`, [id]);
  await world.reply(NUMERO, codigo);
  expect(await world.stateOf(id)).toBe('disparado');
});

it('does not read a number for an hour that has guessed', async () => {
  const id = await world.alarm();
  await world.work();
  const codigo = codeIn(world.modem.sent[0]?.texto);
  for (let n = 0; n < 5; n += 1) await world.reply(NUMERO, codigo === '000000' ? '111111' : '000000');
  await world.reply(NUMERO, codigo);
  expect(await world.stateOf(id)).toBe('disparado');
  world.ahead += 3_700_000;
  await world.reply(NUMERO, codigo);
  expect(await world.stateOf(id)).toBe('reconocido');
});

it('verifies a number by the code that reaches it, takes it from who had it, and forgets it', async () => {
  const asked = await phones().pedir(IVAN, NUMERO);
  expect(asked).toMatchObject({ numero: null, pendiente: NUMERO });
  await world.modem.look();
  const codigo = /(\d{6})/.exec(world.modem.sent[0]?.texto ?? '')?.[1] ?? '';
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
  await world.modem.look();
  const codigo = /(\d{6})/.exec(world.modem.sent[0]?.texto ?? '')?.[1] ?? '';
  const wrong = codigo === '000000' ? '111111' : '000000';
  for (let n = 0; n < 5; n += 1) await expect(phones().confirmar(IVAN, wrong)).rejects.toThrow();
  await expect(phones().confirmar(IVAN, codigo)).rejects.toMatchObject({ codigo: 'codigo_incorrecto' });
  for (let n = 0; n < 4; n += 1) await phones().pedir(IVAN, NUMERO);
  await expect(phones().pedir(IVAN, NUMERO)).rejects.toMatchObject({ codigo: 'demasiadas_solicitudes' });
});
