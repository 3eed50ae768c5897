import type { LiveEvent, LivePayload } from '@acequia/contracts';
import { EventEmitter } from 'node:events';

/** Stands for the Socket.IO client in component tests: connects at once, and the test says what arrives. */
class LiveSocket extends EventEmitter {
  connected = false;

  /** True: the server refuses connections. */
  refused = false;

  /** How often the console asked for one. */
  attempts = 0;

  connect(): this {
    this.attempts += 1;
    if (this.refused) return this;
    this.connected = true;
    queueMicrotask(() => super.emit('connect'));
    return this;
  }

  disconnect(): this {
    this.connected = false;
    return this;
  }

  /** What the console sends: nothing listens. */
  override emit(): boolean {
    return true;
  }

  lose(reason: string, forGood: boolean): void {
    this.connected = false;
    this.refused = forGood;
    super.emit('disconnect', reason);
  }

  receive<E extends LiveEvent>(event: E, payload: LivePayload<E>): void {
    super.emit(event, payload);
  }
}

let latest: LiveSocket | undefined;

/** Replaces `io` of socket.io-client. */
export const io = (): LiveSocket => (latest = new LiveSocket());

/** A live message for the page of this test. */
export const receive: LiveSocket['receive'] = (event, payload) => latest!.receive(event, payload);

/** The connection of this test's page ends; `reason` as Socket.IO names it. `forGood`: no further one is taken. */
export const loseSocket = (reason: 'io server disconnect' | 'transport close', forGood = false): void =>
  latest!.lose(reason, forGood);

/** How often this test's page has connected or tried to. */
export const attempts = (): number => latest!.attempts;
