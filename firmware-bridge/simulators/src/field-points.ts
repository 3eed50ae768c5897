import type { PointMessage } from '@acequia/board-protocol';
import type { TipoSwitch } from '@acequia/contracts';
import type { PointWires } from './virtual-points.js';

/** What an open valve of a drip sector takes, m³/h. */
const VALVE_M3H = 6;
/** Of the meter, litres a pulse. */
const PULSE_L = 10;
const HOUR_MS = 3_600_000;
/** A capacitive probe: volts in dry and in wet soil, and how long each takes to be near, ms. */
const SOIL = { dry: 2.3, wet: 1.1, drying_ms: 30 * HOUR_MS, wetting_ms: HOUR_MS };

type Relays = { values(): Iterable<{ tipo: TipoSwitch; on: boolean }> };

/** A field behind a board: its open valves turn the meter and wet the soil. */
export class FieldPoints implements PointWires {
  private at: number | null = null;
  private litres = 0;
  private soil = 1.6;

  constructor(private readonly relays: Relays) {}

  pulses(_pin: number, now: number): number {
    this.pass(now);
    return Math.floor(this.litres / PULSE_L);
  }

  volts(_pin: number, now: number): number {
    this.pass(now);
    return this.soil;
  }

  /** Weather that turns with the day; an ADS1115 sees the same probe, and a register the tenths of a volt of the mains. */
  says({ kind, ch }: PointMessage, now: number): number {
    const turn = Math.sin((now / (24 * HOUR_MS)) * 2 * Math.PI);
    if (kind === 'ads1115') return this.volts(0, now);
    if (kind === 'modbus') return 1_270 + Math.round(30 * turn);
    if (ch === 'h') return 60 - 20 * turn;
    return ch === 'p' ? 0.9 + 0.005 * turn : 18 + 8 * turn;
  }

  private pass(now: number): void {
    const ms = Math.max(0, now - (this.at ?? now));
    this.at = now;
    const open = [...this.relays.values()].filter(({ tipo, on }) => on && tipo === 'selenoide').length;
    this.litres += (open * VALVE_M3H * 1_000 * ms) / HOUR_MS;
    const [toward, slowness] = open > 0 ? [SOIL.wet, SOIL.wetting_ms] : [SOIL.dry, SOIL.drying_ms];
    this.soil += (toward - this.soil) * (1 - Math.exp(-ms / slowness));
  }
}
