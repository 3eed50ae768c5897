import { ENV, LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { ConnectPacket, PublishPacket, Subscription } from 'aedes';
import type { GatewayEnv } from '../../env.js';
import { QuotaService } from '../../ingest/quota.service.js';
import { GatewayMetrics } from '../../metrics.js';
import { type PlacaChange, PlacaDirectory } from '../../registry/placa-directory.js';
import { ConnectionsService } from '../../presence/connections.service.js';
import type { KnownPlaca } from '../../registry/known-placa.js';
import { type BoardLine, LineEvents } from '../../line/board-line.js';
import { PlansService } from '../../plans/plans.service.js';
import { BAD_CREDENTIALS, BoardAuthenticator } from './board-auth.js';
import { BoardBroker } from './board-broker.js';
import { BoardListener } from './board-listener.js';
import { type BoardClient, BoardSession } from './board-session.js';
import type { BoardStream } from './board-stream.js';
import { ConfigSender } from './config-sender.js';
import { DialectIngest } from '../../ingest/dialect-ingest.js';
import { HoldKeeper } from './hold-keeper.js';
import { type Rows, IngestService, recordsOf } from '../../ingest/ingest.service.js';
import { Allowance } from '../../allowance.js';
import { type Message, questionFor } from '../../line/outgoing.js';
import { ReadingsAppender } from '../../ingest/readings-appender.js';
import { ReportWatch } from './report-watch.js';
import type { TelemetryGate } from './telemetry-lane.js';

/** Longest keep-alive of a board, s: a dead link is detected after 1.5 times this. */
const KEEPALIVE_MAX_S = 300;
/** Most unacknowledged messages per connection: several times what one read of its socket can bring. */
const HELD_PER_SESSION = 5_000;
/** Most numbers that wait for their append, for all boards: about 64 MB. */
const HELD_NUMBERS = 4_000_000;
/** Half-finished QoS 2 messages of one connection. */
const QOS2_IN_FLIGHT = 20;
/** A stop waits this long for Redis, ms. */
const DRAIN_MS = 3_000;
const FLUSH_MS = 50;
const DIALECT_WAIT_MS = 1_500;

type PublishDone = (error?: Error | null) => void;
const noop = (): void => undefined;

/** Lets boards connect to this process: login, permitted topics and acknowledgements. */
@Injectable()
export class EmbeddedDoor implements BoardLine {
  private readonly broker: BoardBroker;
  private readonly sessions = new Map<number, BoardSession>();
  private keeper: HoldKeeper | undefined;
  private readonly logs = new Allowance(3, 60_000);
  private count = 0;
  private stopping = false;

  constructor(
    @Inject(ENV) private readonly env: GatewayEnv,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly authenticator: BoardAuthenticator,
    private readonly ingest: IngestService,
    private readonly dialects: DialectIngest,
    private readonly appender: ReadingsAppender,
    private readonly connections: ConnectionsService,
    private readonly config: ConfigSender,
    private readonly directory: PlacaDirectory,
    private readonly metrics: GatewayMetrics,
    private readonly quota: QuotaService,
    private readonly plans: PlansService,
    private readonly listener: BoardListener,
    private readonly line: LineEvents,
  ) {
    this.broker = new BoardBroker({
      connectTimeout: env.MQTT_CONNECT_TIMEOUT_MS,
      maxInflightInbound: QOS2_IN_FLIGHT,
      maxTopicLevels: 10,
      preConnect: (client, packet, done) => done(null, this.prepare(client, packet)),
      authenticate: (client, username, password, done) => void this.login(client, username, password, done),
      authorizePublish: (client, packet, done) => this.publish(client, packet, done),
      authorizeSubscribe: (client, subscription, done) => done(null, this.subscription(client, subscription)),
    });
  }

  async start(): Promise<void> {
    await this.broker.listen();
    this.keeper = new HoldKeeper(
      () => this.sessions.values(),
      (session) => this.giveUp(session, 'espera'),
    );
    this.broker.on('clientReady', (client) => this.ready(client));
    this.broker.on('subscribe', (subscriptions, client) => this.subscribed(client, subscriptions));
    this.broker.on('unsubscribe', (filters, client) => this.unsubscribed(client, filters));
    this.broker.on('clientError', (client, error) => this.complain(client, error));
    this.broker.on('connectionError', noop);
    this.directory.onChange((change) => this.changed(change));
  }

  accept(stream: BoardStream): void {
    this.broker.handle(stream);
  }

  /**
   * Acknowledges what was received, accepts nothing more, and disconnects the boards without reporting them offline: their leases run
   * until they reconnect.
   */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.appender.drain(DRAIN_MS);
    // The last acknowledgements leave in the next turns of the event loop.
    await new Promise((resolve) => setTimeout(resolve, FLUSH_MS));
    this.keeper?.stop();
    for (const session of this.sessions.values()) {
      session.leaving = true;
      session.client.close(noop);
    }
    await new Promise<void>((resolve) => this.broker.close(resolve));
  }

  /** The board's will is not needed, because this process sees the connection end. Sessions are not kept: boards subscribe again. */
  private prepare(client: BoardClient, packet: ConnectPacket): true {
    delete packet.will;
    packet.clean = true;
    packet.keepalive = Math.min(packet.keepalive || KEEPALIVE_MAX_S, KEEPALIVE_MAX_S);
    client.keepalive_s = packet.keepalive;
    return true;
  }

  private async login(
    client: BoardClient,
    username: string | undefined,
    password: Buffer | undefined,
    done: (error: (Error & { returnCode: number }) | null, ok: boolean | null) => void,
  ): Promise<void> {
    const login = await this.authenticator.login(client.id, username, password).catch((error: unknown) => {
      this.logger.error({ err: error }, 'login of a board failed');
      return { code: BAD_CREDENTIALS } as const;
    });
    if (client.closed) return;
    if ('code' in login) {
      this.metrics.entry('rechazada');
      done(Object.assign(new Error('login refused'), { returnCode: login.code }), false);
      return;
    }
    this.metrics.entry('admitida');
    this.open(client, login.placa, login.credencial);
    done(null, true);
  }

  private open(client: BoardClient, placa: BoardSession['placa'], credencial: string): void {
    const hold_ms = Math.min(this.env.MQTT_HOLD_MAX_MS, ((client.keepalive_s ?? KEEPALIVE_MAX_S) * 1_000) / 2);
    const session = new BoardSession(
      placa,
      `${this.env.INSTANCE_ID}:${process.pid}:${++this.count}`,
      client,
      credencial,
      hold_ms,
      () => this.end(session, 'relevada'),
    );
    client.session = session;
    const stream = client.conn as BoardStream;
    if (!session.own) session.watch = new ReportWatch(stream.socket, () => this.metrics.closure('sordo'));
    stream.throttle(this.gateOf(session));
    this.listener.admitted(stream);
    const older = this.sessions.get(placa.placa_id);
    if (older) older.replaced = true;
    this.sessions.set(placa.placa_id, session);
    stream.once('close', () => this.closed(session, older));
  }

  private ready(client: BoardClient): void {
    const { session } = client;
    if (!session || session.closed) return;
    session.ready = true;
    this.metrics.online.inc();
    // Aedes forgets a connection that was closing while its successor registered, so it is ended here.
    if (this.sessions.get(session.placa.placa_id) !== session) this.end(session, 'relevada');
    else if (!session.admitted) this.end(session, 'revocada');
    else void this.connections.up(session);
  }

  private closed(session: BoardSession, older: BoardSession | undefined): void {
    session.closed = true;
    const { placa_id } = session.placa;
    if (this.sessions.get(placa_id) === session) {
      this.sessions.delete(placa_id);
      if (!session.ready && older && !older.closed) this.reinstate(older);
    }
    if (session.ready) this.metrics.online.dec();
    if (session.replaced || session.leaving) this.connections.leave(session);
    else void this.connections.down(session);
  }

  /** The newer connection closed before its login was complete. */
  private reinstate(session: BoardSession): void {
    session.replaced = false;
    this.sessions.set(session.placa.placa_id, session);
  }

  private publish(client: BoardClient | null, packet: PublishPacket, done: PublishDone): void {
    const session = client?.session;
    if (!session || session.abandoned) return done(new Error('no session'));
    if (this.stopping) return;
    const now = Date.now();
    if (session.own && packet.topic === session.runs) return this.runs(session, packet, done, now);
    const rows = this.route(session, packet.topic, packet.payload as Buffer, now);
    if (packet.topic === session.telemetry || !session.own) this.charge(session, rows, now);
    if (session.held === 0 && rows.l.length + rows.e.length === 0) return done(null);
    if (session.held >= HELD_PER_SESSION || this.appender.waiting > HELD_NUMBERS) {
      this.giveUp(session, 'saturado');
      return;
    }
    this.appender.push(session.hold(rows, () => done(null), now));
  }

  /** Invalid messages count against the quota too. */
  private charge(session: BoardSession, rows: Rows, now: number): void {
    session.heardAt = now;
    this.quota.charge(session.placa, Math.max(1, recordsOf(rows)), now);
  }

  /** Another firmware reports a command's outcome in its samples, so they keep their order and wait only briefly. */
  private gateOf(session: BoardSession): TelemetryGate {
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

  private route(session: BoardSession, topic: string, payload: Buffer, now: number): Rows {
    const { placa } = session;
    if (!session.own) return this.dialect(session, topic, payload, now);
    if (topic === session.telemetry) return this.ingest.telemetry(placa, topic, payload, now);
    if (topic === session.status) this.present(session, this.ingest.status(placa, topic, payload, now));
    else if (topic === session.result) this.ingest.result(placa, topic, payload, now);
    else this.ingest.foreign(placa, topic, payload, now);
    return NOTHING;
  }

  /** Acknowledged once the runs are stored; until then the board keeps them. */
  private runs(session: BoardSession, { topic, payload }: PublishPacket, done: PublishDone, now: number): void {
    this.ingest.runs(session.placa, topic, payload as Buffer, now).then(
      () => done(null),
      (error: unknown) => {
        this.logger.warn({ err: error, placa_id: session.placa.placa_id }, 'what a board did was not written down');
        this.giveUp(session, 'corridas');
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

  /** null = refused in the SUBACK. */
  private subscription(client: BoardClient, subscription: Subscription): Subscription | null {
    const { session } = client;
    const { topic } = subscription;
    const granted = session?.bringsCommands(topic) || session?.bringsConfig(topic) || session?.bringsPlans(topic);
    return granted ? subscription : null;
  }

  private subscribed(client: BoardClient, subscriptions: Subscription[]): void {
    const { session } = client;
    if (!session) return;
    const granted = subscriptions.filter(({ qos }) => (qos as number) < 128);
    // The pin map goes first: the board would refuse a command to a pin that it does not know yet.
    if (granted.some(({ topic }) => session.bringsConfig(topic))) {
      session.wantsConfig = true;
      this.config.send(session, true);
    }
    if (granted.some(({ topic }) => session.bringsPlans(topic))) {
      session.wantsPlans = true;
      void this.plans.send(session.placa);
    }
    if (!granted.some(({ topic }) => session.bringsCommands(topic))) return;
    if (!session.wantsCommands) session.write(questionFor(session.placa), noop);
    session.wantsCommands = true;
    this.line.listening(session.placa.placa_id);
  }

  private unsubscribed({ session }: BoardClient, filters: string[]): void {
    if (filters.some((filter) => session?.bringsConfig(filter)) && session) session.wantsConfig = false;
    if (filters.some((filter) => session?.bringsCommands(filter)) && session) session.wantsCommands = false;
  }

  private changed({ placa, acceso, config }: PlacaChange): void {
    const session = this.sessions.get(placa.placa_id);
    if (!session) return;
    if (acceso && !session.admitted) this.end(session, 'revocada');
    else if (config && session.wantsConfig) this.config.send(session, false);
  }

  /** Writes to a board that is connected here; any other board gets the message when it subscribes. */
  retained({ placa_id }: KnownPlaca, topic: string, payload: Buffer): void {
    const session = this.sessions.get(placa_id);
    if (!session?.wantsPlans || session.closed) return;
    const packet = { cmd: 'publish', topic, payload, qos: 1, retain: true, dup: false } as const;
    session.client.publish(packet, (error?: Error) => {
      if (error) this.logger.debug({ err: error, placa_id }, 'a plan could not be sent');
    });
  }

  planned(): KnownPlaca[] {
    return [...this.sessions.values()].filter(({ wantsPlans }) => wantsPlans).map(({ placa }) => placa);
  }

  askAll(): void {
    for (const session of this.sessions.values()) {
      if (session.wantsCommands && !session.closed) session.write(questionFor(session.placa), noop);
    }
  }

  reaches({ placa_id }: KnownPlaca): boolean {
    const session = this.sessions.get(placa_id);
    return session !== undefined && session.ready && session.wantsCommands && !session.closed && !this.stopping;
  }

  command({ placa_id }: KnownPlaca, mensajes: Message[], ttl_ms: number): void {
    const session = this.sessions.get(placa_id);
    if (!session || session.closed) return;
    session.watch?.sent(ttl_ms);
    session.write(mensajes, (error) => this.logger.debug({ err: error, placa_id }, 'a command could not be sent'));
  }

  /** The gateway cannot store the messages it holds for this board, so the board has to send them again later. */
  private giveUp(session: BoardSession, reason: string): void {
    session.abandoned = true;
    session.leaving = true;
    this.metrics.mensaje('telemetry', 'sin_respuesta', session.held);
    this.end(session, reason);
  }

  private end(session: BoardSession, reason: string): void {
    if (session.closed) return;
    this.metrics.closure(reason);
    session.client.close(noop);
  }

  private complain({ session }: BoardClient, error: Error): void {
    if (!session || session.closed || !this.logs.take(session.placa.placa_id)) return;
    this.logger.info({ placa_id: session.placa.placa_id, motivo: error.message }, 'connection of a board ended');
  }
}

const NOTHING: Rows = { l: [], e: [] };
