import type { Asignaciones, ErrorCode, JOIN_DEVICE, LiveEvent, Persona } from '@acequia/contracts';
import type { Server, Socket } from 'socket.io';
import type { Claims } from '../session/sesiones.js';

/** What a client may send: nothing in it is to be believed. */
export type FromClient = Record<typeof JOIN_DEVICE, (...args: unknown[]) => void>;
export type ToClient = Record<LiveEvent, (payload: object) => void> & {
  error: (error: { codigo: ErrorCode; mensaje: string }) => void;
};
export interface SocketData {
  claims: Claims;
  persona: Persona;
  /** A usuario's; null for admins. */
  grants: Asignaciones | null;
  /** Devices joined. */
  dispositivos: Set<number>;
  /** When session and grants were last known to hold, ms since 1970. */
  checked: number;
}
export type LiveSocket = Socket<FromClient, ToClient, Record<string, never>, SocketData>;
export type LiveIo = Server<FromClient, ToClient, Record<string, never>, SocketData>;
