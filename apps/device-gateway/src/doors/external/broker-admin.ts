import { codecOf, encodeConfig, topics } from '@acequia/board-protocol';
import type { Dialecto } from '@acequia/contracts';
import { ENV, LOGGER, REDIS_VOLATILE, SecretBox, type Logger, type RedisClient } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { MqttClient } from 'mqtt';
import type { GatewayEnv } from '../../env.js';
import type { KnownPlaca } from '../../registry/known-placa.js';
import { type PlacaChange, PlacaDirectory } from '../../registry/placa-directory.js';
import { questionFor } from '../../line/outgoing.js';
import { PlansService } from '../../plans/plans.service.js';
import { BrokerAccounts } from './broker-accounts.js';
import { DynsecClient } from './dynsec-client.js';
import { Leadership } from '../../leadership.js';

const TICK_MS = 1_000;

/** Maintains an external broker: the boards' accounts (Mosquitto's dynamic security) and retained pin maps. */
@Injectable()
export class BrokerAdmin {
  private readonly leadership: Leadership;
  private client: MqttClient | undefined;
  private accounts: BrokerAccounts | undefined;
  private leading = false;
  private leadChanged: () => void = () => undefined;
  /** The broker agrees with the projection; from then on changes are applied one by one. */
  private settled = false;
  private readonly changes: PlacaChange[] = [];
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | undefined;
  private dynsec: DynsecClient | undefined;

  constructor(
    @Inject(ENV) private readonly env: GatewayEnv,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(REDIS_VOLATILE) redis: RedisClient,
    private readonly secrets: SecretBox,
    private readonly directory: PlacaDirectory,
    private readonly plans: PlansService,
  ) {
    this.leadership = new Leadership(redis, env, 'broker-admin');
  }

  get leads(): boolean {
    return this.leading;
  }

  /** `changed` is called when this instance began or ceased to lead. */
  onLead(changed: () => void): void {
    this.leadChanged = changed;
  }

  start(client: MqttClient): void {
    this.client = client;
    if (this.env.MQTT_BROKER_AUTH === 'mosquitto-dynsec') {
      this.dynsec = new DynsecClient(client);
      this.accounts = new BrokerAccounts(this.dynsec, this.secrets, this.logger);
    }
    // A broker that was away may have lost its accounts.
    client.on('connect', () => {
      this.settled = false;
      this.wake();
    });
    this.directory.onChange((change) => {
      this.changes.push(change);
      this.wake();
    });
    this.timer = setInterval(() => this.wake(), TICK_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.working;
    if (this.leading) await this.leadership.release().catch(() => undefined);
  }

  /**
   * Asks a board for its state, if its dialect has a question and this instance leads. QoS 0: the question is dropped when the board is
   * away.
   */
  ask(placa: KnownPlaca): void {
    if (!this.leading || !this.client?.connected || !placa.admitted) return;
    for (const { topic, payload, qos } of questionFor(placa)) this.client.publish(topic, payload, { qos });
  }

  askAll(): void {
    for (const placa of this.directory.all()) if (this.holds(placa)) this.ask(placa);
  }

  /** The boards whose retained plans this instance maintains: all of them while it leads, else none. */
  planned(): KnownPlaca[] {
    if (!this.settled || !this.client?.connected) return [];
    return [...this.directory.all()].filter((placa) => placa.admitted && this.holds(placa));
  }

  private wake(): void {
    this.working ??= this.work()
      .catch((error: unknown) => {
        this.settled = false;
        this.logger.warn({ err: error }, 'the broker could not be brought up to date');
      })
      .finally(() => (this.working = undefined));
  }

  private async work(): Promise<void> {
    const leading = await this.leadership.hold();
    if (!leading || !this.leading) this.settled = false;
    const changed = leading !== this.leading;
    this.leading = leading;
    if (changed) this.leadChanged();
    if (!leading) this.changes.length = 0;
    if (!leading || !this.client?.connected) return;
    if (!this.settled) {
      this.changes.length = 0;
      await this.settle(this.client);
      this.settled = true;
    }
    for (let change = this.changes.shift(); change; change = this.changes.shift())
      await this.apply(this.client, change);
  }

  private async settle(client: MqttClient): Promise<void> {
    const placas = [...this.directory.all()].filter((placa) => this.holds(placa));
    if (this.accounts && this.dynsec) {
      await this.dynsec.subscribe();
      await this.accounts.grantGateway(decodeURIComponent(new URL(this.env.MQTT_URL ?? '').username));
      await this.accounts.reconcile(placas);
    }
    for (const placa of placas) {
      if (!placa.admitted) continue;
      await this.publishConfig(client, placa);
      await this.plans.send(placa);
    }
  }

  /** A number that was registered again belongs to the newer board. */
  private holds(placa: KnownPlaca): boolean {
    return this.directory.byNumero(placa.numero) === placa;
  }

  private async apply(client: MqttClient, { placa }: PlacaChange): Promise<void> {
    const holds = this.holds(placa);
    await this.accounts?.apply(placa, holds);
    if (holds) await this.publishConfig(client, placa);
    else if (!this.directory.byNumero(placa.numero)) await this.forget(client, placa);
  }

  /** Only our own firmware has a pin map. */
  private async publishConfig(client: MqttClient, placa: KnownPlaca): Promise<void> {
    if (placa.dialecto !== 'acequia') return;
    const payload = encodeConfig(placa.config());
    await client.publishAsync(topics.config(placa.numero), payload, { qos: 1, retain: true });
  }

  /** An empty retained message removes what was retained. */
  private async forget(client: MqttClient, { dialecto, numero }: KnownPlaca): Promise<void> {
    for (const topic of retainedTopics(dialecto, numero)) {
      await client.publishAsync(topic, '', { qos: 1, retain: true });
    }
  }
}

const retainedTopics = (dialecto: Dialecto, numero: number): string[] => {
  const codec = codecOf(dialecto);
  if (codec) return [codec.presence.replace('+', String(numero))];
  return [
    topics.config(numero),
    topics.agenda(numero),
    topics.control(numero),
    topics.update(numero),
    topics.status(numero),
  ];
};
