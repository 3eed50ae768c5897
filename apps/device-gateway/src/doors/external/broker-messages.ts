import { LOGGER, type Logger, ENV } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { IPublishPacket, MqttClient } from 'mqtt';
import { setTimeout as pause } from 'node:timers/promises';
import type { GatewayEnv } from '../../env.js';
import { DialectIngest } from '../../ingest/dialect-ingest.js';
import { IngestService, recordsOf, type Rows, sizeOfRows } from '../../ingest/ingest.service.js';
import { QuotaService } from '../../ingest/quota.service.js';
import { ReadingsAppender } from '../../ingest/readings-appender.js';
import type { HeldMessage } from '../../ingest/shard-appender.js';
import { GatewayMetrics } from '../../metrics.js';
import { ConnectionsService } from '../../presence/connections.service.js';
import type { KnownPlaca } from '../../registry/known-placa.js';
import { PlacaDirectory } from '../../registry/placa-directory.js';
import { BrokerAdmin } from './broker-admin.js';
import { type Address, addressOf } from './broker-topics.js';

/** A board that talks all the time renews its lease this many times per allowed silence. */
const RENEWALS = 4;
/** Unknown numbers cause at most one look at the projection per this interval, ms. */
const LOOK_MS = 100;

export type Done = (error?: Error) => void;

/** A message of the broker whose acknowledgement waits for its rows. */
class SharedMessage implements HeldMessage {
  abandoned = false;
  readonly l: (number | null)[];
  readonly e: number[];
  readonly p: (number | null)[] | undefined;

  constructor(
    readonly of: number,
    rows: Rows,
    readonly stored: () => void,
  ) {
    this.l = rows.l;
    this.e = rows.e;
    this.p = rows.p;
  }
}

/** What boards say through an external broker, and the acknowledgement of each message once it is stored. */
@Injectable()
export class BrokerMessages {
  /** When the last message of a board came, ms. */
  heardAt = 0;
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
    private readonly quota: QuotaService,
  ) {}

  /** `client` = the connection it came through, where one instance alone hears it. */
  take(packet: IPublishPacket, done: Done, client?: MqttClient): void {
    const address = addressOf(packet.topic);
    // Answers of the broker's plugin arrive here too.
    if (!address) return packet.topic.startsWith('$') ? done() : this.foreign(done);
    const placa = this.directory.byNumero(address.numero);
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
    const placa = this.directory.byNumero(address.numero);
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
    const { topic } = packet;
    const payload = packet.payload as Buffer;
    const now = Date.now();
    // A broker without our accounts lets a board write to topics of another dialect.
    if (dialecto !== placa.dialecto) {
      // Presence is not a shared subscription: each gateway gets it, and the old retained messages at each start.
      if (!client || packet.retain || payload.length === 0) return this.foreign(done);
      this.ingest.foreign(placa, topic, payload, now);
      return done();
    }
    this.heardAt = now;
    if (dialecto !== 'acequia') return this.dialect(placa, packet, now, done, client);
    if (canal === 'telemetry' && client) {
      this.seen(placa, now);
      const rows = this.ingest.telemetry(placa, topic, payload, now);
      // The quota is only counted here: a wait would delay the other boards of this connection.
      this.quota.charge(placa, Math.max(1, recordsOf(rows)), now);
      if (sizeOfRows(rows) === 0) return done();
      return this.hold(client, placa, rows, done);
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
        this.logger.warn({ err: error, placa_id: placa.placa_id }, "a board's report of its runs could not be stored");
        client?.stream.destroy();
      },
    );
  }

  private dialect(placa: KnownPlaca, packet: IPublishPacket, now: number, done: Done, client?: MqttClient): void {
    // An empty retained message only clears what was retained.
    if (packet.payload.length === 0) return done();
    const { retain } = packet;
    if (client && retain) return void this.keptState(placa, packet, now, done, client);
    this.said(placa, packet, now, done, client);
  }

  /** The state that a board told last is its state while it is there. */
  private async keptState(placa: KnownPlaca, packet: IPublishPacket, now: number, done: Done, client: MqttClient) {
    if (await this.connections.spoke(placa)) this.said(placa, { ...packet, retain: false }, now, done, client);
    else done();
  }

  private said(placa: KnownPlaca, packet: IPublishPacket, now: number, done: Done, client?: MqttClient): void {
    const { retain } = packet;
    const { rows, status } = this.dialects.hear(placa, packet.topic, packet.payload as Buffer, now, retain);
    if (status?.online === false) this.gone(placa);
    else if (retain) this.keptAsThere(placa, now);
    else this.seen(placa, now, status !== null);
    if (client && sizeOfRows(rows) > 0) return this.hold(client, placa, rows, done);
    if (!client && status?.online) this.admin.ask(placa);
    done();
  }

  /** After the longest wait the connection is renewed, because only then does the broker send the message again. */
  private hold(client: MqttClient, { placa_id }: KnownPlaca, rows: Rows, done: Done): void {
    const message = new SharedMessage(placa_id, rows, () => {
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

  private status(placa: KnownPlaca, { topic, payload, retain }: IPublishPacket, now: number): void {
    // An empty retained message only clears what was retained.
    if (payload.length === 0) return;
    // Each gateway hears it; the one that leads stores what it says, and no board waits for that.
    const elsewhere = !this.admin.leads;
    const { status, rows } = this.ingest.status(placa, topic, payload as Buffer, now, { kept: retain, elsewhere });
    if (sizeOfRows(rows) > 0) this.appender.push(new SharedMessage(placa.placa_id, rows, () => undefined));
    if (!status) return;
    if (!status.online) this.gone(placa);
    else if (retain) this.keptAsThere(placa, now);
    else this.seen(placa, now, true);
  }

  /**
   * A broker that was killed sends no last wills, and keeps the "online" of boards that left meanwhile. So its word counts once, until the
   * board itself can have spoken.
   */
  private keptAsThere(placa: KnownPlaca, now: number): void {
    if (placa.leasedUntil > 0) return;
    placa.leasedUntil = now;
    void this.connections.presumed(placa, this.env.MQTT_SILENCE_S * 1_000);
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
