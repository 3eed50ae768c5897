import { Mailbox } from '@acequia/simulators';
import { eventually } from '@acequia/testing';
import { createECDH, createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { AvisosWorld } from './avisos.world.js';

interface Call {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

let world: AvisosWorld;
let mailbox: Mailbox;
let hooks: Server;
let origin: string;
const calls: Call[] = [];
let hookStatus = 200;

beforeAll(async () => {
  world = await AvisosWorld.start();
  mailbox = new Mailbox();
  await mailbox.start(world.ports.mail);
  hooks = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      calls.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(request.url === '/gone' ? 410 : hookStatus).end();
    });
  });
  await new Promise<void>((resolve) => hooks.listen(world.ports.webhooks, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${world.ports.webhooks}`;
});
afterAll(async () => {
  await world?.stop();
  await mailbox?.stop();
  await new Promise((resolve) => hooks.close(resolve));
});

it('mail is sent with its number, and a server that refuses is named in the console', async () => {
  const field = await world.field();
  const { api } = field.farm.admin;
  const empresa_id = field.farm.empresa.id;
  const destino = 'jefe@rancho.test';
  await api.call('avisos.agregar_canal', { body: { empresa_id, canal: 'correo', destino } });
  await world.goes(field);
  await eventually(() => expect(mailbox.mails.filter(({ to }) => to.includes(destino))).toHaveLength(1));
  expect(mailbox.mails.at(-1)?.raw).toMatch(/^Message-ID: <aviso-\d+-\d+@acequia>/im);
  mailbox.refuse = 550;
  const link = await field.farm.connectBoard();
  await eventually(async () =>
    expect((await api.call('avisos.canales')).find((one) => one.canal === 'correo')?.fallo).toMatch(/550/),
  );
  mailbox.refuse = null;
  await link.endAsync();
});

it('a webhook is signed, tried again, and never leads into a private network', async () => {
  const field = await world.field();
  const { api } = field.farm.admin;
  const empresa_id = field.farm.empresa.id;
  hookStatus = 503;
  const body = { empresa_id, canal: 'webhook' as const };
  const { secreto } = await api.call('avisos.agregar_canal', { body: { ...body, destino: `${origin}/hook` } });
  await api.call('avisos.agregar_canal', { body: { ...body, destino: 'https://127.0.0.1:9/inside' } });
  const { id } = await world.goes(field);
  const mine = () => calls.filter(({ path }) => path === '/hook');
  await eventually(() => expect(mine().length).toBeGreaterThan(0));
  hookStatus = 200;
  const deliveries = () => api.call('avisos.entregas', { params: { id } });
  await eventually(async () =>
    expect((await deliveries()).find(({ destino }) => destino.endsWith('/hook'))?.estado).toBe('enviado'),
  );
  const { headers, body: sent } = mine().at(-1)!;
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-acequia-firma'])) ?? [];
  expect(v1).toBe(
    createHmac('sha256', secreto ?? '')
      .update(`${t}.${sent.toString()}`)
      .digest('hex'),
  );
  expect(new Set(mine().map((call) => (JSON.parse(call.body.toString()) as { numero: number }).numero)).size).toBe(1);
  const inside = (await deliveries()).find(({ destino }) => destino.includes('127.0.0.1:9'));
  expect(inside).toMatchObject({ estado: 'fallido', detalle: expect.stringMatching(/no está permitida/) });
});

it('a browser receives what concerns its person, encrypted for it, until its service says that it is gone', async () => {
  const field = await world.field();
  const { usuario } = field.farm;
  const stranger = await world.field();
  const keys = () => {
    const ecdh = createECDH('prime256v1');
    ecdh.generateKeys();
    return { p256dh: ecdh.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };
  };
  const subscribe = (api: typeof usuario.api, path: string) =>
    api.call('cuenta.suscribir_push', { body: { endpoint: `${origin}${path}`, keys: keys(), nombre: 'Teléfono' } });
  await subscribe(usuario.api, '/push-mine');
  await subscribe(stranger.farm.usuario.api, '/push-theirs');
  await subscribe(field.farm.admin.api, '/gone');
  expect((await usuario.api.call('cuenta.push')).clave_publica).toMatch(/^[\w-]{80,}$/);
  await world.goes(field);
  await eventually(() => expect(calls.filter(({ path }) => path === '/push-mine')).toHaveLength(1));
  const push = calls.find(({ path }) => path === '/push-mine');
  expect(push?.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    authorization: expect.stringMatching(/^vapid t=/),
  });
  expect(push?.body.toString('utf8')).not.toMatch(/Placa/);
  await eventually(async () => expect((await field.farm.admin.api.call('cuenta.push')).suscripciones).toEqual([]));
  expect(calls.filter(({ path }) => path === '/push-theirs')).toEqual([]);
  const [own] = (await usuario.api.call('cuenta.push')).suscripciones;
  const { clave = '' } = own ?? {};
  const foreign = await stranger.farm.usuario.api.raw('cuenta.quitar_push', { params: { clave } });
  expect(foreign.status).toBe(404);
  await usuario.api.call('cuenta.quitar_push', { params: { clave } });
});
