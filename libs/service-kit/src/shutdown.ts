import type { Server, ServerResponse } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isOperation } from './http/operations.js';

/** A client that asked nothing for this long is taken to have gone elsewhere, ms. */
const QUIET_MS = 1_000;
/** Longest time that new connections are still accepted, ms: a balancer needs some to see that /health fails. */
const ACCEPT_MS = 2_500;
/** Time for requests in flight to finish, ms; then their connections are cut. */
const DRAIN_MS = 5_000;
/** Time limit for closing everything, ms; the supervisor kills the process at 10 s. */
const CLOSE_MS = 8_000;
const HARD_EXIT_MS = 9_000;

/**
 * Drains an HTTP server without cutting a request: every answer ends its connection, and a connection that stays open is closed only
 * when no request has come for {@link QUIET_MS}. A client may send the next one just as its idle connection is closed.
 */
export class Drain {
  private readonly inFlight = new Set<ServerResponse>();
  private draining = false;
  private lastUse = -Infinity;

  constructor(private readonly server: Server) {
    // A new connection counts: its first request is on the way.
    server.on('connection', () => this.use());
    server.prependListener('request', (request, response) => {
      if (this.draining) response.setHeader('connection', 'close');
      if (isOperation(request)) return;
      this.use();
      this.inFlight.add(response);
      response.once('close', () => {
        this.use();
        this.inFlight.delete(response);
      });
    });
  }

  /** @param handsOver clients can go to another instance: they are given time to. Otherwise only requests in flight are waited for. */
  async finish(handsOver: boolean, stopListening: () => void = () => undefined): Promise<void> {
    this.draining = true;
    for (const response of this.inFlight) if (!response.headersSent) response.setHeader('connection', 'close');
    const began = performance.now();
    const isQuiet = (): boolean => !handsOver || performance.now() - this.lastUse > QUIET_MS;
    const wait = async (isDone: () => boolean, limit: number): Promise<void> => {
      while (!isDone() && performance.now() - began < limit) await pause(20);
    };
    await wait(isQuiet, ACCEPT_MS);
    stopListening();
    // The HTTP server's own close() would also cut connections that are idle at this moment.
    TcpServer.prototype.close.call(this.server);
    await wait(() => this.inFlight.size === 0 && isQuiet(), DRAIN_MS);
    this.server.closeAllConnections();
  }

  private use(): void {
    this.lastUse = performance.now();
  }
}

/** Runs `close` once on SIGTERM or SIGINT and ends the process: exit 0 when all closed in time, 1 when something hung. */
export const onStopSignal = (logger: Logger, close: (signal: NodeJS.Signals) => Promise<void>): void => {
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'Stopping');
    // The timer cannot fire while code blocks the event loop; then only the supervisor's SIGKILL helps.
    setTimeout(() => process.exit(1), HARD_EXIT_MS);
    const late = pause(CLOSE_MS, 'late' as const);
    Promise.race([close(signal), late]).then(
      (outcome) => {
        if (outcome === 'late') logger.error('Not everything closed in time');
        process.exit(outcome === 'late' ? 1 : 0);
      },
      (error: unknown) => {
        logger.error({ err: error }, 'Closing failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
};

/** An uncaught error leaves the process in an unknown state: log it and exit, the supervisor starts a fresh process. */
export const exitOnFault = (logger: Logger): void => {
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'Uncaught exception');
    process.exit(1);
  });
  process.on('unhandledRejection', (reason) => {
    logger.fatal({ err: reason }, 'Unhandled rejection');
    process.exit(1);
  });
};
