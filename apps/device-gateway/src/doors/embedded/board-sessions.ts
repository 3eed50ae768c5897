import { ENV } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { GatewayEnv } from '../../env.js';
import { GatewayMetrics } from '../../metrics.js';
import { ConnectionsService } from '../../presence/connections.service.js';
import { LinkService } from '../../presence/link.service.js';
import type { Login } from '../board-auth.js';
import { BoardListener } from './board-listener.js';
import { type BoardClient, BoardSession } from './board-session.js';
import type { BoardStream } from './board-stream.js';
import { HoldKeeper } from './hold-keeper.js';
import { ReportWatch } from './report-watch.js';

/** Longest keep-alive of a board, s: a dead link is detected after 1.5 times this. */
export const KEEPALIVE_MAX_S = 300;
const noop = (): void => undefined;

/** The boards that are logged in at this process, the newest connection of each, from login to end. */
@Injectable()
export class BoardSessions {
  private readonly sessions = new Map<number, BoardSession>();
  private keeper: HoldKeeper | undefined;
  private count = 0;

  constructor(
    @Inject(ENV) private readonly env: GatewayEnv,
    private readonly connections: ConnectionsService,
    private readonly links: LinkService,
    private readonly listener: BoardListener,
    private readonly metrics: GatewayMetrics,
  ) {}

  start(): void {
    this.keeper = new HoldKeeper(
      () => this.sessions.values(),
      (session) => this.giveUp(session, 'espera'),
    );
  }

  /** Ends all of them for a reason that is not theirs. */
  stop(): void {
    this.keeper?.stop();
    for (const session of this.sessions.values()) {
      session.leaving = true;
      session.client.close(noop);
    }
  }

  of(placa_id: number): BoardSession | undefined {
    return this.sessions.get(placa_id);
  }

  all(): Iterable<BoardSession> {
    return this.sessions.values();
  }

  /** The board has shown who it is; it is online once it has its CONNACK. */
  open(client: BoardClient, { placa, credencial }: Extract<Login, { placa: unknown }>): BoardSession {
    const hold_ms = Math.min(this.env.MQTT_HOLD_MAX_MS, ((client.keepalive_s ?? KEEPALIVE_MAX_S) * 1_000) / 2);
    const session = new BoardSession(
      placa,
      `${this.env.INSTANCE_ID}:${process.pid}:${++this.count}`,
      client,
      credencial,
      hold_ms,
      () => this.lost(session),
    );
    client.session = session;
    const stream = client.conn as BoardStream;
    if (!session.own) session.watch = new ReportWatch(stream.socket, () => this.metrics.closure('sordo'));
    this.listener.admitted(stream);
    const older = this.sessions.get(placa.placa_id);
    if (older) older.replaced = true;
    this.sessions.set(placa.placa_id, session);
    stream.once('close', () => this.closed(session, older));
    return session;
  }

  ready({ session }: BoardClient): void {
    if (!session || session.closed) return;
    session.ready = true;
    this.metrics.online.inc();
    // Aedes forgets a connection that was closing while its successor registered, so it is ended here.
    if (this.sessions.get(session.placa.placa_id) !== session) this.end(session, 'relevada');
    else if (!session.admitted) this.end(session, 'revocada');
    else void this.connections.up(session);
  }

  /** The gateway cannot store the messages it holds for this board, so the board has to send them again later. */
  giveUp(session: BoardSession, reason: string): void {
    session.abandoned = true;
    session.leaving = true;
    this.metrics.mensaje('telemetry', 'sin_respuesta', session.held);
    this.end(session, reason);
  }

  end(session: BoardSession, reason: string): void {
    if (session.closed) return;
    this.metrics.closure(reason);
    session.client.close(noop);
  }

  /** Another instance holds a newer connection of the board, or this one's credential has ended. */
  private lost(session: BoardSession): void {
    if (!session.closed && session.admitted) this.links.takenOver(session.placa, Date.now());
    this.end(session, 'relevada');
  }

  private closed(session: BoardSession, older: BoardSession | undefined): void {
    session.closed = true;
    const { placa_id } = session.placa;
    if (this.sessions.get(placa_id) === session) {
      this.sessions.delete(placa_id);
      if (!session.ready && older && !older.closed) this.reinstate(older);
    }
    if (session.ready) this.metrics.online.dec();
    if (session.ready && session.replaced && !session.leaving) this.links.takenOver(session.placa, Date.now());
    if (session.replaced || session.leaving) this.connections.leave(session);
    else void this.connections.down(session);
  }

  /** The newer connection closed before its login was complete. */
  private reinstate(session: BoardSession): void {
    session.replaced = false;
    this.sessions.set(session.placa.placa_id, session);
  }
}
