import { describe, expect, it } from '@jest/globals';
import { isRedisAddress, readRedisAddress } from './redis-address.js';

describe('REDIS_URL', () => {
  it.each([['redis://127.0.0.1:6379'], ['rediss://ana:cl%40ve@redis.acequia.mx:6380/2']])('%s is one server', (url) => {
    expect(readRedisAddress(url)).toEqual({ kind: 'server', url });
  });

  it.each([['redis://:clave@a:7001,b:7002,c'], ['redis://:clave@a:7001,redis://:clave@b:7002,redis://:clave@c:6379']])(
    '%s is a cluster whose nodes share a password',
    (url) => {
      expect(readRedisAddress(url)).toEqual({
        kind: 'cluster',
        nodes: [
          { host: 'a', port: 7_001 },
          { host: 'b', port: 7_002 },
          { host: 'c', port: 6_379 },
        ],
        access: { password: 'clave' },
      });
    },
  );

  it('with rediss:// reaches every node of a cluster over TLS', () => {
    expect(readRedisAddress('rediss://ana:cl%40ve@[::1]:1,b:2')).toEqual({
      kind: 'cluster',
      nodes: [
        { host: '::1', port: 1 },
        { host: 'b', port: 2 },
      ],
      access: { username: 'ana', password: 'cl@ve', tls: {} },
    });
  });

  it('with redis+sentinel:// asks the Sentinels for the primary of that name', () => {
    expect(readRedisAddress('redis+sentinel://:clave@a,b:26380/campo')).toEqual({
      kind: 'sentinel',
      sentinels: [
        { host: 'a', port: 26_379 },
        { host: 'b', port: 26_380 },
      ],
      name: 'campo',
      access: { password: 'clave' },
    });
  });

  it.each([
    ['http://a'],
    ['redis://'],
    ['redis://a:x,b'],
    ['redis://a,http://b'],
    ['redis://a,,b'],
    ['redis://a/1,b'],
    ['redis+sentinel://a,b'],
    ['redis+sentinel://a/campo/1'],
    ['a,b'],
  ])('%s is refused', (url) => {
    expect(isRedisAddress(url)).toBe(false);
  });

  it('is never named in a refusal', () => {
    expect(() => readRedisAddress('redis://:secreta@a:x')).toThrow(/^must be a redis:/);
  });
});
