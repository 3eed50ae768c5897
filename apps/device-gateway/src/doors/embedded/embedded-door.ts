import { numeroOf } from '@acequia/board-protocol';
import { ENV, LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { ConnectPacket, PublishPacket, Subscription } from 'aedes';
import { Allowance } from '../../allowance.js';
import type { GatewayEnv } from '../../env.js';
import { ReadingsAppender } from '../../ingest/readings-appender.js';
import { type BoardLine, LineEvents } from '../../line/board-line.js';
import { type Message, questionFor } from '../../line/outgoing.js';
import { GatewayMetrics } from '../../metrics.js';
import { PlansService } from '../../plans/plans.service.js';
import { UpdateSender } from '../../updates/update-sender.js';
import type { KnownPlaca } from '../../registry/known-placa.js';
import { type PlacaChange, PlacaDirectory } from '../../registry/placa-directory.js';
import { BAD_CREDENTIALS, BoardAuthenticator } from '../board-auth.js';
import { BoardBroker } from './board-broker.js';
import { BoardPublishes, type PublishDone } from './board-publishes.js';
import type { BoardClient } from './board-session.js';
import { BoardSessions, KEEPALIVE_MAX_S } from './board-sessions.js';
import type { BoardStream } from './board-stream.js';
import { ConfigSender } from './config-sender.js';

/** Half-finished QoS 2 messages of one connection. */
const QOS2_IN_FLIGHT = 20;
/** A stop waits this long for Redis, ms. */
const DRAIN_MS = 3_000;
const FLUSH_MS = 50;

/** CONNACK of MQTT 5 with the reason code 0x84, Unsupported Protocol Version (MQTT 5.0, 3.1.2.2 and 3.2). */
const UNSUPPORTED_VERSION = Buffer.from([0x20, 3, 0, 0x84, 0]);

const noop = (): void => undefined;

/** Lets boards connect to this process, and writes to those that are connected. */
@Injectable()
export class EmbeddedDoor implements BoardLine {
  readonly keepsRetained = false;
  private readonly broker: BoardBroker;
  /** Log lines about one board, and about the logins of one address. */
  private readonly logs = new Allowance<number | string>(3, 60_000);
  private stopping = false;

  constructor(
    @Inject(ENV) env: GatewayEnv,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly authenticator: BoardAuthenticator,
    private readonly sessions: BoardSessions,
    private readonly publishes: BoardPublishes,
    private readonly appender: ReadingsAppender,
    private readonly config: ConfigSender,
    private readonly directory: PlacaDirectory,
    private readonly metrics: GatewayMetrics,
    private readonly plans: PlansService,
    private readonly line: LineEvents,
    private readonly updates: UpdateSender,
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
    this.sessions.start();
    this.broker.on('clientReady', (client) => this.sessions.ready(client));
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
    // The last acknowledgements leave in the next ticks of the event loop.
    await new Promise((resolve) => setTimeout(resolve, FLUSH_MS));
    this.sessions.stop();
    await new Promise<void>((resolve) => this.broker.close(resolve));
  }

  /** The board's will is not needed, because this process sees the connection end. Sessions are not kept: boards subscribe again. */
  private prepare(client: BoardClient, packet: ConnectPacket): boolean {
    if (packet.protocolVersion === 5) return this.refuseVersion(client.conn as BoardStream);
    delete packet.will;
    packet.clean = true;
    packet.keepalive = Math.min(packet.keepalive || KEEPALIVE_MAX_S, KEEPALIVE_MAX_S);
    client.keepalive_s = packet.keepalive;
    return true;
  }

  /** Aedes would answer in the form of MQTT 3.1.1, which a client of MQTT 5 does not understand. */
  private refuseVersion(stream: BoardStream): false {
    this.metrics.closure('version');
    stream.socket.end(UNSUPPORTED_VERSION, () => stream.destroy());
    return false;
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
    const stream = client.conn as BoardStream;
    if ('code' in login) this.refused(stream.address, username);
    if (client.closed) return;
    if ('code' in login) {
      done(Object.assign(new Error('login refused'), { returnCode: login.code }), false);
      return;
    }
    this.metrics.entry('admitida');
    stream.throttle(this.publishes.gateOf(this.sessions.open(client, login)));
    this.logger.debug({ placa_id: login.placa.placa_id, address: stream.address }, 'a board logged in');
    done(null, true);
  }

  private refused(address: string, username: string | undefined): void {
    this.metrics.entry('rechazada');
    if (!this.logs.take(address)) return;
    this.logger.info({ address, numero: numeroOf(username ?? '') }, 'login of a board refused');
  }

  private publish(client: BoardClient | null, packet: PublishPacket, done: PublishDone): void {
    const session = client?.session;
    if (!session || session.abandoned) return done(new Error('no session'));
    if (!this.stopping) this.publishes.take(session, packet, done);
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
    if (granted.some(({ topic }) => session.own && topic === session.update))
      void this.updates.listening(session.placa);
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
    const session = this.sessions.of(placa.placa_id);
    if (!session) return;
    if (acceso && !session.admitted) this.sessions.end(session, 'revocada');
    else if (config && session.wantsConfig) this.config.send(session, false);
  }

  /** Writes to a board that is connected here; any other board gets the message when it subscribes. */
  retained({ placa_id }: KnownPlaca, topic: string, payload: Buffer): void {
    const session = this.sessions.of(placa_id);
    if (!session?.wantsPlans || session.closed) return;
    const packet = { cmd: 'publish', topic, payload, qos: 1, retain: true, dup: false } as const;
    session.client.publish(packet, (error?: Error) => {
      if (error) this.logger.debug({ err: error, placa_id }, 'a plan could not be sent');
    });
  }

  planned(): KnownPlaca[] {
    return [...this.sessions.all()].filter(({ wantsPlans }) => wantsPlans).map(({ placa }) => placa);
  }

  askAll(): void {
    for (const session of this.sessions.all()) {
      if (session.wantsCommands && !session.closed) session.write(questionFor(session.placa), noop);
    }
  }

  reaches({ placa_id }: KnownPlaca): boolean {
    const session = this.sessions.of(placa_id);
    return session !== undefined && session.ready && session.wantsCommands && !session.closed && !this.stopping;
  }

  command({ placa_id }: KnownPlaca, mensajes: Message[], ttl_ms: number): void {
    const session = this.sessions.of(placa_id);
    if (!session || session.closed) return;
    session.watch?.sent(ttl_ms);
    session.write(mensajes, (error) => this.logger.debug({ err: error, placa_id }, 'a command could not be sent'));
  }

  private complain({ session, conn }: BoardClient, error: Error): void {
    if (!session || session.closed || !this.logs.take(session.placa.placa_id)) return;
    const { address } = conn as BoardStream;
    this.logger.info(
      { placa_id: session.placa.placa_id, address, motivo: error.message },
      'connection of a board ended',
    );
  }
}
