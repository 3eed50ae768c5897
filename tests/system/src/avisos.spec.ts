import { type ApiClient, eventually, publishTelemetry } from '@acequia/testing';
import { AvisosWorld, openOnes as open, TOKEN } from './avisos.world.js';

let world: AvisosWorld;
beforeAll(async () => {
  world = await AvisosWorld.start();
});
afterAll(() => world?.stop());

const messages = (chat_id: string) => world.messages(chat_id);

describe('a board that goes away', () => {
  it('is an alarm, told once to the chat of its company, and over when it is back', async () => {
    const { farm, chat_id } = await world.field();
    const aviso = await world.goes({ farm, chat_id });
    expect(aviso).toMatchObject({ empresa_id: farm.empresa.id, estado: 'disparado', placa_id: farm.board.placa_id });
    await eventually(() => expect(messages(chat_id)).toHaveLength(1));
    const [first] = messages(chat_id);
    expect(first?.text).toMatch(
      new RegExp(`${farm.empresa.nombre}[^]*Placa sin conexión[^]*Placa ${farm.board.id}[^]*Mensaje n\\.º \\d+`),
    );
    const back = await farm.connectBoard();
    await eventually(async () => expect(await open(farm.admin.api)).toEqual([]));
    await eventually(() => expect(messages(chat_id)).toHaveLength(2));
    expect(messages(chat_id)[1]?.text).toMatch(/✅ Placa sin conexión[^]*duró/);
    await back.endAsync();
  });

  it('is seen by the usuario of its switches and by no other company', async () => {
    const [mine, theirs] = [await world.field(), await world.field()];
    const aviso = await world.goes(mine);
    const seen = async (api: ApiClient) => (await open(api)).map(({ id }) => id);
    expect(await seen(mine.farm.usuario.api)).toEqual([aviso.id]);
    expect(await seen(theirs.farm.admin.api)).toEqual([]);
    expect(await seen(theirs.farm.usuario.api)).toEqual([]);
    expect(messages(theirs.chat_id)).toEqual([]);
    for (const api of [theirs.farm.admin.api, theirs.farm.usuario.api]) {
      const refused = await api.raw('avisos.reconocer', { params: { id: aviso.id }, body: { nota: '' } });
      expect(refused.status).toBe(404);
    }
  });
});

describe('a threshold', () => {
  it('raises an alarm whose message names the person who acknowledged it', async () => {
    const { farm, chat_id } = await world.field();
    const board = await farm.connectBoard();
    await eventually(async () => {
      await publishTelemetry(board, farm.board.id, { sensors: { 15: { t: 35.5, h: 40 } } });
      expect(messages(chat_id)).toHaveLength(1);
    });
    const avisos = await open(farm.usuario.api);
    expect(new Set(avisos.map(({ tipo }) => tipo))).toEqual(new Set(['temperatura_alta']));
    expect(avisos[0]?.texto).toMatch(/temperatura de 35.5 °C, sobre 30 °C/);
    expect(avisos[0]?.datos).toMatchObject({ valor: 35.5, umbral: 30 });
    const ids = avisos.map(({ id }) => id);
    const done = await farm.usuario.api.call('avisos.reconocer_varios', { body: { ids, nota: 'Voy para allá' } });
    const { id: who } = farm.usuario;
    expect(done.map(({ estado, nota, reconocido_por_id }) => [estado, nota, reconocido_por_id])).toEqual(
      ids.map(() => ['reconocido', 'Voy para allá', who]),
    );
    await eventually(() => expect(messages(chat_id)[0]?.text).toMatch(/Lo atiende usuario \d+/));
    expect(messages(chat_id)).toHaveLength(1);
    await board.endAsync();
  });
});

describe('a button of a message', () => {
  it('does nothing for a stranger, and what it says for somebody who is linked', async () => {
    const { farm, chat_id } = await world.field();
    const aviso = await world.goes({ farm, chat_id });
    const message = await eventually(() => {
      const [one] = messages(chat_id);
      expect(one?.buttons.map(({ text }) => text)).toContain('Reconocer');
      return one as NonNullable<typeof one>;
    });
    const data = message.buttons[0]?.data ?? '';
    const press = (from: number) =>
      world.telegram.press(TOKEN, { chat_id, message_id: message.message_id, from, data });
    const answers = () => world.telegram.bot(TOKEN).answers;
    const before = answers().length;
    press(666);
    await eventually(() => expect(answers()).toHaveLength(before + 1));
    expect(answers().at(-1)?.text).toMatch(/Vincula tu Telegram/);
    expect((await open(farm.admin.api))[0]?.estado).toBe('disparado');

    const { codigo } = await farm.usuario.api.call('usuarios.vincular_telegram');
    world.telegram.bot(TOKEN).say('777', 777, `/start ${codigo}`);
    await eventually(() => expect(messages('777').at(-1)?.text).toMatch(/^Listo, usuario/));
    press(777);
    await eventually(async () =>
      expect((await open(farm.admin.api))[0]).toMatchObject({ id: aviso.id, estado: 'reconocido' }),
    );
  });
});

