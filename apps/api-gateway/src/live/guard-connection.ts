import type { LiveSocket } from './live.types.js';

/** Room for a panel that joins some hundreds of devices at once; a person's clicks never come near. */
export const MAX_PACKETS = 600;
const WINDOW_MS = 5_000;
/** Packets that wait for one client. A browser that reads so slowly is better served by connecting again. */
const MAX_PENDING = 2_000;

/** Drops a client that floods us, or that does not read what it is sent: the others must not feel either. */
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
