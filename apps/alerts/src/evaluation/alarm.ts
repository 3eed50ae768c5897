import type { AvisoDatos, Severidad, TipoAviso } from '@acequia/contracts';
import type { FilaAviso } from '../avisos/aviso.js';
import type { AlarmTarget } from '../subject.js';
import type { Finding, Question } from './condition.js';
import type { Effect, Machine } from '../avisos/machine.js';
import type { Telling } from '../avisos/telling.js';
import type { Rule } from './rules.js';

/** A possible alarm: one condition on one object. */
export interface Watch {
  tipo: TipoAviso;
  /** Time alone may open it: what it asks begins with more than news of its objects. */
  timed: boolean;
  /** Part of the alarm's key, unique within its tipo. */
  objeto: string;
  about: AlarmTarget;
  /** The object and everything that contains it, itself first: where a rule or a silencio may apply. */
  objects: string[];
  /** What news of these objects may change; the sites and boards around them are not among them. */
  heeds: string[];
  /** Switches of the people concerned. */
  switches: () => number[];
  ask: (question: Question) => Finding;
}

export interface Alarm {
  watch: Watch;
  /** The nearest rule; looked up once, as each report of a board asks some hundred alarms. */
  rule: Rule;
  machine: Machine;
  /** Id of the open row. */
  aviso_id: number | null;
  telling: Telling;
  /** What it says; null = not known to this instance: quiet, or a row from before. */
  datos: AvisoDatos | null;
  /** The rule's severity when it was last evaluated. */
  severidad: Severidad;
}

export type Step =
  | { kind: Effect; alarm: Alarm; before: Machine; at: number }
  | { kind: 'tell' | 'text' | 'calm'; alarm: Alarm; at: number };

/** What storage keeps of an alarm. */
export type Stored = Pick<
  FilaAviso,
  'id' | 'tipo' | 'objeto' | 'estado' | 'contado' | 'contado_ts' | 'contar_desde' | 'datos' | 'maquina'
>;
