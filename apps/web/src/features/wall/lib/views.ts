import { SEVERITIES, type Muro, type MuroAviso, type MuroEmpresa } from '@acequia/contracts';
import { spanish } from '../../../lib/spanish-order.js';

export interface WallEmpresa extends MuroEmpresa {
  open: number;
  /** Rank of the worst open alarm; a lower rank is worse. */
  worst: number;
}

export const rankOf = ({ severidad }: Pick<MuroAviso, 'severidad'>): number => SEVERITIES.indexOf(severidad);

/** The companies with their alarms, worst first, and then by name. */
export function empresasOf({ empresas, avisos }: Pick<Muro, 'empresas' | 'avisos'>): WallEmpresa[] {
  return empresas
    .map((empresa) => {
      const own = avisos.filter(({ empresa_id }) => empresa_id === empresa.id);
      return { ...empresa, open: own.length, worst: Math.min(SEVERITIES.length, ...own.map(rankOf)) };
    })
    .sort((a, b) => a.worst - b.worst || b.open - a.open || spanish.compare(a.nombre, b.nombre));
}

/** The most severe first, then the oldest. */
export const inOrder = (avisos: readonly MuroAviso[]): MuroAviso[] =>
  [...avisos].sort((a, b) => rankOf(a) - rankOf(b) || a.desde - b.desde);

/** Whose turn it is: null = all companies, then one after the other. */
export const turnOf = (empresas: readonly { id: number }[], turn: number): number | null =>
  empresas[(turn % (empresas.length + 1)) - 1]?.id ?? null;

/** How much larger than the smallest type rows are drawn when fewer than fit share the height. */
export const growthOf = (rows: number, most: number): number =>
  Math.min(1.7, Math.max(1, (most / Math.max(1, rows)) ** 0.6));
