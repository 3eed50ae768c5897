import type { AgendaMessage } from '@acequia/board-protocol';
import { connectBoard, eventually, Farm } from '@acequia/testing';
import { Client } from 'pg';
import { AvisosWorld, openOnes, TOKEN } from './avisos.world.js';

let world: AvisosWorld;
beforeAll(async () => {
  world = await AvisosWorld.start();
});
afterAll(() => world?.stop());

describe('Telegram', () => {
  afterEach(() => world.telegram.misbehave({}));

  it('is waited for when it asks for patience, and then told once', async () => {
    const field = await world.field();
    world.telegram.misbehave({ retryAfter: 1 });
    const { id } = await world.goes(field);
    const deliveries = () => field.farm.admin.api.call('avisos.entregas', { params: { id } });
    await eventually(async () =>
      expect((await deliveries())[0]).toMatchObject({ estado: 'pendiente', detalle: expect.stringMatching(/esperar/) }),
    );
    world.telegram.misbehave({});
    await eventually(async () => expect((await deliveries())[0]?.estado).toBe('enviado'));
    expect(world.messages(field.chat_id)).toHaveLength(1);
  });

  it('tells a group by its new number once it became a supergroup, and keeps it', async () => {
    const field = await world.field('-4001');
    world.telegram.misbehave({ migrated: { '-4001': -1004001 } });
    await world.goes(field);
    await eventually(() => expect(world.messages('-1004001')).toHaveLength(1));
    const { id } = field.farm.empresa;
    const { telegram_chat_id } = await world.root.call('empresas.obtener', { params: { id } });
    expect(telegram_chat_id).toBe('-1004001');
  });

  it('says in the console that the bot is blocked, and that somebody else listens to it', async () => {
    const field = await world.field();
    world.telegram.misbehave({ blocked: [field.chat_id], conflict: true });
    world.telegram.bot(TOKEN).end();
    await world.goes(field);
    const { api } = field.farm.admin;
    await eventually(async () => {
      const [chat] = await api.call('avisos.canales');
      expect(chat).toMatchObject({ destino: 'empresa', fallo: expect.stringMatching(/bloqueó al bot/) });
      expect(chat?.sin_botones).toMatch(/Otro programa o un webhook/);
    });
    const [message] = await api.call('avisos.mensajes', { query: { estado: 'fallido' } });
    expect(message).toMatchObject({
      canal: 'telegram',
      detalle: expect.stringMatching(/bloqueó/),
      texto: expect.any(String),
    });
  });
});

it.concurrent('the chat of a company is a channel once the company has a bot and a chat id', async () => {
  const { empresa, admin } = await Farm.create(world.acequia, world.root);
  const chats = () => admin.api.call('avisos.canales');
  expect(await chats()).toEqual([]);
  const { id, nombre, fecha_vencimiento } = empresa;
  const save = (telegram_chat_id: string) =>
    world.root.call('empresas.actualizar', {
      params: { id },
      body: { nombre, fecha_vencimiento, token_telegram: TOKEN, telegram_chat_id },
    });
  await save('9001');
  await eventually(async () => expect(await chats()).toMatchObject([{ destino: 'empresa', fallo: null }]));
  await save('');
  await eventually(async () => expect(await chats()).toEqual([]));
});

it.concurrent('one message tells of ten boards of a site, and is edited as more go', async () => {
  const field = await world.field();
  const { farm, chat_id } = field;
  const { api } = farm.admin;
  const empresa_id = farm.empresa.id;
  const boards = await world.root.call('placas.registrar', { body: { empresa_id, cantidad: 10 } });
  for (const { placa_id } of boards)
    await api.call('placas.actualizar', { params: { placa_id }, body: { sitio: 'Norte' } });
  await api.call('avisos.guardar_regla', { body: { empresa_id, tipo: 'corte_de_luz', activa: 1, espera_s: 1 } });
  await api.call('avisos.guardar_regla', { body: { empresa_id, tipo: 'placa_sin_conexion', activa: 1, espera_s: 60 } });
  const links = await Promise.all(boards.map((board) => connectBoard(world.acequia.mqtt, board)));
  await eventually(async () =>
    expect((await api.call('placas.listar')).filter(({ online }) => online === 1)).toHaveLength(10),
  );
  await Promise.all(links.slice(0, 6).map((link) => link.endAsync()));
  await eventually(() => expect(world.messages(chat_id)[0]?.text).toMatch(/Posible corte de luz[^]*6 de 10 placas/));
  await Promise.all(links.slice(6).map((link) => link.endAsync()));
  await eventually(() => expect(world.messages(chat_id)[0]?.text).toMatch(/10 de 10 placas/));
  expect(world.messages(chat_id)).toHaveLength(1);
});

