import { encodeTelemetry, MAX_SAMPLES, topics, type TelemetrySample } from '@acequia/board-protocol';
import { BoardLink } from './board-link.js';
import type { BoardSpec } from './board-spec.js';
import { climateAt } from './climate.js';
import { random, merge } from './random.js';

/** Pin of a board from `provision` whose file names no pins. */
const PIN = 4;
const SENSOR = 15;
/** Approximate time that a pin keeps its state, ms. */
const TURNO_MS = 30_000;

export interface LoadBoardOptions {
  url: string;
  /** Most messages in flight. */
  window: number;
  onAck: (samples: readonly TelemetrySample[], ms: number) => void;
  onRefused: (reason: string) => void;
}

/** A board that samples on demand. It keeps samples without a PUBACK and sends them again, up to 500 a message. */
export class LoadBoard {
  readonly link: BoardLink;
  private backlog: TelemetrySample[] = [];
  private inflight = 0;
  private seq = 0;
  private last = 0;
  private readonly seed: number;
  private readonly pines: number[];
  private readonly sensores: number[];

  constructor(
    readonly spec: BoardSpec,
    private readonly options: LoadBoardOptions,
  ) {
    this.seed = merge(spec.placa_id);
    this.pines = spec.relays.length > 0 ? spec.relays.map(({ pin }) => pin) : [PIN];
    this.sensores = spec.sensors.length > 0 ? spec.sensors : [SENSOR];
    this.link = new BoardLink({
      url: options.url,
      numero: spec.numero,
      username: spec.username,
      password: spec.password,
      status: () => ({ online: true, fw: '1.0.0-sim', model: 'esp32', boot: this.seed.toString(16) }),
      onUp: () => this.flush(),
      onRefused: options.onRefused,
    });
  }

  /** Number of samples without a PUBACK. */
  get owed(): number {
    return this.backlog.length + this.inflight;
  }

  sample(): void {
    this.backlog.push(this.next());
    this.flush();
  }

  private flush(): void {
    while (this.link.connected && this.inflight < this.options.window && this.backlog.length > 0)
      void this.send(this.backlog.splice(0, MAX_SAMPLES));
  }

  private async send(samples: TelemetrySample[]): Promise<void> {
    const [first] = samples;
    this.inflight += 1;
    const since = performance.now();
    try {
      const message = samples.length === 1 && first ? first : samples;
      await this.link.publish(topics.telemetry(this.spec.numero), encodeTelemetry(message));
      this.options.onAck(samples, performance.now() - since);
    } catch {
      this.backlog.unshift(...samples);
    } finally {
      this.inflight -= 1;
    }
    this.flush();
  }

  private next(): TelemetrySample {
    const ts = Math.max(Date.now(), this.last + 1);
    this.last = ts;
    this.seq += 1;
    return {
      seq: this.seq,
      ts,
      pins: Object.fromEntries(
        this.pines.map((pin) => [pin, random(this.seed, pin, Math.floor(ts / TURNO_MS)) < 0.5 ? 1 : 0]),
      ),
      sensors: Object.fromEntries(
        this.sensores.map((pin) => [pin, climateAt(this.spec.place, this.seed + pin, ts, -6)]),
      ),
    };
  }
}
