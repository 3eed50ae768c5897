import { ERRORS } from '@acequia/contracts';
import { eventually, publishTelemetry } from '@acequia/testing';
import { AvisosWorld, type FieldOfAlarms, openOnes, TOKEN } from './avisos.world.js';

let world: AvisosWorld;
beforeAll(async () => {
  world = await AvisosWorld.start();
});
afterAll(() => world?.stop());

/** The board of a field gets too hot for its rule; returns the message about the switch of that sensor. */
const getsHot = async ({ farm, chat_id }: FieldOfAlarms) => {
  const board = await farm.connectBoard();
  const message = await eventually(async () => {
    await publishTelemetry(board, farm.board.id, { pins: { 4: 1 }, sensors: { 15: { t: 35.5, h: 40 } } });
    const [one] = world.messages(chat_id);
    expect(one?.buttons).toHaveLength(3);
    return one!;
  });
  return { board, message };
};

type Message = Awaited<ReturnType<typeof getsHot>>['message'];
/** Presses a button as a person in this chat; returns what Telegram shows them. */
const press = async (chat_id: string, { message_id, buttons }: Message, from: number, label: string) => {
  const { answers } = world.telegram.bot(TOKEN);
  const before = answers.length;
  const data = buttons.find(({ text }) => text === label)?.data ?? '';
  world.telegram.press(TOKEN, { chat_id, message_id, from, data });
  await eventually(() => expect(answers).toHaveLength(before + 1));
  return answers.at(-1)?.text;
};

it('Apagar orders the switch of the alarm off, in the name of the person', async () => {
  const field = await world.field();
  const { usuario, admin, switches } = field.farm;
  await world.link(usuario.api, 801);
  const { board, message } = await getsHot(field);
  expect(await press(field.chat_id, message, 801, 'Apagar este switch')).toBe('Se pidió apagar el switch.');
  const orders = await admin.api.call('comandos.listar');
  expect(orders).toMatchObject([{ switch_id: switches[0]?.id, accion: 'off', usuario_id: usuario.id }]);
  await board.endAsync();
});

it('Silenciar holds back what the alarm is about for two hours, where an administrator presses it', async () => {
  const field = await world.field();
  const { usuario, admin, switches } = field.farm;
  await world.link(usuario.api, 802);
  await world.link(admin.api, 803);
  const { board, message } = await getsHot(field);
  expect(await press(field.chat_id, message, 802, 'Silenciar 2 h')).toMatch(/permiso/);
  expect(await admin.api.call('avisos.silencios')).toEqual([]);
  expect(await press(field.chat_id, message, 803, 'Silenciar 2 h')).toBe('Silenciado por 2 horas.');
  const [silencio] = await admin.api.call('avisos.silencios');
  expect(silencio).toMatchObject({ switch_id: switches[0]?.id, placa_id: null, usuario_id: admin.id });
  expect((silencio?.hasta ?? 0) - (silencio?.desde ?? 0)).toBeGreaterThan(7_100_000);
  await board.endAsync();
});

it('a button works in a chat that the company stored by its name', async () => {
  const field = await world.field('@rancho_avisos');
  await world.link(field.farm.admin.api, 804);
  const { board, message } = await getsHot(field);
  expect(await press('@rancho_avisos', message, 804, 'Reconocer')).toBe('Reconocido.');
  await board.endAsync();
});

/** From now on the usuario of a field has nothing assigned. */
const unassign = ({ farm: { usuario, admin, empresa } }: FieldOfAlarms) => {
  const rest = { rol: 'usuario' as const, empresa_id: empresa.id, dispositivos: [], switches: [], password: '' };
  const body = { nombre: 'Otro', email: usuario.email, ...rest };
  return admin.api.call('usuarios.actualizar', { params: { id: usuario.id }, body });
};

it('Apagar pressed by somebody who is no longer assigned orders nothing', async () => {
  const field = await world.field();
  const { usuario, admin } = field.farm;
  await world.link(usuario.api, 805);
  const { board, message } = await getsHot(field);
  await unassign(field);
  expect(await press(field.chat_id, message, 805, 'Apagar este switch')).toBe(ERRORS.no_encontrado.texto);
  expect(await admin.api.call('comandos.listar')).toEqual([]);
  await board.endAsync();
});

it('a button pressed by somebody who is no longer assigned does nothing', async () => {
  const field = await world.field();
  const { usuario, admin } = field.farm;
  await world.link(usuario.api, 888);
  await world.goes(field);
  const message = await eventually(() => {
    const [one] = world.messages(field.chat_id);
    expect(one?.buttons[0]?.text).toBe('Reconocer');
    return one!;
  });
  await unassign(field);
  const { answers } = world.telegram.bot(TOKEN);
  const before = answers.length;
  const data = message.buttons[0]?.data ?? '';
  world.telegram.press(TOKEN, { chat_id: field.chat_id, message_id: message.message_id, from: 888, data });
  await eventually(() => expect(answers).toHaveLength(before + 1));
  expect(answers.at(-1)?.text).toBe('No tienes permiso para hacer esto.');
  expect((await openOnes(admin.api))[0]?.estado).toBe('disparado');
});

it('a button pressed by somebody of another company does nothing, whichever chat they press it in', async () => {
  const [field, theirs] = [await world.field(), await world.field()];
  await world.link(theirs.farm.admin.api, 999);
  await world.goes(field);
  await world.goes(theirs);
  const messageOf = (chat_id: string) =>
    eventually(() => {
      const [one] = world.messages(chat_id);
      expect(one?.buttons[0]?.text).toBe('Reconocer');
      return one!;
    });
  const [message, own] = [await messageOf(field.chat_id), await messageOf(theirs.chat_id)];
  const { answers } = world.telegram.bot(TOKEN);
  const data = message.buttons[0]?.data ?? '';
  // In the chat of the alarm, and with its button copied into a message of their own.
  for (const [chat_id, { message_id }] of [
    [field.chat_id, message],
    [theirs.chat_id, own],
  ] as const) {
    const before = answers.length;
    world.telegram.press(TOKEN, { chat_id, message_id, from: 999, data });
    await eventually(() => expect(answers).toHaveLength(before + 1));
    expect(answers.at(-1)?.text).not.toMatch(/reconocido/i);
  }
  expect((await openOnes(field.farm.admin.api))[0]).toMatchObject({ estado: 'disparado', reconocido_por: null });
  expect((await openOnes(theirs.farm.admin.api))[0]?.estado).toBe('disparado');
});