it.concurrent('what nobody acknowledges goes on to the next person; what is acknowledged does not', async () => {
  const field = await world.field();
  const { admin, usuario, empresa } = field.farm;
  const person = { empresa_id: empresa.id, canal: 'telegram' as const, usuario_id: usuario.id };
  const unlinked = await admin.api.raw('avisos.agregar_canal', { body: person });
  expect(unlinked.status).toBe(409);
  await world.link(usuario.api, 901);
  await admin.api.call('avisos.agregar_canal', { body: { ...person, escalar_min: 5 } });
  const { id } = await world.goes(field);
  const escalation = async () =>
    (await admin.api.call('avisos.entregas', { params: { id } })).find(({ destino }) => destino.startsWith('usuario:'));
  await eventually(async () => expect(await escalation()).toMatchObject({ estado: 'pendiente' }));
  expect((await escalation())?.no_antes).toBeGreaterThan(Date.now() + 200_000);
  await admin.api.call('avisos.reconocer', { params: { id }, body: { nota: 'Voy' } });
  expect(await escalation()).toMatchObject({ estado: 'descartado', detalle: 'Alguien lo reconoció antes.' });
});

it.concurrent(
  'a person is told in their own chat, where their press counts; of a deleted person nothing stays',
  async () => {
    const field = await world.field();
    const { admin, usuario, empresa } = field.farm;
    await world.link(usuario.api, 902);
    const body = { empresa_id: empresa.id, canal: 'telegram' as const, usuario_id: usuario.id };
    await admin.api.call('avisos.agregar_canal', { body });
    await world.goes(field);
    const message = await eventually(() => {
      const one = world.messages('902').find(({ text }) => text.includes('Placa sin conexión'));
      expect(one).toBeDefined();
      return one!;
    });
    const data = message.buttons[0]?.data ?? '';
    world.telegram.press(TOKEN, { chat_id: '902', message_id: message.message_id, from: 902, data });
    await eventually(async () => expect((await openOnes(admin.api))[0]?.estado).toBe('reconocido'));

    await admin.api.call('usuarios.eliminar', { params: { id: usuario.id } });
    await eventually(async () => {
      const canales = await admin.api.call('avisos.canales', {});
      expect(canales.filter(({ usuario_id }) => usuario_id !== null)).toEqual([]);
    });
    const db = new Client(world.acequia.databaseUrl);
    await db.connect();
    const { rows } = await db.query('SELECT FROM alerts.vinculos WHERE usuario_id = $1', [usuario.id]);
    await db.end();
    expect(rows).toEqual([]);
  },
);

it.concurrent('a person who loses a switch is told nothing more of it, not even by an edit', async () => {
  const field = await world.field();
  const { admin, usuario, empresa } = field.farm;
  await world.link(usuario.api, 903);
  const body = { empresa_id: empresa.id, canal: 'telegram' as const, usuario_id: usuario.id };
  await admin.api.call('avisos.agregar_canal', { body });
  const { id } = await world.goes(field);
  const told = () => world.messages('903').filter(({ text }) => text.includes('Placa sin conexión'));
  await eventually(() => expect(told()).toHaveLength(1));
  const before = told();

  await admin.api.call('usuarios.actualizar', {
    params: { id: usuario.id },
    body: { nombre: 'Sin switches', email: usuario.email, rol: 'usuario', empresa_id: empresa.id, switches: [] },
  });
  await admin.api.call('avisos.reconocer', { params: { id }, body: { nota: 'Voy al pozo' } });
  const back = await field.farm.connectBoard();
  await eventually(() => expect(world.messages(field.chat_id).at(-1)?.text).toMatch(/✅ Placa sin conexión/));
  await eventually(async () => {
    const rows = await admin.api.call('avisos.entregas', { params: { id } });
    const theirs = rows.filter(({ destino }) => destino === `usuario:${usuario.id}`);
    expect(theirs.map(({ clase, estado }) => [clase, estado])).toEqual([
      ['disparo', 'enviado'],
      ['cambio', 'descartado'],
      ['resuelto', 'descartado'],
    ]);
    expect(theirs.at(-1)?.detalle).toMatch(/no tiene asignado/);
  });
  expect(told()).toEqual(before);
  await back.endAsync();
});

