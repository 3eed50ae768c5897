import { Bus } from '@acequia/bus';
import { sistema } from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { PlacaDirectory } from '../registry/placa-directory.js';
import type { KnownPlaca } from '../registry/known-placa.js';
import { NewsItems } from './known-estado.js';
import { StateMerger } from './state-merger.js';
import { StateStore } from './state.store.js';

/** Most boards per call. */
const BATCH = 500;
/** Requests within this time share a call, ms. */
const GATHER_MS = 50;
/** After a failure telemetry-history is not asked for this long, ms. */
const PAUSE_MS = 5_000;
const CALL_TIMEOUT_MS = 2_500;
/**
 * Samples still on their way to Postgres when the state was lost are missing from the first rebuild; a second rebuild this much later
 * includes them, ms.
 */
const SECOND_LOOK_MS = 5_000;
const FINAL = '1';
const PROVISIONAL = 'r';

/** Restores a last-known state that Redis lost, from the newest samples stored by telemetry-history. */
@Injectable()
export class StateRebuilder implements BeforeApplicationShutdown {
  private readonly pending = new Set<number>();
  private timer: NodeJS.Timeout | undefined;
  private pausedUntil = 0;
  private stopped = false;

  constructor(
    private readonly bus: Bus,
    private readonly store: StateStore,
    private readonly merger: StateMerger,
    private readonly directory: PlacaDirectory,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  beforeApplicationShutdown(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** Must a state with this mark be rebuilt (again)? */
  static isDue(mark: string, now: number): boolean {
    if (mark === '') return true;
    return mark.startsWith(PROVISIONAL) && now - Number(mark.slice(1)) > SECOND_LOOK_MS;
  }

  /** Rebuilds a board's state in the background. */
  request(placa_id: number): void {
    this.pending.add(placa_id);
    this.schedule(Math.max(GATHER_MS, this.pausedUntil - Date.now()));
  }

  /** Rebuilds the given states now. Answers whether that succeeded; while telemetry-history is away, fails at once. */
  async rebuild(placas: { placa_id: number; mark: string }[]): Promise<boolean> {
    if (Date.now() < this.pausedUntil) return false;
    const known = placas.flatMap(({ placa_id, mark }) => {
      const placa = this.directory.byId(placa_id);
      return placa ? [{ placa, mark }] : [];
    });
    try {
      for (let i = 0; i < known.length; i += BATCH) await this.rebuildBatch(known.slice(i, i + BATCH));
      return true;
    } catch (error) {
      this.pausedUntil = Date.now() + PAUSE_MS;
      this.logger.warn({ err: error, placas: known.length }, 'last-known state could not be rebuilt');
      return false;
    }
  }

  private async rebuildBatch(batch: { placa: KnownPlaca; mark: string }[]): Promise<void> {
    const placas = batch.map(({ placa }) => placa.placa_id);
    const options = { timeout_ms: CALL_TIMEOUT_MS };
    const stored = await this.bus.call('telemetria.ultimos', { placas }, sistema('device-gateway'), options);
    const byId = new Map(stored.map((guardado) => [guardado.placa_id, guardado]));
    const now = Date.now();
    await this.merger.merge(
      batch.map(({ placa, mark }) => {
        const guardado = byId.get(placa.placa_id);
        return {
          placa,
          newsItems: guardado ? NewsItems.fromStored(guardado) : new NewsItems(),
          mark: mark === '' ? `${PROVISIONAL}${now}` : FINAL,
        };
      }),
    );
  }

  private schedule(delay: number): void {
    if (this.timer || this.stopped) return;
    this.timer = setTimeout(() => void this.work(), delay).unref();
  }

  private async work(): Promise<void> {
    const ids = [...this.pending].slice(0, BATCH);
    for (const id of ids) this.pending.delete(id);
    const states = await this.store.read(ids).catch(() => null);
    const batch = ids.map((placa_id, i) => ({ placa_id, mark: states?.[i]?.mark ?? '' }));
    const due = batch.filter(({ mark }) => StateRebuilder.isDue(mark, Date.now()));
    const done = states !== null && (due.length === 0 || (await this.rebuild(due)));
    if (!done) for (const id of ids) this.pending.add(id);
    this.timer = undefined;
    if (this.pending.size > 0) this.schedule(done ? GATHER_MS : PAUSE_MS);
  }
}
