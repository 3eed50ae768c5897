import type { Asignaciones, ErrorCode, JOIN_DEVICE, LiveEvent, Persona, Return, RETURN } from '@acequia/contracts';
import type { Server, Socket } from 'socket.io';
import type { Claims } from '../session/sesiones.js';

/** Client messages are not trusted: every argument is checked. */
export type FromClient = Record<typeof JOIN_DEVICE, (...args: unknown[]) => void>;
export type ToClient = Record<LiveEvent, (payload: object) => void> &
  Record<typeof RETURN, (payload: Return) => void> & {
    error: (error: { codigo: ErrorCode; mensaje: string }) => void;
  };
export interface SocketData {
  claims: Claims;
  persona: Persona;
  /** Grants of a usuario; null for admins. */
  grants: Asignaciones | null;
  dispositivos: Set<number>;
  /** Time of the last successful check of session and grants, ms since 1970. */
  checked: number;
}
export type LiveSocket = Socket<FromClient, ToClient, Record<string, never>, SocketData>;
export type LiveIo = Server<FromClient, ToClient, Record<string, never>, SocketData>;
