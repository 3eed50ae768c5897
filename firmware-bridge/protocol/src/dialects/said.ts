import { pinExists, PINS_PER_HALF } from '@acequia/contracts';
import { parseJson, rejection, type Json, type Rejection, isObject } from '../decoded.js';
import type { StatusMessage } from '../messages.js';
import { hundredthsOf, type Magnitude, type Refuse, type Sample } from '../telemetry.js';
import type { Report } from './dialect.js';

/** No message of these firmwares is larger. */
const MAX_BYTES = 64 * 1024;

/**
 * Collects what one message says. A bad value does not affect the others. The samples carry the server's clock: these firmwares
 * send local time without a zone, no time, or the time of an unsynchronised clock; and they buffer no samples.
 */
export class Said {
  private readonly sample: Sample;
  private readonly rejected: Report['rejected'] = [];
  private pines = 0;
  status: StatusMessage | null = null;
  result: Report['result'] = null;

  constructor(now: number) {
    const empty = { on_lo: 0, on_hi: 0, off_lo: 0, off_hi: 0, sensores: [] };
    this.sample = { index: 0, seq: null, ts: now, with_clock: false, ...empty };
  }

  refuse({ motivo, detalle }: Rejection): this {
    this.rejected.push({ motivo, detalle, index: this.rejected.length });
    return this;
  }

  private readonly refused: Refuse = (rejection) => void this.refuse(rejection);

  /** `campo` = the firmware's name for the relay. */
  relay(pin: number, on: boolean, campo: string): this {
    if (!pinExists(pin)) return this.refuse(rejection('pin_inexistente', campo));
    const half = pin < PINS_PER_HALF ? 'lo' : 'hi';
    const bit = 1 << (pin % PINS_PER_HALF);
    // Two values for one relay: OFF wins, as everywhere.
    if (!on) {
      this.sample[`off_${half}`] |= bit;
      this.sample[`on_${half}`] &= ~bit;
    } else if ((this.sample[`off_${half}`] & bit) === 0) this.sample[`on_${half}`] |= bit;
    this.pines++;
    return this;
  }

  /** °C and %; null = the sensor gave no value. When both are null there is no reading, and the message is not at fault. */
  sensor(pin: number, t: unknown, h: unknown, campo: string): this {
    if (!pinExists(pin)) return this.refuse(rejection('pin_inexistente', campo));
    const values = [hundredthsOf(t, 't', campo, this.refused), hundredthsOf(h, 'h', campo, this.refused)] as const;
    if (values[0] !== null || values[1] !== null) this.add(pin, ...values);
    return this;
  }

  /** For firmwares that send temperature and humidity in separate messages: the message says nothing about the other value. */
  half(pin: number, magnitude: Magnitude, valor: unknown, campo: string): this {
    this.sample.halves = true;
    return magnitude === 't' ? this.sensor(pin, valor, null, campo) : this.sensor(pin, null, valor, campo);
  }

  /** One row per pin: the two halves of one message make one reading. */
  private add(pin: number, t: number | null, h: number | null): void {
    const { sensores } = this.sample;
    for (let i = 0; i < sensores.length; i += 3) {
      if (sensores[i] !== pin) continue;
      sensores[i + 1] = t ?? (sensores[i + 1] as number | null);
      sensores[i + 2] = h ?? (sensores[i + 2] as number | null);
      return;
    }
    sensores.push(pin, t, h);
  }

  get report(): Report {
    const muestras = this.pines > 0 || this.sample.sensores.length > 0 ? [this.sample] : [];
    return { muestras, rejected: this.rejected, status: this.status, result: this.result };
  }
}

/** A payload that is a JSON object; anything else is recorded as a problem. */
export const objectOf = (payload: Buffer, said: Said): Json | null => {
  const json = parseJson(payload, MAX_BYTES);
  if (!json.ok) said.refuse(json);
  else if (isObject(json.value)) return json.value;
  else said.refuse(rejection('forma_invalida', 'No es un objeto'));
  return null;
};

/** One of two words; any other word is recorded as a problem. */
export const wordOf = (payload: Buffer, [si, no]: readonly [string, string], said: Said): boolean | null => {
  const texto = payload.toString('latin1', 0, 16);
  if (texto === si || texto === no) return texto === si;
  said.refuse(rejection('forma_invalida', `No es ${si} ni ${no}`));
  return null;
};
