import type { AvisoTarget, Severidad } from '../aviso-words.js';

/** A watched condition, with its default rule. */
export interface TipoDefinition {
  nombre: string;
  /** How one and how several of them are counted: "1 placa sin conexión", "3 placas sin conexión". */
  cuenta: readonly [one: string, several: string];
  /** What is watched, as its rule tells it; {umbral} stands for the threshold with its unit. */
  condicion: string;
  objeto: AvisoTarget;
  /** A rule of it names one point: a threshold means something for one magnitude only. */
  onePoint?: true;
  activa: 0 | 1;
  severidad: Severidad;
  /** How long the condition must last before the alarm opens, s. */
  espera_s: number;
  /** Threshold of the condition, and the hysteresis to end it; absent = the condition has no number. */
  umbral?: number;
  histeresis?: number;
  unit?: string;
}

export type Definitions = Record<string, TipoDefinition>;
