import { type Canal, CODECS, parseTopic, parseTopicDeDialecto, topics } from '@acequia/board-protocol';
import type { Dialecto } from '@acequia/contracts';
import { ENV, LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import type { IClientOptions, IPublishPacket, MqttClient } from 'mqtt';
import type { GatewayEnv } from '../../env.js';
import { QuotaService } from '../../ingest/quota.service.js';
import { GatewayMetrics } from '../../metrics.js';
import type { KnownPlaca } from '../../registry/known-placa.js';
import { PlacaDirectory } from '../../registry/placa-directory.js';
import { ConnectionsService } from '../../presence/connections.service.js';
import { LeaseStore } from '../../presence/lease.store.js';
import type { BoardLine } from '../../line/board-line.js';
import { DialectIngest } from '../../ingest/dialect-ingest.js';
import { type Rows, IngestService, recordsOf } from '../../ingest/ingest.service.js';
import type { Message } from '../../line/outgoing.js';
import { type HeldMessage, ReadingsAppender } from '../../ingest/readings-appender.js';
import { BrokerAdmin } from './broker-admin.js';

/** The shared subscription of all gateways: each message of a board goes to one of them. */
const SHARED = '$share/acequia/';
/** Broker sessions of a named gateway outlive it for this long (s): the broker keeps the messages that it acknowledged meanwhile. */
const SESSION_S = 3_600;
/** A board that talks all the time renews its lease this many times per allowed silence. */
const RENEWALS = 4;
const SHARED_FILTERS = (['telemetry', 'result', 'runs'] as const).map((canal) => SHARED + topics.ofAll(canal));
/** One connection for all dialects: over several, an ON and the following OFF could change places. */
const DIALECT_FILTERS = Object.values(CODECS).flatMap(({ shareOut }) => shareOut.map((filter) => SHARED + filter));
const PRESENCE_FILTERS = [topics.ofAll('status'), ...Object.values(CODECS).map(({ presence }) => presence)];
/** Unknown numbers cause at most one look at the projection per this interval, ms. */
const LOOK_MS = 100;
/** Longest waits of a stop, ms. */
const DRAIN_MS = 3_000;
const QUIET_MS = 200;
const GOODBYE_MS = 500;

type Done = (error?: Error) => void;

/** The board of a topic: its dialect, its number and, for our own protocol, the channel. */
interface Address {
  dialecto: Dialecto;
  numero: number;
  canal?: Canal;
}

const addressOf = (topic: string): Address | null => {
  const own = parseTopic(topic);
  return own ? { dialecto: 'acequia', ...own } : parseTopicDeDialecto(topic);
};

/** A message of the broker whose acknowledgement waits for its rows. */
class SharedMessage implements HeldMessage {
  abandoned = false;
  readonly l: (number | null)[];
  readonly e: number[];

  constructor(
    rows: Rows,
    readonly stored: () => void,
  ) {
    this.l = rows.l;
    this.e = rows.e;
  }
}

/**
 * Boards connect to an external broker, and the gateways share their messages. MQTT.js handles one message at a time per connection, so
 * there are several connections; it acknowledges a message when its handler calls back.
 */
@Injectable()
export class ExternalDoor implements BoardLine {
  private readonly clients: MqttClient[] = [];
  /** The connections of the shared subscriptions. */
  private readonly sharing: { client: MqttClient; filters: string[] }[] = [];
  private stopping = false;
  private link: MqttClient | undefined;
  private heardAt = 0;
  private nextLook: Promise<void> | undefined;

  constructor(
    @Inject(ENV) private readonly env: GatewayEnv,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly ingest: IngestService,
    private readonly dialects: DialectIngest,
    private readonly appender: ReadingsAppender,
    private readonly connections: ConnectionsService,
    private readonly directory: PlacaDirectory,
    private readonly admin: BrokerAdmin,
    private readonly metrics: GatewayMetrics,
    private readonly leases: LeaseStore,
    private readonly quota: QuotaService,
  ) {}

  async start(): Promise<void> {
    // Loaded only where it is used: the embedded door needs no MQTT client in memory.
    const { default: mqtt } = await import('mqtt');
    const connect = (name: string): MqttClient => this.watch(mqtt.connect(this.env.MQTT_URL ?? '', this.options(name)));
    // Not shared: a shared subscription gets no retained messages.
    const link = connect('status');
    this.link = link;
    link.handleMessage = (packet, done) => this.handle(packet, done);
    link.on('connect', () => link.subscribe(PRESENCE_FILTERS, { qos: 1 }));
    this.admin.start(link);
    for (let i = 0; i < this.env.MQTT_CONNECTIONS; i++) this.share(connect(`telemetry-${i}`), SHARED_FILTERS);
    this.share(connect('dialects'), DIALECT_FILTERS);
  }

  /**
   * Unsubscribes first: a session that outlives its gateway would keep receiving its share. Messages that the broker has already
   * delivered are still stored and acknowledged.
   */
  async stop(): Promise<void> {
    await this.admin.stop();
    const leave = Promise.all(this.sharing.map(({ client, filters }) => client.unsubscribeAsync(filters)));
    const quiet = leave.then(() => this.untilQuiet()).catch(() => undefined);
    await Promise.race([quiet, pause(DRAIN_MS)]);
    this.stopping = true;
    await Promise.race([Promise.all(this.clients.map((client) => client.endAsync())), pause(GOODBYE_MS)]);
    for (const client of this.clients) client.end(true);
  }

  /** Any instance can, while broker and board are connected: a broker would keep a command for a board that is away. */
  async reaches({ placa_id }: KnownPlaca): Promise<boolean> {
    if (this.stopping || !this.link?.connected) return false;
    return (await this.leases.online([placa_id]))[0] === true;
  }

  command({ placa_id }: KnownPlaca, mensajes: Message[], ttl_ms: number): void {
    const properties = { messageExpiryInterval: Math.ceil(ttl_ms / 1_000) };
    for (const { topic, payload, qos } of mensajes) {
      this.link?.publish(topic, payload, { qos, retain: false, properties }, (error) => {
        if (error) this.logger.debug({ err: error, placa_id }, 'a command could not be sent');
      });
    }
  }

  askAll(): void {
    this.admin.askAll();
  }

  private async untilQuiet(): Promise<void> {
    while (Date.now() - this.heardAt < QUIET_MS) await pause(QUIET_MS / 4);
    await this.appender.drain(DRAIN_MS);
  }

  private options(name: string): IClientOptions {
    const fixed = this.env.MQTT_CLIENT_NAME;
    return {
      protocolVersion: 5,
      clientId: `acequia-gateway-${fixed ?? this.env.INSTANCE_ID}-${name}`,
      clean: fixed === undefined,
      ...(fixed !== undefined && { properties: { sessionExpiryInterval: SESSION_S } }),
      reconnectPeriod: 1_000,
      keepalive: 60,
      resubscribe: false,
    };
  }

  private watch(client: MqttClient): MqttClient {
    this.clients.push(client);
    client.on('error', (error) => this.logger.warn({ err: error }, 'connection to the broker'));
    return client;
  }

  private share(client: MqttClient, filters: string[]): void {
    client.handleMessage = (packet, done) => this.handle(packet, done, client);
    this.sharing.push({ client, filters });
    client.on('connect', () => client.subscribe(filters, { qos: 1 }));
  }

  private handle(packet: IPublishPacket, done: Done, client?: MqttClient): void {
    if (this.stopping) return;
    const address = addressOf(packet.topic);
    // Answers of the broker's plugin arrive here too.
    if (!address) return packet.topic.startsWith('$') ? done() : this.foreign(done);
    const placa = this.directory.porNumero(address.numero);
    if (placa) this.route(placa, address, packet, done, client);
    else void this.handleUnknown(address, packet, done, client);
  }

  /** The broker may know a board before this instance does, because another instance maintains the accounts. */
  private async handleUnknown(
    address: Address,
    packet: IPublishPacket,
    done: Done,
    client?: MqttClient,
  ): Promise<void> {
    await this.look();
    const placa = this.directory.porNumero(address.numero);
    if (placa) this.route(placa, address, packet, done, client);
    else this.foreign(done);
  }

  /** Requests that arrive before a planned look share it. */
  private look(): Promise<void> {
    this.nextLook ??= pause(LOOK_MS).then(() => {
      this.nextLook = undefined;
      return this.directory.refresh().catch(() => undefined);
    });
    return this.nextLook;
  }

  private foreign(done: Done): void {
    this.metrics.mensaje('otro', 'ajeno');
    done();
  }

  private route(
    placa: KnownPlaca,
    { dialecto, canal }: Address,
    packet: IPublishPacket,
    done: Done,
    client?: MqttClient,
  ): void {
    // A broker without our accounts lets a board write to topics of another dialect.
    if (dialecto !== placa.dialecto) return this.foreign(done);
    const { topic } = packet;
    const payload = packet.payload as Buffer;
    const now = Date.now();
    this.heardAt = now;
    if (dialecto !== 'acequia') return this.dialect(placa, packet, now, done, client);
    if (canal === 'telemetry' && client) {
      this.seen(placa, now);
      const rows = this.ingest.telemetry(placa, topic, payload, now);
      // The quota is only counted here: a wait would delay the other boards of this connection.
      this.quota.charge(placa, Math.max(1, recordsOf(rows)), now);
      if (rows.l.length + rows.e.length === 0) return done();
      return this.hold(client, rows, done);
    }
    if (canal === 'status') this.status(placa, packet, now);
    else if (canal === 'result') this.ingest.result(placa, topic, payload, now);
    else if (canal === 'runs') return this.runs(placa, packet, now, done, client);
    done();
  }

  /** Acknowledged once the runs are stored; otherwise only a new connection makes the broker send them again. */
  private runs(placa: KnownPlaca, packet: IPublishPacket, now: number, done: Done, client?: MqttClient): void {
    this.ingest.runs(placa, packet.topic, packet.payload as Buffer, now).then(
      () => done(),
      (error: unknown) => {
        this.logger.warn({ err: error, placa_id: placa.placa_id }, 'what a board did was not written down');
        client?.stream.destroy();
      },
    );
  }

  /** Any instance may publish: the broker keeps the message. */
  retained({ placa_id }: KnownPlaca, topic: string, payload: Buffer): void {
    this.link?.publish(topic, payload, { qos: 1, retain: true }, (error) => {
      if (error) this.logger.debug({ err: error, placa_id }, 'a plan could not be sent');
    });
  }

  planned(): KnownPlaca[] {
    return this.admin.planned();
  }

  private dialect(placa: KnownPlaca, packet: IPublishPacket, now: number, done: Done, client?: MqttClient): void {
    // An empty retained message only clears what was retained.
    if (packet.payload.length === 0) return done();
    const { rows, status } = this.dialects.hear(placa, packet.topic, packet.payload as Buffer, now);
    if (status?.online === false) this.gone(placa);
    else this.seen(placa, now, status !== null);
    if (client && rows.l.length + rows.e.length > 0) return this.hold(client, rows, done);
    if (!client && status?.online) this.admin.ask(placa);
    done();
  }

  /** After the longest wait the connection is renewed, because only then does the broker send the message again. */
  private hold(client: MqttClient, rows: Rows, done: Done): void {
    const message = new SharedMessage(rows, () => {
      clearTimeout(timer);
      if (!message.abandoned) done();
    });
    const timer = setTimeout(() => {
      message.abandoned = true;
      this.metrics.mensaje('telemetry', 'sin_respuesta');
      client.stream.destroy();
    }, this.env.MQTT_HOLD_MAX_MS).unref();
    this.appender.push(message);
  }

  private status(placa: KnownPlaca, { topic, payload }: IPublishPacket, now: number): void {
    // An empty retained message only clears what was retained.
    if (payload.length === 0) return;
    const status = this.ingest.status(placa, topic, payload as Buffer, now);
    if (status?.online) this.seen(placa, now, true);
    else if (status) this.gone(placa);
  }

  private gone(placa: KnownPlaca): void {
    placa.leasedUntil = 0;
    void this.connections.gone(placa);
  }

  private seen(placa: KnownPlaca, now: number, atOnce = false): void {
    const silence_ms = this.env.MQTT_SILENCE_S * 1_000;
    if (!atOnce && placa.leasedUntil - now > silence_ms * (1 - 1 / RENEWALS)) return;
    placa.leasedUntil = now + silence_ms;
    void this.connections.heard(placa, silence_ms);
  }
}
