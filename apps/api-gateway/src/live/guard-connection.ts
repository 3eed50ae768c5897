import type { LiveSocket } from './live.types.js';

/** Packets per window: enough for a panel that joins some hundreds of devices at once. */
export const MAX_PACKETS = 600;
const WINDOW_MS = 5_000;
/** Packets that may wait for one client. A browser that reads more slowly should connect again. */
const MAX_PENDING = 2_000;

/** Cuts a client that sends too much or does not read, so that others are not affected. */
export const guardConnection = (conn: LiveSocket['conn']): void => {
  let start = Date.now();
  let received = 0;
  conn.on('packet', () => {
    if (Date.now() - start >= WINDOW_MS) {
      start = Date.now();
      received = 0;
    }
    received += 1;
    if (received > MAX_PACKETS) conn.close(true);
  });

  let waiting = 0;
  conn.on('drain', () => (waiting = 0));
  conn.on('packetCreate', () => {
    waiting += 1;
    if (waiting > MAX_PENDING) conn.close(true);
  });
};
