import { LOGGER, REDIS_VOLATILE, type Logger, type RedisClient } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { KnownPlaca } from '../registry/known-placa.js';
import { PlacaDirectory } from '../registry/placa-directory.js';
import { dueAt, RENEW_MS, TICK_MS } from './due.js';
import { LeaseStore } from './lease.store.js';
import { LinkService } from './link.service.js';
import { PresencePublisher } from './presence.publisher.js';

/** With the sweep every 10 s, a board of a killed gateway is shown offline after at most 28 s. */
export const LEASE_MS = 18_000;
/** Most leases of one call: Redis serves no other client meanwhile. */
const TOGETHER = 1_000;
/** Who holds the lease of a board behind an external broker: the board by what it says, or the broker by what it kept. */
const SPOKE = 'externa';
const PRESUMED = 'retenida';
/** What could not be renewed is due again after this time. */
const RETRY_MS = 1_000;

/** One connection of one board. */
export interface Connection {
  placa: KnownPlaca;
  token: string;
  /** The credential of the login is still valid. */
  readonly admitted: boolean;
  /** Called when another instance holds a newer connection of the same board. */
  onLost: () => void;
}

/** A connection and when its lease was last renewed (ms, a clock that never jumps). */
interface Held {
  connection: Connection;
  renewed: number;
}

/**
 * Which boards are connected. Online is a lease: a connection takes the lease, renews it while it lives, and releases it at its end. The
 * leases of a crashed gateway expire, and the sweep reports the boards offline.
 */
@Injectable()
export class ConnectionsService implements OnModuleInit, BeforeApplicationShutdown {
  /** By token; the least recently renewed first. */
  private readonly held = new Map<string, Held>();
  private timer: NodeJS.Timeout | undefined;
  private renewing = false;
  private readonly onReady = (): void => void this.renewAll();

  constructor(
    private readonly leases: LeaseStore,
    private readonly live: PresencePublisher,
    private readonly links: LinkService,
    private readonly directory: PlacaDirectory,
    @Inject(REDIS_VOLATILE) private readonly redis: RedisClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.renewDue(), TICK_MS).unref();
    // A Redis that restarted may have lost all leases.
    this.redis.on('ready', this.onReady);
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
    this.redis.off('ready', this.onReady);
  }

  get size(): number {
    return this.held.size;
  }

  async up(connection: Connection): Promise<void> {
    // Before the lease: whoever is online was seen.
    this.links.heard(connection.placa, Date.now(), true);
    this.held.delete(connection.token);
    this.held.set(connection.token, { connection, renewed: performance.now() });
    const already = await this.attempt(() => this.leases.acquire(this.leaseOf(connection), LEASE_MS));
    // While Redis is away nothing is reported; the next renewal takes the lease and reports the board online.
    if (already === false) this.live.placa(connection.placa, true);
  }

  /** The board disconnected: reported at once, unless a newer connection of the board exists. */
  async down(connection: Connection): Promise<void> {
    if (!this.held.delete(connection.token)) return;
    this.links.heard(connection.placa, Date.now(), true);
    if (await this.attempt(() => this.leases.release(this.leaseOf(connection))))
      this.live.placa(connection.placa, false);
  }

  /** The connection ends for a reason of ours: the lease runs on, so a board that reconnects in time is never shown offline. */
  leave(connection: Connection): void {
    this.held.delete(connection.token);
  }

  /** An external broker hides connections, so each message of a board extends its lease until its silence is suspicious. */
  async heard(placa: KnownPlaca, silence_ms: number): Promise<void> {
    await this.take(placa, SPOKE, silence_ms);
  }

  /** The external broker's word of before says that the board is there. */
  async presumed(placa: KnownPlaca, silence_ms: number): Promise<void> {
    const online = await this.attempt(() => this.leases.online([placa.placa_id]));
    if (online?.[0] === false) await this.take(placa, PRESUMED, silence_ms);
  }

  /** Whether the board itself has spoken within its silence; false also while that cannot be known. */
  async spoke({ placa_id }: KnownPlaca): Promise<boolean> {
    return (await this.attempt(() => this.leases.isHeld({ placa_id, token: SPOKE }))) === true;
  }

  /** The external broker reports that the board disconnected. */
  async gone(placa: KnownPlaca): Promise<void> {
    const { placa_id } = placa;
    for (const token of [SPOKE, PRESUMED])
      if (await this.attempt(() => this.leases.release({ placa_id, token }))) this.live.placa(placa, false);
  }

  /** Reports the boards whose lease expired. */
  async sweep(): Promise<void> {
    for (const placa_id of await this.leases.sweep()) {
      const placa = this.directory.byId(placa_id);
      if (placa) this.live.placa(placa, false);
    }
  }

  private async renewDue(): Promise<void> {
    if (this.renewing) return;
    this.renewing = true;
    try {
      const due = dueAt(this.held, performance.now());
      const calls: Promise<boolean>[] = [];
      for (let i = 0; i < due.length; i += TOGETHER) calls.push(this.renew(due.slice(i, i + TOGETHER)));
      await Promise.all(calls);
    } finally {
      this.renewing = false;
    }
  }

  /** One call after another: the boards' samples wait for each. */
  private async renewAll(): Promise<void> {
    const start = performance.now();
    for (;;) {
      const some = [...this.held.values()].filter(({ renewed }) => renewed < start).slice(0, TOGETHER);
      if (some.length === 0 || !(await this.renew(some))) return;
    }
  }

  /** Answers false when Redis did not answer: then it is tried again soon. */
  private async renew(some: readonly Held[]): Promise<boolean> {
    const asked = performance.now();
    const leases = some.map(({ connection }) => this.leaseOf(connection));
    const answer = await this.attempt(() => this.leases.renew(leases, LEASE_MS));
    for (const one of some) {
      const { connection } = one;
      if (this.held.get(connection.token) !== one) continue;
      this.stamp(one, answer ? asked : asked - RENEW_MS + RETRY_MS);
      // A replaced credential expires by itself after a day, without an event.
      this.tell(() => {
        if (!connection.admitted) connection.onLost();
      });
    }
    for (const token of answer?.restored ?? []) {
      const held = this.held.get(token);
      if (held) this.tell(() => this.live.placa(held.connection.placa, true));
    }
    for (const token of answer?.lost ?? []) {
      const held = this.held.get(token);
      this.held.delete(token);
      if (held) this.tell(() => held.connection.onLost());
    }
    return answer !== undefined;
  }

  private stamp(one: Held, renewed: number): void {
    one.renewed = renewed;
    this.held.delete(one.connection.token);
    this.held.set(one.connection.token, one);
  }

  /** What fails for one board must not keep the others' leases from being renewed. */
  private tell(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.logger.error({ err: error }, 'the end or the return of a connection could not be told');
    }
  }

  private async take(placa: KnownPlaca, token: string, silence_ms: number): Promise<void> {
    const lease = { placa_id: placa.placa_id, token };
    if ((await this.attempt(() => this.leases.acquire(lease, silence_ms))) === false) this.live.placa(placa, true);
  }

  private leaseOf(connection: Connection): { placa_id: number; token: string } {
    return { placa_id: connection.placa.placa_id, token: connection.token };
  }

  private async attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.logger.warn({ err: error }, 'a lease could not be written');
      return undefined;
    }
  }
}
