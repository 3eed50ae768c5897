import type { Logger, RedisClient } from '@acequia/service-kit';
import { jest } from '@jest/globals';
import type { KnownPlaca } from '../registry/known-placa.js';
import type { PlacaDirectory } from '../registry/placa-directory.js';
import { type Connection, ConnectionsService, LEASE_MS } from './connections.service.js';
import { RENEW_MS, TICK_MS } from './due.js';
import type { Lease, LeaseStore } from './lease.store.js';
import type { LinkService } from './link.service.js';
import type { PresencePublisher } from './presence.publisher.js';

/** A Redis that answers late: how old each board's lease became is what no real one shows within a test's time. */
class LateLeases {
  /** When each held lease was written. */
  readonly written = new Map<string, number>();
  oldest = 0;
  readonly calls: { at: number; leases: number }[] = [];
  restored: string[] = [];
  isAway = false;

  constructor(private readonly late_ms: number) {}

  acquire(lease: Lease): Promise<boolean> {
    this.write(lease);
    return Promise.resolve(true);
  }

  async renew(leases: Lease[]): Promise<{ lost: string[]; restored: string[] }> {
    this.calls.push({ at: Date.now(), leases: leases.length });
    if (this.late_ms > 0) await new Promise((resolve) => setTimeout(resolve, this.late_ms));
    if (this.isAway) throw new Error('away');
    for (const lease of leases) if (this.written.has(lease.token)) this.write(lease);
    return { lost: [], restored: this.restored.splice(0) };
  }

  release({ token }: Lease): Promise<boolean> {
    this.written.delete(token);
    return Promise.resolve(true);
  }

  /** The age of the oldest lease at any time until now. */
  age(): number {
    for (const at of this.written.values()) this.oldest = Math.max(this.oldest, Date.now() - at);
    return this.oldest;
  }

  private write({ token }: Lease): void {
    const before = this.written.get(token);
    if (before !== undefined) this.oldest = Math.max(this.oldest, Date.now() - before);
    this.written.set(token, Date.now());
  }
}

describe('leases of many boards', () => {
  let service: ConnectionsService;
  let leases: LateLeases;
  let told: () => void;
  const start = (late_ms: number): void => {
    leases = new LateLeases(late_ms);
    const live = { placa: () => told() } as unknown as PresencePublisher;
    const links = { heard: () => undefined } as unknown as LinkService;
    const redis = { on: () => undefined, off: () => undefined } as unknown as RedisClient;
    const logger = { warn: () => undefined, error: () => undefined } as unknown as Logger;
    const store = leases as unknown as LeaseStore;
    service = new ConnectionsService(store, live, links, {} as PlacaDirectory, redis, logger);
    service.onModuleInit();
  };
  const board = (placa_id: number, changes: Partial<Connection> = {}): Connection => ({
    placa: { placa_id } as KnownPlaca,
    token: `t${placa_id}`,
    admitted: true,
    onLost: () => undefined,
    ...changes,
  });
  const come = (from: number, to: number): Connection[] => {
    const boards = Array.from({ length: to - from }, (_, i) => board(from + i));
    for (const one of boards) void service.up(one);
    return boards;
  };

  beforeEach(() => {
    jest.useFakeTimers();
    told = () => undefined;
  });
  afterEach(() => {
    service.beforeApplicationShutdown();
    jest.useRealTimers();
  });

  it.each([0, 750, 1_000, 3_000])('are renewed in time when each call takes %d ms', async (late_ms) => {
    start(late_ms);
    come(0, 2_500);
    await jest.advanceTimersByTimeAsync(60_000);
    // A call under way and its own.
    expect(leases.age()).toBeLessThanOrEqual(RENEW_MS + TICK_MS + 2 * late_ms);
    expect(leases.age()).toBeLessThan(LEASE_MS);
  });

  it('are renewed in time while boards come back, and while they leave', async () => {
    start(750);
    const boards: Connection[] = [];
    for (let i = 0; i < 60; i++) {
      boards.push(...come(i * 50, (i + 1) * 50));
      await jest.advanceTimersByTimeAsync(500);
    }
    expect(leases.age()).toBeLessThanOrEqual(RENEW_MS + TICK_MS + 1_500);
    // Those that came last leave first: the number shrinks, and what is before the others in turn does not.
    while (boards.length > 0) {
      for (const one of boards.splice(-100)) void service.down(one);
      await jest.advanceTimersByTimeAsync(1_000);
    }
    expect(leases.age()).toBeLessThanOrEqual(RENEW_MS + TICK_MS + 1_500);
  });

  it('outlive a Redis that is away for ten seconds', async () => {
    start(0);
    come(0, 2_500);
    await jest.advanceTimersByTimeAsync(2 * RENEW_MS);
    leases.isAway = true;
    await jest.advanceTimersByTimeAsync(10_000);
    leases.isAway = false;
    await jest.advanceTimersByTimeAsync(2 * RENEW_MS);
    expect(leases.age()).toBeLessThan(LEASE_MS);
  });

  it('that were taken at one moment are renewed in small parts, once per five seconds each', async () => {
    start(0);
    come(0, 2_000);
    await jest.advanceTimersByTimeAsync(4 * RENEW_MS);
    expect(Math.max(...leases.calls.map((call) => call.leases))).toBe(100);
    expect(leases.calls.reduce((sum, call) => sum + call.leases, 0)).toBe(4 * 2_000);
  });

  it('go on when one connection cannot be ended and one return cannot be told', async () => {
    start(0);
    const fail = (): never => {
      throw new Error('broken');
    };
    told = fail;
    void service.up(board(1, { admitted: false, onLost: fail }));
    const ended: number[] = [];
    void service.up(board(2, { admitted: false, onLost: () => void ended.push(2) }));
    leases.restored = ['t1'];
    await jest.advanceTimersByTimeAsync(3 * RENEW_MS);
    expect(ended.length).toBeGreaterThan(1);
    expect(leases.age()).toBeLessThanOrEqual(RENEW_MS + TICK_MS);
  });
});
