import { type LivePayload, RETURN, type Return } from '@acequia/contracts';
import { ApiClient } from '@acequia/testing';
import { io, type Socket } from 'socket.io-client';
import type { Watcher } from './watchers.js';

/** As the web does (apps/web/src/lib/live/socket-opener.ts): soon the first time, then as slowly as the server lets in. ms */
const SOON_MS = 300;
const LEAST_PAUSE_MS = 5_000;
const SPREAD_MS = 1_500;
const FIRST_WITHIN_MS = 5_000;
/** The switch panel reads its list this often besides live messages (PANEL-5), ms. */
const PANEL_MS = 20_000;
/** Every so many messages one delay is noted. */
const NOTED = 20;

/** Messages that all screens of the process have received. */
export interface Heard {
  messages: number;
  /** From the board's clock to the screen, ms. */
  delays: number[];
  reads: number;
  failed_reads: number;
  /** Attempts to open that failed, also because nobody listened. */
  refused: number;
}

/** One open panel: its socket, which comes back by itself, and the reads of its list. */
export class Screen {
  private socket: Socket | undefined;
  private openedAt = 0;
  private turn: number;
  private spread_ms = SPREAD_MS;
  private attempts = 0;
  private timer: NodeJS.Timeout | undefined;
  private polls: NodeJS.Timeout | undefined;
  connected = false;

  /** `doors`: addresses of the api-gateways; each attempt takes the next one, as behind a balancer. */
  constructor(
    private readonly doors: readonly string[],
    index: number,
    private readonly watcher: Watcher,
    private readonly heard: () => Heard,
  ) {
    this.turn = index;
  }

  /** Resolves once connected. */
  open(): Promise<void> {
    return new Promise((resolve) => this.connect(resolve));
  }

  /** From now on reads its list every 20 s, at a moment of its own. */
  poll(): void {
    this.polls = setTimeout(() => {
      this.polls = setInterval(() => void this.read(), PANEL_MS);
    }, Math.random() * PANEL_MS);
  }

  close(): void {
    clearTimeout(this.timer);
    clearTimeout(this.polls);
    this.socket?.removeAllListeners().disconnect();
  }

  private get door(): string {
    return this.doors[this.turn % this.doors.length]!;
  }

  private connect(up?: () => void): void {
    this.openedAt = Date.now();
    this.turn += 1;
    const { token } = this.watcher;
    const socket = io(this.door, { transports: ['websocket'], forceNew: true, reconnection: false, auth: { token } });
    this.socket = socket;
    const lost = (): void => {
      this.connected = false;
      if (socket !== this.socket) return;
      const pause = Math.max(SOON_MS, this.openedAt + LEAST_PAUSE_MS - Date.now());
      const spread = this.attempts === 0 ? Math.min(this.spread_ms, FIRST_WITHIN_MS) : this.spread_ms;
      this.attempts += 1;
      this.timer = setTimeout(() => this.connect(up), pause + Math.random() * spread);
    };
    socket.on('connect', () => {
      this.connected = true;
      this.attempts = 0;
      up?.();
      void this.read();
    });
    socket.on('disconnect', lost);
    socket.on('connect_error', () => {
      this.heard().refused += 1;
      lost();
    });
    socket.on(RETURN, ({ en_ms }: Return) => (this.spread_ms = Math.max(SPREAD_MS, en_ms)));
    socket.on('switch:estado', ({ estado_ts }: LivePayload<'switch:estado'>) => {
      const heard = this.heard();
      heard.messages += 1;
      if (heard.messages % NOTED === 0 && estado_ts !== null) heard.delays.push(Date.now() - estado_ts);
    });
  }

  private async read(): Promise<void> {
    try {
      const query = { usuario_id: String(this.watcher.usuario_id) };
      await new ApiClient(this.door, this.watcher.token).call('switches.de_usuario', { query });
      this.heard().reads += 1;
    } catch {
      this.heard().failed_reads += 1;
    }
  }
}
