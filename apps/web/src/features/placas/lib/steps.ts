import type { Descarte, PlacaDetalle } from '@acequia/contracts';

export const STEPS = ['register', 'connect', 'pins', 'reading', 'assign'] as const;
export type Step = (typeof STEPS)[number];

export interface Farm {
  placas: number;
  /** The newest message of the board was a reading, not a discarded message; null = unknown. */
  heard: boolean | null;
  switches: number;
  /** Some switch has reported its state; null = unknown. */
  reported: boolean | null;
  /** Usuarios of the company who may see at least one switch. */
  assigned: number;
}

/** Null = unknown. */
export type Done = Record<Step, boolean | null>;

/** Which steps a company has behind it. Each looks at what there is, so the list tells the truth however it came about. */
export const doneSteps = ({ placas, heard, switches, reported, assigned }: Farm): Done => ({
  register: placas > 0,
  connect: heard,
  pins: switches > 0,
  reading: reported,
  assign: assigned > 0,
});

/** The first step that is known to be left; null = none. */
export const nextStep = (done: Done): Step | null => STEPS.find((step) => done[step] === false) ?? null;

export const allDone = (done: Done): boolean => STEPS.every((step) => done[step] === true);

export type Signal =
  | { kind: 'waiting'; connected: boolean }
  | { kind: 'received'; payload: string; ts: number }
  | { kind: 'discarded'; descarte: Descarte };

/** What the board last said, in its own words: pins and sensors as in a telemetry message. */
export const saidBy = ({ pines, sensores }: Pick<PlacaDetalle, 'pines' | 'sensores'>): string =>
  JSON.stringify({
    ...(pines.length > 0 && { pins: Object.fromEntries(pines.map(({ pin, estado }) => [pin, estado])) }),
    ...(sensores.length > 0 && {
      sensors: Object.fromEntries(
        sensores.map(({ pin, temperatura, humedad }) => [pin, { t: temperatura, h: humedad }]),
      ),
    }),
  });

/** The newest message of a board: a reading or a discarded message. */
export function signalOf(detail: PlacaDetalle, discarded: readonly Descarte[]): Signal {
  const [newest] = discarded;
  const said = [...detail.pines, ...detail.sensores];
  const ts = Math.max(0, ...said.map((one) => one.ts));
  if (newest && newest.ts > ts) return { kind: 'discarded', descarte: newest };
  if (said.length > 0) return { kind: 'received', payload: saidBy(detail), ts };
  return { kind: 'waiting', connected: detail.online === 1 };
}
