import { climateAt, localHour } from '../climate.js';
import { merge, random, ripple } from '../random.js';

export const NODE_KINDS = ['soil', 'tank', 'weather'] as const;
export type NodeKind = (typeof NODE_KINDS)[number];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Soil after water and when dry, % VWC; how long it takes to dry, h; and how often it is watered, days. */
const SOIL = { wet: 34, dry: 14, drying_h: 40, every_days: 2, at_h: 5 };
/** A tank is filled at night and drawn from by day: local hours, and cm. */
const TANK = { full_at_h: 5, empty_at_h: 19, full_cm: 240, empty_cm: 60 };
const SUN = { rises_h: 6, sets_h: 19, most: 980 };
/** Share of the hours in which it rains, and mm of one. */
const RAIN = { share: 0.04, most_mm: 6 };

const round = (value: number, decimals: number): number => Number(value.toFixed(decimals));

/** What codecs of such sensors make: some nest, some write numbers as texts. */
export type Reading = Record<string, unknown>;

interface Options {
  kind: NodeKind;
  /** Which of the nodes of a farm it is. */
  index: number;
  seed: number;
  /** Local hour, from UTC. */
  offset_h: number;
}

/** A sensor on LoRaWAN. What it measures is a function of the time, so that a test can ask for it again. */
export class VirtualNode {
  readonly kind: NodeKind;
  readonly dev_eui: string;
  readonly name: string;
  readonly seed: number;
  private readonly offset_h: number;

  constructor({ kind, index, seed, offset_h }: Options) {
    this.kind = kind;
    this.seed = merge(seed, index);
    this.offset_h = offset_h;
    this.dev_eui = `a8404100${this.seed.toString(16).padStart(8, '0')}`;
    this.name = `${kind}-${index}`;
  }

  /** What its codec makes of an uplink at `ts`, ms. */
  reading(ts: number): Reading {
    if (this.kind === 'soil') return this.soil(ts);
    return this.kind === 'tank' ? this.tank(ts) : this.weather(ts);
  }

  /** %: falls over two years, and a little with the cold. */
  battery(ts: number): number {
    return round(Math.max(5, 98 - ((ts / DAY_MS) % 730) / 8 + ripple(this.seed + 9, ts, DAY_MS)), 1);
  }

  private soil(ts: number): Reading {
    const local = ts + this.offset_h * HOUR_MS - SOIL.at_h * HOUR_MS;
    const dry_h = (local % (SOIL.every_days * DAY_MS)) / HOUR_MS;
    const moisture = SOIL.dry + (SOIL.wet - SOIL.dry) * Math.exp(-dry_h / SOIL.drying_h);
    const { t } = climateAt('campo', this.seed, ts - 3 * HOUR_MS, this.offset_h);
    return {
      water_SOIL: round(moisture, 2),
      temp_SOIL: round(17 + (t - 20) * 0.3, 2).toFixed(2),
      conduct_SOIL: Math.round(200 + moisture * 12),
      BatV: round(3.2 + this.battery(ts) / 250, 3),
    };
  }

  private tank(ts: number): Reading {
    const hour = localHour(ts, this.offset_h);
    const { full_at_h, empty_at_h, full_cm, empty_cm } = TANK;
    const drawn = hour >= full_at_h && hour < empty_at_h;
    const share = drawn
      ? 1 - (hour - full_at_h) / (empty_at_h - full_at_h)
      : ((hour - empty_at_h + 24) % 24) / (24 - empty_at_h + full_at_h);
    const cm = empty_cm + (full_cm - empty_cm) * share + ripple(this.seed, ts, HOUR_MS);
    return { level: { cm: round(cm, 1), percent: round((cm / 250) * 100, 1) }, filling: !drawn };
  }

  private weather(ts: number): Reading {
    const { t, h } = climateAt('campo', this.seed, ts, this.offset_h);
    const hour = localHour(ts, this.offset_h);
    const sun = Math.max(0, Math.sin(((hour - SUN.rises_h) / (SUN.sets_h - SUN.rises_h)) * Math.PI));
    return {
      air: { temperature: t, humidity: h },
      wind: {
        speed: round(3 + 2.5 * ripple(this.seed + 3, ts, HOUR_MS), 1),
        direction: Math.round(180 + 180 * ripple(this.seed + 4, ts, 6 * HOUR_MS)) % 360,
      },
      rain_mm: round(this.rain(ts), 1),
      radiation: Math.round(SUN.most * (hour < SUN.rises_h || hour > SUN.sets_h ? 0 : sun)),
    };
  }

  /** A total, mm: a gauge that begins anew every 30 days. */
  private rain(ts: number): number {
    let total = 0;
    const start = Math.floor(ts / (30 * DAY_MS)) * 30 * DAY_MS;
    for (let at = start; at <= ts; at += HOUR_MS) {
      const fell = random(this.seed + 5, at / HOUR_MS) < RAIN.share ? RAIN.most_mm * random(this.seed + 6, at) : 0;
      total += fell * Math.min(1, (ts - at) / HOUR_MS);
    }
    return total;
  }
}

/** A farm's nodes: soil, tanks and weather stations in turn. */
export const farmOfNodes = (count: number, seed: number, offset_h = -6): VirtualNode[] =>
  Array.from(
    { length: count },
    (_, index) => new VirtualNode({ kind: NODE_KINDS[index % NODE_KINDS.length]!, index, seed, offset_h }),
  );
