import { merge } from '../random.js';
import { Temper, type MisbehaviourKind, type MisbehaviourOptions } from './misbehaviour.js';
import { sameId, type Model } from './models.js';
import { RelayDevice, type DeviceOptions } from './relay-device.js';

/** Number of requests that an account's log keeps. */
const REMEMBERED = 20_000;

export interface AccountOptions {
  /** `auth_key`; generated when absent. */
  key?: string;
  /** Which of the two APIs serve the account; both by default. The other answers 404. */
  v1?: boolean;
  v2?: boolean;
  /** Delay of every answer, ms. */
  latency_ms?: number;
}

/** One request as it arrived. */
export interface RequestNote {
  /** performance.now() of its arrival. */
  at: number;
  api: 'v1' | 'v2';
  action: 'read' | 'command';
  /** Devices named in the request, as spelled there. */
  ids: string[];
  /** Whether the request came within a second of the one before. */
  tooFast: boolean;
}

export interface RateLimit {
  /** Least time between two requests, ms. */
  interval_ms: number;
  /** Tolerated shortfall of the interval, ms. */
  tolerance_ms: number;
}

/** A customer of the cloud: one key, its devices, and a count of its requests. */
export class Account {
  key: string;
  v1: boolean;
  v2: boolean;
  latency_ms: number;
  /** Every request with this key, refused ones included. */
  requests = 0;
  /** Requests that came too fast. */
  violations = 0;
  /** The latest requests, oldest first. */
  readonly log: RequestNote[] = [];
  readonly temper = new Temper();
  private readonly byId = new Map<string, RelayDevice>();
  private accepted = Number.NEGATIVE_INFINITY;

  constructor(
    readonly number: number,
    options: AccountOptions,
    private readonly limit: RateLimit,
    private readonly now: () => number,
  ) {
    this.key = options.key ?? `cuenta-${number}-${merge(number, 97).toString(16).padStart(8, '0')}`;
    this.v1 = options.v1 ?? true;
    this.v2 = options.v2 ?? true;
    this.latency_ms = options.latency_ms ?? 0;
  }

  get devices(): RelayDevice[] {
    return [...this.byId.values()];
  }

  add(model: Model, options: Partial<Omit<DeviceOptions, 'model'>> = {}): RelayDevice {
    const n = this.number * 1_000 + this.byId.size + 1;
    const id = options.id ?? (0xa8_03_2a_00_00_00 + n).toString(16);
    const device = new RelayDevice({ ...options, model, id }, this.now());
    this.byId.set(device.id, device);
    return device;
  }

  /** The device with this id, however the id is spelled. */
  device(id: string): RelayDevice | null {
    return this.byId.get(id) ?? this.devices.find((device) => sameId(device.id, id)) ?? null;
  }

  misbehave(kind: MisbehaviourKind | null, options?: MisbehaviourOptions): void {
    this.temper.set(kind, options);
  }

  /** Counts a request. false when it came too fast. */
  arrive(note: Omit<RequestNote, 'at' | 'tooFast'>): boolean {
    const at = performance.now();
    const tooFast = at - this.accepted < this.limit.interval_ms - this.limit.tolerance_ms;
    if (!tooFast) this.accepted = at;
    this.requests += 1;
    if (tooFast) this.violations += 1;
    this.log.push({ ...note, at, tooFast });
    if (this.log.length > REMEMBERED) this.log.shift();
    return !tooFast;
  }

  forgetCounts(): void {
    this.requests = 0;
    this.violations = 0;
    this.log.length = 0;
  }
}
