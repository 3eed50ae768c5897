import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Time for requests in flight to finish, ms; then their connections are cut. */
const DRAIN_MS = 5_000;
/** Time limit for closing everything, ms; the supervisor kills the process at 10 s. */
const CLOSE_MS = 8_000;
const HARD_EXIT_MS = 9_000;

/** Drains the HTTP server: accepts no new connections, ends keep-alive, and answers requests in flight. */
export class Drain {
  private inFlight = 0;
  private draining = false;

  constructor(private readonly server: Server) {
    server.prependListener('request', (_request, response) => {
      this.inFlight += 1;
      if (this.draining) response.setHeader('connection', 'close');
      response.once('close', () => (this.inFlight -= 1));
    });
  }

  async finish(): Promise<void> {
    this.draining = true;
    this.server.close();
    const deadline = Date.now() + DRAIN_MS;
    while (this.inFlight > 0 && Date.now() < deadline) {
      this.server.closeIdleConnections();
      await pause(20);
    }
    this.server.closeAllConnections();
  }
}

/** Runs `close` once on SIGTERM or SIGINT and ends the process: exit 0 when all closed in time, 1 when something hung. */
export const onStopSignal = (logger: Logger, close: () => Promise<void>): void => {
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'Stopping');
    // The timer cannot fire while code blocks the event loop; then only the supervisor's SIGKILL helps.
    setTimeout(() => process.exit(1), HARD_EXIT_MS);
    const late = pause(CLOSE_MS, 'late' as const);
    Promise.race([close(), late]).then(
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
