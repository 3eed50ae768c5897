import { type Asignaciones, orGone, type ValidSession } from '@acequia/contracts';
import { GrantsReader, type Logger, LOGGER } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Sesiones } from '../session/sesiones.js';
import { dispositivoRoomOf, roomsOf } from './audience.js';
import type { LiveIo, LiveSocket } from './live.types.js';

/** An ended session or grant must take effect within 5 s. */
const EVERY_MS = 2_000;
/**
 * Longest time that a socket stays open on an old check, ms. While auth-tenancy is away no session ends, but an unchecked socket is not
 * trusted forever.
 */
const UNCHECKED_MS = 10_000;

type Sessions = ReadonlyMap<string, ValidSession | null>;

/** Checks every two seconds that each socket's session still holds, and updates its grants. */
@Injectable()
export class Recheck {
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly sesiones: Sesiones,
    private readonly grants: GrantsReader,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  start(io: LiveIo, alongside: () => Promise<void>): void {
    const round = async (): Promise<void> => {
      const sockets = [...io.sockets.sockets.values()] as LiveSocket[];
      await Promise.all([this.check(sockets), alongside()]).catch((error: unknown) =>
        this.logger.warn({ err: error, sockets: sockets.length }, 'Live sockets could not be checked'),
      );
      if (!this.stopped) this.timer = setTimeout(() => void round(), EVERY_MS);
    };
    this.timer = setTimeout(() => void round(), EVERY_MS);
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private async check(sockets: LiveSocket[]): Promise<void> {
    const at = Date.now();
    try {
      const sessions = await this.sessionsBySid(sockets);
      const holding = sockets.filter((socket) => this.holds(socket, sessions, at));
      const grants = await this.grantsByUsuario(holding.filter((socket) => hasNewGrants(socket, sessions)));
      for (const socket of holding) this.settle(socket, grants, at);
    } catch (error) {
      // This is no refusal: the client connects again by itself and reads what it missed.
      for (const { conn, data } of sockets) if (at - data.checked > UNCHECKED_MS) conn.close(true);
      throw error;
    }
  }

  /** False, and the socket is disconnected, when the session has ended or has another rol or company, or owes a second step. */
  private holds(socket: LiveSocket, sessions: Sessions, at: number): boolean {
    const { claims, persona } = socket.data;
    const now = sessions.get(claims.sid);
    const same = now && now.rol === persona.rol && now.empresa_id === persona.empresa_id && !now.falta_segundo_paso;
    const holds = Boolean(same) && claims.exp * 1000 > at;
    if (!holds) socket.disconnect(true);
    return holds;
  }

  private settle(socket: LiveSocket, grants: ReadonlyMap<number, Asignaciones | null>, at: number): void {
    const theirs = grants.get(socket.data.persona.usuario_id);
    if (theirs === null) {
      socket.disconnect(true);
      return;
    }
    socket.data.checked = at;
    if (socket.data.grants && theirs) applyGrants(socket, theirs);
  }

  private async sessionsBySid(sockets: LiveSocket[]): Promise<Sessions> {
    const claims = [...new Map(sockets.map(({ data }) => [data.claims.sid, data.claims])).values()];
    const sessions = await this.sesiones.verifyMany(claims);
    return new Map(claims.map(({ sid }, index) => [sid, sessions[index] ?? null]));
  }

  private async grantsByUsuario(sockets: LiveSocket[]): Promise<Map<number, Asignaciones | null>> {
    const usuarios = new Set(sockets.map(({ data }) => data.persona.usuario_id));
    return new Map(await Promise.all([...usuarios].map(async (id) => [id, await this.grantsOf(id)] as const)));
  }

  /** Null for a deleted user: only the sockets of that user end, and the check of the others goes on. */
  private grantsOf(usuario_id: number): Promise<Asignaciones | null> {
    return orGone(this.grants.of(usuario_id));
  }
}

/** Without a version (an older auth-tenancy) the grants have to be read to know. */
const hasNewGrants = ({ data }: LiveSocket, sessions: Sessions): boolean => {
  const version = sessions.get(data.claims.sid)?.grants_version;
  return data.grants !== null && (version === undefined || version !== data.grants.version);
};

/** Leaves the rooms of revoked grants and joins those of new grants. */
export const applyGrants = (socket: LiveSocket, grants: Asignaciones): void => {
  const { persona, grants: before, dispositivos } = socket.data;
  if (before && before.version === grants.version) return;
  const rooms = new Set(roomsOf(persona, grants));
  for (const room of roomsOf(persona, before)) if (!rooms.has(room)) void socket.leave(room);
  void socket.join([...rooms]);
  const assigned = new Set(grants.dispositivos);
  for (const id of dispositivos) {
    if (assigned.has(id)) continue;
    void socket.leave(dispositivoRoomOf(persona, id));
    dispositivos.delete(id);
  }
  socket.data.grants = grants;
};
