import type { Magnitude, Sample } from '@acequia/board-protocol';
import { type EstadoPlaca, PINS_PER_HALF, type LastStored } from '@acequia/contracts';

const CAMPO_PIN = Array.from({ length: 2 * PINS_PER_HALF }, (_, pin) => `p${pin}`);
/** The field of a point's last value, in its unit. */
export const pointField = (punto_id: number): string => `v${punto_id}`;
/** Field names of a board's hash; they also identify the changed parts. */
export const campoPin = (pin: number): string => CAMPO_PIN[pin] ?? `p${pin}`;
const valueField = (magnitude: Magnitude, pin: number): string => `${magnitude}${pin}`;
export const sensorFields = (pin: number): string[] => [valueField('t', pin), valueField('h', pin)];

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

/** What a sensor last told of one magnitude: hundredths of °C or of % relative humidity; null = it gives no value. */
interface Told {
  ts: number;
  value: number | null;
}

/** A board's reports since the last write: the newest value of each pin. */
export class NewsItems {
  private readonly pines = new Map<number, number>();
  /** The first report of a pin's newest state, where several repeat it: one write may cover hours of a board's buffer. ms */
  private readonly firsts = new Map<number, number>();
  /** When each pin's newest time on began, as these reports tell: `turned` where one of them says that it was off before. ms */
  private readonly began = new Map<number, { ts: number; turned: boolean }>();
  /** By field: each value of a sensor has its own time. */
  private readonly values = new Map<string, Told>();
  /** ms; when the gateway last heard the board. */
  heard: number | undefined;

  get size(): number {
    return this.firsts.size + this.began.size + this.pines.size + this.values.size;
  }

  /** `now`: when the sample was heard, ms. */
  addSample(sample: Sample, now: number): void {
    this.addMask(sample.on_lo, 0, sample.ts, 1, now);
    this.addMask(sample.on_hi, PINS_PER_HALF, sample.ts, 1, now);
    this.addMask(sample.off_lo, 0, sample.ts, 0, now);
    this.addMask(sample.off_hi, PINS_PER_HALF, sample.ts, 0, now);
    for (const { pin, t, h } of sample.sensores) {
      if (t !== undefined) this.addValue(valueField('t', pin), { ts: sample.ts, value: t }, now);
      if (h !== undefined) this.addValue(valueField('h', pin), { ts: sample.ts, value: h }, now);
    }
  }

  /** `value` in the unit of its magnitude. */
  addPoint(punto_id: number, ts: number, value: number | null, now: number): void {
    this.addValue(pointField(punto_id), { ts, value }, now);
  }

  /** Of two values with one ts, OFF wins. */
  addPin(pin: number, ts: number, estado: number, now = 0): void {
    const valor = ts * 2 + (estado ? 0 : 1);
    const old = this.pines.get(pin);
    const oldTs = old === undefined ? 0 : Math.floor(old / 2);
    if (old !== undefined && valor <= old && !wasCorrected(oldTs, ts, now)) return;
    this.pines.set(pin, valor);
    if (oldTs > ts) this.began.delete(pin);
    const turned = old !== undefined && old % 2 === 1;
    if (estado && (old === undefined || turned)) this.began.set(pin, { ts, turned });
    if (old === undefined || old % 2 !== valor % 2 || oldTs > ts) this.firsts.delete(pin);
    else if (oldTs < ts && !this.firsts.has(pin)) this.firsts.set(pin, oldTs);
  }

  /** Takes back values that could not be written, for the next attempt; newer values stay. */
  addAll(others: NewsItems): void {
    for (const [pin, valor] of others.pines) {
      const [ts, estado, first] = [Math.floor(valor / 2), valor % 2 ? 0 : 1, others.firsts.get(pin)];
      const began = others.began.get(pin);
      // An OFF just before stands for those that were folded into this time on.
      if (began?.turned) this.addPin(pin, began.ts - 1, 0, others.heard);
      if (began) this.addPin(pin, began.ts, 1, others.heard);
      if (first !== undefined) this.addPin(pin, first, estado, others.heard);
      this.addPin(pin, ts, estado, others.heard);
    }
    for (const [field, told] of others.values) this.addValue(field, told, others.heard);
    if (others.heard !== undefined) this.heard = Math.max(this.heard ?? 0, others.heard);
  }

  /** Appends field, value, … in the form of the hash. */
  write(args: (string | number)[]): void {
    for (const [pin, ts] of this.firsts) args.push(`f${pin}`, ts);
    for (const [pin, { ts, turned }] of this.began) args.push(`b${pin}`, `${ts}:${turned ? 1 : 0}`);
    for (const [pin, valor] of this.pines) args.push(campoPin(pin), `${Math.floor(valor / 2)}:${valor % 2 ? 0 : 1}`);
    for (const [field, { ts, value }] of this.values) args.push(field, `${ts}:${value ?? ''}`);
  }