it.concurrent('the summary of yesterday is sent once at its hour, and a day can be read', async () => {
  const field = await world.field();
  const { admin, empresa } = field.farm;
  await admin.api.call('avisos.guardar_ajustes', {
    body: { empresa_id: empresa.id, descanso_desde: '', descanso_hasta: '', resumen_hora: '00:00' },
  });
  await eventually(() => expect(world.messages(field.chat_id)[0]?.text).toMatch(/resumen del/));
  await world.goes(field);
  const dia = new Intl.DateTimeFormat('en-CA', { timeZone: empresa.zona_horaria }).format(Date.now());
  const today = await admin.api.call('avisos.resumen', { query: { dia } });
  expect(today).toMatchObject({ dia, en_curso: true, empresa: empresa.nombre });
  expect(today.abiertos.map(({ tipo }) => tipo)).toEqual(['placa_sin_conexion']);
  expect(today.riego.map(({ nombre }) => nombre)).toEqual(['Válvula A1', 'Válvula B1']);
  expect(today.extremos.temperatura_max?.valor).toBe(20);
  expect(world.messages(field.chat_id).filter(({ text }) => text.includes('resumen del'))).toHaveLength(1);
});

it.concurrent('a rule tells what it would have done', async () => {
  const field = await world.field();
  const { admin, empresa } = field.farm;
  await world.goes(field);
  const preview = (body: object) =>
    admin.api.call('avisos.vista_previa', { body: { empresa_id: empresa.id, activa: 1, ...body } as never });
  const hot = { tipo: 'temperatura_alta', espera_s: 0 };
  await eventually(async () =>
    expect(await preview({ ...hot, umbral: 15 })).toMatchObject({
      veces: 1,
      fuente: 'historial',
      objetos: 1,
      dias: 30,
    }),
  );
  expect(await preview({ ...hot, umbral: 25 })).toMatchObject({ veces: 0, episodios: [] });
  expect(await preview({ tipo: 'placa_sin_conexion', espera_s: 0 })).toMatchObject({ veces: 1, fuente: 'avisos' });
});

it.concurrent('turns that a power cut took are one alarm, whose message says how many', async () => {
  const { farm, chat_id } = await world.field();
  const { api } = farm.admin;
  const { id: empresa_id } = farm.empresa;
  await api.call('avisos.guardar_regla', { body: { empresa_id, tipo: 'turno_fallido', activa: 1, espera_s: 1 } });
  const board = await farm.connectBoard();
  const topic = (channel: string): string => `acequia/v1/${farm.board.id}/${channel}`;
  const send = (channel: string, message: object) =>
    board.publishAsync(topic(channel), JSON.stringify(message), { qos: 1 });
  let agenda: AgendaMessage | undefined;
  board.on('message', (_topic, payload) => {
    agenda = JSON.parse(payload.toString()) as AgendaMessage;
    void send('status', { online: true, can: ['agenda'], revs: { agenda: agenda.rev } });
  });
  await board.subscribeAsync(topic('agenda'), { qos: 1 });
  await send('status', { online: true, can: ['agenda'] });
  const pasos = farm.switches
    .slice(0, 2)
    .map(({ id }, n) => ({ switch_id: id, duracion_s: 600, ...(n === 1 && { junto_con_anterior: 1 as const }) }));
  const programa = {
    empresa_id,
    nombre: 'Pulsos',
    dias: { cada: 1, desde: '2026-01-01' },
    inicios: ['00:00'],
    pasos,
  };
  const { id } = await api.call('programas.crear', { body: { ...programa, sin_conexion: 'regar' } });
  // Until the board has said that it runs programs, the service would run a turn itself.
  await eventually(async () => {
    const [one] = await api.call('programas.listar', { query: {} });
    expect(one?.vias).toEqual(['placa']);
  });
  const started = await api.call('programas.ejecutar', { params: { id } });
  const runs = await eventually(() => {
    const found = agenda?.runs.filter((one) => started.some(({ turno_id }) => turno_id === one.id)) ?? [];
    expect(found).toHaveLength(2);
    return found;
  });
  await send(
    'runs',
    runs.map((one) => ({ id: one.id, started: one.at, secs: 30, end: 'power' })),
  );
  const failed = async () => (await openOnes(api)).filter(({ tipo }) => tipo === 'turno_fallido');
  await eventually(async () => expect(await failed()).toHaveLength(1));
  expect((await failed())[0]?.texto).toMatch(
    /: 2 riegos perdidos o a medias desde las .*: la placa estaba sin corriente\.$/,
  );
  await eventually(() => expect(world.messages(chat_id).filter(({ text }) => /2 riegos/.test(text))).toHaveLength(1));
  await board.endAsync(true);
});
