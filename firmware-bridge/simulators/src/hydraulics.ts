/** A valve and the pipe behind it. */
export interface HydraulicValve {
  pin: number;
  /** At nominal pressure with its pipe full, alone, l/h. */
  lph: number;
  /** How long it takes to open, and to close, s. */
  moves_s: number;
  /** How long its pipe takes to fill; meanwhile it takes more, s. */
  fills_s: number;
}

/** What a pump draws from. */
export interface Tank {
  litres: number;
  most_l: number;
  /** What flows into it, l/h. */
  inflow_lph: number;
}

export interface HydraulicOptions {
  valves: readonly HydraulicValve[];
  /** Most that the pump gives, against nothing, l/h. */
  most_lph: number;
  /** Of one pulse, l. */
  pulse_l: number;
  /** How far the pressure strays from its mean, 0 to 1, and how often, s. */
  strays: number;
  sways_s: number;
  /** Share of pulses that the meter misses. */
  missed: number;
  /** As it is at the beginning; absent = there is always water. */
  tank?: Tank;
}

/** An empty pipe takes this much more than a full one. */
const FILLING = 1.6;
/** An empty tank gives water again from this share on. */
const DRAWS = 0.02;

/**
 * A pump over a tank, a main with a meter, and valves behind it. Pump and main lose pressure with the square of the flow, and each opening takes by
 * the square root of what is left: `q = c·√p` and `p = head − (q/most)²`, in parts of the nominal head.
 */
export class Hydraulics {
  private at: number | null = null;
  private litres = 0;
  private readonly opened = new Map<number, number>();
  private readonly filled = new Map<number, number>();
  private break = 0;
  /** Of the nominal head; 0: the pump does not run. */
  head = 1;
  /** Now, l/h. */
  lph = 0;
  /** The pump draws air. */
  isDry = false;
  readonly tank: Tank | null;

  constructor(
    private readonly options: HydraulicOptions,
    private readonly chance: () => number,
  ) {
    this.tank = options.tank ? { ...options.tank } : null;
  }

  /** What has passed the meter, l. */
  get total(): number {
    return this.litres;
  }

  /** Opens a hole that takes `lph` at the nominal pressure beside what is open; 0 mends it. */
  burst(lph: number): void {
    this.break = lph === 0 ? 0 : this.openingOf(lph);
  }

  /** Moves on to `now`, ms, in steps of a tick. Answers how many pulses the meter gave. */
  pass(now: number, isOn: (pin: number) => boolean): number {
    const ms = now - (this.at ?? now);
    this.at = now;
    let opening = this.break;
    for (const { pin, lph, moves_s, fills_s } of this.options.valves) {
      const step = ms / 1000 / moves_s;
      const opened = Math.min(1, Math.max(0, (this.opened.get(pin) ?? 0) + (isOn(pin) ? step : -step)));
      const filled = opened === 0 ? 0 : (this.filled.get(pin) ?? 0) + ms / 1000;
      this.opened.set(pin, opened);
      this.filled.set(pin, filled);
      opening += this.openingOf(lph) * opened * (filled < fills_s ? FILLING : 1);
    }
    const head =
      (this.isDry ? 0 : this.head) *
      (1 + this.options.strays * Math.sin((2 * Math.PI * now) / 1000 / this.options.sways_s));
    this.lph = opening * Math.sqrt(head / (1 + (opening / this.options.most_lph) ** 2));
    this.draw(ms);
    const before = Math.floor(this.litres / this.options.pulse_l);
    this.litres += (this.lph * ms) / 3_600_000;
    const pulses = Math.floor(this.litres / this.options.pulse_l) - before;
    return Array.from({ length: pulses }, () => this.chance()).filter((n) => n >= this.options.missed).length;
  }

  private draw(ms: number): void {
    const { tank } = this;
    if (!tank) return;
    const change = ((tank.inflow_lph - this.lph) * ms) / 3_600_000;
    tank.litres = Math.min(tank.most_l, Math.max(0, tank.litres + change));
    this.isDry = tank.litres === 0 || (this.isDry && tank.litres < DRAWS * tank.most_l);
  }

  /** The opening that alone takes this flow at the nominal head. */
  private openingOf(lph: number): number {
    return lph / Math.sqrt(1 - (lph / this.options.most_lph) ** 2);
  }
}
