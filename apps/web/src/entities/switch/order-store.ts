import type { ComandoAction, ComandoAccepted } from '@acequia/contracts';
import { newIdempotencyKey } from '../../lib/http/idempotency-key.js';
import { isUnderWay, type SwitchOrder } from './order.js';

export interface Wish {
  accion: ComandoAction;
  /** How long the switch stays on, s; default: its limit. */
  duracion_s?: number;
}

export interface Sending extends Wish {
  switchId: number;
  /** Idempotency key: all sends of one click share it. */
  key: string;
  signal: AbortSignal;
}

interface Options {
  /** @throws an `Error` whose `status` is 0 when there was no answer */
  send: (sending: Sending) => Promise<ComandoAccepted>;
  now: () => number;
}

/** A second click within this time is a bounce of the first, ms. */
const BOUNCE_MS = 1_000;
const RESEND_MS = 1_000;
/** An unanswered Encender is not sent again later than this, because the person may have walked into the field. ms */
const RESEND_ON_UNTIL_MS = 5_000;

interface Click {
  order: SwitchOrder;
  abort: AbortController;
  /** How long it was asked to stay on, s; absent = up to its limit, or not asked here. */
  duracion_s?: number | undefined;
}

/** The last order given here to each switch, from the click until another is given; the server's reports settle it. */
export class OrderStore {
  private readonly clicks = new Map<number, Click>();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly options: Options) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  get(switchId: number): SwitchOrder | null {
    return this.clicks.get(switchId)?.order ?? null;
  }

  /** Sends one click. @param lastKnown the newest order of the switch known before the click */
  async press(switchId: number, wish: Wish, lastKnown: string | null): Promise<void> {
    const { now } = this.options;
    const previous = this.clicks.get(switchId);
    const ts = now();
    if (previous && this.isBounce(previous, wish, ts)) return;
    // An Encender that has not reached the server yet must not arrive after this Apagar.
    if (previous?.order.comando_id === null) previous.abort.abort();
    const { accion } = wish;
    const click: Click = {
      order: { comando_id: null, accion, estado: 'solicitado', detalle: null, ts },
      abort: new AbortController(),
      duracion_s: wish.duracion_s,
    };
    this.clicks.set(switchId, click);
    this.tell();
    const sending = { ...wish, switchId, key: newIdempotencyKey(), signal: click.abort.signal };
    try {
      const { comando_id, estado } = await this.sendUntilAnswered(sending, ts);
      this.settle(switchId, click, { comando_id, accion, estado, detalle: null, ts: now() });
    } catch (error) {
      const end = { comando_id: null, accion, detalle: (error as Error).message, ts: now() };
      // An answer with a reason is a refusal. Without an answer the result is unknown; the server may still report it.
      this.settle(
        switchId,
        click,
        isRefusal(error)
          ? { ...end, estado: 'rechazado' }
          : { ...end, estado: 'sin_respuesta', after: { comando_id: lastKnown, ts } },
      );
    }
  }

  /** Applies the server's report about the order shown. */
  heard(switchId: number, order: SwitchOrder): void {
    const click = this.clicks.get(switchId);
    this.clicks.set(switchId, { abort: new AbortController(), ...click, order });
    this.tell();
  }

  /** The same wish again; another duration is another wish. */
  private isBounce({ order: { accion, estado, ts }, duracion_s }: Click, wish: Wish, now: number): boolean {
    const same = accion === wish.accion && duracion_s === wish.duracion_s;
    return same && isUnderWay({ estado }) && now - ts < BOUNCE_MS;
  }

  private async sendUntilAnswered(sending: Sending, askedAt: number): Promise<ComandoAccepted> {
    const { send, now } = this.options;
    try {
      return await send(sending);
    } catch (error) {
      const late = sending.accion === 'on' && now() - askedAt > RESEND_ON_UNTIL_MS;
      if ((error as { status?: number }).status !== 0 || sending.signal.aborted || late) throw error;
      await new Promise((done) => setTimeout(done, RESEND_MS));
      return send(sending);
    }
  }

  /** Ignored when the person has clicked again meanwhile. */
  private settle(switchId: number, click: Click, order: SwitchOrder): void {
    if (this.clicks.get(switchId)?.abort !== click.abort) return;
    this.clicks.set(switchId, { ...click, order });
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

const isRefusal = (error: unknown): boolean => {
  const { status = 0 } = error as { status?: number };
  return status >= 400 && status < 500;
};
