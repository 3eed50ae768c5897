import type { Magnitud, Muestra } from '@acequia/board-protocol';
import { type EstadoPlaca, PINS_PER_HALF, type UltimoGuardado } from '@acequia/contracts';

const CAMPO_PIN = Array.from({ length: 2 * PINS_PER_HALF }, (_, pin) => `p${pin}`);
const CAMPO_SENSOR = Array.from({ length: 2 * PINS_PER_HALF }, (_, pin) => `s${pin}`);
/** Names of the fields of a board's hash; they also say which parts changed. */
export const campoPin = (pin: number): string => CAMPO_PIN[pin] ?? `p${pin}`;
export const campoSensor = (pin: number): string => CAMPO_SENSOR[pin] ?? `s${pin}`;

/** Of a sensor that tells its two values apart, each has a field of its own. */
const campoMitad = (magnitud: Magnitud, pin: number): string => `${magnitud}${pin}`;
/** Every field that may hold a value of a sensor. */
export const camposDeSensor = (pin: number): string[] => [campoSensor(pin), campoMitad('t', pin), campoMitad('h', pin)];
/** A value of a sensor this much older than its other one is not shown with it, ms. */
const MITAD_VIEJA_MS = 300_000;

/** A time that lies further ahead of the server than this is that of a clock that runs ahead, ms. */
export const ADELANTO_MS = 2_000;
/** What a right clock says of the present is not older, ms. */
export const PRESENTE_MS = 60_000;

/**
 * A clock that ran ahead was set right: what is said of the present now is the newer word, although its time is the lower one.
 * Otherwise the state of the future would stand until that future has come. `now`: when it was heard, ms.
 */
const seCorrigio = (antes: number, ts: number, now: number): boolean =>
  antes > now + ADELANTO_MS && ts <= now + ADELANTO_MS && ts >= now - PRESENTE_MS;

interface Lectura {
  ts: number;
  /** Hundredths. */
  t: number | null;
  h: number | null;
}

/** What a board said since it was last written down: the newest of each pin. Small, and reused by no one. */
export class Novedades {
  private readonly pines = new Map<number, number>();
  private readonly sensores = new Map<number, Lectura>();
  private readonly mitades = new Map<string, { ts: number; valor: number }>();
  /** ms; when the gateway last heard the board. */
  oido: number | undefined;

  get size(): number {
    return this.pines.size + this.sensores.size + this.mitades.size;
  }

  /** `now`: when it was heard, ms. */
  addMuestra(muestra: Muestra, now: number): void {
    this.addMask(muestra.on_lo, 0, muestra.ts, 1, now);
    this.addMask(muestra.on_hi, PINS_PER_HALF, muestra.ts, 1, now);
    this.addMask(muestra.off_lo, 0, muestra.ts, 0, now);
    this.addMask(muestra.off_hi, PINS_PER_HALF, muestra.ts, 0, now);
    const { sensores, ts, mitades } = muestra;
    for (let i = 0; i < sensores.length; i += 3) {
      const [pin, t, h] = [sensores[i] as number, sensores[i + 1] ?? null, sensores[i + 2] ?? null];
      if (!mitades) this.addSensor(pin, ts, t, h, now);
      if (mitades && t !== null) this.addMitad(campoMitad('t', pin), ts, t, now);
      if (mitades && h !== null) this.addMitad(campoMitad('h', pin), ts, h, now);
    }
  }

  /** Of two values with one ts, OFF stays. */
  addPin(pin: number, ts: number, estado: number, now = 0): void {
    const valor = ts * 2 + (estado ? 0 : 1);
    const viejo = this.pines.get(pin);
    if (viejo === undefined || valor > viejo || seCorrigio(Math.floor(viejo / 2), ts, now)) this.pines.set(pin, valor);
  }

  addSensor(pin: number, ts: number, t: number | null, h: number | null, now = 0): void {
    const viejo = this.sensores.get(pin);
    if (viejo === undefined || ts >= viejo.ts || seCorrigio(viejo.ts, ts, now)) this.sensores.set(pin, { ts, t, h });
  }

  /** What could not be written is kept for the next attempt; newer values stay. */
  addAll(otras: Novedades): void {
    for (const [pin, valor] of otras.pines) this.addPin(pin, Math.floor(valor / 2), valor % 2 ? 0 : 1, otras.oido);
    for (const [pin, { ts, t, h }] of otras.sensores) this.addSensor(pin, ts, t, h, otras.oido);
    for (const [campo, { ts, valor }] of otras.mitades) this.addMitad(campo, ts, valor, otras.oido);
    if (otras.oido !== undefined) this.oido = Math.max(this.oido ?? 0, otras.oido);
  }

  /** Appends field, value, … in the form of the hash. */
  write(args: (string | number)[]): void {
    for (const [pin, valor] of this.pines) args.push(campoPin(pin), `${Math.floor(valor / 2)}:${valor % 2 ? 0 : 1}`);
    for (const [pin, { ts, t, h }] of this.sensores) args.push(campoSensor(pin), `${ts}:${t ?? ''}:${h ?? ''}`);
    for (const [campo, { ts, valor }] of this.mitades) args.push(campo, `${ts}:${valor}`);
  }

