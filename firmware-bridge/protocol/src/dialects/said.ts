import { pinExists, PINS_PER_HALF } from '@acequia/contracts';
import { parseJson, rejection, type Json, type Rejection, isObject } from '../decoded.js';
import type { StatusMessage } from '../messages.js';
import { hundredthsOf, type Magnitude, type Refuse, type Sample } from '../telemetry.js';
import type { RelayChange, Report, UpdateWords } from './dialect.js';

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
  /** As in {@link Report}. */
  readonly learned = new Map<string, number | null>();
  readonly changes = new Map<number, RelayChange>();
  /** What follows of relays are their changes. */
  tellsChanges = false;
  status: StatusMessage | null = null;
  result: Report['result'] = null;
  update: UpdateWords | null = null;

  constructor(now: number) {
    const empty = { on_lo: 0, on_hi: 0, off_lo: 0, off_hi: 0, sensores: [], valores: [] };
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
    if (this.tellsChanges) this.changes.set(pin, { on, ts: this.sample.ts });
    this.pines++;
    return this;
  }

  /** °C or %: null = the sensor gives no value. The message says nothing about its other value. */
  value(pin: number, magnitude: Magnitude, valor: unknown, campo: string): this {
    if (!pinExists(pin)) return this.refuse(rejection('pin_inexistente', campo));
    const hundredths = hundredthsOf(valor, magnitude, campo, this.refused);
    const known = this.sample.sensores.find((reading) => reading.pin === pin);
    if (known) known[magnitude] = hundredths ?? known[magnitude] ?? null;
    else this.sample.sensores.push({ pin, [magnitude]: hundredths });
    return this;
  }

  get report(): Report {
    const muestras = this.pines > 0 || this.sample.sensores.length > 0 ? [this.sample] : [];
    const { rejected, status, result, learned, changes, update } = this;
    return { muestras, rejected, status, result, learned, changes, update };
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
