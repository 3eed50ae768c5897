import {
  AVISO_TYPES,
  datosOf,
  SEVERITIES,
  typeOfAviso,
  type Aviso,
  type Severidad,
  type TipoAviso,
} from '@acequia/contracts';
import { texts } from '../textos.js';

export interface Counted {
  tipo: TipoAviso;
  count: number;
  /** What the first one says. */
  first: Pick<Aviso, 'tipo' | 'datos'>;
  /** The highest severity of the kind. */
  severidad: Severidad;
}

const rank = (severidad: Severidad): number => SEVERITIES.indexOf(severidad);

/** Counts alarms by kind; the most severe kind first, then the most frequent. */
export function countByKind(avisos: readonly Aviso[]): Counted[] {
  const kinds = new Map<TipoAviso, Counted>();
  for (const aviso of avisos) {
    const { tipo, severidad } = aviso;
    const before = kinds.get(tipo);
    const worst = before && rank(before.severidad) < rank(severidad) ? before.severidad : severidad;
    kinds.set(tipo, { tipo, count: (before?.count ?? 0) + 1, severidad: worst, first: before?.first ?? aviso });
  }
  return [...kinds.values()].sort(
    (a, b) =>
      rank(a.severidad) - rank(b.severidad) ||
      b.count - a.count ||
      AVISO_TYPES.indexOf(a.tipo) - AVISO_TYPES.indexOf(b.tipo),
  );
}

/** "3 placas sin conexión"; of a single end also when: "1 empresa vence en 3 días". */
export function kindText({ tipo, count, first }: Pick<Counted, 'tipo' | 'count' | 'first'>): string {
  const ends = datosOf(first, 'vencimiento')?.vencen ?? [];
  const [end] = ends;
  if (count === 1 && end && ends.length === 1) return texts.ends(end);
  const [one, several] = typeOfAviso(tipo).cuenta;
  return `${count} ${count === 1 ? one : several}`;
}

/** End of the last alarm, ms; null = there were none. Only meaningful while no alarm is open. */
export const inOrderSince = (avisos: readonly Pick<Aviso, 'hasta'>[]): number | null =>
  avisos.reduce<number | null>((last, { hasta }) => (hasta !== null && hasta > (last ?? 0) ? hasta : last), null);
