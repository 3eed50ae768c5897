import { Writable } from 'node:stream';
import { AppError } from '@acequia/contracts';
import { describe, expect, it } from '@jest/globals';
import { TRACE } from '../trace/trace.js';
import { createLogger } from './logger.js';
import { NestLogger } from './nest-logger.js';

const SECRET = 's3cr3t0';

const capture = () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const logger = createLogger({ service: 'inventory', instance: 'i1', level: 'trace' }, stream);
  const last = (): Record<string, unknown> => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>;
  return { logger, lines, last };
};

describe('the log', () => {
  it('writes JSON lines with service, instance and the trace id of the work under way', async () => {
    const { logger, last } = capture();
    await TRACE.run('abc123', async () => {
      await Promise.resolve();
      logger.info({ switch_id: 4 }, 'hola');
    });
    expect(last()).toMatchObject({
      service: 'inventory',
      instance: 'i1',
      trace_id: 'abc123',
      switch_id: 4,
      msg: 'hola',
    });
    expect(last()['level']).toBe('info');
    logger.info('outside');
    expect(last()).not.toHaveProperty('trace_id');
  });

  it.each<[string, object]>([
    ['a password', { password: SECRET }],
    ['a clave', { body: { clave_nueva: SECRET } }],
    ['a new password', { body: { new_password: SECRET } }],
    ["a backup's passphrase", { env: { ACEQUIA_BACKUP_PASSPHRASE: SECRET } }],
    ['a private key', { env: { VAPID_PRIVATE_KEY: SECRET } }],
    ['a token', { token: SECRET }],
    ['an auth_key', { dispositivo: { auth_key: SECRET, auth_key_cifrada: SECRET } }],
    ['a bot token', { empresas: [{ token_telegram: SECRET }] }],
    ['an authorization header', { req: { headers: { Authorization: `Bearer ${SECRET}`, Cookie: `sid=${SECRET}` } } }],
    ['the secret key', { env: { ACEQUIA_SECRET_KEY: SECRET } }],
    ['a password deep inside', { a: { b: { c: { d: { e: { password: SECRET } } } } } }],
    ['an auth_key in a URL', { url: `https://x.shelly.cloud/device/status?id=1&auth_key=${SECRET}&x=1` }],
    ['a password in a URL', { url: `postgres://acequia:${SECRET}@db:5432/acequia` }],
    ['a bot URL', { url: `https://api.telegram.org/bot123456:${SECRET}/sendMessage` }],
    ['a bearer token in a text', { text: `GET / Authorization: Bearer ${SECRET}` }],
    ["a program's token in a text", { text: `no pudo con acq_${'x'.repeat(30)}${SECRET}` }],
    ['the parameters of a failed query', { err: Object.assign(new Error('x'), { parameters: [SECRET], query: 'q' }) }],
    ['a sealed secret', { text: `cifrado v1.${'x'.repeat(40)}${SECRET}` }],
    ['a failed URL in a cause', { err: new Error('no', { cause: new Error(`GET /?auth_key=${SECRET}`) }) }],
  ])('hides %s', (_name, object) => {
    const { logger, lines } = capture();
    logger.warn(object, 'x');
    logger.child(object as Record<string, unknown>).warn('y');
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toContain(SECRET);
  });

  it('hides secrets in the message and in what is interpolated into it', () => {
    const { logger, lines } = capture();
    logger.error(`failed: https://x/?auth_key=${SECRET}`);
    logger.error('failed: %s', `https://x/?auth_key=${SECRET}`);
    expect(lines.join('')).not.toContain(SECRET);
  });

  it('keeps what helps: ids, codes, causes and stacks', () => {
    const { logger, last } = capture();
    const cause = Object.assign(new Error('duplicate key'), { code: '23505' });
    logger.error({ err: new AppError('email_duplicado', { cause }), usuario_id: 7 }, 'could not save');
    expect(last()).toMatchObject({
      usuario_id: 7,
      err: { codigo: 'email_duplicado', stack: expect.any(String), cause: { code: '23505', message: 'duplicate key' } },
    });
  });

  it('survives what cannot be written as JSON', () => {
    const { logger, last } = capture();
    const loop: Record<string, unknown> = { n: 1n };
    loop['self'] = loop;
    logger.info({ loop }, 'ok');
    expect(last()['msg']).toBe('ok');
  });

  it("carries Nest's own lines: context, level and error", () => {
    const { logger, last } = capture();
    const nest = new NestLogger(logger);
    nest.log('listening', 'NestApplication');
    expect(last()).toMatchObject({ level: 'info', msg: 'listening', context: 'NestApplication' });
    nest.log('dependencies initialized', 'InstanceLoader');
    expect(last()['level']).toBe('debug');
    nest.error(new Error('boom'), 'ExceptionsHandler');
    expect(last()).toMatchObject({ level: 'error', err: { message: 'boom' }, context: 'ExceptionsHandler' });
  });
});
