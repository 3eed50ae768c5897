import type { StoredComando } from '../../commands/ledger/comando.js';
import { URGENT_REREAD_MS } from './command-rules.js';
import { V2_IDS_MAX } from '../client/api-v2.js';

export type Task =
  { kind: 'command' } | { kind: 'readback' | 'wanted' | 'due'; ids: number[] } | { kind: 'wait'; wait_ms: number };

/** The pending work of one account, in the order of service. */
export class AccountWork {
  /** Devices that requests wait for, with the callbacks of those requests. */
  private readonly waiting = new Map<number, (() => void)[]>();
  private due: number[] = [];
  private poked = false;
  private wakeUp: (() => void) | undefined;
  private closed = false;
  /** The round ended with devices that are still due. */
  unfinished = false;

  want(id: number): Promise<void> {
    if (this.closed) return Promise.resolve();
    return new Promise((resolve) => {
      this.waiting.set(id, [...(this.waiting.get(id) ?? []), resolve]);
      this.poke();
    });
  }

  addDue(ids: readonly number[]): void {
    this.due = [...new Set([...this.due, ...ids])];
    this.poke();
  }

  /** Signals that new work may exist. */
  poke(): void {
    this.poked = true;
    this.wakeUp?.();
  }

  takePoke(): boolean {
    const { poked } = this;
    this.poked = false;
    return poked;
  }

  async pause(ms: number): Promise<void> {
    if (this.takePoke()) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wakeUp = undefined;
  }

  /** These devices were tried, with or without success. */
  done(ids: readonly number[]): void {
    for (const id of ids) {
      for (const tell of this.waiting.get(id) ?? []) tell();
      this.waiting.delete(id);
    }
    const gone = new Set(ids);
    this.due = this.due.filter((id) => !gone.has(id));
  }

  /** Reading is useless now, so waiting requests get the known state. */
  giveUp(): void {
    this.done([...this.waiting.keys()]);
    this.due = [];
  }

  close(): void {
    this.closed = true;
    this.giveUp();
  }

  /** `resting`: no reads before this time, ms; 0 = reads are allowed. */
  next(open: readonly StoredComando[], resting: number, now: number): Task | null {
    const sent = open.filter(({ estado }) => estado === 'enviado');
    const busy = new Set(sent.map(({ entidad_id }) => entidad_id));
    const back = resting > now ? [] : sent.filter(({ releer_ts }) => (releer_ts ?? 0) <= now);
    const late = back.some(({ enviado_ts }) => now - (enviado_ts ?? now) >= URGENT_REREAD_MS);
    if (late) return this.reading('readback', back);
    if (open.some(({ estado, entidad_id }) => estado === 'solicitado' && !busy.has(entidad_id)))
      return { kind: 'command' };
    if (back.length > 0) return this.reading('readback', back);
    if (resting <= now && this.waiting.size > 0) return this.reading('wanted', []);
    if (resting <= now && this.due.length > 0) return this.reading('due', []);
    if (sent.length === 0) return null;
    const soonest = Math.min(...sent.map(({ releer_ts }) => Math.max(releer_ts ?? now, resting)));
    return { kind: 'wait', wait_ms: Math.max(20, Math.min(soonest - now, 1_000)) };
  }

  /** A request also reads all other pending devices. */
  private reading(kind: 'readback' | 'wanted' | 'due', back: readonly StoredComando[]): Task {
    const ids = new Set([...back.map(({ entidad_id }) => entidad_id), ...this.waiting.keys(), ...this.due]);
    return { kind, ids: [...ids].slice(0, V2_IDS_MAX) };
  }
}
