import type { Socket } from 'node:net';
import { PacketMeter } from './packet-meter.js';

/**
 * Measures what a broker reads from a socket and ends the connection at the first packet that breaks a limit, before the
 * parser keeps a byte of it. Wraps `read` instead of piping through a stream: at rest it costs one small object per board.
 */
export const guardSocket = (socket: Socket, onRefused: (reason: string) => void): void => {
  const meter = new PacketMeter();
  const read = socket.read.bind(socket);
  socket.read = (size?: number): Buffer | null => {
    const chunk = read(size) as Buffer | null;
    if (chunk === null) return null;
    const refusal = meter.push(chunk);
    if (refusal === null) return chunk;
    socket.destroy();
    onRefused(refusal);
    return null;
  };
};
