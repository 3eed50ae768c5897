import { testEnv } from '@acequia/testing';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { z } from 'zod';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { baseEnv, listenHosts, loadEnv } from './env.js';

const good = testEnv({ REDIS_URL: 'redis://127.0.0.1:6379' });

/** Runs loadEnv on a bad environment; returns the line it wrote and its exit code. */
const failure = (schema: z.ZodType, source: Record<string, string>): { line: string; code: unknown } => {
  const written: string[] = [];
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  const exit = jest.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  expect(() => loadEnv(schema, source)).toThrow('exit');
  return { line: written.join(''), code: exit.mock.calls[0]?.[0] };
};

describe('the environment', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('fills what is absent with its default, and the volatile Redis with the durable one', () => {
    const env = loadEnv(baseEnv, { ACEQUIA_SECRET_KEY: 'k'.repeat(32), REDIS_URL: 'redis://r:1' });
    expect(env).toMatchObject({ INTERNAL_HOST: '127.0.0.1', INTERNAL_PORT: 0, LOG_LEVEL: 'info', DATABASE_POOL: 8 });
    expect(env.REDIS_VOLATILE_URL).toBe('redis://r:1');
    expect(env.INSTANCE_ID).not.toBe(loadEnv(baseEnv, { ...good }).INSTANCE_ID);
  });

  it('gives a service its own database role before the shared one', () => {
    const shared = { ...good, DATABASE_URL: 'postgres://owner@p/acequia' };
    const own = { ...shared, DATABASE_URL_TELEMETRY_HISTORY: 'postgres://history@p/acequia' };
    expect(loadEnv(baseEnv, own, 'telemetry-history').DATABASE_URL).toBe('postgres://history@p/acequia');
    expect(loadEnv(baseEnv, own, 'inventory').DATABASE_URL).toBe(shared.DATABASE_URL);
    expect(loadEnv(baseEnv, shared, 'telemetry-history').DATABASE_URL).toBe(shared.DATABASE_URL);
  });

  it('reads a secret from the file that NAME_FILE names, and says so when it cannot', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'acequia-env-')), 'key');
    writeFileSync(file, `${'k'.repeat(40)}\n`);
    const { ACEQUIA_SECRET_KEY: _, ...rest } = good;
    expect(loadEnv(baseEnv, { ...rest, ACEQUIA_SECRET_KEY_FILE: file }).ACEQUIA_SECRET_KEY).toBe('k'.repeat(40));
    rmSync(dirname(file), { recursive: true });
    const { line, code } = failure(baseEnv, { ...rest, ACEQUIA_SECRET_KEY_FILE: file });
    expect([line.trim(), code]).toEqual([
      'Bad environment: ACEQUIA_SECRET_KEY_FILE names a file that cannot be read',
      1,
    ]);
  });

  it('listens on addresses, not on names', () => {
    expect(listenHosts.parse('127.0.0.1, ::1')).toEqual(['127.0.0.1', '::1']);
    for (const bad of ['localhost', '', '127.0.0.1,']) expect(listenHosts.safeParse(bad).success).toBe(false);
  });

  it('takes an empty variable for an absent one', () => {
    const env = loadEnv(baseEnv, { ...good, INTERNAL_PORT: '', REDIS_VOLATILE_URL: '' });
    expect(env.INTERNAL_PORT).toBe(0);
    expect(env.REDIS_VOLATILE_URL).toBe(good['REDIS_URL']);
  });

  it('names every bad variable in one line, without its value, and exits with 1', () => {
    const { line, code } = failure(baseEnv.extend({ PORT: z.coerce.number() }), {
      ...good,
      ACEQUIA_SECRET_KEY: 'hunter2',
      DATABASE_URL: 'mysql://root:hunter2@db/x',
      PORT: 'hunter2',
    });
    expect(code).toBe(1);
    expect(line.trimEnd().split('\n')).toHaveLength(1);
    expect(line).toContain('ACEQUIA_SECRET_KEY must have at least 32 characters');
    expect(line).toContain('DATABASE_URL must be a postgres:// URL');
    expect(line).toContain('PORT ');
    expect(line).not.toContain('hunter2');
  });

  it('says which variable is missing', () => {
    expect(failure(baseEnv, { ACEQUIA_SECRET_KEY: 'k'.repeat(32) }).line).toContain('REDIS_URL is missing');
  });
});