  static fromStored(guardado: LastStored): NewsItems {
    const newsItems = new NewsItems();
    for (const { pin, estado, ts } of guardado.pines) newsItems.addPin(pin, ts, estado);
    const add = (field: string, value: number | null, ts: number): void => {
      // A stored row without a value does not tell whether the sensor said so.
      if (value !== null) newsItems.addValue(field, { ts, value: Math.round(value * 100) });
    };
    for (const { pin, temperatura, temperatura_ts, humedad, humedad_ts, ts } of guardado.sensores) {
      add(valueField('t', pin), temperatura, temperatura_ts ?? ts);
      add(valueField('h', pin), humedad, humedad_ts ?? ts);
    }
    return newsItems;
  }

  private addValue(field: string, told: Told, now = 0): void {
    const old = this.values.get(field)?.ts ?? -1;
    if (told.ts >= old || wasCorrected(old, told.ts, now)) this.values.set(field, told);
  }

  private addMask(mask: number, first: number, ts: number, estado: number, now: number): void {
    for (let rest = mask, pin = first; rest !== 0; rest >>>= 1, pin++) if (rest & 1) this.addPin(pin, ts, estado, now);
  }
}

const fromHundredths = (text: string | undefined): number | null => (text ? Number(text) / 100 : null);

type KnownPoint = NonNullable<EstadoPlaca['puntos']>[number];

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

  /** °C and % relative humidity, each with the time of its last word. */
  sensor(pin: number): Omit<EstadoPlaca['sensores'][number], 'pin'> | null {
    const [t, h] = [this.told('t', pin), this.told('h', pin)];
    if (!t && !h) return null;
    return {
      temperatura: t?.value ?? null,
      humedad: h?.value ?? null,
      ts: this.seen(Math.max(t?.ts ?? 0, h?.ts ?? 0)),
      temperatura_ts: t && this.seen(t.ts),
      humedad_ts: h && this.seen(h.ts),
    };
  }

  private told(magnitude: Magnitude, pin: number): Told | null {
    const [ts, value] = this.fields[valueField(magnitude, pin)]?.split(':') ?? [];
    const own = ts === undefined ? null : { ts: Number(ts), value: fromHundredths(value) };
    // The version before wrote both values of a sensor as one field.
    const [old, t, h] = this.fields[`s${pin}`]?.split(':') ?? [];
    const before = fromHundredths(magnitude === 't' ? t : h);
    return before !== null && Number(old) > (own?.ts ?? -1) ? { ts: Number(old), value: before } : own;
  }

  /** The time to show: never later than the board was last heard, whatever its clock says. */
  seen(ts: number): number {
    const { heard } = this;
    return heard !== null && ts > heard + LEAD_MS ? heard : ts;
  }

  /** null = the point never told a value. */
  point(punto_id: number): KnownPoint | null {
    const [ts, value] = this.fields[pointField(punto_id)]?.split(':') ?? [];
    return ts === undefined ? null : { punto_id, valor: value ? Number(value) : null, ts: this.seen(Number(ts)) };
  }

  /** In the order of their ids. */
  points(): KnownPoint[] {
    const ids = this.names().flatMap((name) => (/^v\d/.test(name) ? [Number(name.slice(1))] : []));
    return ids.sort((a, b) => a - b).flatMap((id) => this.point(id) ?? []);
  }

  lists(): Pick<EstadoPlaca, 'pines' | 'sensores' | 'puntos'> {
    const pines: EstadoPlaca['pines'] = [];
    const sensores: EstadoPlaca['sensores'] = [];
    for (const pin of this.pins()) {
      const relay = this.pin(pin);
      if (relay) pines.push({ pin, ...relay, ts: this.seen(relay.ts) });
      const sensor = this.sensor(pin);
      if (sensor) sensores.push({ pin, ...sensor });
    }
    const puntos = this.points();
    return { pines, sensores, ...(puntos.length > 0 && { puntos }) };
  }

  /** The pins in the hash, in order. Looking up every possible pin of ten thousand boards takes a tenth of a second. */
  private pins(): number[] {
    const pins = new Set(this.names().map((name) => (name.length > 1 ? Number(name.slice(1)) : NaN)));
    return [...pins].filter((pin) => pin < 2 * PINS_PER_HALF).sort((a, b) => a - b);
  }
}
