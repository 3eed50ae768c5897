import { Bus, LiveBus } from '@acequia/bus';
import { type LiveMessage, sistema } from '@acequia/contracts';
import { type Logger, LOGGER } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';

const LIST_HOLDS_MS = 15_000;

type Listener = (empresa_id: number, message: LiveMessage) => void;
type End = () => Promise<void>;

/** Subscribes this instance to the live messages of the companies with a socket here; of all companies while an admin_global has one. */
@Injectable()
export class CompaniesFeed {
  private readonly open = new Map<number, End>();
  private readonly needed = new Map<number, number>();
  private known = new Set<number>();
  private listedAt = -Infinity;
  private globals = 0;
  /** Companies that came or went: a list that was asked for before may not know. */
  private changes = 0;
  private listener: Listener = () => undefined;
  private settled: Promise<void> = Promise.resolve();

  constructor(
    private readonly live: LiveBus,
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  listen(listener: Listener): void {
    this.listener = listener;
  }

  /** Subscribes to a company (null: every company) until {@link release}. Resolves once its messages arrive. */
  async hold(empresa_id: number | null): Promise<void> {
    if (empresa_id === null) {
      this.globals += 1;
      await this.list();
    } else {
      this.needed.set(empresa_id, (this.needed.get(empresa_id) ?? 0) + 1);
      if (!this.open.has(empresa_id)) await this.settle();
    }
  }

  release(empresa_id: number | null): void {
    if (empresa_id === null) this.globals -= 1;
    else {
      const left = (this.needed.get(empresa_id) ?? 0) - 1;
      if (left > 0) {
        this.needed.set(empresa_id, left);
        return;
      }
      this.needed.delete(empresa_id);
    }
    void this.settle().catch((error: unknown) => this.logger.warn({ err: error }, 'Could not leave a live channel'));
  }

  /** Handles the event that a company was created or deleted. */
  async exists(empresa_id: number, exists: boolean): Promise<void> {
    this.changes += 1;
    if (exists) this.known.add(empresa_id);
    else this.known.delete(empresa_id);
    await this.settle();
  }

  /** Call regularly: retries failed subscriptions and reads the list of companies again (a company event reaches one instance only). */
  async keep(): Promise<void> {
    if (this.globals > 0 && performance.now() - this.listedAt > LIST_HOLDS_MS) await this.list();
    else if (this.wanted().some((id) => !this.open.has(id))) await this.settle();
  }

  async close(): Promise<void> {
    this.globals = 0;
    this.needed.clear();
    await this.settle().catch(() => undefined);
  }

  /** Opens and closes subscriptions until they match the wanted ones, one call at a time. Rejects when one cannot be opened. */
  private settle(): Promise<void> {
    this.settled = this.settled.catch(() => undefined).then(() => this.reconcile());
    return this.settled;
  }

  private async list(): Promise<void> {
    let changes: number;
    let empresas: readonly { id: number }[];
    do {
      ({ changes } = this);
      empresas = await this.bus.call('empresas.listar', {}, sistema('api-gateway'));
    } while (changes !== this.changes);
    this.known = new Set(empresas.map(({ id }) => id));
    this.listedAt = performance.now();
    await this.settle();
  }

  private wanted(): number[] {
    return [...new Set([...this.needed.keys(), ...(this.globals > 0 ? this.known : [])])];
  }

  private async reconcile(): Promise<void> {
    const wanted = new Set(this.wanted());
    const missing = [...wanted].filter((id) => !this.open.has(id));
    const extra = [...this.open].filter(([id]) => !wanted.has(id));
    for (const [id] of extra) this.open.delete(id);
    await Promise.all([
      ...extra.map(([, end]) => end()),
      ...missing.map(async (id) => {
        this.open.set(id, await this.live.subscribe(id, (message) => this.listener(id, message)));
      }),
    ]);
  }
}