describe('a silence', () => {
  it('shows alarms and tells nobody', async () => {
    const { farm, chat_id } = await world.field();
    const body = { empresa_id: farm.empresa.id, hasta: Date.now() + 3_600_000, motivo: 'Mantenimiento' };
    const { id, usuario_id } = await farm.admin.api.call('avisos.silenciar', { body });
    expect(usuario_id).toBe(farm.admin.id);
    const aviso = await world.goes({ farm, chat_id });
    await eventually(async () =>
      expect((await open(farm.admin.api))[0]).toMatchObject({ id: aviso.id, silenciado: 1 }),
    );
    expect(messages(chat_id)).toEqual([]);
    // After the silence ends, alarms that are still on are sent.
    await farm.admin.api.call('avisos.eliminar_silencio', { params: { id } });
    expect((await open(farm.admin.api))[0]?.silenciado).toBe(0);
    await eventually(() => expect(messages(chat_id)).toHaveLength(1));
  });

  it('can be planned: until it begins everybody is told', async () => {
    const { farm, chat_id } = await world.field();
    const { api } = farm.admin;
    const desde = Date.now() + 86_400_000;
    const plan = { empresa_id: farm.empresa.id, desde, hasta: desde + 3_600_000, motivo: 'Poda' };
    const planned = await api.call('avisos.silenciar', { body: plan });
    expect(planned).toMatchObject({ desde, hasta: plan.hasta });
    expect(await api.call('avisos.silencios')).toEqual([planned]);
    const early = await api.raw('avisos.silenciar', { body: { ...plan, hasta: desde - 1 } });
    expect(await early.json()).toMatchObject({ mensaje: 'El silencio debe terminar después de empezar.' });
    await world.goes({ farm, chat_id });
    await eventually(() => expect(messages(chat_id)).toHaveLength(1));
    // Ended before it began it reminds of nothing.
    await api.call('avisos.eliminar_silencio', { params: { id: planned.id } });
    await eventually(async () => expect(await api.call('avisos.silencios')).toEqual([]));
    const back = await farm.connectBoard();
    await eventually(() => expect(messages(chat_id).at(-1)?.text).toMatch(/✅/));
    expect(messages(chat_id)).toHaveLength(2);
    await back.endAsync();
  });
});

describe('the end of a silence', () => {
  it('reminds of what was told before and is still wrong, until somebody acknowledges it', async () => {
    const { farm, chat_id } = await world.field();
    const { id, placa_id } = await world.goes({ farm, chat_id });
    await eventually(() => expect(messages(chat_id)).toHaveLength(1));
    const { api } = farm.admin;
    const silence = () =>
      api.call('avisos.silenciar', {
        body: { empresa_id: farm.empresa.id, placa_id, hasta: Date.now() + 1_000, motivo: 'Luego' },
      });
    await silence();
    await eventually(() => expect(messages(chat_id)).toHaveLength(2));
    expect(messages(chat_id)[1]?.text).toMatch(/Placa sin conexión[^]*Desde/);
    await api.call('avisos.reconocer', { params: { id }, body: { nota: '' } });
    await silence();
    await eventually(async () => expect(await api.call('avisos.silencios')).toEqual([]));
    const back = await farm.connectBoard();
    await eventually(() => expect(messages(chat_id).at(-1)?.text).toMatch(/✅/));
    expect(messages(chat_id)).toHaveLength(3);
    await back.endAsync();
  });
});

describe('the try of a bot', () => {
  it('sends a message, or says in Spanish why not', async () => {
    const { farm, chat_id } = await world.field();
    const probe = (body: object) =>
      farm.admin.api.raw('empresas.probar_telegram', { params: { id: farm.empresa.id }, body });
    expect((await probe({})).status).toBe(200);
    expect(messages(chat_id)[0]?.text).toMatch(/^Prueba de Acequia/);
    const refused = await probe({ token_telegram: '987654321:otro' });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ mensaje: 'Telegram no acepta el token del bot.' });
  });

  it('needs no saved company, but an admin_global and both fields', async () => {
    const { farm, chat_id } = await world.field();
    const probe = (api: ApiClient, body: object) => api.raw('empresas.probar_telegram_nueva', { body });
    expect((await probe(world.root, { token_telegram: TOKEN, telegram_chat_id: chat_id })).status).toBe(200);
    expect(messages(chat_id)[0]?.text).toMatch(/^Prueba de Acequia/);
    expect((await probe(world.root, { telegram_chat_id: chat_id })).status).toBe(409);
    expect((await probe(farm.admin.api, { token_telegram: TOKEN, telegram_chat_id: chat_id })).status).toBe(403);
  });
});
