import type { Magnitude, Sample } from '@acequia/board-protocol';
import { type EstadoPlaca, PINS_PER_HALF, type LastStored } from '@acequia/contracts';

const CAMPO_PIN = Array.from({ length: 2 * PINS_PER_HALF }, (_, pin) => `p${pin}`);
const CAMPO_SENSOR = Array.from({ length: 2 * PINS_PER_HALF }, (_, pin) => `s${pin}`);
/** Field names of a board's hash; they also identify the changed parts. */
export const campoPin = (pin: number): string => CAMPO_PIN[pin] ?? `p${pin}`;
export const sensorField = (pin: number): string => CAMPO_SENSOR[pin] ?? `s${pin}`;

/** The field of one value of a sensor that reports its two values separately. */
const halfField = (magnitude: Magnitude, pin: number): string => `${magnitude}${pin}`;
/** Every field that may hold a sensor's value. */
export const sensorFields = (pin: number): string[] => [sensorField(pin), halfField('t', pin), halfField('h', pin)];
/** A sensor's value this much older than its other value is not shown with it, ms. */
const OLD_HALF_MS = 300_000;

/** A time further ahead of the server than this comes from a clock that runs ahead, ms. */
export const LEAD_MS = 2_000;
/** A correct clock's report of the present is not older than this, ms. */
export const PRESENT_MS = 60_000;

/**
 * A clock that ran ahead was corrected: the report of the present is newer although its time is lower. Otherwise the future state would
 * stand until its time came. `now`: when it was heard, ms.
 */
const wasCorrected = (antes: number, ts: number, now: number): boolean =>
  antes > now + LEAD_MS && ts <= now + LEAD_MS && ts >= now - PRESENT_MS;

interface Lectura {
  ts: number;
  /** Hundredths of °C; `h` in hundredths of % relative humidity. */
  t: number | null;
  h: number | null;
}

/** A board's reports since the last write: the newest value of each pin. */
export class NewsItems {
  private readonly pines = new Map<number, number>();
  /** The first report of a pin's newest state, where several repeat it: one write may cover hours of a board's buffer. ms */
  private readonly firsts = new Map<number, number>();
  private readonly sensores = new Map<number, Lectura>();
  private readonly halves = new Map<string, { ts: number; valor: number }>();
  /** ms; when the gateway last heard the board. */
  heard: number | undefined;

  get size(): number {
    return this.firsts.size + this.pines.size + this.sensores.size + this.halves.size;
  }

  /** `now`: when the sample was heard, ms. */
  addSample(sample: Sample, now: number): void {
    this.addMask(sample.on_lo, 0, sample.ts, 1, now);
    this.addMask(sample.on_hi, PINS_PER_HALF, sample.ts, 1, now);
    this.addMask(sample.off_lo, 0, sample.ts, 0, now);
    this.addMask(sample.off_hi, PINS_PER_HALF, sample.ts, 0, now);
    const { sensores, ts, halves } = sample;
    for (let i = 0; i < sensores.length; i += 3) {
      const [pin, t, h] = [sensores[i] as number, sensores[i + 1] ?? null, sensores[i + 2] ?? null];
      if (!halves) this.addSensor(pin, ts, t, h, now);
      if (halves && t !== null) this.addHalf(halfField('t', pin), ts, t, now);
      if (halves && h !== null) this.addHalf(halfField('h', pin), ts, h, now);
    }
  }

  /** Of two values with one ts, OFF wins. */
  addPin(pin: number, ts: number, estado: number, now = 0): void {
    const valor = ts * 2 + (estado ? 0 : 1);
    const old = this.pines.get(pin);
    const oldTs = old === undefined ? 0 : Math.floor(old / 2);
    if (old !== undefined && valor <= old && !wasCorrected(oldTs, ts, now)) return;
    this.pines.set(pin, valor);
    if (old === undefined || old % 2 !== valor % 2 || oldTs > ts) this.firsts.delete(pin);
    else if (oldTs < ts && !this.firsts.has(pin)) this.firsts.set(pin, oldTs);
  }

  addSensor(pin: number, ts: number, t: number | null, h: number | null, now = 0): void {
    const old = this.sensores.get(pin);
    if (old === undefined || ts >= old.ts || wasCorrected(old.ts, ts, now)) this.sensores.set(pin, { ts, t, h });
  }

  /** Takes back values that could not be written, for the next attempt; newer values stay. */
  addAll(others: NewsItems): void {
    for (const [pin, valor] of others.pines) {
      const [ts, estado, first] = [Math.floor(valor / 2), valor % 2 ? 0 : 1, others.firsts.get(pin)];
      if (first !== undefined) this.addPin(pin, first, estado, others.heard);
      this.addPin(pin, ts, estado, others.heard);
    }
    for (const [pin, { ts, t, h }] of others.sensores) this.addSensor(pin, ts, t, h, others.heard);
    for (const [campo, { ts, valor }] of others.halves) this.addHalf(campo, ts, valor, others.heard);
    if (others.heard !== undefined) this.heard = Math.max(this.heard ?? 0, others.heard);
  }

  /** Appends field, value, … in the form of the hash. */
  write(args: (string | number)[]): void {
    for (const [pin, ts] of this.firsts) args.push(`f${pin}`, ts);
    for (const [pin, valor] of this.pines) args.push(campoPin(pin), `${Math.floor(valor / 2)}:${valor % 2 ? 0 : 1}`);
    for (const [pin, { ts, t, h }] of this.sensores) args.push(sensorField(pin), `${ts}:${t ?? ''}:${h ?? ''}`);
    for (const [campo, { ts, valor }] of this.halves) args.push(campo, `${ts}:${valor}`);
  }

