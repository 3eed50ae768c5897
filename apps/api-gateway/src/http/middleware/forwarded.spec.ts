import type { Request, Response } from 'express';
import { Registry } from 'prom-client';
import { warnOfUnknownProxy } from './forwarded.js';

describe('a proxy that is not configured', () => {
  const pass = (TRUST_PROXY: number | string[], headers: Record<string, string>[], step_ms = 0) => {
    const registry = new Registry();
    const told: unknown[] = [];
    let now = 0;
    const middleware = warnOfUnknownProxy(
      { TRUST_PROXY },
      registry,
      { warn: (what: unknown) => told.push(what) },
      () => now,
    );
    let passed = 0;
    for (const one of headers) {
      const request = { headers: one, socket: { remoteAddress: '10.0.0.7' } } as unknown as Request;
      middleware(request, {} as Response, () => (passed += 1));
      now += step_ms;
    }
    expect(passed).toBe(headers.length);
    return { told, registry };
  };
  const FORWARDED = { 'x-forwarded-for': '203.0.113.9' };

  it('is logged once an hour, with its address, and counted each time', async () => {
    const { told, registry } = pass(0, [FORWARDED, FORWARDED, FORWARDED]);
    expect(told).toEqual([{ from: '10.0.0.7' }]);
    expect(await registry.metrics()).toContain('acequia_http_forwarded_ignored_total 3');
    expect(pass(0, [FORWARDED, FORWARDED], 3_600_000).told).toHaveLength(2);
  });

  it('is not logged where TRUST_PROXY names it, nor where nothing was forwarded', () => {
    expect(pass(1, [FORWARDED]).told).toEqual([]);
    expect(pass(['loopback'], [FORWARDED]).told).toEqual([]);
    expect(pass(0, [{}]).told).toEqual([]);
  });
});
