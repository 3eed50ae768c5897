import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { PublishPacket } from 'aedes';
import { DialectIngest } from '../../ingest/dialect-ingest.js';
import { type Rows, IngestService, recordsOf, sizeOfRows } from '../../ingest/ingest.service.js';
import { QuotaService } from '../../ingest/quota.service.js';
import { ReadingsAppender } from '../../ingest/readings-appender.js';
import { ConnectionsService } from '../../presence/connections.service.js';
import type { BoardSession } from './board-session.js';
import { BoardSessions } from './board-sessions.js';
import type { TelemetryGate } from './telemetry-lane.js';

/** Most unacknowledged messages per connection: several times what one read of its socket can bring. */
const HELD_PER_SESSION = 5_000;
const DIALECT_WAIT_MS = 1_500;
const NOTHING: Rows = { l: [], e: [] };

export type PublishDone = (error?: Error | null) => void;

/** What connected boards publish: permitted topics, shares, and the acknowledgement once it is stored. */
@Injectable()
export class BoardPublishes {
  constructor(
    private readonly sessions: BoardSessions,
    private readonly ingest: IngestService,
    private readonly dialects: DialectIngest,
    private readonly appender: ReadingsAppender,
    private readonly connections: ConnectionsService,
    private readonly quota: QuotaService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** `done` lets the broker acknowledge the packet. */
  take(session: BoardSession, packet: PublishPacket, done: PublishDone): void {
    const now = Date.now();
    if (session.own && packet.topic === session.runs) return this.runs(session, packet, done, now);
    const rows = this.route(session, packet.topic, packet.payload as Buffer, now);
    if (packet.topic === session.telemetry || !session.own) this.charge(session, rows, now);
    if (session.held === 0 && sizeOfRows(rows) === 0) return done(null);
    if (session.held >= HELD_PER_SESSION || this.appender.isSaturated(session.placa.placa_id)) {
      this.sessions.giveUp(session, 'saturado');
      return;
    }
    this.appender.push(session.hold(rows, () => done(null), now));
  }

  /** Another firmware reports a command's outcome in its samples, so they keep their order and wait only briefly. */
  gateOf(session: BoardSession): TelemetryGate {
    const { placa, own } = session;
    const topic = own ? Buffer.from(session.telemetry) : null;
    return {
      topic,
      wait: () => {
        const now = Date.now();
        const wait = this.quota.wait(placa, now);
        return own ? wait : Math.min(wait, Math.max(0, session.heardAt + DIALECT_WAIT_MS - now));
      },
    };
  }

  /** Of a board of ours, what it sends to its telemetry topic counts, invalid or not; of another firmware, every message. */
  private charge(session: BoardSession, rows: Rows, now: number): void {
    session.heardAt = now;
    this.quota.charge(session.placa, Math.max(1, recordsOf(rows)), now);
  }

  private route(session: BoardSession, topic: string, payload: Buffer, now: number): Rows {
    const { placa } = session;
    if (!session.own) return this.dialect(session, topic, payload, now);
    if (topic === session.telemetry) return this.ingest.telemetry(placa, topic, payload, now);
    if (topic === session.status) {
      const { status, rows } = this.ingest.status(placa, topic, payload, now);
      this.present(session, status);
      return rows;
    }
    if (topic === session.result) this.ingest.result(placa, topic, payload, now);
    else this.ingest.foreign(placa, topic, payload, now);
    return NOTHING;
  }

  /** Acknowledged once the runs are stored; until then the board keeps them. */
  private runs(session: BoardSession, { topic, payload }: PublishPacket, done: PublishDone, now: number): void {
    this.ingest.runs(session.placa, topic, payload as Buffer, now).then(
      () => done(null),
      (error: unknown) => {
        this.logger.warn(
          { err: error, placa_id: session.placa.placa_id },
          "a board's report of its runs could not be stored",
        );
        this.sessions.giveUp(session, 'corridas');
      },
    );
  }

  /** The status message may report the disconnection early; the connection itself proves presence. */
  private present(session: BoardSession, status: { online: boolean } | null): void {
    if (status?.online) void this.connections.up(session);
    else if (status) void this.connections.down(session);
  }

  private dialect(session: BoardSession, topic: string, payload: Buffer, now: number): Rows {
    const { rows, status, statusReport } = this.dialects.hear(session.placa, topic, payload, now);
    this.present(session, status);
    if (statusReport) session.watch?.reported();
    return rows;
  }
}
