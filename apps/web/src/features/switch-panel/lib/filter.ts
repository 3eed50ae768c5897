import type { SwitchEnVivo, Turno } from '@acequia/contracts';
import { healthOf } from '../../../entities/switch/health.js';
import { timeOf } from '../../../lib/format/format.js';
import { texts } from '../textos.js';
import { closingOf } from './closing.js';

export type Which = 'todo' | 'encendidos' | 'problema';

export interface Filter {
  which: Which;
  /** '' = all of them. */
  zona: string;
  search: string;
}

const FAILED = new Set(['rechazado', 'vencido', 'sin_respuesta']);
/** An order that failed longer ago than this is history, ms. */
const FAILURE_MS = 60 * 60_000;

/** Somebody has to look: it is cut off or silent, it is not what was asked of it, or its last order failed. */
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

/** Whether a switch is among those asked for. An accent that was not typed hides nothing. @param problems ids of those that have one */
export function matches(sw: SwitchEnVivo, { which, zona, search }: Filter, problems: ReadonlySet<number>): boolean {
  if (which === 'encendidos' && sw.estado !== 1) return false;
  if (which === 'problema' && !problems.has(sw.id)) return false;
  if (zona !== '' && sw.zona !== zona) return false;
  const text = plain(`${sw.zona} ${sw.nombre}`);
  return plain(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** What is open now and when the first of it closes, in one sentence. */
export function sentenceOf(switches: readonly SwitchEnVivo[], turnos: readonly Turno[], now: number): string {
  const open = switches.filter(({ estado }) => estado === 1);
  const problems = switches.filter((sw) => hasProblem(sw, now)).length;
  if (open.length === 0) return problems > 0 ? texts.nothingOnButProblems(problems) : texts.nothingOn;
  const valves = open.every(({ tipo }) => tipo === 'selenoide');
  const closings = open.flatMap((sw) => closingOf(sw, turnos, now) ?? []);
  const first = Math.min(...closings.map(({ at }) => at));
  return texts.openNow(open.length, valves, Number.isFinite(first) ? timeOf(first) : null);
}
