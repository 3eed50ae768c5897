import { clientIdOf, encodeStatus, LAST_WILL, topics, type StatusMessage } from '@acequia/board-protocol';
import { connect, type MqttClient } from 'mqtt';
import { waitOf } from './backoff.js';

const KEEPALIVE_S = 30;
const CONNECT_TIMEOUT_MS = 15_000;
/** A link that held this long was stable: the next back-off starts small again. */
const STABLE_MS = 10_000;
/** Longest wait of a stopping board for its offline message to be acknowledged, ms. */
const FAREWELL_MS = 1_500;

/** What a board subscribes to; the pin map comes first because the other messages refer to its pins. */
const DOWN_CHANNELS = ['config', 'control', 'agenda', 'command', 'update'] as const;
export type DownChannel = (typeof DOWN_CHANNELS)[number];

export interface BoardLinkOptions {
  url: string;
  numero: number;
  username: string;
  password: string;
  /** It hears `update` too. */
  updates?: boolean;
  status: () => StatusMessage;
  onUp?: () => void;
  onDown?: () => void;
  onMessage?: (channel: DownChannel, payload: Buffer) => void;
  /** Called for each failed attempt, with its reason. */
  onRefused?: (reason: string) => void;
}

/**
 * A board's connection: last will, status on connect, reconnects with back-off. The link buffers nothing: the caller sends
 * again what was not acknowledged when the connection was lost, as a board does from its flash.
 */
export class BoardLink {
  private client: MqttClient | null = null;
  private up = false;
  private attempts = 0;
  /** Number of reconnects. */
  reconnects = 0;
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;
  private readonly pending = new Set<(error: Error) => void>();

  constructor(private readonly options: BoardLinkOptions) {}

  get connected(): boolean {
    return this.up;
  }

  start(): void {
    this.stopped = false;
    this.open();
  }

  /** Publishes with QoS 1 and resolves at its PUBACK; rejects when the connection is lost first. */
  publish(topic: string, payload: string, retain = false): Promise<void> {
    const { client } = this;
    if (!client || !this.up) return Promise.reject(new Error('offline'));
    return new Promise((resolve, reject) => {
      this.pending.add(reject);
      client.publish(topic, payload, { qos: 1, retain }, (error) => {
        this.pending.delete(reject);
        if (error) reject(error);
        else resolve();
      });
    });
  }

  /** Disconnects without a DISCONNECT packet, like a board that loses power, and reconnects after `ms`. */
  drop(ms: number): void {
    this.close();
    this.reopenIn(ms);
  }

  /** Publishes the offline status and disconnects. */
  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    if (this.up) {
      const farewell = this.publish(topics.status(this.options.numero), LAST_WILL, true).catch(() => undefined);
      await Promise.race([farewell, new Promise((resolve) => setTimeout(resolve, FAREWELL_MS).unref())]);
    }
    this.close();
  }

  private open(): void {
    const { url, numero, username, password, status, updates = false } = this.options;
    const channels = DOWN_CHANNELS.filter((name) => updates || name !== 'update');
    const client = connect(url, {
      clientId: clientIdOf(numero),
      username,
      password,
      clean: true,
      keepalive: KEEPALIVE_S,
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectPeriod: 0,
      resubscribe: false,
      queueQoSZero: false,
      will: { topic: topics.status(numero), payload: Buffer.from(LAST_WILL), qos: 1, retain: true },
    });
    this.client = client;
    client.on('error', (error) => this.options.onRefused?.(error.message));
    client.on('close', () => this.lost(client));
    client.on('message', (topic, payload) => {
      const channel = channels.find((name) => topic === topics[name](numero));
      // An empty retained message only clears what was retained; an update it withdraws.
      if (channel && (payload.length > 0 || channel === 'update')) this.options.onMessage?.(channel, payload);
    });
    client.on('connect', () => {
      if (client !== this.client) return;
      this.up = true;
      const since = Date.now();
      client.once('close', () => {
        if (Date.now() - since >= STABLE_MS) this.attempts = 0;
      });
      const wanted = channels.map((name) => topics[name](numero));
      client.subscribe(wanted, { qos: 1 }, () => undefined);
      client.publish(topics.status(numero), encodeStatus(status()), { qos: 1, retain: true }, () => undefined);
      this.options.onUp?.();
    });
  }

  private lost(client: MqttClient): void {
    if (client !== this.client) return;
    this.close();
    if (this.stopped) return;
    this.reopenIn(waitOf(this.attempts));
    this.attempts += 1;
  }

  private reopenIn(ms: number): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.stopped) return;
      this.reconnects += 1;
      this.open();
    }, ms);
  }

  private close(): void {
    const { client } = this;
    this.client = null;
    const wasUp = this.up;
    this.up = false;
    // Destroy the stream first: an MQTT DISCONNECT would suppress the last will.
    client?.stream.destroy();
    client?.end(true);
    for (const reject of [...this.pending]) reject(new Error('connection lost'));
    this.pending.clear();
    if (wasUp) this.options.onDown?.();
  }
}
