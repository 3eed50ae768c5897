import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { AppError } from '@acequia/contracts';
import { deriveKey } from '@acequia/service-kit';
import { RedisServer, testEnv } from '@acequia/testing';
import { io } from 'socket.io-client';
import { Gateway, type Persona } from '../test/gateway.fixture.js';
import { jwtKey, TokenKeys } from './sesiones.js';

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const NOW_S = Math.floor(Date.now() / 1000);

describe('sessions at the gateway', () => {
  let redis: RedisServer;
  let gateway: Gateway;
  let ana: Persona;

  beforeAll(async () => {
    redis = await RedisServer.start();
    gateway = await Gateway.start(testEnv({ REDIS_URL: redis.url }));
    ana = gateway.entra('admin_empresa');
  });
  afterAll(async () => {
    await gateway.stop();
    await redis.stop();
  });

  const claims = (): Record<string, unknown> => ({
    sub: String(ana.usuario_id),
    rol: 'admin_empresa',
    empresa_id: 1,
    sid: ana.sid,
    ver: 1,
    exp: NOW_S + 3600,
  });
  const statusWith = async (authorization: string): Promise<number> =>
    (await gateway.fetch('/api/usuarios', { headers: { authorization } })).status;
  const hmac = (header: object, payload: object, algorithm = 'sha256', key = jwtKey(gateway.env)): string => {
    const text = `${base64(header)}.${base64(payload)}`;
    return `${text}.${createHmac(algorithm, key).update(text).digest('base64url')}`;
  };

  it('a good token opens the door, and only as a Bearer', async () => {
    expect(await statusWith(`Bearer ${ana.token}`)).toBe(200);
    for (const header of [ana.token, `Basic ${ana.token}`, 'Bearer', 'Bearer undefined', '']) {
      expect(await statusWith(header)).toBe(401);
    }
    expect((await gateway.fetch(`/api/usuarios?token=${ana.token}`)).status).toBe(401);
    expect((await gateway.fetch('/api/usuarios', { headers: { cookie: `token=${ana.token}` } })).status).toBe(401);
  });

  it('who owes a second step gets to the own account alone, also live', async () => {
    const owing = gateway.entra('admin_empresa');
    gateway.sesiones.set(owing.sid, { ...gateway.sesiones.get(owing.sid)!, falta_segundo_paso: 1 });
    gateway.answers['cuenta.segundo_paso'] = () => ({ desde: null, respaldos: 0, exigido: 1 });
    expect(await gateway.json('GET', '/api/cuenta/segundo-paso', owing)).toMatchObject({ status: 200 });
    expect(await gateway.json('GET', '/api/dispositivos', owing)).toMatchObject({
      status: 403,
      body: { codigo: 'segundo_paso_exigido' },
    });
    const socket = io(gateway.url, { auth: { token: owing.token }, transports: ['websocket'], reconnection: false });
    const refusal = await new Promise<Error>((resolve) => socket.once('connect_error', resolve));
    socket.disconnect();
    expect(refusal.message).toBe('segundo_paso_exigido');
  });

  it('a token without a signature, or with another algorithm, is refused', async () => {
    const none = `${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims())}.`;
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const text = `${base64({ alg: 'RS256', typ: 'JWT' })}.${base64(claims())}`;
    const rsa = `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
    const refused = [none, rsa, hmac({ alg: 'HS512' }, claims(), 'sha512'), hmac({ alg: 'none' }, claims())];
    for (const token of refused) expect(await statusWith(`Bearer ${token}`)).toBe(401);
    expect(await statusWith(`Bearer ${hmac({ alg: 'HS256', typ: 'JWT' }, claims())}`)).toBe(200);
  });

  it('a token that was touched, or signed with another key, is refused', async () => {
    const [header, , signature] = ana.token.split('.');
    expect(await statusWith(`Bearer ${header}.${base64({ ...claims(), rol: 'admin_global' })}.${signature}`)).toBe(401);
    expect(await statusWith(`Bearer ${hmac({ alg: 'HS256' }, claims(), 'sha256', Buffer.alloc(32, 'x'))}`)).toBe(401);
  });

  it('exp and nbf are honoured, and a token without an end is not one', async () => {
    const withClaims = (changes: object) => hmac({ alg: 'HS256' }, { ...claims(), ...changes });
    for (const changes of [
      { exp: NOW_S - 1 },
      { nbf: NOW_S + 600 },
      { exp: undefined },
      { sid: undefined },
      { sub: 'x' },
    ]) {
      expect(await statusWith(`Bearer ${withClaims(changes)}`)).toBe(401);
    }
  });

  it('while the key is rotated, sessions signed with the previous key stay valid, and no others', () => {
    const [old, current] = ['ab', 'cd'].map((two) => two.repeat(32));
    const env = { ...gateway.env, ACEQUIA_SECRET_KEY: current ?? '', ACEQUIA_SECRET_KEY_PREVIOUS: old };
    const keys = new TokenKeys(env);
    const exported = (token: string): string => keys.keyOf(token).export().toString('hex');
    const signedWith = (secret = ''): string => hmac({ alg: 'HS256' }, claims(), 'sha256', deriveKey(secret, 'jwt'));
    expect(exported(signedWith(old))).toBe(deriveKey(old ?? '', 'jwt').toString('hex'));
    for (const token of [signedWith(current), signedWith('ef'.repeat(32)), '', 'x.y', `${signedWith(old)}x`])
      expect(exported(token)).toBe(deriveKey(current ?? '', 'jwt').toString('hex'));
  });

  it('the rol that counts is the one auth-tenancy knows, not the one the token tells', async () => {
    const rosa = gateway.entra('usuario');
    const told = hmac(
      { alg: 'HS256' },
      { ...claims(), sub: String(rosa.usuario_id), sid: rosa.sid, rol: 'admin_global' },
    );
    expect((await gateway.fetch('/api/empresas', { headers: { authorization: `Bearer ${told}` } })).status).toBe(403);
  });

  it('a session that ended opens nothing', async () => {
    const luis = gateway.entra('admin_empresa');
    gateway.sesiones.delete(luis.sid);
    expect(await statusWith(`Bearer ${luis.token}`)).toBe(401);
  });

  it('while sessions cannot be checked, nobody comes in', async () => {
    const eva = gateway.entra('admin_empresa');
    const verify = gateway.answers['sesiones.verificar'];
    gateway.answers['sesiones.verificar'] = () => {
      throw new AppError('servicio_no_disponible');
    };
    const { status, body } = await gateway.json('GET', '/api/usuarios', eva);
    expect(status).toBe(503);
    expect(body).toMatchObject({ codigo: 'servicio_no_disponible' });
    if (verify) gateway.answers['sesiones.verificar'] = verify;
    expect((await gateway.json('GET', '/api/usuarios', eva)).status).toBe(200);
  });
});
