import { AppError } from '@acequia/contracts';
import { clientAddress, ENV, GrantsReader } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../env.js';
import { type Claims, Sesiones } from '../session/sesiones.js';
import { Arrivals } from './arrivals.js';
import { CompaniesFeed } from './companies.feed.js';
import type { LiveSocket } from './live.types.js';

/** Admits sockets: checks the session as REST does and limits the connections per person. */
@Injectable()
export class Doorman {
  private readonly sockets = new Map<number, number>();

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly sesiones: Sesiones,
    private readonly grants: GrantsReader,
    private readonly feed: CompaniesFeed,
    private readonly arrivals: Arrivals,
  ) {}

  /** Fills `socket.data`. @throws AppError when the socket is refused. */
  async admit(socket: LiveSocket): Promise<void> {
    // Checked before it takes a place in the queue: a caller without a valid token must not delay others.
    const claims = this.sesiones.claimsOf(socket.handshake.auth['token']);
    const requester = { address: clientAddress(socket.handshake.address), account: claims.sub, known: true };
    await this.arrivals.letIn(requester, () => this.open(socket, claims));
  }

  private async open(socket: LiveSocket, claims: Claims): Promise<void> {
    const checked = Date.now();
    const persona = await this.sesiones.persona(claims);
    if (persona.falta_segundo_paso) throw new AppError('segundo_paso_exigido');
    const grants = persona.rol === 'usuario' ? await this.grants.of(persona.usuario_id) : null;
    socket.data = { claims, persona, grants, dispositivos: new Set(), checked };
    const empresa_id = persona.rol === 'admin_global' ? null : persona.empresa_id;
    this.count(socket, persona.usuario_id);
    if (empresa_id === null && persona.rol !== 'admin_global') return;
    // Bound to the connection: a client that leaves during admission never becomes a socket.
    socket.conn.once('close', () => this.feed.release(empresa_id));
    await this.feed.hold(empresa_id);
  }

  private count({ conn }: LiveSocket, usuario_id: number): void {
    const others = this.sockets.get(usuario_id) ?? 0;
    if (conn.readyState !== 'open' || others >= this.env.SOCKETS_PER_USER) {
      throw new AppError('demasiadas_solicitudes', { wait_s: 5 });
    }
    this.sockets.set(usuario_id, others + 1);
    conn.once('close', () => {
      const left = (this.sockets.get(usuario_id) ?? 1) - 1;
      if (left > 0) this.sockets.set(usuario_id, left);
      else this.sockets.delete(usuario_id);
    });
  }
}