  static fromGuardado(guardado: UltimoGuardado): Novedades {
    const novedades = new Novedades();
    for (const { pin, estado, ts } of guardado.pines) novedades.addPin(pin, ts, estado);
    for (const { pin, temperatura, humedad, ts } of guardado.sensores) {
      novedades.addSensor(pin, ts, enCentesimas(temperatura), enCentesimas(humedad));
    }
    return novedades;
  }

  private addMitad(campo: string, ts: number, valor: number, now = 0): void {
    const viejo = this.mitades.get(campo)?.ts ?? -1;
    if (ts >= viejo || seCorrigio(viejo, ts, now)) this.mitades.set(campo, { ts, valor });
  }

  private addMask(mask: number, first: number, ts: number, estado: number, now: number): void {
    for (let rest = mask, pin = first; rest !== 0; rest >>>= 1, pin++) if (rest & 1) this.addPin(pin, ts, estado, now);
  }
}

const enCentesimas = (value: number | null): number | null => (value === null ? null : Math.round(value * 100));
const deCentesimas = (text: string | undefined): number | null => (text ? Number(text) / 100 : null);

/** A board's last-known state as read from its hash. */
export class EstadoConocido {
  private constructor(private readonly fields: Readonly<Record<string, string | undefined>>) {}

  static fromHash(campos: Record<string, string>): EstadoConocido {
    return new EstadoConocido(campos);
  }

  static fromFlat(flat: string[]): EstadoConocido {
    const campos: Record<string, string> = {};
    for (let i = 0; i + 1 < flat.length; i += 2) campos[flat[i] as string] = flat[i + 1] as string;
    return new EstadoConocido(campos);
  }

  /** The fields of the hash that there are. */
  names(): string[] {
    return Object.keys(this.fields);
  }

  /** '' until the state was rebuilt once from what is stored. */
  get marca(): string {
    return this.fields['m'] ?? '';
  }

  /** ms; when the board was last heard. */
  get oido(): number | null {
    return this.fields['u'] === undefined ? null : Number(this.fields['u']);
  }

  pin(pin: number): { estado: 0 | 1; ts: number } | null {
    const [ts, estado] = this.fields[campoPin(pin)]?.split(':') ?? [];
    return ts === undefined ? null : { estado: estado === '1' ? 1 : 0, ts: Number(ts) };
  }

  /** ms; since when a pin that is on has been on, as far as this state remembers. null = it is not. */
  encendidoDesde(pin: number): number | null {
    const visto = this.pin(pin);
    return visto?.estado === 1 ? Math.min(visto.ts, Number(this.fields[`d${pin}`] ?? visto.ts)) : null;
  }

  /** ms; when a pin that is off was last on, as far as this state remembers. null = it is on, or was not seen to go off. */
  lastOn(pin: number): { desde: number; hasta: number } | null {
    const hasta = this.fields[`o${pin}`];
    if (this.pin(pin)?.estado !== 0 || hasta === undefined) return null;
    return {
      desde: Math.min(Number(this.fields[`d${pin}`] ?? hasta), Number(hasta)),
      hasta: this.visto(Number(hasta)),
    };
  }

  /** °C and % relative humidity. */
  sensor(pin: number): { temperatura: number | null; humedad: number | null; ts: number } | null {
    const [texto, t, h] = this.fields[campoSensor(pin)]?.split(':') ?? [];
    const junto = texto === undefined ? null : { ts: Number(texto), t: deCentesimas(t), h: deCentesimas(h) };
    const mitades = { t: this.mitad('t', pin), h: this.mitad('h', pin) };
    const ts = Math.max(junto?.ts ?? -1, mitades.t?.ts ?? -1, mitades.h?.ts ?? -1);
    if (ts < 0) return null;
    if (junto && junto.ts === ts && !mitades.t && !mitades.h) return { temperatura: junto.t, humedad: junto.h, ts };
    const valor = (magnitud: Magnitud): number | null => {
      const deJunto = junto && junto[magnitud] !== null ? { ts: junto.ts, valor: junto[magnitud] } : null;
      const mitad = mitades[magnitud];
      const nuevo = mitad && mitad.ts >= (deJunto?.ts ?? -1) ? mitad : deJunto;
      return nuevo && ts - nuevo.ts <= MITAD_VIEJA_MS ? nuevo.valor : null;
    };
    return { temperatura: valor('t'), humedad: valor('h'), ts };
  }

  private mitad(magnitud: Magnitud, pin: number): { ts: number; valor: number | null } | null {
    const [ts, valor] = this.fields[campoMitad(magnitud, pin)]?.split(':') ?? [];
    return ts === undefined ? null : { ts: Number(ts), valor: deCentesimas(valor) };
  }

  /** A time as it is shown: nobody has said anything since they were last heard, whatever their clock says. */
  visto(ts: number): number {
    const { oido } = this;
    return oido !== null && ts > oido + ADELANTO_MS ? oido : ts;
  }

  listas(): Pick<EstadoPlaca, 'pines' | 'sensores'> {
    const pines: EstadoPlaca['pines'] = [];
    const sensores: EstadoPlaca['sensores'] = [];
    for (let pin = 0; pin < 2 * PINS_PER_HALF; pin++) {
      const relevador = this.pin(pin);
      if (relevador) pines.push({ pin, ...relevador, ts: this.visto(relevador.ts) });
      const sensor = this.sensor(pin);
      if (sensor) sensores.push({ pin, ...sensor, ts: this.visto(sensor.ts) });
    }
    return { pines, sensores };
  }
}
