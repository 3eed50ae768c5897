import { once } from 'node:events';
import type { LiveEvent, RETURN } from '@acequia/contracts';
import { io, type Socket } from 'socket.io-client';
import type { Gateway, Persona } from './gateway.fixture.js';

export interface Heard {
  event: string;
  payload: Record<string, unknown>;
}

/** A socket client that records every message. */
export class LiveClient {
  readonly heard: Heard[] = [];
  private readonly waiting: (() => void)[] = [];

  private constructor(readonly socket: Socket) {
    socket.onAny((event: string, payload: Record<string, unknown>) => {
      this.heard.push({ event, payload });
      for (const wake of this.waiting.splice(0)) wake();
    });
  }

  /** Resolves once connected; rejects with the server's message. */
  static async connect(
    gateway: Gateway,
    who: Persona | undefined,
    options: { origin?: string; auth?: object } = {},
  ): Promise<LiveClient> {
    const socket = io(gateway.url, {
      path: '/socket.io',
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: options.auth ?? { token: who?.token },
      ...(options.origin !== undefined && { extraHeaders: { origin: options.origin } }),
    });
    const client = new LiveClient(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', (error) => {
        socket.close();
        reject(error);
      });
    });
    return client;
  }

  /** Resolves with the first matching message of the event, already received or still to come. */
  async next(
    event: LiveEvent | typeof RETURN | 'error',
    matches: (payload: Record<string, unknown>) => boolean = () => true,
  ) {
    for (;;) {
      const found = this.heard.find((one) => one.event === event && matches(one.payload));
      if (found) return found.payload;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  about(field: string): unknown[] {
    return this.heard.flatMap(({ payload }) => payload[field] ?? []);
  }

  joinDevice(id: unknown): Promise<{ ok: boolean }> {
    return this.socket.emitWithAck('joinDevice', id) as Promise<{ ok: boolean }>;
  }

  /** Resolves with socket.io's reason for the disconnect. */
  async ended(): Promise<string> {
    if (this.socket.disconnected) return 'already';
    const [reason] = (await once(this.socket as unknown as NodeJS.EventEmitter, 'disconnect')) as [string];
    return reason;
  }

  close(): void {
    this.socket.close();
  }
}
