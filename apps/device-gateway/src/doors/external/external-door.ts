import { ENV, LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { IClientOptions, IPublishPacket, MqttClient } from 'mqtt';
import { setTimeout as pause } from 'node:timers/promises';
import type { GatewayEnv } from '../../env.js';
import { ReadingsAppender } from '../../ingest/readings-appender.js';
import type { BoardLine } from '../../line/board-line.js';
import type { Message } from '../../line/outgoing.js';
import { LeaseStore } from '../../presence/lease.store.js';
import type { KnownPlaca } from '../../registry/known-placa.js';
import { UpdateSender } from '../../updates/update-sender.js';
import { BrokerAdmin } from './broker-admin.js';
import { BrokerMessages, type Done } from './broker-messages.js';
import {
  DIALECT_FILTERS,
  DIALECT_SUBSCRIPTIONS,
  LASTING_FILTERS,
  PRESENCE_FILTERS,
  RESULT_FILTERS,
} from './broker-topics.js';

/** Broker sessions of a named gateway outlive it for this long (s): the broker keeps the messages that it acknowledged meanwhile. */
const SESSION_S = 3_600;
/** For how long a process may take up its own session again, s: until then its share of the messages waits for it. */
const RESUMED_S = 5;
/** Longest waits of a stop, ms. */
const DRAIN_MS = 3_000;
const QUIET_MS = 200;
const GOODBYE_MS = 500;

/**
 * Boards connect to an external broker, and the gateways share what tells its own time. MQTT.js handles one message at a time per
 * connection, so there are several connections; it acknowledges a message when its handler calls back.
 */
@Injectable()
export class ExternalDoor implements BoardLine {
  readonly keepsRetained = true;
  private readonly clients: MqttClient[] = [];
  /** The connections that boards' messages come through, each to one instance. */
  private readonly hearing: { client: MqttClient; filters: string[] }[] = [];
  private stopping = false;
  private link: MqttClient | undefined;

  constructor(
    @Inject(ENV) private readonly env: GatewayEnv,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly messages: BrokerMessages,
    private readonly appender: ReadingsAppender,
    private readonly admin: BrokerAdmin,
    private readonly leases: LeaseStore,
    private readonly updates: UpdateSender,
  ) {}

  async start(): Promise<void> {
    // Loaded only where it is used: the embedded door needs no MQTT client in memory.
    const { default: mqtt } = await import('mqtt');
    const connect = (name: string, lasting = false): MqttClient =>
      this.watch(mqtt.connect(this.env.MQTT_URL ?? '', this.options(name, lasting)));
    // Not shared: a shared subscription gets no retained messages.
    const link = connect('status');
    this.link = link;
    link.handleMessage = (packet, done) => this.handle(packet, done);
    link.on('connect', () => {
      link.subscribe(PRESENCE_FILTERS, { qos: 1 });
      // A broker that was away may have lost what it retained.
      this.updates.sendAgain();
    });
    this.admin.start(link);
    for (let i = 0; i < this.env.MQTT_CONNECTIONS; i++) this.share(connect(`telemetry-${i}`, true), LASTING_FILTERS);
    this.share(connect('results'), RESULT_FILTERS);
    this.hearDialects(connect('dialects'));
  }

  /** Only the leader subscribes, and not to a share: what tells no time of its own keeps its order in one instance only. */
  private hearDialects(client: MqttClient): void {
    this.hear(client, DIALECT_FILTERS);
    const follow = (): void => {
      if (!client.connected || this.stopping) return;
      if (!this.admin.leads) return void client.unsubscribe(DIALECT_FILTERS);
      // What was said to none is asked for.
      client.subscribe(DIALECT_SUBSCRIPTIONS, () => this.admin.askAll());
    };
    client.on('connect', follow);
    this.admin.onLead(follow);
  }

  /**
   * Unsubscribes first: a session that outlives its gateway would keep receiving its share. Messages that the broker has already
   * delivered are still stored and acknowledged.
   */
  async stop(): Promise<void> {
    await this.admin.stop();
    const leave = Promise.all(this.hearing.map(({ client, filters }) => client.unsubscribeAsync(filters)));
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
    while (Date.now() - this.messages.heardAt < QUIET_MS) await pause(QUIET_MS / 4);
    await this.appender.drain(DRAIN_MS);
  }

  /**
   * `lasting`: what comes tells its own time, so it may wait for the next process of that name. Anything else would be taken for news then,
   * and a broker sends a share of it to every session, whether its process lives or not.
   */
  private options(name: string, lasting: boolean): IClientOptions {
    const fixed = this.env.MQTT_CLIENT_NAME;
    const outlives = lasting && fixed !== undefined;
    return {
      protocolVersion: 5,
      clientId: `acequia-gateway-${fixed ?? this.env.INSTANCE_ID}-${name}`,
      clean: !outlives,
      properties: { sessionExpiryInterval: outlives ? SESSION_S : RESUMED_S },
      reconnectPeriod: 1_000,
      keepalive: 60,
      resubscribe: false,
    };
  }

  private watch(client: MqttClient): MqttClient {
    this.clients.push(client);
    client.on('error', (error) => this.logger.warn({ err: error }, 'connection to the broker'));
    // Only the first connection of a process begins anew: the next ones get what was not acknowledged.
    client.once('connect', () => (client.options.clean = false));
    return client;
  }

  private share(client: MqttClient, filters: string[]): void {
    this.hear(client, filters);
    client.on('connect', () => client.subscribe(filters, { qos: 1 }));
  }

  private hear(client: MqttClient, filters: string[]): void {
    client.handleMessage = (packet, done) => this.handle(packet, done, client);
    this.hearing.push({ client, filters });
  }

  private handle(packet: IPublishPacket, done: Done, client?: MqttClient): void {
    if (!this.stopping) this.messages.take(packet, done, client);
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
}