  static fromStored(guardado: LastStored): NewsItems {
    const newsItems = new NewsItems();
    for (const { pin, estado, ts } of guardado.pines) newsItems.addPin(pin, ts, estado);
    for (const { pin, temperatura, humedad, ts } of guardado.sensores) {
      newsItems.addSensor(pin, ts, inHundredths(temperatura), inHundredths(humedad));
    }
    return newsItems;
  }

  private addHalf(campo: string, ts: number, valor: number, now = 0): void {
    const old = this.halves.get(campo)?.ts ?? -1;
    if (ts >= old || wasCorrected(old, ts, now)) this.halves.set(campo, { ts, valor });
  }

  private addMask(mask: number, first: number, ts: number, estado: number, now: number): void {
    for (let rest = mask, pin = first; rest !== 0; rest >>>= 1, pin++) if (rest & 1) this.addPin(pin, ts, estado, now);
  }
}

const inHundredths = (value: number | null): number | null => (value === null ? null : Math.round(value * 100));
const fromHundredths = (text: string | undefined): number | null => (text ? Number(text) / 100 : null);

/** A board's last-known state as read from its hash. */
export class KnownEstado {
  private constructor(private readonly fields: Readonly<Record<string, string | undefined>>) {}

  static fromFlat(flat: string[]): KnownEstado {
    const campos: Record<string, string> = {};
    for (let i = 0; i + 1 < flat.length; i += 2) campos[flat[i] as string] = flat[i + 1] as string;
    return new KnownEstado(campos);
  }

  /** The fields that the hash holds. */
  names(): string[] {
    return Object.keys(this.fields);
  }

  /** '' until the state was rebuilt once from the stored samples. */
  get mark(): string {
    return this.fields['m'] ?? '';
  }

  /** ms; when the board was last heard. */
  get heard(): number | null {
    return this.fields['u'] === undefined ? null : Number(this.fields['u']);
  }

  pin(pin: number): { estado: 0 | 1; ts: number } | null {
    const [ts, estado] = this.fields[campoPin(pin)]?.split(':') ?? [];
    return ts === undefined ? null : { estado: estado === '1' ? 1 : 0, ts: Number(ts) };
  }

  /** ms; since when a pin has been on, as far as this state knows. null = the pin is off. */
  encendidoSince(pin: number): number | null {
    const seen = this.pin(pin);
    return seen?.estado === 1 ? Math.min(seen.ts, Number(this.fields[`d${pin}`] ?? seen.ts)) : null;
  }

  /** ms; when a pin that is off was last on, as far as this state knows. null = the pin is on, or was never seen to go off. */
  lastOn(pin: number): { desde: number; hasta: number } | null {
    const hasta = this.fields[`o${pin}`];
    if (this.pin(pin)?.estado !== 0 || hasta === undefined) return null;
    return {
      desde: Math.min(Number(this.fields[`d${pin}`] ?? hasta), Number(hasta)),
      hasta: this.seen(Number(hasta)),
    };
  }

  /** °C and % relative humidity. */
  sensor(pin: number): { temperatura: number | null; humedad: number | null; ts: number } | null {
    const [texto, t, h] = this.fields[sensorField(pin)]?.split(':') ?? [];
    const junto = texto === undefined ? null : { ts: Number(texto), t: fromHundredths(t), h: fromHundredths(h) };
    const halves = { t: this.half('t', pin), h: this.half('h', pin) };
    const ts = Math.max(junto?.ts ?? -1, halves.t?.ts ?? -1, halves.h?.ts ?? -1);
    if (ts < 0) return null;
    if (junto && junto.ts === ts && !halves.t && !halves.h) return { temperatura: junto.t, humedad: junto.h, ts };
    const valor = (magnitude: Magnitude): number | null => {
      const deJunto = junto && junto[magnitude] !== null ? { ts: junto.ts, valor: junto[magnitude] } : null;
      const half = halves[magnitude];
      const next = half && half.ts >= (deJunto?.ts ?? -1) ? half : deJunto;
      return next && ts - next.ts <= OLD_HALF_MS ? next.valor : null;
    };
    return { temperatura: valor('t'), humedad: valor('h'), ts };
  }

  private half(magnitude: Magnitude, pin: number): { ts: number; valor: number | null } | null {
    const [ts, valor] = this.fields[halfField(magnitude, pin)]?.split(':') ?? [];
    return ts === undefined ? null : { ts: Number(ts), valor: fromHundredths(valor) };
  }

  /** The time to show: never later than the board was last heard, whatever its clock says. */
  seen(ts: number): number {
    const { heard } = this;
    return heard !== null && ts > heard + LEAD_MS ? heard : ts;
  }

  lists(): Pick<EstadoPlaca, 'pines' | 'sensores'> {
    const pines: EstadoPlaca['pines'] = [];
    const sensores: EstadoPlaca['sensores'] = [];
    for (const pin of this.pins()) {
      const relay = this.pin(pin);
      if (relay) pines.push({ pin, ...relay, ts: this.seen(relay.ts) });
      const sensor = this.sensor(pin);
      if (sensor) sensores.push({ pin, ...sensor, ts: this.seen(sensor.ts) });
    }
    return { pines, sensores };
  }

  /** The pins in the hash, in order. Looking up every possible pin of ten thousand boards takes a tenth of a second. */
  private pins(): number[] {
    const pins = new Set(this.names().map((name) => (name.length > 1 ? Number(name.slice(1)) : NaN)));
    return [...pins].filter((pin) => pin < 2 * PINS_PER_HALF).sort((a, b) => a - b);
  }
}
