import type { PlacaCredencial } from '@acequia/contracts';
import type { MqttClient } from 'mqtt';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectBoard, publishTelemetry, SENSOR_PIN } from '../farm.js';
import { OwedValues } from './owed-values.js';

/** What a meter counts between two samples, litres, and from when on a board that connects again has lost its count, litres. */
const LITRES = 5;
const FORGETS_L = 1_000;

/** Boards that publish at a total rate, reconnect after every cut, and record each sample that was acknowledged. */
export class Ledger {
  /** Values of the meters, litres. */
  readonly values = new OwedValues();
  private readonly acked = new Set<string>();
  private readonly litres = new Map<number, number>();
  private readonly work: Promise<void>[] = [];
  private running = false;

  /**
   * @param rate samples per second over all boards
   * @param meters the boards whose samples carry a value of their first point, a counter of volume, with that point
   */
  constructor(
    private readonly url: string,
    private readonly boards: PlacaCredencial[],
    private readonly rate: number,
    readonly meters: ReadonlyMap<number, number> = new Map(),
  ) {}

  get acknowledged(): number {
    return this.acked.size;
  }
  /** `placa_id:ts` of every acknowledged sample. */
  rows(): Set<string> {
    return this.acked;
  }

  async start(): Promise<void> {
    this.running = true;
    for (const board of this.boards) this.work.push(this.run(board));
  }

  async stop(): Promise<void> {
    this.running = false;
    await Promise.all(this.work);
  }

  private async run(board: PlacaCredencial): Promise<void> {
    const start = Date.now() - 60_000;
    const meter = this.meters.get(board.placa_id);
    let step = 0;
    let client: MqttClient | undefined;
    const gapMs = (1_000 * this.boards.length) / this.rate;
    const connected = async (): Promise<MqttClient | undefined> => {
      if (client?.connected) return client;
      client?.end(true);
      client = await connectBoard(this.url, board, { connectTimeout: 5_000 }).catch(() => undefined);
      client?.on('error', () => undefined);
      if ((this.litres.get(board.placa_id) ?? 0) > FORGETS_L) this.litres.set(board.placa_id, 0);
      return client;
    };
    while (this.running) {
      const link = await connected();
      if (!link) {
        await sleep(200 + Math.random() * 300);
        continue;
      }
      const ts = start + step++;
      const litres = (this.litres.get(board.placa_id) ?? 0) + LITRES;
      this.litres.set(board.placa_id, litres);
      if (meter !== undefined) this.values.send(meter, ts, litres);
      const sent = publishTelemetry(link, board.id, {
        seq: step,
        ts,
        pins: { 4: step % 2 },
        sensors: { [SENSOR_PIN]: { t: 20 + (step % 50) / 10, h: 55 } },
        ...(meter !== undefined && { values: { 1: litres / 1_000 } }),
      });
      // A sample counts only with its own PUBACK; a cut connection fails it.
      void sent.then(
        () => {
          this.acked.add(`${board.placa_id}:${ts}`);
          if (meter !== undefined) this.values.acknowledge(meter, ts);
        },
        () => undefined,
      );
      await sleep(gapMs);
    }
    await sleep(500);
    client?.end(true);
  }
}
