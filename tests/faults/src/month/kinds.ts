import { type MagnitudClave, magnitudOf, type PuntoSave } from '@acequia/contracts';

/** A value as its magnitude keeps it; null = the sensor gave none. */
export interface Told {
  ts: number;
  kept: number | null;
}

export interface Kind {
  magnitud: MagnitudClave;
  driver: 'pulsos' | 'adc';
  /** The next kept value. @param chance in [0, 1) */
  next: (before: number, chance: () => number) => number;
  first: number;
}

/** A walk that stays in a range, in kept units. */
const walk = (magnitud: MagnitudClave, least: number, greatest: number, step: number): Kind => ({
  magnitud,
  driver: 'adc',
  first: (least + greatest) / 2,
  next: (before, chance) => {
    const after = before + Math.round((chance() - 0.5) * 2 * step);
    return Math.min(greatest, Math.max(least, after));
  },
});

/** The counter of a meter that turns over, in kept units: a fall is a new beginning (docs/adr/0019). */
const WRAP = 65_536;
const RESET = 0.004;

/** What twelve kinds of sensor say. Counters grow enough between two falls for three values to be low after the second. */
export const KINDS: readonly Kind[] = [
  walk('temperatura', -500, 4_500, 60),
  walk('humedad', 1_000, 10_000, 300),
  walk('humedad_suelo', 1_000, 4_000, 50),
  walk('tension_suelo', 50, 900, 30),
  walk('caudal', 0, 20_000, 4_000),
  walk('presion', 0, 6_000, 500),
  walk('nivel', 200, 4_000, 90),
  walk('viento_velocidad', 0, 2_500, 400),
  walk('radiacion', 0, 11_000, 1_500),
  {
    magnitud: 'viento_direccion',
    driver: 'adc',
    first: 1_800,
    next: (before, chance) => (before + Math.round((chance() - 0.5) * 900) + 3_600) % 3_600,
  },
  {
    magnitud: 'volumen',
    driver: 'pulsos',
    first: 60_000,
    next: (before, chance) => (before + 50 + Math.round(chance() * 250)) % WRAP,
  },
  {
    magnitud: 'lluvia',
    driver: 'pulsos',
    first: 80_000,
    next: (before, chance) => (before > 5_000 && chance() < RESET ? 20 : before + 20 + Math.round(chance() * 40)),
  },
];

/** The kinds of a board: both counters, and as many voltages as it has pins for, another choice on each. */
export const ADC = [32, 33, 34, 35, 36, 39];
const PULSES = [25, 26];
export const kindsOf = (board: number): Kind[] => {
  const [voltages, counters] = [KINDS.filter(({ driver }) => driver === 'adc'), KINDS.slice(-PULSES.length)];
  return [...ADC.map((_pin, i) => voltages[(board + i) % voltages.length]!), ...counters];
};

export const sourceOf = (place: number): PuntoSave['fuente'] =>
  place < ADC.length
    ? { tipo: 'placa', driver: 'adc', pin: ADC[place]! }
    : { tipo: 'placa', driver: 'pulsos', pin: PULSES[place - ADC.length]! };

/** A kept value as a board writes it. */
export const written = (magnitud: MagnitudClave, kept: number | null): number | null =>
  kept === null ? null : kept / magnitudOf(magnitud).escala;
