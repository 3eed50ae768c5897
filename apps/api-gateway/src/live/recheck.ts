import { AppError, type Asignaciones, type Persona } from '@acequia/contracts';
import { GrantsReader, type Logger, LOGGER } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Sesiones } from '../session/sesiones.js';
import { dispositivoRoomOf, salasDe } from './audience.js';
import type { LiveIo, LiveSocket } from './live.types.js';

/** With the readers' own caches this ends what has ended within 5 s. */
const EVERY_MS = 2_000;
/**
 * How long a socket lives on a check that could not be repeated. Sessions end through auth-tenancy, so while it is away
 * none ends; but nobody is believed for ever.
 */
const UNCHECKED_MS = 10_000;

/** Looks again, every two seconds, whether those who listen still may, and to what. */
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
    const turn = async (): Promise<void> => {
      const sockets = [...io.sockets.sockets.values()] as LiveSocket[];
      await Promise.all([this.check(sockets), alongside()]).catch((error: unknown) =>
        this.logger.warn({ err: error, sockets: sockets.length }, 'Live sockets could not be checked'),
      );
      if (!this.stopped) this.timer = setTimeout(() => void turn(), EVERY_MS);
    };
    this.timer = setTimeout(() => void turn(), EVERY_MS);
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private async check(sockets: LiveSocket[]): Promise<void> {
    const at = Date.now();
    try {
      const personas = await this.personasBySid(sockets);
      const holding = sockets.filter((socket) => this.holds(socket, personas, at));
      const grants = await this.grantsByUsuario(holding);
      for (const socket of holding) this.settle(socket, grants, at);
    } catch (error) {
      // Not a refusal: the client comes back by itself, and reads again what it missed.
      for (const { conn, data } of sockets) if (at - data.checked > UNCHECKED_MS) conn.close(true);
      throw error;
    }
  }

  /** Ends the socket of a session that has ended. */
  private holds(socket: LiveSocket, personas: ReadonlyMap<string, Persona | null>, at: number): boolean {
    const { claims, persona } = socket.data;
    const now = personas.get(claims.sid);
    const same = now && now.rol === persona.rol && now.empresa_id === persona.empresa_id;
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

  private async personasBySid(sockets: LiveSocket[]): Promise<Map<string, Persona | null>> {
    const claims = [...new Map(sockets.map(({ data }) => [data.claims.sid, data.claims])).values()];
    const personas = await this.sesiones.personas(claims);
    return new Map(claims.map(({ sid }, index) => [sid, personas[index] ?? null]));
  }

  private async grantsByUsuario(sockets: LiveSocket[]): Promise<Map<number, Asignaciones | null>> {
    const usuarios = new Set(sockets.filter(({ data }) => data.grants).map(({ data }) => data.persona.usuario_id));
    return new Map(await Promise.all([...usuarios].map(async (id) => [id, await this.grantsOf(id)] as const)));
  }

  /** null for a user who was deleted: that ends their own sockets, not the check of everybody's. */
  private async grantsOf(usuario_id: number): Promise<Asignaciones | null> {
    try {
      return await this.grants.de(usuario_id);
    } catch (error) {
      if (error instanceof AppError && error.codigo === 'no_encontrado') return null;
      throw error;
    }
  }
}

/** Takes the socket out of what is no longer assigned, and into what is. */
export const applyGrants = (socket: LiveSocket, grants: Asignaciones): void => {
  const { persona, grants: before, dispositivos } = socket.data;
  if (before && before.version === grants.version) return;
  const rooms = new Set(salasDe(persona, grants));
  for (const room of salasDe(persona, before)) if (!rooms.has(room)) void socket.leave(room);
  void socket.join([...rooms]);
  const assigned = new Set(grants.dispositivos);
  for (const id of dispositivos) {
    if (assigned.has(id)) continue;
    void socket.leave(dispositivoRoomOf(persona, id));
    dispositivos.delete(id);
  }
  socket.data.grants = grants;
};
