import type { ForeignDialecto } from '@acequia/contracts';
import type { MqttClient } from 'mqtt';
import { readFileSync } from 'node:fs';

const SEPARATOR = ' → ';
/** The topics that each firmware subscribes to. */
const LISTENS: Record<ForeignDialecto, string[]> = {
  tasmota: ['cmnd/#'],
  esphome: ['switch/relevador_4/command'],
  shelly: ['rpc', 'command', 'command/switch:0'],
};

/** The conversation written from the firmware's documentation, for a board of this number. */
export const messagesOf = (dialecto: ForeignDialecto, numero: number): { topic: string; payload: string }[] => {
  const file = `../../../../firmware-bridge/protocol/src/dialects/${dialecto}/messages.txt`;
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.replaceAll(`${dialecto}/1001/`, `${dialecto}/${numero}/`).split(SEPARATOR))
    .map(([topic = '', payload = '']) => ({ topic, payload }));
};

/** A real MQTT client that behaves like such a firmware: it obeys a command and reports its new state. */
export class FieldBoard {
  /** Topics are relative to the board's prefix. */
  readonly received: { topic: string; payload: string }[] = [];
  /** false = the board receives commands and ignores them. */
  obeys = true;

  private constructor(
    readonly dialecto: ForeignDialecto,
    readonly numero: number,
    readonly client: MqttClient,
  ) {}

  static async connect(client: MqttClient, dialecto: ForeignDialecto, numero: number): Promise<FieldBoard> {
    const board = new FieldBoard(dialecto, numero, client);
    client.on('message', (topic, payload, { retain, qos }) => {
      if (retain || qos > 0) throw new Error('a command that a broker may keep');
      board.take(topic.slice(board.prefix.length), payload.toString());
    });
    await client.subscribeAsync(LISTENS[dialecto].map((topic) => board.prefix + topic));
    return board;
  }

  get prefix(): string {
    return `${this.dialecto}/${this.numero}/`;
  }

  /** The received commands, without the questions for the state. */
  get commands(): { topic: string; payload: string }[] {
    return this.received.filter(({ topic, payload }) => topic !== 'cmnd/STATE' && !payload.includes('GetStatus'));
  }

  say(topic: string, payload: unknown): Promise<unknown> {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    return this.client.publishAsync(this.prefix + topic, text, { qos: 0 });
  }

  async replay(): Promise<void> {
    for (const { topic, payload } of messagesOf(this.dialecto, this.numero)) {
      await this.client.publishAsync(topic, payload, { qos: 1 });
    }
  }

  private take(topic: string, payload: string): void {
    this.received.push({ topic, payload });
    if (this.obeys) void this[this.dialecto](topic, payload);
  }

  private async tasmota(topic: string, payload: string): Promise<void> {
    const [, pin, on] = /POWER(\d+) ?(ON|OFF)/.exec(`${topic.slice('cmnd/'.length)} ${payload}`) ?? [];
    if (!pin) return;
    await this.say('stat/RESULT', { [`POWER${pin}`]: on });
    await this.say(`stat/POWER${pin}`, on);
  }

  private async esphome(topic: string, payload: string): Promise<void> {
    await this.say(topic.replace('/command', '/state'), payload);
  }

  private async shelly(_topic: string, payload: string): Promise<void> {
    const { id, src, method, params } = JSON.parse(payload) as {
      id: string;
      src: string;
      method: string;
      params: { id: number; on: boolean };
    };
    if (method !== 'Switch.Set') return;
    const frame = { id, src: 'shellyplus2pm-b48a0a1cd978', dst: src };
    if (params.id > 1) {
      const error = { code: -105, message: `Argument 'id', value ${params.id} not found!` };
      await this.client.publishAsync(`${src}/rpc`, JSON.stringify({ ...frame, error }));
      return;
    }
    await this.client.publishAsync(`${src}/rpc`, JSON.stringify({ ...frame, result: { was_on: !params.on } }));
    const status = { id: params.id, source: 'MQTT', output: params.on };
    await this.say('events/rpc', { method: 'NotifyStatus', params: { ts: 1, [`switch:${params.id}`]: status } });
    await this.say(`status/switch:${params.id}`, status);
  }
}
