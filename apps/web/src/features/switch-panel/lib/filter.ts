import type { SwitchEnVivo, Turno } from '@acequia/contracts';
import { healthOf } from '../../../entities/switch/health.js';
import { timeOf } from '../../../lib/format/format.js';
import { type FirstEnd, texts } from '../textos.js';
import { closingOf } from '../../../entities/programa/closing.js';
import { type Change, latestEnd } from './face.js';

export type Which = 'todo' | 'encendidos' | 'problema';

export interface Filter {
  which: Which;
  /** '' = all zones. */
  zona: string;
  search: string;
}

const FAILED = new Set(['rechazado', 'vencido', 'sin_respuesta']);
/** A failed order counts as a problem for this time, ms. */
const FAILURE_MS = 60 * 60_000;

/** Whether a switch needs attention: a fault, a discrepancy, or a failed last order. */
export function hasProblem(sw: SwitchEnVivo, now: number): boolean {
  if (sw.discrepancia === 1 || healthOf(sw, now, true) !== null) return true;
  const { comando } = sw;
  return Boolean(comando && FAILED.has(comando.estado) && now - comando.ts < FAILURE_MS);
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Whether the filter includes a switch. The search ignores accents. @param problems ids of the switches with a problem */
export function matches(sw: SwitchEnVivo, { which, zona, search }: Filter, problems: ReadonlySet<number>): boolean {
  if (which === 'encendidos' && sw.estado !== 1) return false;
  if (which === 'problema' && !problems.has(sw.id)) return false;
  if (zona !== '' && sw.zona !== zona) return false;
  const text = plain(`${sw.zona} ${sw.nombre}`);
  return plain(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** When the first of the open switches closes, as far as that is known. */
function firstEnd(open: readonly SwitchEnVivo[], { turnos, changes }: Known, now: number): FirstEnd | null {
  const exact = open.flatMap((sw) => closingOf(sw, turnos, now)?.at ?? []);
  if (exact.length > 0)
    return { hora: timeOf(Math.min(...exact)), known: exact.length === open.length ? 'all' : 'one' };
  const limits = open.flatMap((sw) => latestEnd(sw, changes.get(sw.id), now) ?? []);
  return limits.length > 0 ? { hora: timeOf(Math.min(...limits)), known: 'limit' } : null;
}

interface Known {
  turnos: readonly Turno[];
  /** The last change of each switch. */
  changes: ReadonlyMap<number, Change>;
}

/** A sentence about how many switches are open and when the first one closes. */
export function sentenceOf(switches: readonly SwitchEnVivo[], known: Known, now: number): string {
  const open = switches.filter(({ estado }) => estado === 1);
  const problems = switches.filter((sw) => hasProblem(sw, now)).length;
  if (open.length === 0) return problems > 0 ? texts.nothingOnButProblems(problems) : texts.nothingOn;
  const valves = open.every(({ tipo }) => tipo === 'selenoide');
  return texts.openNow(open.length, valves, firstEnd(open, known, now));
}
