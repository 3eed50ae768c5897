import { AVISO_TYPES, SEVERITIES, type Aviso, type Severidad, type TipoAviso } from '@acequia/contracts';
import { texts } from '../textos.js';

export interface Counted {
  tipo: TipoAviso;
  count: number;
  /** Text of the first one. */
  texto: string;
  /** The highest severity of the kind. */
  severidad: Severidad;
}

const rank = (severidad: Severidad): number => SEVERITIES.indexOf(severidad);

/** Counts alarms by kind; the most severe kind first, then the most frequent. */
export function countByKind(avisos: readonly Aviso[]): Counted[] {
  const kinds = new Map<TipoAviso, Counted>();
  for (const { tipo, severidad, texto } of avisos) {
    const before = kinds.get(tipo);
    const worst = before && rank(before.severidad) < rank(severidad) ? before.severidad : severidad;
    kinds.set(tipo, { tipo, count: (before?.count ?? 0) + 1, severidad: worst, texto: before?.texto ?? texto });
  }
  return [...kinds.values()].sort(
    (a, b) =>
      rank(a.severidad) - rank(b.severidad) ||
      b.count - a.count ||
      AVISO_TYPES.indexOf(a.tipo) - AVISO_TYPES.indexOf(b.tipo),
  );
}

/** What ends and when, in the words of its alarm. */
const ENDING = /^(.+?) (vence .+?|venció),? el \d\d\/\d\d\/\d{4}\.$/;

/** "3 placas sin conexión"; of a single end also when: "1 empresa vence en 3 días". */
export function kindText({ tipo, count, texto }: Pick<Counted, 'tipo' | 'count' | 'texto'>): string {
  const ending = tipo === 'vencimiento' && count === 1 ? ENDING.exec(texto) : null;
  if (ending) return texts.ends(ending[1] ?? '', ending[2] ?? '');
  return `${count} ${texts.kinds[tipo][count === 1 ? 0 : 1]}`;
}

/** End of the last alarm, ms; null = there were none. Only meaningful while no alarm is open. */
export const inOrderSince = (avisos: readonly Pick<Aviso, 'hasta'>[]): number | null =>
  avisos.reduce<number | null>((last, { hasta }) => (hasta !== null && hasta > (last ?? 0) ? hasta : last), null);
