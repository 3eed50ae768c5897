import type { Socket } from 'node:net';
import { PacketMeter } from './packet-meter.js';

/**
 * Bytes that one board is read at a turn, some 25 samples; more only to the end of a packet. A broker handles all it reads before
 * anybody else has a turn, and what a board has sent ahead waits in its own socket until these were answered.
 */
const TURN_BYTES = 2_048;

/**
 * Measures what a broker reads from a socket and ends the connection at the first packet that breaks a limit, before the
 * parser keeps a byte of it. Wraps `read` instead of piping through a stream: at rest it costs one small object per board.
 * What is handed out ends with a whole packet while there is more, and the next turn comes after everybody else's.
 */
export const guardSocket = (socket: Socket, onRefused: (reason: string) => void): void => {
  const meter = new PacketMeter();
  const read = socket.read.bind(socket);
  /** At most `bytes`; null when there are none. */
  const upTo = (bytes: number): Buffer | null =>
    read(bytes < socket.readableLength ? bytes : undefined) as Buffer | null;
  let resting = false;
  const rest = (): void => {
    resting = true;
    setImmediate(() => {
      resting = false;
      if (!socket.destroyed) socket.emit('readable');
    });
  };
  socket.read = (): Buffer | null => {
    if (resting) return null;
    const chunks: Buffer[] = [];
    for (let chunk = upTo(TURN_BYTES); chunk !== null; chunk = upTo(meter.missing)) {
      const refusal = meter.push(chunk);
      if (refusal !== null) {
        socket.destroy();
        onRefused(refusal);
        return null;
      }
      chunks.push(chunk);
      if (meter.missing === 0 || socket.readableLength === 0) break;
    }
    if (socket.readableLength > 0) rest();
    return chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? null);
  };
};
