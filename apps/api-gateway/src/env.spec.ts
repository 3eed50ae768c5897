import { testEnv } from '@acequia/testing';
import { envSchema } from './env.js';

const base = {
  ...testEnv(),
  REDIS_URL: 'redis://127.0.0.1:1',
  REDIS_VOLATILE_URL: 'redis://127.0.0.1:1',
  TELEMETRY_HISTORY_URL: 'http://127.0.0.1:2',
};
const proxies = (TRUST_PROXY: string) => envSchema.parse({ ...base, TRUST_PROXY }).TRUST_PROXY;

describe('the environment of api-gateway', () => {
  it('trusts no proxy unless told', () => {
    expect(envSchema.parse(base).TRUST_PROXY).toBe(0);
  });

  it('takes a number of proxies, or their addresses', () => {
    expect(proxies('1')).toBe(1);
    expect(proxies('10.0.0.0/8, loopback')).toEqual(['10.0.0.0/8', 'loopback']);
  });

  it.each(['true', 'all', '*', '-1', 'loopback; x', '10.0.0.0/99', '300.1.1.1'])('refuses %s as proxies', (value) => {
    expect(() => proxies(value)).toThrow();
  });

  it('needs to know where the exports come from', () => {
    expect(() => envSchema.parse({ ...base, TELEMETRY_HISTORY_URL: undefined })).toThrow();
  });

  it.each(['javascript:alert(1)', 'acequia.mx'])('refuses %s as PUBLIC_URL', (PUBLIC_URL) => {
    expect(() => envSchema.parse({ ...base, PUBLIC_URL })).toThrow();
  });
});
