import { LOGGER, REDIS_VOLATILE, type Logger, type RedisClient } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { KnownPlaca } from '../registry/known-placa.js';
import { PlacaDirectory } from '../registry/placa-directory.js';
import { LeaseStore } from './lease.store.js';
import { LinkService } from './link.service.js';
import { PresencePublisher } from './presence.publisher.js';
import { Rounds } from './rounds.js';

/** With the sweep every 10 s, a board of a killed gateway is shown offline after at most 28 s. */
export const LEASE_MS = 18_000;
const RENEW_MS = 5_000;
/** Each round is made in so many turns: the renewal of thousands of leases at once would hold up their boards' samples. */
const TURNS = 20;
/** Leases per turn after Redis came back. */
const TOGETHER = 1_000;

/** One connection of one board. */
export interface Connection {
  placa: KnownPlaca;
  token: string;
  /** The credential of the login is still valid. */
  readonly admitted: boolean;
  /** Called when another instance holds a newer connection of the same board. */
  onLost: () => void;
}

/**
 * Which boards are connected. Online is a lease: a connection takes the lease, renews it while it lives, and releases it at its end. The
 * leases of a crashed gateway expire, and the sweep reports the boards offline.
 */
@Injectable()
export class ConnectionsService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly held = new Map<string, Connection>();
  private timer: NodeJS.Timeout | undefined;
  private renewing = false;
  private readonly rounds = new Rounds(this.held, TURNS);
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
    this.timer = setInterval(() => void this.renewSome(), RENEW_MS / TURNS).unref();
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
    this.held.set(connection.token, connection);
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
    const lease = { placa_id: placa.placa_id, token: 'externa' };
    if ((await this.attempt(() => this.leases.acquire(lease, silence_ms))) === false) this.live.placa(placa, true);
  }

  /** The external broker reports that the board disconnected. */
  async gone(placa: KnownPlaca): Promise<void> {
    const lease = { placa_id: placa.placa_id, token: 'externa' };
    if (await this.attempt(() => this.leases.release(lease))) this.live.placa(placa, false);
  }

  /** Reports the boards whose lease expired. */
  async sweep(): Promise<void> {
    for (const placa_id of await this.leases.sweep()) {
      const placa = this.directory.porId(placa_id);
      if (placa) this.live.placa(placa, false);
    }
  }

  private async renewSome(): Promise<void> {
    if (this.renewing) return;
    this.renewing = true;
    await this.renew(this.rounds.next());
    this.renewing = false;
  }

  private async renewAll(): Promise<void> {
    const turns = Math.ceil(this.held.size / TOGETHER);
    const all = new Rounds(this.held, turns);
    for (let turn = 0; turn < turns; turn++) await this.renew(all.next());
  }

  private async renew(some: readonly Connection[]): Promise<void> {
    if (some.length === 0) return;
    const leases = some.map((connection) => this.leaseOf(connection));
    const answer = await this.attempt(() => this.leases.renew(leases, LEASE_MS));
    // A replaced credential expires by itself after a day, without an event.
    for (const connection of some) if (this.held.has(connection.token) && !connection.admitted) connection.onLost();
    for (const token of answer?.restored ?? []) this.restored(token);
    for (const token of answer?.lost ?? []) {
      const connection = this.held.get(token);
      this.held.delete(token);
      connection?.onLost();
    }
  }

  private restored(token: string): void {
    const connection = this.held.get(token);
    if (connection) this.live.placa(connection.placa, true);
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
