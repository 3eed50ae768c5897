import { decodeCommand, encodeResult, topics } from '@acequia/board-protocol';
import type { Comando } from '@acequia/contracts';
import { type Balancer, connectBoard, eventually, type Farm, SENSOR_PIN } from '@acequia/testing';
import type { MqttClient } from 'mqtt';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than the second within which the same wish is one command. */
const EVERY_MS = 1_100;

/**
 * Somebody who turns a valve on and off, each time with a key, and asks again with the same key when no answer came; and the board
 * of that valve, which records the commands it got, outside the system.
 */
export class Orders {
  /** How often the board got each command. */
  readonly told = new Map<string, number>();
  /** The commands that each accepted wish became. */
  readonly accepted = new Map<string, Set<string>>();
  /** What a person would have seen fail. */
  readonly failures: string[] = [];
  private running = true;
  private work: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly farm: Farm,
    private readonly mqtt: readonly string[],
    private readonly balancer: Balancer,
  ) {}

  start(): void {
    this.work = Promise.all([this.board(), this.person()]);
  }

  async stop(): Promise<void> {
    this.running = false;
    await this.work;
  }

  /** Fails when a wish became two commands, a command came twice, or one that is said not to have acted did. */
  async expectOnce(): Promise<void> {
    expect([...this.accepted].filter(([, commands]) => commands.size > 1)).toEqual([]);
    expect([...this.told].filter(([, times]) => times > 1)).toEqual([]);
    const comandos = await eventually(async () => {
      const answer = await this.balancer.raw('comandos.listar');
      const list = (await answer.json()) as Comando[];
      expect(list.filter(({ estado }) => estado === 'solicitado' || estado === 'enviado')).toEqual([]);
      return list;
    }, 180_000);
    const untrue = comandos.filter(
      ({ comando_id, estado }) => (estado === 'rechazado' || estado === 'vencido') && this.told.has(comando_id),
    );
    expect(untrue).toEqual([]);
    const wishes = new Set([...this.accepted.values()].flatMap((commands) => [...commands]));
    expect([...this.told.keys()].filter((id) => !wishes.has(id))).toEqual([]);
  }

  private async person(): Promise<void> {
    const [valve] = this.farm.switches;
    const params = { id: valve?.id ?? 0 };
    for (let n = 1; this.running; n += 1) {
      const key = `orden-${this.farm.empresa.id}-${n}`;
      const name = n % 2 === 1 ? 'switches.encender' : 'switches.apagar';
      await this.insist(async () => {
        const headers = { 'idempotency-key': key };
        const answer = await this.balancer.raw(name, { params, body: {}, headers });
        if (answer.status >= 500) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
        if (answer.status !== 202) return;
        const { comando_id } = (await answer.json()) as { comando_id: string };
        this.accepted.set(key, (this.accepted.get(key) ?? new Set()).add(comando_id));
      });
      await sleep(EVERY_MS);
    }
  }

  /** Asks until there is an answer: what a person's browser does with the key of one click. */
  private async insist(ask: () => Promise<void>): Promise<void> {
    for (let end = Date.now() + 120_000; Date.now() < end; await sleep(300)) {
      try {
        return await ask();
      } catch (error) {
        this.failures.push(String((error as Error).cause ?? (error as Error).message));
      }
    }
    throw new Error(`no answer for two minutes: ${this.failures.at(-1)}`);
  }

  private async board(): Promise<void> {
    let client: MqttClient | undefined;
    for (let turn = 0; this.running; await sleep(300)) {
      if (client?.connected) continue;
      client?.end(true);
      turn += 1;
      const url = this.mqtt[turn % this.mqtt.length] ?? '';
      client = await this.connected(url).catch(() => undefined);
    }
    await sleep(2_000);
    client?.end(true);
  }

  private async connected(url: string): Promise<MqttClient> {
    const { board, switches } = this.farm;
    const client = await connectBoard(url, board, { connectTimeout: 5_000 });
    client.on('error', () => undefined);
    client.on('message', (_topic, payload) => {
      const decoded = decodeCommand(payload);
      if (!decoded.ok) return;
      const { id, pin, on } = decoded.value;
      const times = (this.told.get(id) ?? 0) + 1;
      this.told.set(id, times);
      const result = encodeResult({ id, ok: true, pins: { [pin]: on ? 1 : 0 } });
      client.publish(topics.result(board.id), result, { qos: 1 });
    });
    await client.subscribeAsync(topics.command(board.id), { qos: 1 });
    const pins = Object.fromEntries(switches.map(({ hardware_pin }) => [hardware_pin, 0]));
    const sample = { pins, sensors: { [SENSOR_PIN]: { t: 20, h: 50 } } };
    client.publish(topics.telemetry(board.id), JSON.stringify(sample), { qos: 1 });
    return client;
  }
}
